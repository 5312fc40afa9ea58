import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { readScopes } from "../../src/platform/gate/scopes.ts";
import { call, send } from "../support/api.ts";
import { exportAsListed } from "../support/as-listed.ts";
import { advance } from "../support/clock.ts";
import { newMember } from "../support/dashboard.ts";
import { rows } from "../support/database.ts";
import { download, exported, fetchFile, filesIn, getExport, newExport, recordsIn } from "../support/exports.ts";
import { newFullStudio } from "../support/full-studio.ts";
import { chosen, preview, products, sampleOf, start } from "../support/import-page.ts";
import { endOf, importRows } from "../support/imports.ts";
import { addPicture } from "../support/pictures.ts";
import { at, everyDay, newArtist, newEventType, setHours } from "../support/studio.ts";
import { newKey, newWorld } from "../support/world.ts";

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

it("a file has all that the API lists, in its own shape (contract: Exports 2, Exports 3, Exports 4)", async () => {
	const { key } = await newFullStudio();
	const hook = { target_url: "https://hooks.example.com/1", trigger: "new_client" };
	await call(201, "/v1/automation/hooks", { key, body: hook });
	const left = await call(201, "/v1/leads", { key, body: { first_name: "Gone" } });
	await call(200, `/v1/leads/${left.body.id}`, { key, method: "DELETE" });
	const files = await exportAsListed(key);
	for (const [name, file] of files) expect(file.length, name).toBeGreaterThan(0);
	expect(recordsIn(files.get("audit_log.ndjson")).map(({ action }) => action)).toContain("lead.deleted");
	expect(recordsIn(files.get("pictures.ndjson")).map(({ owner }) => owner.type)).toEqual(["idea"]);
});

it.each(products)(
	"a studio that brought its clients from another product takes them and its work away again: %s",
	async (product) => {
		const owner = await newMember();
		const { key } = await newKey(owner.tenantId);
		const draft = await chosen(owner, sampleOf(product));
		await preview(owner, draft);
		const { status, created } = await endOf(key, await start(owner, draft));
		expect(status).toBe("DONE");
		await dayOfWork(owner.tenantId, key);
		const files = await exportAsListed(key);
		expect(recordsIn(files.get("clients.ndjson"))).toHaveLength(created);
		for (const name of ["appointments", "leads", "ideas", "pictures", "form_submissions"])
			expect(recordsIn(files.get(`${name}.ndjson`)), name).toHaveLength(1);
	},
);

/** A client has an appointment, an idea with a picture, and a submission, and somebody else asks. */
async function dayOfWork(tenantId: string, key: string): Promise<void> {
	const clients = (await call(200, "/v1/clients", { key })).body.data;
	const client = clients.find(({ is_blocked }: { is_blocked: boolean }) => !is_blocked);
	const post = async (path: string, body: object) => (await call(201, path, { key, body })).body.id;
	const artist_id = await newArtist(key);
	await setHours(artist_id, everyDay);
	const event_type_id = await newEventType(tenantId, artist_id);
	const ofClient = { client_id: client.id };
	await post("/v1/appointments", { ...ofClient, artist_id, event_type_id, start_at: at("10:00") });
	await addPicture(key, `/v1/ideas/${await post("/v1/ideas", { ...ofClient, subject: "Fern" })}`);
	await post("/v1/leads", { first_name: "Bo", message: "=1+1" });
	const form = await post("/v1/forms", { name: "Intake", fields: [{ key: "arm", label: "Arm", type: "text" }] });
	await post(`/v1/forms/${form}/submissions`, { ...ofClient, submission_data: { arm: "Left" } });
}

it.each([
	["clients.ndjson", "application/x-ndjson"],
	["clients.csv", "text/csv"],
])("the clients of an export come back by an import of its %s, as they were", async (name, type) => {
	const [left, returned] = [await newWorld(), await newWorld()];
	const ana = {
		email: "ana@example.com",
		first_name: "=Ana",
		last_name: 'O"Hara, 東京\n2',
		pronouns: "+she",
		phone: "+49 30 5550142",
		date_of_birth: "1994-06-03",
		instagram_handle: "ana",
		address: { line1: "Main St 1", city: "Köln", country: "DE" },
		notes: "'quoted",
		// A table has commas between the tags.
		tags: ["fine line", type === "text/csv" ? "ab" : "a,b"],
		source: "Instagram",
		language: "de",
		preferred_communication: "SMS",
		marketing_consent: false,
		do_not_contact: true,
		metadata: { former_id: "4711", "a.b": "=1" },
	};
	await call(201, "/v1/clients", { key: left.key, body: ana });
	await call(201, "/v1/clients", { key: left.key, body: { email: "bo@example.com", first_name: "Bo" } });
	const files = filesIn(await download((await exported(left.key, (await newExport(left.key)).id)).url));
	const done = await importRows(returned.key, String(files.get(name)), { type });
	expect(done).toMatchObject({ status: "DONE", created: 2, failed: 0 });
	const [before, after] = await Promise.all([left, returned].map(clientsOf));
	expect(before).toMatchObject([ana, { first_name: "Bo" }]);
	expect(after).toEqual(before);
});

/** Without what each studio says of them itself. */
async function clientsOf({ key }: { key: string }) {
	const { data } = (await call(200, "/v1/clients", { key })).body;
	return data
		.map(({ id, created_at, updated_at, ...client }: Record<string, unknown>) => client)
		.sort((a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1));
}

it("an empty studio has an empty file of each resource", async () => {
	const { key } = await newWorld();
	const files = filesIn(await download((await exported(key, (await newExport(key)).id)).url));
	expect(String(files.get("leads.ndjson"))).toBe("");
	expect(String(files.get("clients.csv"))).toMatch(/^\ufeffid,email,first_name,.*address\.city,.*\r\n$/);
	expect(files.size).toBe(21);
});

