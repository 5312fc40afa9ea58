import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { call } from "../support/api.ts";
import { advance, stopClock } from "../support/clock.ts";
import { auditOf, expectAudited, follow, linksOn, type Member, newMember, textOf } from "../support/dashboard.ts";
import { columnsOf, rows } from "../support/database.ts";
import { newImport } from "../support/imports.ts";
import { addPicture } from "../support/pictures.ts";
import { at, newClient, newEventType, newStudio, type Studio } from "../support/studio.ts";

let studio: Studio;
let owner: Member;
let path: string;
beforeEach(async () => {
	vi.restoreAllMocks();
	// The steps of imports and erasures wait.
	const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } };
	vi.spyOn(env.JOBS, "sendBatch").mockImplementation(async () => ({ metadata }));
	advance(60);
	studio = await newStudio({ client: { email: `${crypto.randomUUID()}@example.com`, first_name: "Zinnia" } });
	owner = await newMember({ tenantId: studio.id });
	path = `/clients/${studio.clientId}`;
});

const post = async (path: string, body: object) => (await call(201, path, { key: studio.key, body })).body;
const emailOf = async () => (await call(200, `/v1/clients/${studio.clientId}`, { key: studio.key })).body.email;

/** An idea with a picture, a lead, two submissions of which one is a signed consent, and two appointments. */
async function addRecords() {
	const { key, clientId: client_id, artistId: artist_id } = studio;
	const idea = await post("/v1/ideas", { client_id, subject: "Zinnia" });
	await addPicture(key, `/v1/ideas/${idea.id}`);
	const lead = await post("/v1/leads", { first_name: "Zinnia", email: await emailOf(), message: "Zinnia asks" });
	const fields = [{ key: "a", label: "A", type: "text", required: false }];
	const submissions: string[] = [];
	for (const [kind, more] of [
		["INTAKE", {}],
		["CONSENT", { signature: "Zinnia", signer_name: "Zinnia" }],
	] as const) {
		const form = await post("/v1/forms", { name: kind, kind, fields });
		submissions.push(`/forms/${form.id}/submissions`);
		await post(`/v1/forms/${form.id}/submissions`, { submission_data: { a: "Zinnia" }, client_id, ...more });
	}
	const booking = { artist_id, client_id, title: "Zinnia", notes: "Zinnia" };
	const past = { start_at: at("10:00", "2024-03-05"), end_at: at("11:00", "2024-03-05") };
	const appointment = await post("/v1/appointments", { ...booking, ...past });
	await post("/v1/appointments", { ...booking, start_at: at("10:00"), end_at: at("11:00") });
	return { idea, lead, appointment, submissions };
}

describe("“Download everything”", () => {
	it("gives an owner the document of the API as a file", async () => {
		await addRecords();
		const { start } = stopClock();
		const { text, headers } = await owner.open(200, `${path}/export`);
		const { body } = await call(200, `/v1/clients/${studio.clientId}/export`, { key: studio.key });
		expect(JSON.parse(text)).toEqual(body);
		expect(body.data).toMatchObject({ client: { first_name: "Zinnia" }, leads: [{ message: "Zinnia asks" }] });
		expect(headers.get("Content-Type")).toBe("application/json");
		expect(headers.get("Cache-Control")).toBe("no-store");
		const day = new Date(start).toISOString().slice(0, 10);
		expect(headers.get("Content-Disposition")).toBe(`attachment; filename="client-${studio.clientId}-${day}.json"`);
	});

	it("says in words that more is held than fits into one document", async () => {
		const { idea } = await addRecords();
		await rows("UPDATE ideas SET subject = printf('%.*c', 17 * 1024 * 1024, 'z') WHERE id = ?", idea.id);
		const { text } = await owner.open(409, `${path}/export`);
		expect(textOf(text)).toMatch(/^This cannot be done More is held about the client than fits into one document\./);
	});
});

