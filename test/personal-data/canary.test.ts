import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { places } from "../../src/domain/personal-data/erasure/places.ts";
import { preview as previewChange } from "../mcp/mcp.ts";
import { call, send } from "../support/api.ts";
import { contact, newBookableStudio, Visitor } from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { newMember } from "../support/dashboard.ts";
import { rows } from "../support/database.ts";
import { everythingStored } from "../support/everything-stored.ts";
import { exported, newExport } from "../support/exports.ts";
import { chosen, preview, start } from "../support/import-page.ts";
import { endOf, importRows } from "../support/imports.ts";
import { MailService } from "../support/mail-service.ts";
import { addPicture, pictureRequest } from "../support/pictures.ts";
import { Receiver } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newClient } from "../support/studio.ts";
import { operate } from "../support/world.ts";

const service = new MailService();
let receiver: Receiver;
beforeEach(() => {
	receiver = new Receiver();
	service.reset();
	advance(60);
});
afterEach(() => vi.restoreAllMocks());

const newMark = () => `zq${Math.random().toString(36).slice(2, 8)}xk`;

const at = (time: string, day = "2027-03-02"): string => `${day}T${time}:00.000Z`;

/** A person who comes to the studio in every way. Each text of the person has the mark. */
async function plant(mark: string) {
	const email = `${mark}@example.com`;
	const text = (name: string) => `${mark} ${name}`;
	const studio = await newBookableStudio();
	const { key, id: tenantId, artistId } = studio;
	const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
		(await call(201, path, { key, body, headers })).body;

	const failing = `https://failing.example.com/${tenantId}`;
	receiver.answers(failing, ({ body }) => new Response(`refused: ${body}`, { status: 500 }));
	await post("/v1/webhook_endpoints", { url: failing, events: ["*"] });
	await post("/v1/automation/hooks", { target_url: `${failing}/hook`, trigger: "new_client" });

	const address = {
		line1: text("street"),
		line2: null,
		city: text("city"),
		state: null,
		postal_code: null,
		country: null,
	};
	const body = {
		email: `Former-${email}`,
		first_name: text("first"),
		last_name: text("last"),
		phone: `+49 ${mark}`,
		pronouns: text("pronouns"),
		instagram_handle: mark,
		address,
		notes: text("notes"),
		tags: [text("tag")],
		source: text("source"),
		metadata: { [mark]: text("metadata") },
	};
	const client = await post("/v1/clients", body, { "Idempotency-Key": `create ${email}` });
	await call(200, `/v1/clients/${client.id}`, { key, method: "PATCH", body: { email } });
	await send(`/v1/clients/${email}`, { key });
	await send("/v1/clients", { key, body: { ...body, email }, headers: { "Idempotency-Key": "a duplicate" } });

	const source = await newClient(key, { email: `source-${email}`, first_name: text("source") });
	const idea = await post("/v1/ideas", {
		client_id: source,
		subject: text("subject"),
		description: text("description"),
		metadata: { idea: mark },
	});
	await call(201, `/v1/ideas/${idea.id}/pictures?caption=${mark}`, {
		...pictureRequest(),
		key,
		headers: { "Idempotency-Key": "a picture" },
	});
	const edit = { key, method: "PATCH", body: { description: text("edited") } };
	await call(200, `/v1/ideas/${idea.id}`, edit);
	await call(200, `/v1/clients/${client.id}/merge`, { key, body: { source_id: source } });

	const lead = await post("/v1/leads", {
		first_name: text("lead"),
		email: email.toUpperCase(),
		message: text("message"),
	});
	await addPicture(key, `/v1/leads/${lead.id}`);
	await call(200, `/v1/leads/${lead.id}`, { key, method: "PATCH", body: { stage: "LOST" } });
	const gone = await post(
		"/v1/leads",
		{ first_name: text("gone"), email },
		{ "Idempotency-Key": "a lead that is gone" },
	);
	await call(200, `/v1/leads/${gone.id}`, { key, method: "DELETE" });

	const field = (name: string, type: string) => ({ key: name, label: name, type, required: false });
	const consent = await post("/v1/forms", {
		name: "Consent",
		kind: "CONSENT",
		fields: [field("allergies", "textarea"), field("email", "email")],
	});
	const consented = await post(`/v1/forms/${consent.id}/submissions`, {
		submission_data: { allergies: text("allergies") },
		client_id: client.id,
		signature: text("signature"),
		signer_name: text("signer"),
	});
	await addPicture(key, `/v1/form_submissions/${consented.id}`);
	const enquiry = await post("/v1/forms", {
		name: "Enquiry",
		kind: "CUSTOM",
		creates: "LEAD",
		fields: [field("email", "email"), field("message", "textarea")],
	});
	await post(`/v1/forms/${enquiry.id}/submissions`, { submission_data: { email, message: text("enquiry") } });
	const question = await post("/v1/forms", { name: "Question", kind: "CUSTOM", fields: [field("email", "email")] });
	await post(
		`/v1/forms/${question.id}/submissions`,
		{ submission_data: { email } },
		{ "Idempotency-Key": "a question" },
	);

	const past = await post("/v1/appointments", {
		artist_id: artistId,
		client_id: client.id,
		start_at: "2024-03-05T10:00:00Z",
		end_at: "2024-03-05T11:00:00Z",
		price_amount: 12_000,
		currency: "EUR",
		title: text("title"),
		notes: text("appointment"),
		location: text("location"),
		crm_appointment_id: mark,
		metadata: { appointment: mark },
	});
	await call(200, `/v1/appointments/${past.id}`, {
		key,
		method: "PATCH",
		body: { status: "CANCELLED", cancellation_reason: text("reason") },
	});
	service.fault = "E_TIMEOUT";
	const visitor = new Visitor();
	expect((await visitor.book(studio, at("10:00"), contact({ name: text("visitor"), email }))).status).toBe(303);

	await importRows(
		key,
		`email,first_name,date_of_birth\r\n${email},${text("row")},\r\n${email},${text("faulty")},1\r\nbad,${text("typo")},\r\n`,
	);
	await importRows(
		key,
		`email,first_name,notes\r\n${email},${text("row")},${text("imported")}\r\n${email},${text("failing")},"${"x".repeat(10_001)}"\r\n`,
		{
			query: "&on_duplicate=update",
		},
	);
	await operate(201, `/admin/tenants/${tenantId}/events`, {
		body: { type: "message.created", data: { messageId: "msg_1", clientId: client.id, text: text("message") } },
		headers: { "Idempotency-Key": `message ${mark}` },
	});
	await previewChange(key, "updateClient", { path: { client_id: client.id }, body: { notes: text("preview") } });
	const owner = await newMember({ tenantId });
	await owner.submit(303, `/clients/${client.id}/edit`, {
		form_id: "a".repeat(22),
		email,
		first_name: text("dashboard"),
		notes: text("edited"),
	});
	// A file without a header, whose columns somebody chooses by hand, and one that waits.
	const headless = await chosen(owner, `${email},${text("headless")}\nben@example.com,Ben\n`);
	await preview(owner, headless, { column_1: "email", column_2: "first_name" });
	await endOf(key, await start(owner, headless));
	await chosen(owner, `${text("column")}\n${text("chosen")}\n`);
	await receiver.until(failing, 5);
	await exported(key, (await newExport(key)).id);
	return { studio, email, clientId: client.id as string, past: past.id as string, consented: consented.id as string };
}

