import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { database } from "../support/database.ts";
import { createEndpoint } from "../support/deliveries.ts";
import { endOf, importRows } from "../support/imports.ts";
import { MailService } from "../support/mail-service.ts";
import { Receiver } from "../support/receiver.ts";
import { at, newClient, newEventType, newStudio, type Studio } from "../support/studio.ts";
import { agreed, preview, use } from "./mcp.ts";

new MailService();

// biome-ignore lint/suspicious/noExplicitAny: answers are read by path
type Json = any;

// contract: MCP 15

let studio: Studio;
beforeAll(async () => {
	new Receiver();
	studio = await newStudio({ artist: { name: "Mika" }, client: { first_name: "Kai" } });
});

describe("the summary of a change of a deposit", () => {
	let day = 10;
	const terms = { deposit_required: true, deposit_type: "FIXED", deposit_amount: 5000, currency: "EUR" };
	async function booking(given: object = {}): Promise<Json> {
		const event_type_id = await newEventType(studio.id, studio.artistId, { ...terms, ...given });
		const { artistId: artist_id, clientId: client_id } = studio;
		return { event_type_id, artist_id, client_id, start_at: at("10:00", `2027-03-${day++}`) };
	}
	async function booked(given: object = {}): Promise<{ appointment_id: string }> {
		const { body } = await call(201, "/v1/appointments", { key: studio.key, body: await booking(given) });
		return { appointment_id: body.id };
	}
	const summaryOf = async (path: object, body: object, operation = "updateDeposit"): Promise<string> =>
		(await preview(studio.key, operation, { path, body })).summary;

	it("tells of a booking when its own deposit is due, and what happens if nobody pays it", async () => {
		const kept = await preview(studio.key, "createAppointment", { body: await booking() });
		expect(kept.summary).toContain(
			"A deposit of €50 is due by Wednesday, 10 March 2027, 11:00 (Europe/Berlin, GMT+1).",
		);
		expect(kept.summary).not.toContain("cancels");
		const cancelled = await preview(studio.key, "createAppointment", {
			body: await booking({ deposit_unpaid: "CANCEL", deposit_type: "PERCENTAGE", deposit_amount: 20 }),
		});
		expect(cancelled.summary).toContain("A deposit whose amount is open (“The deposit is 20 % of the price");
		expect(cancelled.summary).toContain(
			"If it is not paid by then, the service cancels the appointment and mails the client.",
		);
	});

	it("tells what becomes of the money, and which programs learn of it", async () => {
		const { id } = await createEndpoint(studio.key, ["payment.succeeded", "deposit.held"]);
		const path = await booked({ deposit_unpaid: "CANCEL" });
		const held = await preview(studio.key, "updateDeposit", { path, body: { status: "HELD", method: "CASH" } });
		expect(held.summary).toContain("Changes the deposit of the appointment of Friday, 12 March 2027");
		expect(held.summary).toContain("Deposit status from “REQUESTED” to “HELD”");
		expect(held.summary).toContain("Deposit method from nothing to “CASH”");
		expect(held.summary).toContain(
			"The studio notes that it has €50 from the client. The service no longer cancels the appointment for it. The service moves no money.",
		);
		expect(held.summary).toMatch(/gets payment\.succeeded\..* gets deposit\.held\./);
		await call(200, `/v1/webhook_endpoints/${id}`, { key: studio.key, method: "DELETE" });
		expect(await summaryOf(path, { status: "WAIVED" })).toContain("The client need not pay €50.");
		await use(studio.key, "apply_change", agreed(held));
		const refunding = await summaryOf(path, { status: "CANCELLED" }, "updateAppointment");
		expect(refunding).toContain("The studio owes the client €50. The service moves no money.");
		expect(await summaryOf(path, { status: "CANCELLED", deposit_status: "FORFEITED" }, "updateAppointment")).toContain(
			"The studio keeps €50.",
		);
		expect(await summaryOf(path, { status: "APPLIED" })).toContain("€50 counts towards the price.");
		expect(await summaryOf(path, { status: "REFUNDED" })).toContain("the client has €50 back. The service moves");
	});

	it("tells when a deposit that was waived is due again", async () => {
		const path = await booked({ deposit_unpaid: "CANCEL", deposit_due_hours: 1 });
		await call(200, `/v1/appointments/${path.appointment_id}/deposit`, {
			key: studio.key,
			method: "PATCH",
			body: { status: "WAIVED" },
		});
		expect(await summaryOf(path, { status: "REQUESTED" })).toMatch(
			/A deposit of €50 is due by \w+, .* If it is not paid by then, the service cancels the appointment/,
		);
	});
});

