import { describe, expect, it } from "vitest";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { entriesOn } from "../support/history.ts";
import { endOf, importRows, newImport, rowsOf, rowsRequest } from "../support/imports.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newArtist, newClient } from "../support/studio.ts";
import { newKey, newWorld } from "../support/world.ts";

const csv = (...rows: string[]) => ["email,first_name,last_name", ...rows].join("\r\n");
const many = (count: number, prefix = "c") =>
	csv(...Array.from({ length: count }, (_, n) => `${prefix}${n}@example.com,N${n},`));
const clientsOf = async (key: string) => (await readAllPages("/v1/clients?limit=100", key)).flat();
const clientWith = async (key: string, email: string) =>
	(await call(200, `/v1/clients?email=${encodeURIComponent(email)}`, { key })).body.data[0];

describe("an import", () => {
	it("creates a client of each row, and tells what became of each (contract: Imports 1, Imports 6)", async () => {
		const { key } = await newWorld();
		const done = await importRows(
			key,
			'Email,First Name,tags,Shoe size\r\nana@example.com,Ana,"fine line, color",38\r\nnobody,Bo,,\r\n',
		);
		expect(done).toMatchObject({
			object: "import",
			status: "DONE",
			rows_total: 2,
			rows_done: 2,
			created: 1,
			failed: 1,
			ignored_columns: ["Shoe size"],
		});
		const rows = await rowsOf(key, done.id);
		expect(rows).toMatchObject([
			{ row: 1, outcome: "created", reason: null },
			{ row: 2, outcome: "failed", reason: "email: must be an email address", client_id: null },
		]);
		const client = (await call(200, `/v1/clients/${rows[0].client_id}`, { key })).body;
		expect(client).toMatchObject({ email: "ana@example.com", first_name: "Ana", tags: ["fine line", "color"] });
		expect((await call(200, "/v1/imports", { key })).body.data).toEqual([done]);
	});

	it("makes of each row one event and one audit entry of its caller (contract: Imports 5)", async () => {
		const { key, id: tenantId } = await newWorld();
		const other = await newKey(tenantId, { scopes: ["write:clients", "read:clients"] });
		const { body, headers } = await newImport(other.key, csv("ana@example.com,Ana,"));
		await endOf(key, body.id);
		const { id } = await clientWith(key, "ana@example.com");
		const entries = await entriesOn(key, id);
		const actor = { type: "api_key", id: other.id };
		expect(entries).toMatchObject([{ action: "client.created", actor, request_id: headers.get("X-Request-ID") }]);
		const events = (await call(200, "/v1/events?type=client.created", { key })).body.data;
		expect(events).toMatchObject([{ actor, data: { clientId: id } }]);
		expect(await entriesOn(key, body.id)).toMatchObject([{ action: "import.created", actor }]);
	});

	it("obeys the rules of a POST: a row with an unknown artist fails, and one with a known artist does not", async () => {
		const { key } = await newWorld();
		const artist = await newArtist(key);
		const rows = `email,first_name,assigned_artist_id\na@example.com,A,${artist}\nb@example.com,B,art_nobody`;
		const done = await importRows(key, rows);
		expect(await rowsOf(key, done.id)).toMatchObject([
			{ outcome: "created" },
			{ outcome: "failed", reason: expect.stringContaining("assigned_artist_id") },
		]);
	});

	it("takes the bodies of POST as NDJSON", async () => {
		const { key } = await newWorld();
		const rows = [
			{ email: "ana@example.com", first_name: "Ana", metadata: { old: "1" }, shoe: 38 },
			{ email: "bo@example.com", first_name: 7 },
		];
		const done = await importRows(key, rows.map((row) => JSON.stringify(row)).join("\n"), {
			type: "application/x-ndjson",
		});
		expect(done).toMatchObject({ created: 1, failed: 1, ignored_columns: ["shoe"] });
		expect(await clientWith(key, "ana@example.com")).toMatchObject({ metadata: { old: "1" } });
	});

	it("takes metadata as JSON beside its own columns, and fails a row whose metadata is no object (contract: Imports 3)", async () => {
		const { key } = await newWorld();
		const rows = [
			"email,first_name,metadata.shoe,Metadata,metadata.size",
			'ana@example.com,Ana,38,"{""old"":""1"",""shoe"":""2""}",M',
			"bo@example.com,Bo,38,VIP,",
			"cy@example.com,Cy,,[1],M",
			'dee@example.com,Dee,,"{""old"":7}",',
			"ed@example.com,Ed,,{},",
		];
		const done = await importRows(key, rows.join("\n"));
		expect(done).toMatchObject({ created: 2, failed: 3, ignored_columns: [] });
		const shown = await clientWith(key, "ana@example.com");
		expect(shown.metadata).toEqual({ old: "1", shoe: "38", size: "M" });
		const [, bo, cy, dee] = await rowsOf(key, done.id);
		for (const { reason } of [bo, cy]) expect(reason).toMatch(/^metadata: must be an object/);
		expect(dee.reason).toMatch(/^metadata\.old: must/);
	});

	it("happens once for an Idempotency-Key", async () => {
		const { key } = await newWorld();
		const headers = { "Idempotency-Key": "once" };
		const [one, two] = [
			await newImport(key, csv("a@example.com,A,"), { headers }),
			await newImport(key, csv("a@example.com,A,"), { headers }),
		];
		expect(two.body).toEqual(one.body);
		expect((await call(200, "/v1/imports", { key })).body.data).toHaveLength(1);
		await send("/v1/imports?type=clients", { key, headers, ...rowsRequest(csv("b@example.com,B,")) }).then(({ body }) =>
			expect(body.code).toBe("idempotency_key_mismatch"),
		);
	});

	it("is nobody else's", async () => {
		const { key } = await newWorld();
		const stranger = await newWorld();
		const { id } = await importRows(key, csv("a@example.com,A,"));
		for (const [path, method] of [
			["", "GET"],
			["/rows", "GET"],
			["/cancel", "POST"],
			["/undo", "POST"],
		])
			await call(404, `/v1/imports/${id}${path}`, { key: stranger.key, method: method as string });
		expect((await call(200, "/v1/imports", { key: stranger.key })).body.data).toEqual([]);
	});
});

