import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endExports } from "../../src/domain/exports/end-exports.ts";
import { stepExport } from "../../src/domain/exports/step-export.ts";
import { stepsOfJobs } from "../../src/entry/schedule/jobs.ts";
import { execute } from "../../src/platform/commit/execute.ts";
import { runJobs } from "../../src/platform/jobs/run-jobs.ts";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { database, rows } from "../support/database.ts";
import { download, fetchFile, filesIn, getExport, newExport, recordsIn } from "../support/exports.ts";
import { newFullStudio as newStudioWithAll } from "../support/full-studio.ts";
import { localIn } from "../support/local.ts";
import { addPicture } from "../support/pictures.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newWorld } from "../support/world.ts";

const home = { database: "DATA_1" };

const steps = stepsOfJobs(env, localIn("DATA_1").writer);

const run = (forMs = 120_000, taking: typeof steps = steps) => {
	const { caller, writer } = localIn("DATA_1");
	return runJobs(caller, writer, taking, forMs);
};

/** Does something before each step. */
const runWith = (before: (step: number) => Promise<unknown>) => {
	let step = 0;
	return run(120_000, {
		...steps,
		export: async (ctx, job) => {
			if (ctx.tries === 0) await before(step++);
			return await stepExport(ctx, job);
		},
	});
};

const filesOf = async (key: string, id: string) => {
	const read = await getExport(key, id);
	expect(read.status, read.error).toBe("DONE");
	return filesIn(await download(read.url));
};

/** These tests take the steps themselves. */
function holdMessages() {
	const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } };
	vi.spyOn(env.JOBS, "sendBatch").mockImplementation(async () => ({ metadata }));
}

/** The steps of its import are taken as usual. */
async function newFullStudio() {
	const studio = await newStudioWithAll(home);
	holdMessages();
	return studio;
}

async function newStudio() {
	holdMessages();
	return await newWorld(home);
}

beforeEach(async () => void (await database.prepare("DELETE FROM jobs").run()));
afterEach(() => void vi.restoreAllMocks());

it("a run that dies anywhere leaves a position from which the next one goes on", async () => {
	const { key } = await newFullStudio();
	const whole = await newExport(key);
	await run();
	const expected = await filesOf(key, whole.id);
	const { id } = await newExport(key);
	for (let before = 1; (await getExport(key, id)).finished_at === null; before++) {
		const { caller, writer } = localIn("DATA_1");
		let calls = 0;
		const dying = {
			...writer,
			transaction: async (...given: Parameters<typeof writer.transaction>) => {
				if (++calls === before) {
					// Every second run dies after the commit, and the others before it.
					if (before % 2 === 0) await writer.transaction(...given);
					throw new Error("Network connection lost.");
				}
				return await writer.transaction(...given);
			},
		};
		await runJobs(caller, dying, steps, 10_000).catch(() => {});
	}
	const files = await filesOf(key, id);
	expect([...files.keys()]).toEqual([...expected.keys()]);
	for (const name of ["clients.ndjson", "appointments.ndjson", "clients.csv", "events.ndjson", "deliveries.ndjson"])
		expect(String(files.get(name)), name).toBe(String(expected.get(name)));
});

it("several runs at once make one whole file", async () => {
	const { key } = await newFullStudio();
	const { id } = await newExport(key);
	await Promise.all([run(), run(), run()]);
	await run();
	const files = await filesOf(key, id);
	expect(recordsIn(files.get("clients.ndjson")).length).toBeGreaterThan(1);
});

/** The ids that records name, by the field that names them. */
function* referencesIn(value: unknown, name = ""): Generator<[string, string]> {
	if (typeof value === "string" && name.endsWith("_id")) yield [name, value];
	if (typeof value !== "object" || value === null) return;
	for (const [key, inner] of Object.entries(value)) yield* referencesIn(inner, Array.isArray(value) ? name : key);
}

const kinds = /^(apt|art|cli|ety|frm|fsb|hok|ide|led|pic|shp|whe|evt)_/;
const history = ["audit_log.ndjson", "deletions.ndjson", "events.ndjson"];

