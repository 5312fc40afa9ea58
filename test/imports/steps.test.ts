import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stepUndo } from "../../src/domain/imports/undo.ts";
import { stepsOfJobs } from "../../src/entry/schedule/jobs.ts";
import { runJobs } from "../../src/platform/jobs/run-jobs.ts";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { database, rows } from "../support/database.ts";
import { eventsOf } from "../support/history.ts";
import { newImport, rowsOf } from "../support/imports.ts";
import { localIn } from "../support/local.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { newWorld, type Tenant } from "../support/world.ts";

const steps = stepsOfJobs(env, localIn("DATA_1").writer);
const file = (count: number, prefix = "c") =>
	["email,first_name", ...Array.from({ length: count }, (_, n) => `${prefix}${n}@example.com,N${n}`)].join("\n");
const newStudio = () => newWorld({ database: "DATA_1" });
const read = async ({ key }: Tenant, id: string) => (await call(200, `/v1/imports/${id}`, { key })).body;
const clientsOf = async ({ key }: Tenant) => (await readAllPages("/v1/clients?limit=100", key)).flat();

const run = (forMs = 10_000) => {
	const { caller, writer } = localIn("DATA_1");
	return runJobs(caller, writer, steps, forMs);
};

// These tests take the steps themselves.
beforeEach(async () => {
	const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } };
	vi.spyOn(env.JOBS, "sendBatch").mockImplementation(async () => ({ metadata }));
	await database.prepare("DELETE FROM jobs").run();
});
afterEach(() => void vi.restoreAllMocks());

it("several runs at once do each row once (contract: Imports 5)", async () => {
	const studio = await newStudio();
	const { body } = await newImport(studio.key, file(300));
	await Promise.all([run(), run(), run(), run()]);
	expect(await read(studio, body.id)).toMatchObject({ status: "DONE", rows_done: 300, created: 300, failed: 0 });
	expect(await clientsOf(studio)).toHaveLength(300);
	expect(await eventsOf(studio.key)).toHaveLength(300);
});

it("a run that dies anywhere leaves a position from which the next one goes on", async () => {
	const studio = await newStudio();
	const { body } = await newImport(studio.key, file(120));
	for (let callsBeforeDeath = 1; (await read(studio, body.id)).finished_at === null; callsBeforeDeath++) {
		const { caller, writer } = localIn("DATA_1");
		let calls = 0;
		const dying = {
			...writer,
			transaction: async (...given: Parameters<typeof writer.transaction>) => {
				if (++calls === callsBeforeDeath) {
					// Every second run dies after the commit, and the others before it.
					if (callsBeforeDeath % 2 === 0) await writer.transaction(...given);
					throw new Error("Network connection lost.");
				}
				return await writer.transaction(...given);
			},
		};
		await runJobs(caller, dying, steps, 10_000).catch(() => {});
	}
	expect(await read(studio, body.id)).toMatchObject({ status: "DONE", rows_done: 120, created: 120, skipped: 0 });
	expect(await clientsOf(studio)).toHaveLength(120);
	expect(await eventsOf(studio.key)).toHaveLength(120);
	const listed = (await readAllPages(`/v1/imports/${body.id}/rows?limit=100`, studio.key)).flat();
	expect(listed.map(({ row }) => row)).toEqual(Array.from({ length: 120 }, (_, n) => n + 1));
});

it("a cancellation beside the steps leaves exactly the rows that it tells (contract: Imports 9)", async () => {
	const studio = await newStudio();
	const { body } = await newImport(studio.key, file(500));
	const [, cancelled] = await Promise.all([
		run(),
		call(200, `/v1/imports/${body.id}/cancel`, { key: studio.key, method: "POST" }),
	]);
	const after = await read(studio, body.id);
	expect(after).toEqual(cancelled.body);
	expect(after.status).toBe("CANCELLED");
	expect(await clientsOf(studio)).toHaveLength(after.created);
	const [left] = await rows("SELECT object_key, object_bytes FROM jobs WHERE id = ?", body.id);
	expect(left).toEqual({ object_key: null, object_bytes: 0 });
});

it("a request that takes an email first wins, and its row is skipped", async () => {
	const studio = await newStudio();
	const { body } = await newImport(studio.key, file(25));
	const create = (n: number) =>
		call(201, "/v1/clients", { key: studio.key, body: { email: `C${n}@example.com`, first_name: "First" } });
	await Promise.all([create(3), create(24), run()]).catch(() => {});
	await run();
	const after = await read(studio, body.id);
	expect(after.created + after.skipped).toBe(25);
	expect(await clientsOf(studio)).toHaveLength(25);
});