describe("a row whose email a client has", () => {
	it("is skipped, also if an earlier row brought the client", async () => {
		const { key } = await newWorld();
		const id = await newClient(key, { email: "ana@example.com", first_name: "Ana" });
		const done = await importRows(key, csv("ANA@example.com,Anna,", "bo@example.com,Bo,", "BO@example.com,Bob,"));
		expect(done).toMatchObject({ created: 1, skipped: 2, updated: 0 });
		const [first, second, third] = await rowsOf(key, done.id);
		expect(first).toMatchObject({ outcome: "skipped", client_id: id });
		expect(third).toMatchObject({ outcome: "skipped", client_id: second.client_id });
		expect(await clientWith(key, "bo@example.com")).toMatchObject({ first_name: "Bo" });
	});

	it("updates the client with on_duplicate=update, and an empty cell leaves its field (contract: Imports 3)", async () => {
		const { key } = await newWorld();
		const id = await newClient(key, { email: "ana@example.com", first_name: "Ana", last_name: "Lopez" });
		const done = await importRows(
			key,
			csv("ana@example.com,Anna,", "bo@example.com,Bo,", "bo@example.com,Bob,B", "bo@example.com,Bob,"),
			{ query: "&on_duplicate=update" },
		);
		expect(done).toMatchObject({ created: 1, updated: 2, skipped: 1 });
		expect(await clientWith(key, "ana@example.com")).toMatchObject({ id, first_name: "Anna", last_name: "Lopez" });
		expect(await clientWith(key, "bo@example.com")).toMatchObject({ first_name: "Bob", last_name: "B" });
	});
});

