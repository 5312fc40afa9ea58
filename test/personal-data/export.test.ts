import { describe, expect, it, onTestFinished, vi } from "vitest";
import { call } from "../support/api.ts";
import { stopClock } from "../support/clock.ts";
import { rows } from "../support/database.ts";
import { importRows, rowsOf } from "../support/imports.ts";
import { addPicture } from "../support/pictures.ts";
import { newClient, newStudio, type Studio } from "../support/studio.ts";
import { newKey } from "../support/world.ts";

const email = () => `${crypto.randomUUID()}@example.com`;
const exported = async ({ key }: Studio, id: string) => (await call(200, `/v1/clients/${id}/export`, { key })).body;
const idsOf = (records: { id: string }[]) => records.map(({ id }) => id);

async function newForm({ key }: Studio): Promise<string> {
	const fields = [{ key: "email", label: "Email", type: "email", required: false }];
	return (await call(201, "/v1/forms", { key, body: { name: "Intake", kind: "INTAKE", fields } })).body.id;
}

describe("the export of a client's own data", () => {
	it("has the records of the client, of those merged into the client, and those that only have the email", async () => {
		const studio = await newStudio();
		const { key, artistId } = studio;
		const address = email();
		const id = await newClient(key, { email: address.toUpperCase(), notes: "Likes ferns" });
		const source = await newClient(key);
		const times = { start_at: "2027-03-02T10:00:00Z", end_at: "2027-03-02T11:00:00Z" };
		const appointment = await call(201, "/v1/appointments", {
			key,
			body: { artist_id: artistId, client_id: source, ...times },
		});
		const idea = (await call(201, "/v1/ideas", { key, body: { client_id: source, subject: "Fern" } })).body;
		const picture = (await addPicture(key, `/v1/ideas/${idea.id}`)).body;
		const lead = (await call(201, "/v1/leads", { key, body: { first_name: "Ana", email: address } })).body;
		const form = await newForm(studio);
		const submission = (
			await call(201, `/v1/forms/${form}/submissions`, { key, body: { submission_data: { email: address } } })
		).body;
		await call(200, `/v1/clients/${id}/merge`, { key, body: { source_id: source } });
		// Records of others.
		const other = await newClient(key, { email: `x${address}` });
		await call(201, "/v1/leads", { key, body: { first_name: "Bea", email: `x${address}` } });
		await call(201, "/v1/ideas", { key, body: { client_id: other, subject: "Rose" } });

		const found = await exported(studio, id);
		expect(found).toMatchObject({ object: "client_export", client_id: id, merged_client_ids: [source] });
		const { data } = found;
		expect(data.client).toEqual((await call(200, `/v1/clients/${id}`, { key })).body);
		expect(idsOf(data.appointments)).toEqual([appointment.body.id]);
		expect(data.leads).toEqual([(await call(200, `/v1/leads/${lead.id}`, { key })).body]);
		expect(idsOf(data.ideas)).toEqual([idea.id]);
		expect(idsOf(data.form_submissions)).toEqual([submission.id]);
		expect(idsOf(data.pictures)).toEqual([picture.id]);
		await call(200, new URL(data.pictures[0].url).pathname);
		expect(data.events.map(({ type }: { type: string }) => type).sort()).toEqual(
			[
				"appointment.created",
				"client.created",
				"client.created",
				"client.merged",
				"form_submission.created",
				"idea.created",
				"lead.created",
			].sort(),
		);
		expect(data.audit_entries.map(({ action }: { action: string }) => action)).toContain("picture.created");
		expect(JSON.stringify(found)).not.toContain(other);
	});

	it("has the rows of imports that name the person, with the cells of those that failed", async () => {
		const studio = await newStudio();
		const { key } = studio;
		const address = email();
		const header = "email,first_name,date_of_birth";
		const first = await importRows(
			key,
			[header, `${address.toUpperCase()},Ana,`, `x${address},Bea,`, `x${address},Bea,never`].join("\n"),
		);
		const { client_id } = (await rowsOf(key, first.id))[0];
		const second = await importRows(key, [header, `${address},Ana,soon`, `${address},Ana,`].join("\n"));
		const { import_rows } = (await exported(studio, client_id)).data;
		const row = { object: "import_row", reason: null, client_id, cells: null };
		expect(import_rows).toEqual([
			{ ...row, import_id: first.id, row: 1, outcome: "created" },
			{
				...row,
				...{ import_id: second.id, row: 1, outcome: "failed", reason: expect.stringContaining("date_of_birth") },
				...{ client_id: null, cells: [address, "Ana", "soon"] },
			},
			{ ...row, import_id: second.id, row: 2, outcome: "skipped", reason: "A client has this email." },
		]);
	});

	it("is refused if the rows of imports do not fit into it", async () => {
		const studio = await newStudio();
		const address = email();
		const id = await newClient(studio.key, { email: address });
		const cells = "json_array(?, printf('%.*c', 90000, 'z'))";
		await rows(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
			INSERT INTO import_rows (tenant_id, import_id, "row", outcome, cells) SELECT ?, 'imp_1', i, 'failed', ${cells} FROM n`,
			studio.id,
			address,
		);
		const { body } = await call(409, `/v1/clients/${id}/export`, { key: studio.key });
		expect(body.code).toBe("conflict");
	});

	it("takes 30 requests a minute of each key", async () => {
		const { key, clientId } = await newStudio();
		stopClock();
		onTestFinished(() => void vi.restoreAllMocks());
		for (let n = 0; n < 30; n++) await call(200, `/v1/clients/${clientId}/export`, { key });
		const { headers } = await call(429, `/v1/clients/${clientId}/export`, { key });
		expect(headers.get("X-RateLimit-Scope")).toBe("endpoint");
	});

	it("needs the scope of each of its parts, and names them all", async () => {
		const studio = await newStudio();
		const scopes = ["read:clients", "read:appointments", "read:leads", "read:ideas", "read:form_submissions"];
		const all = [...scopes, "read:events", "read:audit_log"];
		for (const left of all) {
			const granted = all.filter((scope) => scope !== left);
			const { key } = await newKey(studio.id, { scopes: granted });
			const { body } = await call(403, `/v1/clients/${studio.clientId}/export`, { key });
			expect(body).toMatchObject({ code: "insufficient_scope", required_scopes: all });
		}
		await call(200, `/v1/clients/${studio.clientId}/export`, { key: (await newKey(studio.id, { scopes: all })).key });
	});

	it("of an unknown client and of another studio's is 404", async () => {
		const [studio, other] = [await newStudio(), await newStudio()];
		await call(404, `/v1/clients/${other.clientId}/export`, { key: studio.key });
		await call(404, `/v1/clients/cli_${"0".repeat(32)}/export`, { key: studio.key });
	});
});