it("a client who fills in a form while the undoing is decided is left (contract: Imports 10)", async () => {
	const studio = await newStudio();
	const { key } = studio;
	const fields = [{ key: "placement", label: "Placement", type: "text" }];
	const form = await call(201, "/v1/forms", { key, body: { name: "Intake", fields } });
	const { body } = await newImport(key, file(30));
	await run();
	const [{ client_id }] = await rowsOf(key, body.id);
	await call(200, `/v1/imports/${body.id}/undo`, { key, method: "POST" });
	let tries = 0;
	const { caller, writer } = localIn("DATA_1");
	const undo: typeof stepUndo = async (ctx, job) => {
		const step = await stepUndo(ctx, job);
		if (tries++ === 0)
			await call(201, `/v1/forms/${form.body.id}/submissions`, { key, body: { client_id, submission_data: {} } });
		return step;
	};
	await runJobs(caller, writer, { ...steps, import_undo: undo }, 10_000);
	advance(60_000);
	await run();
	expect((await clientsOf(studio)).map(({ id }) => id)).toEqual([client_id]);
});

it("an undo under way refuses another one, and names the import to an erasure (contract: Imports 10, Erasure 9)", async () => {
	const { key } = await newStudio();
	const { body } = await newImport(key, file(60));
	await run();
	const [{ client_id }] = await rowsOf(key, body.id);
	const undo = () => send(`/v1/imports/${body.id}/undo`, { key, method: "POST" });
	const answers = await Promise.all([undo(), undo()]);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
	expect(answers.find(({ status }) => status === 409)?.body.detail).toBe("The import is being undone already.");
	const erase = () => send(`/v1/clients/${client_id}/erase`, { key, method: "POST" });
	expect((await erase()).body.detail).toBe(`The import ${body.id} is being undone. Wait for the end.`);
	await run();
	expect((await erase()).status).toBe(200);
	const again = await undo();
	expect(again.body).toMatchObject({ left: [], undone_at: expect.any(String) });
});

it("studios have turns: a small import is done while a large one goes on", async () => {
	const [large, small] = [await newStudio(), await newStudio()];
	const first = (await newImport(large.key, file(3000))).body;
	const second = (await newImport(small.key, file(50))).body;
	const running = run(30_000);
	await vi.waitFor(async () => expect((await read(small, second.id)).status).toBe("DONE"), { timeout: 20_000 });
	expect((await read(large, first.id)).rows_done).toBeLessThan(1000);
	await call(200, `/v1/imports/${first.id}/cancel`, { key: large.key, method: "POST" });
	await running;
});

it("a full studio ends the import as FAILED, and tells why (contract: Imports 7)", async () => {
	const studio = await newStudio();
	const { body } = await newImport(studio.key, file(60));
	await database
		.prepare("UPDATE stored_bytes SET counted = ?1 WHERE tenant_id = ?2")
		.bind(2 ** 50, studio.id)
		.run();
	await run();
	const after = await read(studio, body.id);
	expect(after).toMatchObject({ status: "FAILED", rows_done: 0 });
	expect(after.error).toContain("stores as much as its plan allows");
});

it("the file counts to the storage until the import is over", async () => {
	const studio = await newStudio();
	const stored = async () =>
		Number((await rows("SELECT counted + added AS n FROM stored_bytes WHERE tenant_id = ?", studio.id))[0]?.n ?? 0);
	const notes = "x".repeat(5000);
	const { body } = await newImport(studio.key, `email,source\n${`nobody,${notes}\n`.repeat(200)}`);
	const before = await stored();
	expect(before).toBeGreaterThan(1_000_000);
	await call(200, `/v1/imports/${body.id}/cancel`, { key: studio.key, method: "POST" });
	expect(await stored()).toBeLessThan(before - 1_000_000);
});

it("a sixth import under way is refused (contract: Imports 7)", async () => {
	const studio = await newStudio();
	for (let n = 0; n < 5; n++) await newImport(studio.key, file(1, `p${n}`));
	const sixth = new Blob([file(1)], { type: "text/csv" });
	const { body } = await call(409, "/v1/imports?type=clients", { key: studio.key, method: "POST", raw: sixth });
	expect(body.code).toBe("conflict");
	await run();
	await newImport(studio.key, file(1, "again"));
});

it("a file that is gone is looked for again for a quarter of an hour, and then the import fails", async () => {
	const studio = await newStudio();
	const { body } = await newImport(studio.key, file(3));
	await database.prepare("UPDATE jobs SET object_key = 'gone' WHERE id = ?").bind(body.id).run();
	for (let n = 0; n < 10; n++) {
		expect((await read(studio, body.id)).finished_at).toBeNull();
		await run();
		await advance(300);
	}
	expect(await read(studio, body.id)).toMatchObject({ status: "FAILED", rows_done: 0 });
	expect(await rowsOf(studio.key, body.id)).toEqual([]);
});