describe("a file", () => {
	it.each([
		[415, "unsupported_media_type", "email\na@example.com", "application/json"],
		[413, "payload_too_large", "x".repeat(10 * 1024 * 1024 + 1), "text/csv"],
		[400, "validation_error", "", "text/csv"],
		[400, "validation_error", "email,first_name\n", "text/csv"],
		[400, "validation_error", "mail,first_name\na@example.com,A", "text/csv"],
		[400, "validation_error", `${",".repeat(600)}email\n`, "text/csv"],
	] as const)("is refused with %i %s", async (status, code, rows, type) => {
		const { key } = await newWorld();
		const { body } = await call(status, "/v1/imports?type=clients", { key, ...rowsRequest(rows, type) });
		expect(body.code).toBe(code);
		expect((await call(200, "/v1/imports", { key })).body.data).toEqual([]);
	});

	it.each([
		["text/csv", "email\n", "a@example.com\n"],
		["text/csv", "email\r\n", "a@example.com\r\n"],
		["application/x-ndjson", "", '{"email":"a@example.com"}\n'],
	])(
		"of %s with one row too many is refused whole, whatever ends its last line (contract: Imports 2)",
		async (type, header, row) => {
			const { key } = await newWorld();
			const whole = `${header}${row.repeat(20_001)}`;
			for (const rows of [whole, whole.trimEnd(), `${whole}\n\n`])
				for (const headers of [{}, { "Service-Dry-Run": "true" }]) {
					const { body } = await call(400, "/v1/imports?type=clients", { key, ...rowsRequest(rows, type), headers });
					expect(body.detail).toContain("has more than 20000 rows");
				}
			expect((await call(200, "/v1/imports", { key })).body.data).toEqual([]);
		},
	);

	it("needs a type", async () => {
		const { key } = await newWorld();
		expect((await call(400, "/v1/imports", { key, ...rowsRequest() })).body.code).toBe("validation_failed");
	});
});

