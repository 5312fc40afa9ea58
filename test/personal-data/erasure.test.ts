import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { overtaken, rows, wholeDatabase } from "../support/database.ts";
import { importRows, newImport, rowsOf } from "../support/imports.ts";
import { addPicture } from "../support/pictures.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newClient, newStudio, type Studio } from "../support/studio.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

// Nothing but the transaction of the erasure happens: its steps wait.
beforeEach(() => {
	vi.restoreAllMocks();
	holdSteps();
	advance(60);
});

function holdSteps() {
	const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } };
	vi.spyOn(env.JOBS, "sendBatch").mockImplementation(async () => ({ metadata }));
}

const erase = ({ key }: Studio, id: string, headers: Record<string, string> = {}) =>
	call(200, `/v1/clients/${id}/erase`, { key, method: "POST", headers });
const all = async (path: string, { key }: Studio): Promise<Json[]> => (await readAllPages(path, key)).flat();
const book = async ({ key, artistId }: Studio, client_id: string, day: string, given: object = {}): Promise<Json> => {
	const times = { start_at: `${day}T10:00:00Z`, end_at: `${day}T11:00:00Z` };
	return (await call(201, "/v1/appointments", { key, body: { artist_id: artistId, client_id, ...times, ...given } }))
		.body;
};

const newPerson = async (studio: Studio) => {
	const email = `${crypto.randomUUID()}@example.com`;
	return { email, id: await newClient(studio.key, { email, first_name: "Zinnia", notes: "Zinnia likes ferns" }) };
};