it("the tables have a line for each record, and no cell that a spreadsheet would run (contract: Exports 4)", async () => {
	const { key } = await newWorld();
	const body = {
		email: "ana@example.com",
		first_name: "=1+1",
		last_name: 'O"Hara, Ana',
		tags: ["a", "b"],
		address: { city: "Köln" },
	};
	await call(201, "/v1/clients", { key, body });
	const files = filesIn(await download((await exported(key, (await newExport(key)).id)).url));
	const [header = "", line] = String(files.get("clients.csv")).split("\r\n");
	expect(line).toContain(`ana@example.com,"'=1+1","O""Hara, Ana"`);
	expect(header.split(",")).toContain("address.city");
	expect(line).toContain("Köln");
	expect(line).toContain('"a, b"');
});

it("an export needs every read scope (contract: Exports 1)", async () => {
	const { id, key } = await newWorld();
	const begun = await newExport(key);
	const all = await newKey(id, { scopes: readScopes });
	await call(200, `/v1/exports/${begun.id}`, all);
	for (const scope of readScopes) {
		const fewer = await newKey(id, { scopes: readScopes.filter((one) => one !== scope) });
		for (const path of ["/v1/exports", `/v1/exports/${begun.id}`]) {
			const { body } = await call(403, path, fewer);
			expect(body).toMatchObject({ code: "insufficient_scope", required_scopes: readScopes });
		}
		await call(403, "/v1/exports", { ...fewer, method: "POST" });
	}
});

it("an export of another studio is not found", async () => {
	const [own, other] = [await newWorld(), await newWorld()];
	const { id } = await newExport(own.key);
	await exported(own.key, id);
	await call(404, `/v1/exports/${id}`, { key: other.key });
	await call(404, `/v1/exports/${id}/cancel`, { key: other.key, method: "POST" });
	expect((await call(200, "/v1/exports", { key: other.key })).body.data).toEqual([]);
});

it("only one export is under way, and the refusal names it (contract: Exports 7)", async () => {
	const { key } = await newWorld();
	const begin = () => send("/v1/exports", { key, method: "POST" });
	const answers = await Promise.all(Array.from({ length: 4 }, begin));
	expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
	const { id } = answers.find(({ status }) => status === 202)?.body ?? {};
	const again = await begin();
	if (again.status === 409) expect(again.body.detail).toContain(id);
	await exported(key, id);
});

it("an address ends after an hour, and each GET makes a new one (contract: Exports 6)", async () => {
	const { key } = await newWorld();
	const { id } = await newExport(key);
	const { url } = await exported(key, id);
	advance(3590);
	const later = (await getExport(key, id)).url;
	expect(later).not.toBe(url);
	expect((await fetchFile(url)).status).toBe(200);
	advance(11);
	expect((await fetchFile(url)).status).toBe(404);
	expect((await fetchFile(later)).status).toBe(200);
	expect((await fetchFile(`${later.slice(0, -1)}${later.endsWith("A") ? "B" : "A"}`)).status).toBe(404);
	const other = await newWorld();
	expect((await fetchFile(later.replace(/ten_[0-9a-f]+/, other.id))).status).toBe(404);
});

it("a download goes on where it broke off", async () => {
	const { key } = await newFullStudio();
	const { url } = await exported(key, (await newExport(key)).id);
	const whole = await download(url);
	for (const [from, to] of [
		[0, 0],
		[17, 4000],
		[whole.length - 60, whole.length - 1],
		[1000, whole.length - 1],
	] as const) {
		const part = await fetchFile(url, { Range: `bytes=${from}-${to}` });
		expect(part.status).toBe(206);
		expect(part.headers.get("Content-Range")).toBe(`bytes ${from}-${to}/${whole.length}`);
		expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(from, to + 1));
	}
	expect((await fetchFile(url, { Range: `bytes=${whole.length}-` })).status).toBe(416);
});

it("the file goes after seven days (contract: Exports 6)", async () => {
	const { key } = await newFullStudio();
	const { id } = await newExport(key);
	const { url, expires_at, finished_at } = await exported(key, id);
	expect(Date.parse(expires_at) - Date.parse(finished_at)).toBe(7 * 86_400_000);
	advance(7 * 86_400);
	expect(await getExport(key, id)).toMatchObject({ status: "EXPIRED", url: null, expires_at });
	expect((await fetchFile(url)).status).toBe(404);
	expect(await rows("SELECT 1 FROM pictures LIMIT 1")).not.toEqual([]);
});

it("a picture of each owner is there, and the bytes are those that were stored", async () => {
	const { key } = await newWorld();
	const artist = (await call(201, "/v1/artists", { key, body: { name: "Mika" } })).body.id;
	const lead = (await call(201, "/v1/leads", { key, body: { first_name: "Bo" } })).body.id;
	const made = [];
	for (const path of [`/v1/artists/${artist}`, `/v1/leads/${lead}`, `/v1/leads/${lead}`])
		made.push((await addPicture(key, path)).body);
	await call(200, `/v1/artists/${artist}`, { key, method: "PATCH", body: { avatar_picture_id: made[0].id } });
	const files = filesIn(await download((await exported(key, (await newExport(key)).id)).url));
	expect(
		recordsIn(files.get("pictures.ndjson"))
			.map(({ id }) => id)
			.sort(),
	).toEqual(made.map(({ id }) => id).sort());
	for (const { id, sha256: hash } of made) expect(sha256(files.get(`pictures/${id}.png`) as Buffer)).toBe(hash);
	expect(recordsIn(files.get("artists.ndjson"))[0].avatar_picture_id).toBe(made[0].id);
});