describe("the rows as CSV", () => {
	it("can be mended and sent again (contract: Imports 6)", async () => {
		const { key } = await newWorld();
		const done = await importRows(key, 'email,first_name,Shoe\nnobody,"Ana ""A"", B",-38\nbo@example.com,Bo,\n');
		const path = `/v1/imports/${done.id}/rows?outcome=failed`;
		const { text, headers } = await call(200, path, { key, headers: { Accept: "text/csv" } });
		expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
		expect(text).toBe(
			`row,outcome,reason,client_id,email,first_name,Shoe\r\n1,failed,email: must be an email address,,nobody,"Ana ""A"", B","'-38"\r\n`,
		);
		const again = await importRows(key, text.replace("nobody", "ana@example.com"));
		expect(again).toMatchObject({ created: 1, failed: 0 });
		expect(await clientWith(key, "ana@example.com")).toMatchObject({ first_name: 'Ana "A", B' });
	});

	it("have as many cells in each line as in the header, whatever became of the row (contract: Imports 6)", async () => {
		const { key } = await newWorld();
		const file = 'email,first_name,Shoe\nana@example.com,Ana,38\nnobody\nbo@example.com,Bo,1,,5\nana@example.com,"\n';
		const { id } = await importRows(key, file);
		const { text } = await call(200, `/v1/imports/${id}/rows`, { key, headers: { Accept: "text/csv" } });
		const [header = "", ...lines] = text.trimEnd().split("\r\n");
		expect(header).toBe("row,outcome,reason,client_id,email,first_name,Shoe,,");
		expect(lines.map((line) => line.replaceAll(/"[^"]*"/g, "").split(",").length)).toEqual([9, 9, 9, 9]);
		expect(lines[2]).toMatch(/,bo@example\.com,Bo,1,,5$/);
	});

	it("has every row without a filter", async () => {
		const { key } = await newWorld();
		const done = await importRows(key, many(1203));
		const accepted = { key, headers: { Accept: "text/csv;q=1, */*;q=0.1" } };
		const { text } = await call(200, `/v1/imports/${done.id}/rows`, accepted);
		expect(text.trimEnd().split("\r\n")).toHaveLength(1204);
		const listed = (await readAllPages(`/v1/imports/${done.id}/rows?limit=100`, key)).flat();
		expect(listed.map(({ row }) => row)).toEqual(Array.from({ length: 1203 }, (_, n) => n + 1));
	});
});

describe("a dry run", () => {
	it("answers the counts and the first faults, and keeps nothing (contract: Imports 8)", async () => {
		const { key } = await newWorld();
		await newClient(key, { email: "known@example.com" });
		const rows = csv(
			"known@example.com,K,",
			"new@example.com,N,",
			"NEW@example.com,N,",
			...Array.from({ length: 120 }, (_, n) => `${n},X,`),
		);
		const dry = { headers: { "Service-Dry-Run": "true" } };
		const path = (rule: string) => `/v1/imports?type=clients&on_duplicate=${rule}`;
		const { body } = await call(200, path("skip"), { key, ...rowsRequest(rows), ...dry });
		expect(body).toMatchObject({ rows_total: 123, rows_done: 123, created: 1, skipped: 2, updated: 0, failed: 120 });
		expect(body.faults).toHaveLength(100);
		expect(body.faults[0]).toEqual({ row: 4, reason: "email: must be an email address" });
		const updating = await call(200, path("update"), { key, ...rowsRequest(rows), ...dry });
		expect(updating.body).toMatchObject({ created: 1, updated: 2, skipped: 0, failed: 120 });
		expect((await call(200, "/v1/imports", { key })).body.data).toEqual([]);
		expect(await clientsOf(key)).toHaveLength(1);
	});
});

describe("cancelling", () => {
	it("keeps what is done and does nothing more (contract: Imports 9)", async () => {
		const { key } = await newWorld();
		const { body } = await newImport(key, many(2000));
		const cancelled = (await call(200, `/v1/imports/${body.id}/cancel`, { key, method: "POST" })).body;
		expect(cancelled).toMatchObject({ status: "CANCELLED" });
		expect(cancelled.finished_at).not.toBeNull();
		await scheduledWork();
		const after = (await call(200, `/v1/imports/${body.id}`, { key })).body;
		expect(after).toEqual(cancelled);
		expect(await clientsOf(key)).toHaveLength(after.created);
		await call(409, `/v1/imports/${body.id}/cancel`, { key, method: "POST" });
	});
});

describe("undoing", () => {
	const undo = (key: string, id: string, status = 200) =>
		call(status, `/v1/imports/${id}/undo`, { key, method: "POST" });

	it("deletes the clients that nobody changed or used since, and says which it left (contract: Imports 10)", async () => {
		const { key } = await newWorld();
		const old = await newClient(key, { email: "old@example.com" });
		const done = await importRows(
			key,
			csv("a@example.com,A,", "b@example.com,B,", "c@example.com,C,", "old@example.com,O,"),
		);
		const [a, b, c] = (await rowsOf(key, done.id)).map(({ client_id }: { client_id: string }) => client_id);
		await call(200, `/v1/clients/${a}`, { key, method: "PATCH", body: { phone: "1" } });
		await call(201, "/v1/ideas", { key, body: { client_id: b, subject: "Fern" } });
		const { body } = await undo(key, done.id);
		expect(body.left.toSorted()).toEqual([a, b].toSorted());
		expect(body.undone_at).not.toBeNull();
		await call(404, `/v1/clients/${c}`, { key });
		expect((await clientsOf(key)).map(({ id }) => id).sort()).toEqual([a, b, old].sort());
		expect(await rowsOf(key, done.id)).toMatchObject([
			{ outcome: "left" },
			{ outcome: "left" },
			{ outcome: "undone" },
			{ outcome: "skipped" },
		]);
		expect((await entriesOn(key, c)).at(-1)).toMatchObject({ action: "client.deleted" });
		expect((await undo(key, done.id)).body.left).toHaveLength(2);
	});

	it("goes in steps if the import was large, and `undone_at` is set when it has ended", async () => {
		const { key } = await newWorld();
		const done = await importRows(key, many(120));
		const [{ client_id: used }] = await rowsOf(key, done.id);
		await call(200, `/v1/clients/${used}`, { key, method: "PATCH", body: { phone: "1" } });
		expect((await undo(key, done.id)).body).toMatchObject({ left: [used], undone_at: null });
		await scheduledWork();
		const read = async () => (await call(200, `/v1/imports/${done.id}`, { key })).body;
		await expect.poll(async () => (await read()).undone_at, { timeout: 10_000 }).not.toBeNull();
		expect((await read()).updated_at > done.updated_at).toBe(true);
		expect((await clientsOf(key)).map(({ id }) => id)).toEqual([used]);
		expect(await rowsOf(key, done.id, "&outcome=left")).toMatchObject([{ client_id: used }]);
	});

	it("ends after 7 days, and is refused while the import is under way", async () => {
		const { key } = await newWorld();
		const { body } = await newImport(key, many(3000));
		await undo(key, body.id, 409);
		await call(200, `/v1/imports/${body.id}/cancel`, { key, method: "POST" });
		await advance(7 * 86_400 + 1);
		await undo(key, body.id, 409);
	});
});

it("an import is forgotten 30 days after its end (contract: Imports 11)", async () => {
	const { key } = await newWorld();
	const { id } = await importRows(key, many(30));
	await advance(29 * 86_400);
	await scheduledWork();
	await call(200, `/v1/imports/${id}`, { key });
	await advance(2 * 86_400);
	await scheduledWork();
	await call(404, `/v1/imports/${id}`, { key });
	expect(await clientsOf(key)).toHaveLength(30);
});