describe("an erasure", () => {
	it("keeps of appointments what the books need, and cancels those ahead", async () => {
		const studio = await newStudio();
		const { id } = await newPerson(studio);
		const texts = { title: "Zinnia", notes: "Zinnia", location: "Zinnia", metadata: { a: "Zinnia" } };
		const past = await book(studio, id, "2024-03-05", { ...texts, price_amount: 9000, currency: "EUR" });
		const ahead = await book(studio, id, "2027-03-02", texts);
		advance(1);
		const { body } = await erase(studio, id);
		expect(body.kept[0].what).toMatch(/^2 appointments: .* and the id of the client$/);
		expect(body.kept[0].why).toContain("The id names nobody any more.");
		expect(await all(`/v1/appointments?client_id=${id}`, studio)).toHaveLength(2);
		const present = async ({ id }: Json) => (await call(200, `/v1/appointments/${id}`, { key: studio.key })).body;
		const { start_at, end_at, created_at } = past;
		const empty = { title: null, notes: null, location: null, metadata: {}, client_id: id };
		expect(await present(past)).toMatchObject({
			...empty,
			...{ start_at, end_at, created_at, price_amount: 9000, currency: "EUR", status: "SCHEDULED" },
		});
		expect(await present(ahead)).toMatchObject({
			...empty,
			status: "CANCELLED",
			cancellation_reason: "client_deleted",
		});
		const cancelled = (await all("/v1/events?type=appointment.cancelled", studio))[0];
		expect(cancelled.data).toMatchObject({ appointmentId: ahead.id, title: null, metadata: {} });
		expect(Object.keys(cancelled.data.changes).sort()).toEqual(["cancellationReason", "cancelledAt", "status"]);
	});

	it("keeps that a consent was signed, and when, and no other submission", async () => {
		const studio = await newStudio();
		const { key } = studio;
		const { id } = await newPerson(studio);
		const fields = [{ key: "a", label: "A", type: "text", required: false }];
		const submit = async (kind: string, more: object) => {
			const form = (await call(201, "/v1/forms", { key, body: { name: kind, kind, fields } })).body;
			const body = { submission_data: { a: "Zinnia" }, client_id: id, ...more };
			return (await call(201, `/v1/forms/${form.id}/submissions`, { key, body })).body;
		};
		const signed = await submit("CONSENT", { signature: "Zinnia", signer_name: "Zinnia" });
		await addPicture(key, `/v1/form_submissions/${signed.id}`);
		const other = await submit("INTAKE", {});
		const { body } = await erase(studio, id);
		expect(body.kept[0].what).toMatch(/^1 signed consent: .* and the id of the client$/);
		const path = (one: Json) => `/v1/forms/${one.form_id}/submissions/${one.id}`;
		await call(404, path(other), { key });
		expect((await call(200, path(signed), { key })).body).toMatchObject({
			submission_data: {},
			signature: null,
			signer_name: null,
			ip_address: null,
			picture_count: 0,
			signed_at: signed.signed_at,
			client_id: id,
		});
	});

	it("shows the person in no answer from its own on, and leaves the events their numbers, types and ids", async () => {
		const studio = await newStudio();
		const { key } = studio;
		const { id, email } = await newPerson(studio);
		const create = { key, body: { first_name: "Zinnia", email }, headers: { "Idempotency-Key": crypto.randomUUID() } };
		const lead = (await call(201, "/v1/leads", create)).body;
		await call(200, `/v1/leads/${lead.id}`, { key, method: "DELETE" });
		const before = (await all("/v1/events", studio)).toReversed();
		await erase(studio, id);
		const after = (await all("/v1/events", studio)).toReversed();
		expect(after.map(({ sequence }) => sequence)).toEqual(after.map((_, n) => n + 1));
		expect(after.slice(0, before.length).map(({ id, type }) => [id, type])).toEqual(
			before.map(({ id, type }) => [id, type]),
		);
		expect(after.find(({ data }) => data.leadId === lead.id).data).toEqual({ leadId: lead.id, erased: true });
		const { type, data } = after.at(-1);
		expect({ type, data }).toEqual({ type: "client.deleted", data: { clientId: id, erased: true } });
		for (const path of [
			"/v1/clients",
			"/v1/leads",
			"/v1/events",
			"/v1/audit_log",
			"/v1/automation/triggers/new_lead",
		]) {
			const { text } = await call(200, path, { key });
			expect(text).not.toContain("Zinnia");
			expect(text).not.toContain(email);
		}
		await call(404, `/v1/clients/${id}`, { key });
		const repeated = await call(422, "/v1/leads", create);
		expect(repeated.body.code).toBe("idempotency_key_mismatch");
		expect(repeated.headers.get("Idempotent-Replayed")).toBe("true");
		expect(repeated.text).not.toContain("Zinnia");
		expect(await all("/v1/leads", studio)).toEqual([]);
	});

	it("leaves others alone, whose addresses have this one in them", async () => {
		const studio = await newStudio();
		const { key } = studio;
		const { id, email } = await newPerson(studio);
		const others = [`x${email}`, `x.${email}`, `${email}.au`];
		for (const other of others)
			await call(201, "/v1/leads", { key, body: { first_name: "Bea", email: other, message: "Hello" } });
		const before = await all("/v1/leads", studio);
		await erase(studio, id);
		expect(await all("/v1/leads", studio)).toEqual(before);
		const events = await all("/v1/events?type=lead.created", studio);
		expect(events.map(({ data }) => data.email).sort()).toEqual([...others].sort());
	});

	it("says in a dry run what it would keep, and keeps everything", async () => {
		const studio = await newStudio();
		const { id } = await newPerson(studio);
		await book(studio, id, "2024-03-05");
		const before = await wholeDatabase();
		const dry = await erase(studio, id, { "Service-Dry-Run": "true" });
		expect(await wholeDatabase()).toEqual(before);
		expect(dry.headers.get("Service-Dry-Run-Events")).toBe("client.deleted");
		expect((await erase(studio, id)).body.kept).toEqual(dry.body.kept);
	});

	it("is the same erasure when it is repeated, also by two at once", async () => {
		const studio = await newStudio();
		const { id } = await newPerson(studio);
		await book(studio, id, "2024-03-05");
		const both = await Promise.all([erase(studio, id), erase(studio, id)]);
		advance(5);
		const answers = [...both, await erase(studio, id)].map(({ body }) => body);
		expect(answers).toEqual(answers.map(() => answers[0]));
		expect(await all("/v1/events?type=client.deleted", studio)).toHaveLength(1);
	});

	it("is decided again if a record of the person changed meanwhile", async () => {
		const studio = await newStudio();
		const { id } = await newPerson(studio);
		const appointment = await book(studio, id, "2024-03-05");
		const patch = () =>
			call(200, `/v1/appointments/${appointment.id}`, { key: studio.key, method: "PATCH", body: { notes: "Zinnia" } });
		const init = { method: "POST", headers: { Authorization: `Bearer ${studio.key}` } };
		expect((await overtaken(patch, `/v1/clients/${id}/erase`, init)).status).toBe(200);
		expect((await call(200, "/v1/appointments", { key: studio.key })).text).not.toContain("Zinnia");
		expect((await call(200, "/v1/events", { key: studio.key })).text).not.toContain("Zinnia");
	});

	it("also ends what a deletion left", async () => {
		const studio = await newStudio();
		const { id, email } = await newPerson(studio);
		const past = await book(studio, id, "2024-03-05", { notes: "Zinnia" });
		await call(200, `/v1/clients/${id}`, { key: studio.key, method: "DELETE" });
		await call(201, "/v1/leads", { key: studio.key, body: { first_name: "Zinnia", email } });
		await erase(studio, id);
		expect((await call(200, `/v1/appointments/${past.id}`, { key: studio.key })).body.notes).toBeNull();
		expect(await all("/v1/leads", studio)).toEqual([]);
	});

	it("empties failed rows of imports without a valid email, because nobody can tell whose they are, and no other rows", async () => {
		const studio = await newStudio();
		const { id } = await newPerson(studio);
		vi.restoreAllMocks();
		const lines = [
			"bad,Piaxyz,Zanderquist",
			"rose@example.com,Rose,",
			"fern@example.com,,Fern",
			",Ana,x@y",
			'"Rose, ro@example.com",,',
			"ana@@example.com,Ana,",
			`${"a".repeat(250)}@example.com,Ana,`,
		];
		const imported = await importRows(studio.key, ["email,first_name,last_name", ...lines].join("\r\n"));
		const csv = async () =>
			(await call(200, `/v1/imports/${imported.id}/rows`, { key: studio.key, headers: { Accept: "text/csv" } })).text;
		const before = await csv();
		expect(before).toContain("Piaxyz,Zanderquist");
		await erase(studio, id);
		const kept = (await csv()).trimEnd().split("\r\n");
		const [, , created, fern] = before.split("\r\n");
		expect(fern).toMatch(/^3,failed,.+,,fern@example.com,,Fern$/);
		expect(kept.slice(1)).toEqual(["1,failed,,,,,", created, fern, ...[4, 5, 6, 7].map((row) => `${row},failed,,,,,`)]);
	});

	it("leaves the rows of an import alone that began after it, while its steps go on", async () => {
		const studio = await newStudio();
		const { id } = await newPerson(studio);
		await erase(studio, id);
		advance(60);
		vi.restoreAllMocks();
		const imported = await importRows(studio.key, "email,first_name\nbad,Piaxyz\n");
		await vi.waitFor(
			async () => {
				advance(61);
				await scheduledWork();
				expect(await rows("SELECT 1 FROM jobs WHERE tenant_id = ? AND finished_at IS NULL", studio.id)).toEqual([]);
			},
			{ timeout: 20_000, interval: 50 },
		);
		expect((await rowsOf(studio.key, imported.id))[0].reason).toContain("must be an email address");
	});

	it("waits for the end of an import, whose file may bring the person back", async () => {
		const studio = await newStudio();
		const { id } = await newPerson(studio);
		const { body } = await newImport(studio.key, "email,first_name\r\na@example.com,A\r\n");
		expect((await call(409, `/v1/clients/${id}/erase`, { key: studio.key, method: "POST" })).body.code).toBe(
			"conflict",
		);
		await call(200, `/v1/imports/${body.id}/cancel`, { key: studio.key, method: "POST" });
		await erase(studio, id);
	});

	it("waits for the end of an undo, too, also in a dry run, and a repetition needs a new Idempotency-Key", async () => {
		const studio = await newStudio();
		const { key } = studio;
		const { id } = await newPerson(studio);
		vi.restoreAllMocks();
		const lines = Array.from({ length: 26 }, (_, n) => `n${n}@example.com,N`);
		const imported = await importRows(key, ["email,first_name", ...lines].join("\n"));
		holdSteps();
		await call(200, `/v1/imports/${imported.id}/undo`, { key, method: "POST" });
		const attempt = { key, method: "POST", headers: { "Idempotency-Key": crypto.randomUUID() } };
		for (const headers of [{ "Service-Dry-Run": "true" }, attempt.headers]) {
			const { body } = await call(409, `/v1/clients/${id}/erase`, { ...attempt, headers });
			expect(body).toMatchObject({
				code: "conflict",
				detail: expect.stringContaining(`${imported.id} is being undone`),
			});
		}
		await rows("UPDATE jobs SET finished_at = 1 WHERE tenant_id = ? AND kind = 'import_undo'", studio.id);
		await call(409, `/v1/clients/${id}/erase`, attempt);
		await erase(studio, id, { "Idempotency-Key": crypto.randomUUID() });
	});

	it("forgets an Idempotency-Key that may have words, so that its request makes the person again", async () => {
		const studio = await newStudio();
		const body = { first_name: "Zinnia", email: `${crypto.randomUUID()}@example.com` };
		const create = { key: studio.key, body, headers: { "Idempotency-Key": "order 4711" } };
		const first = (await call(201, "/v1/clients", create)).body;
		await erase(studio, first.id);
		expect((await call(201, "/v1/clients", create)).body.id).not.toBe(first.id);
	});

	it("of an unknown client, or of another studio's, is 404", async () => {
		const [studio, other] = [await newStudio(), await newStudio()];
		for (const id of [other.clientId, `cli_${"0".repeat(32)}`])
			expect((await send(`/v1/clients/${id}/erase`, { key: studio.key, method: "POST" })).status).toBe(404);
		expect(await rows("SELECT 1 FROM jobs WHERE tenant_id = ?", studio.id)).toEqual([]);
	});

	it("makes the bytes of pictures unreachable at once", async () => {
		const studio = await newStudio();
		const { key } = studio;
		const { id } = await newPerson(studio);
		const idea = (await call(201, "/v1/ideas", { key, body: { client_id: id, subject: "Fern" } })).body;
		const picture = (await addPicture(key, `/v1/ideas/${idea.id}`)).body;
		const { pathname } = new URL(picture.url);
		await call(200, pathname);
		await erase(studio, id);
		await call(404, pathname);
	});
});