const placesWith = (found: Record<string, string>, mark: string): string[] =>
	Object.entries(found)
		.filter(([name, content]) => !name.startsWith("object ") && content.toLowerCase().includes(mark))
		.map(([name]) => name.replace(/^DATA_\d+\./, ""))
		.sort();

/** Until the job and the scheduled work that follow an erasure are done. */
async function settle(tenantId: string): Promise<void> {
	const open = () =>
		rows("SELECT * FROM jobs WHERE tenant_id = ? AND kind <> 'import_draft' AND finished_at IS NULL", tenantId);
	for (let n = 0; (await open()).length > 0; n++) {
		expect(n, JSON.stringify(await open())).toBeLessThan(400);
		await new Promise((resolve) => setTimeout(resolve, 25));
		if (n % 20 === 19) {
			advance(61);
			await scheduledWork();
		}
	}
	advance(61);
	await scheduledWork();
}

const mailsToClients = (tenantId: string) =>
	rows("SELECT * FROM mails WHERE tenant_id = ? AND kind NOT LIKE 'endpoint%'", tenantId);

/** The places whose content has the mark, or which would have it if it were not sealed or compressed there. */
async function leftOf(mark: string, tenantId: string, email: string): Promise<string[]> {
	const stored = await everythingStored(tenantId, [email]);
	return [
		...placesWith(stored, mark),
		...(Object.keys(stored).some((name) => name.startsWith("object ")) ? ["objects"] : []),
		...(stored.previews?.includes('["previews",[{') ? ["previews"] : []),
		...((await mailsToClients(tenantId)).length > 0 ? ["mails"] : []),
	].sort();
}

const everyPlace = [
	"answers_elsewhere",
	"appointments",
	"audit_entries",
	"client_search_data",
	"deliveries",
	"events",
	"form_submissions",
	"ideas",
	"idempotency_records",
	"import_rows",
	"jobs",
	"leads",
	"mails",
	"objects",
	"pictures",
	"previews",
	"requests",
];

describe("after an erasure", () => {
	it("no byte of the person is found anywhere", async () => {
		const mark = newMark();
		const { studio, email, clientId } = await plant(mark);
		expect(await leftOf(mark, studio.id, email)).toEqual([...everyPlace, "clients"].sort());
		const { body } = await call(200, `/v1/clients/${clientId}/erase`, { key: studio.key, method: "POST" });
		expect(body).toMatchObject({ object: "erasure", client_id: clientId });
		await settle(studio.id);
		expect(await leftOf(mark, studio.id, email)).toEqual([]);
	});

	it("this test would find what any place had forgotten", async () => {
		const mark = newMark();
		const { studio, email, clientId } = await plant(mark);
		for (const place of places) vi.spyOn(place, "erase").mockResolvedValue({ writes: [], next: null });
		await call(200, `/v1/clients/${clientId}/erase`, { key: studio.key, method: "POST" });
		await settle(studio.id);
		expect(await leftOf(mark, studio.id, email)).toEqual(everyPlace);
	});
});