describe("before an erasure the page", () => {
	it("names what is deleted and what stays, and why", async () => {
		await addRecords();
		const shown = textOf((await owner.open(200, `${path}/erase`)).text);
		expect(shown).toContain("Erase Zinnia?");
		expect(shown).toContain("This cannot be undone.");
		expect(shown).toContain("1 idea, 1 lead, 1 form submission and 1 picture");
		expect(shown).toContain("1 appointment ahead is cancelled without a mail.");
		const init = { key: studio.key, method: "POST", headers: { "Service-Dry-Run": "true" } };
		const { kept } = (await call(200, `/v1/clients/${studio.clientId}/erase`, init)).body;
		expect(kept[0].what).toMatch(/^2 appointments: /);
		expect(kept[1].what).toMatch(/^1 signed consent: /);
		for (const { what, why } of kept) expect(shown).toContain(`${what} ${why}`);
	});

	it("says that a paid deposit is to be given back first", async () => {
		const { id, key, artistId: artist_id, clientId: client_id } = studio;
		const terms = { deposit_required: true, deposit_amount: 5000, currency: "EUR" };
		const event_type_id = await newEventType(id, artist_id, terms);
		const booking = { artist_id, client_id, event_type_id, start_at: at("10:00") };
		const appointment = await post("/v1/appointments", booking);
		const first = textOf((await owner.open(200, `${path}/erase`)).text);
		expect(first).not.toContain("deposit is to be given back");
		const paid = { status: "HELD", method: "CASH" };
		await call(200, `/v1/appointments/${appointment.id}/deposit`, { key, method: "PATCH", body: paid });
		const shown = textOf((await owner.open(200, `${path}/erase`)).text);
		expect(shown).toContain("1 paid deposit is to be given back. Do that first");
	});

	it("counts the deposits that wait to be given back already, each once", async () => {
		const { id, key, artistId: artist_id, clientId: client_id } = studio;
		const terms = { deposit_required: true, deposit_amount: 5000, currency: "EUR" };
		const event_type_id = await newEventType(id, artist_id, terms);
		const bookPaid = async (time: string) => {
			const appointment = await post("/v1/appointments", { artist_id, client_id, event_type_id, start_at: at(time) });
			const body = { status: "HELD", method: "CASH" };
			await call(200, `/v1/appointments/${appointment.id}/deposit`, { key, method: "PATCH", body });
			return appointment.id;
		};
		const body = { status: "REFUNDING" };
		await call(200, `/v1/appointments/${await bookPaid("10:00")}`, {
			key,
			method: "PATCH",
			body: { status: "CANCELLED" },
		});
		expect(textOf((await owner.open(200, `${path}/erase`)).text)).toContain("1 paid deposit is to be given back.");
		await call(200, `/v1/appointments/${await bookPaid("12:00")}/deposit`, { key, method: "PATCH", body });
		await bookPaid("14:00");
		expect(textOf((await owner.open(200, `${path}/erase`)).text)).toContain("3 paid deposits are to be given back.");
	});

	it("names no records of a client who has none", async () => {
		const shown = textOf((await owner.open(200, `${path}/erase`)).text);
		expect(shown).toContain("The client, and the clients who were merged into this one All that events");
		expect(shown).not.toContain("ahead");
	});

	it("says when there are more records than it counts", async () => {
		const { lead } = await addRecords();
		const columns = await columnsOf("leads");
		const values = columns.map((name) => (name === "id" ? "'lea_' || printf('%032x', i)" : name));
		await rows(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
			INSERT INTO leads (${columns}) SELECT ${values} FROM n, (SELECT * FROM leads WHERE tenant_id = ? AND id = ?)`,
			studio.id,
			lead.id,
		);
		const shown = textOf((await owner.open(200, `${path}/erase`)).text);
		expect(shown).toContain("200 leads, 1 form submission and 1 picture, and any further ones");
	});
});

describe("an erasure at the dashboard", () => {
	it("leads to the list of clients, and no page shows the person any more", async () => {
		const email = await emailOf();
		const { idea, lead, appointment, submissions } = await addRecords();
		const { key, id } = studio;
		await call(200, "/v1/clients?q=Zinnia", { key });
		const appointmentPath = `/calendar/${appointment.id}`;
		const places = ["", "/clients", "/leads", "/events", "/audit_log", "/deposits", appointmentPath, ...submissions];
		const before = await Promise.all([...places, path].map((place) => owner.open(200, place)));
		expect(before.filter(({ text }) => text.includes("Zinnia")).length).toBeGreaterThan(4);

		const page = await follow(owner, await owner.submit(303, `${path}/erase`));
		expect(textOf(page.text)).toContain("The client has been erased");
		for (const gone of ["", "/edit", "/delete", "/erase", "/export", `/ideas/${idea.id}`])
			await owner.open(404, `${path}${gone}`);
		await owner.open(404, `/leads/${lead.id}`);
		const events = (await call(200, "/v1/events?limit=100", { key })).body.data;
		const ofEvents = events.map(({ id }: { id: string }) => `/events/${id}`);
		for (const place of [...places, ...ofEvents]) {
			const { text } = await owner.open(200, place);
			expect(text, place).not.toContain("Zinnia");
			expect(text.replaceAll("<wbr>", ""), place).not.toContain(email);
		}
		await call(404, `/v1/clients/${studio.clientId}`, { key });
		await expectAudited(owner, "client.erased", studio.clientId);
		expect(JSON.stringify(await auditOf(id))).not.toContain("Zinnia");
	});

	it("happens once, however often its form is sent", async () => {
		await owner.submit(303, `${path}/erase`);
		await owner.submit(303, `${path}/erase`);
		await expectAudited(owner, "client.erased", studio.clientId);
	});

	it("waits for the end of an import, and the page says so", async () => {
		const { key, clientId } = studio;
		const { body } = await newImport(key, "email,first_name\na@example.com,A\n");
		for (const { text } of [await owner.open(200, `${path}/erase`), await owner.submit(409, `${path}/erase`)]) {
			expect(textOf(text)).toContain("An import is under way. Wait for its end, or cancel it.");
			expect(linksOn(text)).toContain(owner.at("/import"));
		}
		await call(200, `/v1/clients/${clientId}`, { key });
		await call(200, `/v1/imports/${body.id}/cancel`, { key, method: "POST" });
		await owner.submit(303, `${path}/erase`);
		await call(404, `/v1/clients/${clientId}`, { key });
	});

	it("and a download are for owners alone, of their own clients", async () => {
		const staff = await newMember({ tenantId: studio.id, role: "STAFF" });
		const stranger = await newMember();
		const links = [`${path}/export`, `${path}/erase`];
		expect(linksOn((await owner.open(200, path)).text)).toEqual(
			expect.arrayContaining(links.map((link) => owner.at(link))),
		);
		const shown = (await staff.open(200, path)).text;
		for (const link of links) {
			expect(shown).not.toContain(link);
			await staff.open(403, link);
			await stranger.open(404, link);
		}
		await staff.submit(403, `${path}/erase`);
		await stranger.submit(404, `${path}/erase`);
		await call(200, `/v1/clients/${studio.clientId}`, { key: studio.key });
	});

	it("leaves another client alone", async () => {
		const other = await newClient(studio.key, { first_name: "Rose" });
		await owner.submit(303, `${path}/erase`);
		expect(textOf((await owner.open(200, `/clients/${other}`)).text)).toContain("Rose");
	});
});