function expectWhole(files: Map<string, Buffer>) {
	const names = [...files.keys()].filter((name) => name.endsWith(".ndjson"));
	const ids = new Set(names.flatMap((name) => recordsIn(files.get(name)).map(({ id }) => id)));
	for (const name of names.filter((one) => !history.includes(one)))
		for (const record of recordsIn(files.get(name)))
			for (const [field, id] of referencesIn(record))
				if (kinds.test(id)) expect(ids.has(id), `${name} ${field} ${id}`).toBe(true);
	for (const { owner, id } of recordsIn(files.get("pictures.ndjson"))) {
		expect(ids.has(owner.id), owner.id).toBe(true);
		expect(
			[...files.keys()].some((name) => name.startsWith(`pictures/${id}.`)),
			id,
		).toBe(true);
	}
}

it("whatever is written between the steps, nothing earlier is missing and no record names one that is (contract: Exports 5)", async () => {
	const { key, artistId, clientId } = await newFullStudio();
	const post = async (path: string, body: object) => (await call(201, path, { key, body })).body;
	const fields = [{ key: "email", label: "Email", type: "email", required: true }];
	const formOf = async (creates: string) => (await post("/v1/forms", { name: creates, fields, creates })).id;
	const [leadForm, ideaForm] = [await formOf("LEAD"), await formOf("IDEA")];
	const early: string[] = [];
	for (let n = 0; n < 60; n++)
		early.push((await post("/v1/clients", { email: `e${n}@example.com`, first_name: `E${n}` })).id);
	const submit = async (client: string) => {
		const body = { submission_data: { email: "ana@example.com" }, client_id: client };
		for (const form of [leadForm, ideaForm]) await post(`/v1/forms/${form}/submissions`, body);
	};
	for (const [n, client] of early.entries()) {
		// Appointments and submissions have a limit for each minute.
		advance(3);
		const start = new Date(Date.UTC(2100, 0, 1 + n, 10)).toISOString();
		const end = new Date(Date.UTC(2100, 0, 1 + n, 11)).toISOString();
		await post("/v1/appointments", { artist_id: artistId, client_id: client, start_at: start, end_at: end });
		await post("/v1/ideas", { client_id: client, subject: "Fern" });
	}
	await submit(clientId);
	const { id } = await newExport(key);
	const deleted: string[] = [];
	await runWith(async (step) => {
		advance(4);
		const made = await post("/v1/clients", { email: `l${step}@example.com`, first_name: "Late" });
		const idea = await post("/v1/ideas", { client_id: made.id, subject: "Late" });
		await addPicture(key, `/v1/ideas/${idea.id}`);
		await submit(made.id);
		await post("/v1/leads", { first_name: "Late" });
		const gone = early.pop();
		if (!gone) return;
		if (step % 3 === 0) await call(200, `/v1/clients/${clientId}/merge`, { key, body: { source_id: gone } });
		else await call(200, `/v1/clients/${gone}`, { key, method: "DELETE" });
		deleted.push(gone);
	});
	const files = await filesOf(key, id);
	expect(deleted.length).toBeGreaterThan(20);
	expectWhole(files);
	const clients = new Set(recordsIn(files.get("clients.ndjson")).map((record) => record.id));
	for (const one of early) expect(clients.has(one)).toBe(true);
	const appointments = recordsIn(files.get("appointments.ndjson"));
	expect(appointments.some(({ client_id }) => client_id === null)).toBe(true);
	expect(String(files.get("appointments.csv")).split("\r\n")).toHaveLength(appointments.length + 2);
});

it("the id of a client who was deleted before is null", async () => {
	const { key, artistId } = await newFullStudio();
	const client = (await call(201, "/v1/clients", { key, body: { email: "x@example.com", first_name: "X" } })).body.id;
	const body = {
		artist_id: artistId,
		client_id: client,
		start_at: "2020-01-01T10:00:00Z",
		end_at: "2020-01-01T11:00:00Z",
	};
	const appointment = (await call(201, "/v1/appointments", { key, body })).body.id;
	await call(200, `/v1/clients/${client}`, { key, method: "DELETE" });
	const { id } = await newExport(key);
	await run();
	const files = await filesOf(key, id);
	expect(recordsIn(files.get("appointments.ndjson")).find((one) => one.id === appointment).client_id).toBeNull();
	expectWhole(files);
});