describe("the summary of an import", () => {
	const file = (text: string, query: object = {}) => ({
		body: { content_type: "text/csv", text, type: "clients", ...query },
	});

	it("counts what becomes of its rows, tells their faults, and what undoing takes back", async () => {
		await createEndpoint(studio.key, ["client.created"]);
		await newClient(studio.key, { email: "known@example.com" });
		const text = "email,first_name,shoe\nnew@example.com,Ana,40\nknown@example.com,Bea,41\nnobody,Cleo,42\n";
		const given = await preview(studio.key, "createImport", file(text, { on_duplicate: "update" }));
		expect(given.summary).toContain("Of its 3 rows 1 makes a new client, 1 changes a client, 1 fails.");
		expect(given.summary).toMatch(/Row 3: “email.*”\./);
		expect(given.summary).toContain("It leaves out the columns “shoe”.");
		expect(given.summary).toContain("For 7 days it can be undone: that deletes the new clients whom nobody has used.");
		expect(given.summary).toContain("No undoing takes changes of clients back. Nobody gets a mail.");
		expect(given.summary).toMatch(/gets client\.created\.$/);
		const applied = await use(studio.key, "apply_change", agreed(given));
		expect(await endOf(studio.key, applied.id)).toMatchObject({ created: 1, updated: 1, failed: 1 });
		const skipped = await preview(studio.key, "createImport", file(text));
		expect(skipped.summary).toContain("Of its 3 rows 2 are skipped, because clients have their emails, 1 fails.");
	});

	it("tells of its undoing who goes and who stays", async () => {
		const { id: import_id } = await importRows(
			studio.key,
			"email,first_name\nu1@example.com,Ana\nu2@example.com,Bea\nu3@example.com,Cleo\n",
		);
		const [used] = (await call(200, "/v1/clients?q=u2", { key: studio.key })).body.data;
		await call(200, `/v1/clients/${used.id}`, { key: studio.key, method: "PATCH", body: { notes: "n" } });
		const few = (await preview(studio.key, "undoImport", { path: { import_id } })).summary;
		expect(few).toContain("With it 2 clients are deleted. It emits 2 client.deleted.");
		expect(few).toContain("1 client stays, because somebody has changed or used them.");
		const many = Array.from({ length: 30 }, (_, n) => `m${n}@example.com,Ana\n`).join("");
		const large = await importRows(studio.key, `email,first_name\n${many}`);
		const words = (await preview(studio.key, "undoImport", { path: { import_id: large.id } })).summary;
		expect(words).toContain("Up to 30 clients are deleted in steps.");
		expect(words).toContain("No program is told.");
	});

	it("tells of its end which rows are done", async () => {
		const { id: import_id } = await importRows(
			studio.key,
			"email,first_name\ne1@example.com,Ana\ne2@example.com,Bea\n",
		);
		await database
			.prepare("UPDATE jobs SET status = 'RUNNING', finished_at = NULL, done = 1, due_at = ?2 WHERE id = ?1")
			.bind(import_id, Number.MAX_SAFE_INTEGER)
			.run();
		const { summary } = await preview(studio.key, "cancelImport", { path: { import_id } });
		expect(summary).toContain("1 of 2 rows are done and stay. The others are not done.");
	});
});