it("a text that only looks like a reference stays as it is", async () => {
	const { key } = await newStudio();
	const metadata = { client_id: "cli_0199044a4400744a9fb4f20a3dea5fd9" };
	const notes = '"client_id":"cli_0199044a4400744a9fb4f20a3dea5fd9"';
	await call(201, "/v1/clients", { key, body: { email: "x@example.com", first_name: "X", notes, metadata } });
	const { id } = await newExport(key);
	await run();
	const [client] = recordsIn((await filesOf(key, id)).get("clients.ndjson"));
	expect(client).toMatchObject({ notes, metadata });
});

it("a picture whose bytes the bucket has lost is left out, and the rest is there", async () => {
	const { key } = await newFullStudio();
	const artist = (await call(201, "/v1/artists", { key, body: { name: "Mika" } })).body.id;
	const lost = (await addPicture(key, `/v1/artists/${artist}`)).body.id;
	await call(200, `/v1/artists/${artist}`, { key, method: "PATCH", body: { avatar_picture_id: lost } });
	const [{ object_key }] = (await rows("SELECT object_key FROM pictures WHERE id = ?", lost)) as [
		{ object_key: string },
	];
	await env.PICTURES.delete(object_key);
	const { id } = await newExport(key);
	await run();
	const files = await filesOf(key, id);
	expectWhole(files);
	expect(recordsIn(files.get("pictures.ndjson"))).toHaveLength(1);
});

const objectsOf = async (id: string) => {
	const [{ input }] = (await rows("SELECT input FROM jobs WHERE id = ?", id)) as [{ input: string }];
	return (await env.PICTURES.list({ prefix: JSON.parse(input).objectKey })).objects.length;
};

it("a cancelled export leaves no object, also none of a step that was under way (contract: Exports 6)", async () => {
	const { key } = await newFullStudio();
	const { id } = await newExport(key);
	await runWith(async (step) => {
		if (step === 12) await call(200, `/v1/exports/${id}/cancel`, { key, method: "POST" });
	});
	expect(await getExport(key, id)).toMatchObject({ status: "CANCELLED", url: null });
	expect(await objectsOf(id)).toBeGreaterThan(5);
	await scheduledWork();
	advance(3601);
	await scheduledWork();
	expect(await objectsOf(id)).toBe(0);
	expect(await rows("SELECT 1 FROM export_pieces WHERE export_id = ?", id)).toEqual([]);
});

it("the end of all exports of a studio takes their files at once, and their bytes with the next runs", async () => {
	const { id: tenantId, key } = await newFullStudio();
	const { id } = await newExport(key);
	await run();
	const { url } = await getExport(key, id);
	const open = await newExport(key);
	const { caller, writer } = localIn("DATA_1");
	await execute(writer, { ...caller, tenantId }, (ctx) => ({ tenantId, result: null, writes: endExports(ctx) }));
	expect((await fetchFile(url)).status).toBe(404);
	expect((await getExport(key, id)).status).toBe("EXPIRED");
	expect((await getExport(key, open.id)).status).toBe("CANCELLED");
	await scheduledWork();
	advance(1);
	await scheduledWork();
	expect(await objectsOf(id)).toBe(0);
});

it("an export is forgotten 30 days after its end (contract: Exports 6)", async () => {
	const { key } = await newStudio();
	const { id } = await newExport(key);
	await run();
	advance(7 * 86_400);
	await scheduledWork();
	expect((await getExport(key, id)).status).toBe("EXPIRED");
	advance(24 * 86_400);
	await scheduledWork();
	await call(404, `/v1/exports/${id}`, { key });
});

it("an eleventh file is refused, which tells when there is room (contract: Exports 7)", async () => {
	const { key } = await newStudio();
	for (let n = 0; n < 10; n++) {
		await newExport(key);
		await run();
	}
	const { body } = await call(409, "/v1/exports", { key, method: "POST" });
	expect(body.detail).toContain("The first one goes at 20");
	advance(7 * 86_400);
	await newExport(key);
});

it("a full studio can leave: an export needs no room", async () => {
	const { id: tenantId, key } = await newFullStudio();
	await database
		.prepare("UPDATE stored_bytes SET counted = ?1 WHERE tenant_id = ?2")
		.bind(2 ** 50, tenantId)
		.run();
	const { id } = await newExport(key);
	await run();
	expect((await getExport(key, id)).status).toBe("DONE");
});
