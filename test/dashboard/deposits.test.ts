import { exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { eventsOfStatus } from "../../src/domain/booking/deposits/transitions.ts";
import { call, newAddress } from "../support/api.ts";
import { advance, now } from "../support/clock.ts";
import { readCsv } from "../support/csv.ts";
import { auditOf, follow, formsOn, linksOn, type Member, newMember, textOf } from "../support/dashboard.ts";
import { eventsOf, typesOf } from "../support/history.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { at, newClient, newEventType, newStudio, type Studio } from "../support/studio.ts";
import { newTenant } from "../support/world.ts";

const terms = { deposit_required: true, deposit_amount: 10_000, currency: "EUR", deposit_due_hours: 48 };

let studio: Studio;
let owner: Member;
let typeId: string;
beforeEach(async () => {
	studio = await newStudio({ client: { first_name: "Ana", last_name: "Lopez" } });
	owner = await newMember({ tenantId: studio.id });
	typeId = await newEventType(studio.id, studio.artistId, { name: "Sleeve", ...terms });
});

const book = async (given: object = {}): Promise<string> =>
	(
		await call(201, "/v1/appointments", {
			key: studio.key,
			body: {
				artist_id: studio.artistId,
				client_id: studio.clientId,
				event_type_id: typeId,
				start_at: at("12:00"),
				...given,
			},
		})
	).body.id;
const read = async (id: string) => (await call(200, `/v1/appointments/${id}`, { key: studio.key })).body;
const note = (id: string, body: object, status = 200) =>
	call(status, `/v1/appointments/${id}/deposit`, { key: studio.key, method: "PATCH", body });
/** A session ends after a day. */
async function pass(seconds: number): Promise<void> {
	advance(seconds);
	owner = await newMember({ tenantId: studio.id });
}
const formOn = (html: string, ending: string) =>
	formsOn(html).find(({ method, action }) => method === "post" && action.includes(ending));
const paid = { status: "HELD", method: "CASH" };
const page = async (id: string, visitor = owner) => (await visitor.open(200, `/calendar/${id}`)).text;
/** Opens the form of a step, fills it in and sends it. */
async function act(status: number, id: string, step: string, changes: Record<string, string> = {}, visitor = owner) {
	const { text } = await visitor.open(200, `/calendar/${id}/${step}`);
	const form = formOn(text, `/${step}`);
	const fields = (form?.fields ?? []).filter(([name]) => !(name in changes));
	return await visitor.submit(status, `/calendar/${id}/${step}`, [...fields, ...Object.entries(changes)]);
}
const stepsOn = (html: string): string[] =>
	linksOn(html).flatMap((href) => /\/deposit\/(\w+)\?/.exec(href)?.slice(1) ?? []);

describe("the deposit on the page of its appointment", () => {
	it("says its state, amount and time, and offers what the API takes", async () => {
		const id = await book();
		const html = await page(id);
		expect(textOf(html)).toMatch(/Deposit .*State Not paid Amount 100\.00 EUR Due /);
		expect(stepsOn(html)).toEqual(["pay", "waive", "edit"]);
		await pass(49 * 3600);
		expect(textOf(await page(id))).toContain("State Overdue");
		expect(textOf(await page(await book({ event_type_id: studio.typeId, start_at: at("15:00") })))).not.toContain(
			"Deposit",
		);
	});

	it.each([
		[[], "pay", { method: "CASH", note: "In an envelope" }, "HELD", "Paid by Cash"],
		[[], "waive", {}, "WAIVED", "State Waived"],
		[[{ status: "WAIVED" }], "ask_again", {}, "REQUESTED", "State Not paid"],
		[[paid], "apply", {}, "APPLIED", "State Counted towards the price"],
		[[paid], "give_back", {}, "REFUNDING", "State To be given back"],
		[[paid], "given_back", { note: "Ill" }, "REFUNDED", "State Given back"],
		[[paid], "keep", {}, "FORFEITED", "State Kept"],
		[[paid, { status: "REFUNDING" }], "given_back", {}, "REFUNDED", "State Given back"],
	] as const)(
		"after %o notes %s by the operation of the API, and tells the events before",
		async (steps, step, given, status, words) => {
			const id = await book();
			for (const one of steps) await note(id, one);
			const events = typesOf(await eventsOf(studio.key, { appointmentId: id }));
			const before = textOf((await owner.open(200, `/calendar/${id}/deposit/${step}`)).text);
			for (const type of ["appointment.updated", ...eventsOfStatus[status]]) expect(before).toContain(type);
			expect(before).toContain("The client gets no mail.");
			const shown = textOf((await follow(owner, await act(303, id, `deposit/${step}`, given))).text);
			expect(shown).toContain(words);
			expect((await read(id)).deposit).toMatchObject({ status, ...given });
			expect(typesOf(await eventsOf(studio.key, { appointmentId: id })).slice(events.length)).toEqual([
				"appointment.updated",
				...eventsOfStatus[status],
			]);
			expect((await auditOf(studio.id)).find(({ resource_id }) => resource_id === id)).toMatchObject({
				action: "appointment.deposit_updated",
				actor: { type: "user", id: owner.person.id },
			});
		},
	);

	it("asks for the method of a payment, and refuses it in the words of the API once the appointment is over", async () => {
		const id = await book();
		expect(textOf((await act(422, id, "deposit/pay")).text)).toContain("Choose how it was paid.");
		const form = await owner.open(200, `/calendar/${id}/deposit/pay`);
		await call(200, `/v1/appointments/${id}`, { key: studio.key, method: "PATCH", body: { status: "NO_SHOW" } });
		expect(stepsOn(await page(id))).toEqual(["waive", "edit"]);
		expect(textOf((await act(409, id, "deposit/pay", { method: "CASH" })).text)).toContain(
			"The appointment is over, so its deposit cannot be paid any more.",
		);
		const fields = { ...Object.fromEntries(formOn(form.text, "/pay")?.fields ?? []), method: "CASH" };
		expect(textOf((await owner.submit(409, `/calendar/${id}/deposit/pay`, fields)).text)).toContain(
			"Somebody else has just changed the appointment.",
		);
		expect((await read(id)).deposit.status).toBe("REQUESTED");
	});

	it("takes an amount where none is known, once, and a note", async () => {
		typeId = await newEventType(studio.id, studio.artistId, {
			...terms,
			deposit_type: "PERCENTAGE",
			deposit_amount: 30,
		});
		const id = await book();
		const html = await page(id);
		expect(textOf(html)).toContain("Amount Not known yet");
		expect(textOf(html)).toContain("Set the amount");
		await act(422, id, "deposit/edit", { amount: "much" });
		await act(303, id, "deposit/edit", { amount: "45.50", note: "Agreed by phone" });
		expect((await read(id)).deposit).toMatchObject({ amount: 4550, note: "Agreed by phone" });
		expect((await owner.open(200, `/calendar/${id}/deposit/edit`)).text).not.toContain('name="amount"');
		await act(303, id, "deposit/edit", { note: "" });
		expect((await read(id)).deposit).toMatchObject({ amount: 4550, note: null });
	});

	it("says in words that the service cancelled the appointment, because nobody paid", async () => {
		typeId = await newEventType(studio.id, studio.artistId, { ...terms, deposit_unpaid: "CANCEL" });
		const id = await book();
		expect(textOf(await page(id))).toContain("The service reminds the client and cancels the appointment then.");
		await pass(49 * 3600);
		await scheduledWork();
		expect(textOf(await page(id))).toMatch(/State Never paid.*Reason The deposit was not paid in time/);
	});

	it("is not found for an appointment without one, and STAFF may note it", async () => {
		const staff = await newMember({ tenantId: studio.id, role: "STAFF" });
		const id = await book();
		await act(303, id, "deposit/pay", { method: "CARD" }, staff);
		await owner.open(
			404,
			`/calendar/${await book({ event_type_id: studio.typeId, start_at: at("15:00") })}/deposit/pay`,
		);
	});
});

describe("an appointment that ends", () => {
	it.each([
		["", "REFUNDING", ["appointment.cancelled"]],
		["FORFEITED", "FORFEITED", ["appointment.cancelled", "deposit.released"]],
	])("by a cancellation with the choice %j makes a deposit that is held %s", async (deposit_status, status, types) => {
		const id = await book();
		await note(id, paid);
		const text = textOf((await owner.open(200, `/calendar/${id}/cancel`)).text);
		expect(text).toContain("The deposit of 100.00 EUR is paid. It goes back to the client, unless you keep it.");
		await act(303, id, "cancel", { deposit_status });
		expect(await read(id)).toMatchObject({ status: "CANCELLED", deposit: { status } });
		expect(typesOf(await eventsOf(studio.key, { appointmentId: id })).slice(4)).toEqual(types);
	});

	it.each([
		["cancel", "is not paid. After this it cannot be paid any more."],
		["no_show", "is not paid. After this it cannot be paid any more."],
	])("without a payment says at %s that none is possible afterwards", async (step, words) => {
		const id = await book();
		const { text } = await owner.open(200, `/calendar/${id}/${step}`);
		expect(textOf(text)).toContain(words);
		expect(text).not.toContain("deposit_status");
	});

	it.each([
		["no_show", "It is kept by the studio.", "FORFEITED"],
		["completed", "It counts towards the price.", "APPLIED"],
	])("by %s says what becomes of a deposit that is held", async (step, words, status) => {
		const id = await book();
		await note(id, paid);
		expect(textOf((await owner.open(200, `/calendar/${id}/${step}`)).text)).toContain(words);
		await act(303, id, step);
		expect((await read(id)).deposit.status).toBe(status);
	});
});

describe("a late cancellation", () => {
	const late = { cancellation_window_hours: 48, cancellation_fee_type: "FIXED", cancellation_fee_amount: 5000 };
	beforeEach(async () => {
		typeId = await newEventType(studio.id, studio.artistId, { ...terms, ...late });
	});
	const soon = () => new Date(Date.parse(now()) + 24 * 3_600_000).toISOString().replace(/T.*/, "T12:00:00.000Z");

	it("proposes the fee of the event type, which is charged by the operation of the API if it is taken", async () => {
		const id = await book({ start_at: soon() });
		const { text } = await owner.open(200, `/calendar/${id}/cancel`);
		expect(Object.fromEntries(formOn(text, "/cancel")?.fields ?? [])).toMatchObject({
			fee_amount: "50.00",
			fee_currency: "EUR",
		});
		await act(303, id, "cancel", { charge_fee: "true", fee_amount: "40" });
		expect(await read(id)).toMatchObject({
			status: "CANCELLED",
			cancellation_fee: { status: "CHARGED", amount: 4000, currency: "EUR" },
		});
		const events = await eventsOf(studio.key, { appointmentId: id });
		expect(typesOf(events).slice(-2)).toEqual(["appointment.cancelled", "appointment.updated"]);
		const actions = (await auditOf(studio.id))
			.filter(({ resource_id }) => resource_id === id)
			.map(({ action }) => action);
		expect(actions.slice(0, 2)).toEqual(["appointment.fee_charged", "appointment.updated"]);
		const shown = await page(id);
		expect(textOf(shown)).toContain("Fee 40.00 EUR, charged");
		await act(303, id, "refund_fee");
		expect((await read(id)).cancellation_fee.status).toBe("REFUNDED");
		expect(textOf((await act(409, id, "refund_fee")).text)).toContain("No fee is charged.");
	});

	it("charges nothing unless the person takes the fee, and cancels nothing if the fee is wrong", async () => {
		const id = await book({ start_at: soon() });
		const refused = textOf((await act(422, id, "cancel", { charge_fee: "true", fee_amount: "much" })).text);
		expect(refused).toContain("Fee must be a number");
		expect((await read(id)).status).toBe("SCHEDULED");
		await act(303, id, "cancel");
		expect(await read(id)).toMatchObject({ status: "CANCELLED", cancellation_fee: null });
	});

	it("is told from an early one, which proposes no fee", async () => {
		const { text } = await owner.open(200, `/calendar/${await book()}/cancel`);
		expect(text).not.toContain("charge_fee");
	});
});

describe("what the event type asks for", () => {
	it("is missing at the appointment until the client has signed, and a completion is refused in the words of the API", async () => {
		const fields = [{ key: "ok", label: "Ok", type: "checkbox", required: true }];
		const consent = { name: "Consent", kind: "CONSENT", fields };
		const form = (await call(201, "/v1/forms", { key: studio.key, body: consent })).body.id;
		typeId = await newEventType(studio.id, studio.artistId, { requires_consent: true, consent_form_id: form });
		const id = await book();
		const missing = "The client has not signed the consent form of the event type since the booking";
		const html = await page(id);
		expect(textOf(html)).toContain(`Still missing Consent ${missing}`);
		expect(linksOn(html).some((href) => href.startsWith(`/dashboard/forms/${form}?`))).toBe(true);
		expect(textOf((await owner.open(200, `/calendar/${id}/completed`)).text)).toContain(missing);
		expect(textOf((await act(409, id, "completed")).text)).toContain(missing);
		const body = { submission_data: { ok: true }, client_id: studio.clientId, signature: "Ana", signer_name: "Ana" };
		await call(201, `/v1/forms/${form}/submissions`, { key: studio.key, body });
		const signed = textOf(await page(id));
		expect(signed).not.toContain("Still missing");
		expect(signed).toContain("Consent Signed on");
		await act(303, id, "completed");
	});

	it("is an age: the form to book takes the date of birth of a new client", async () => {
		typeId = await newEventType(studio.id, studio.artistId, { min_age: 18 });
		const { text } = await owner.open(200, "/calendar/new", { artist_id: studio.artistId });
		const given = {
			client: `${crypto.randomUUID()}@example.com`,
			first_name: "Kim",
			event_type_id: typeId,
			start_at: "2027-03-02T13:00",
		};
		const form = formOn(text, "/calendar/new");
		const send = async (status: number, more: Record<string, string>) => {
			const all = { ...given, ...more };
			const fields = [...(form?.fields ?? []).filter(([name]) => !(name in all)), ...Object.entries(all)];
			const answer = await call(status, form?.action ?? "", {
				method: "POST",
				raw: new URLSearchParams(fields),
				headers: { Cookie: owner.cookie, "Sec-Fetch-Site": "same-origin" },
			});
			return textOf(answer.text);
		};
		expect(await send(409, {})).toContain("The client must be 18, and has no date of birth.");
		expect(await send(409, { date_of_birth: "2010-01-01" })).toContain("The client is younger than 18");
		await send(303, { date_of_birth: "1990-01-01" });
	});

	it("is a place on the body, which the forms to book, edit and move offer", async () => {
		typeId = await newEventType(studio.id, studio.artistId, { allowed_placements: ["Forearm", "Calf"] });
		const id = await book({ placement: "Calf" });
		expect(textOf(await page(id))).toContain("Place on the body Calf");
		for (const step of ["edit", "move"]) {
			const { text } = await owner.open(200, `/calendar/${id}/${step}`);
			expect(text).toMatch(/<select id="placement"[^>]*>.*value="Forearm".*<option value="Calf" selected/s);
		}
		await act(303, id, "move", { placement: "Forearm", start_at: "2027-03-02T15:00" });
		expect((await read(id)).placement).toBe("Forearm");
		expect(textOf((await act(422, id, "edit", { placement: "Neck" })).text)).toContain(
			"is none of the places on the body that the event type allows",
		);
		await act(303, id, "edit", { placement: "" });
		expect((await read(id)).placement).toBeNull();
		const form = (await owner.open(200, "/calendar/new", { artist_id: studio.artistId })).text;
		expect(form).toMatch(/<datalist id="placements"><option value="Forearm"\/?>/);
	});
});

describe("/dashboard/deposits", () => {
	const list = async (query: Record<string, string> = {}, visitor = owner) =>
		(await visitor.open(200, "/deposits", query)).text;
	const idsOn = (html: string) => linksOn(html).flatMap((href) => /(apt_[0-9a-f]{32})/.exec(href)?.slice(1) ?? []);

	it("shows what clients have to pay, the deposit that is due first at the top", async () => {
		const later = await book();
		typeId = await newEventType(studio.id, studio.artistId, { ...terms, deposit_due_hours: 1 });
		const first = await book({ start_at: at("14:00") });
		await note(await book({ start_at: at("10:00") }), paid);
		const cancelled = await book({ start_at: at("16:00") });
		await call(200, `/v1/appointments/${cancelled}`, {
			key: studio.key,
			method: "PATCH",
			body: { status: "CANCELLED" },
		});
		expect(idsOn(await list())).toEqual([first, later]);
		advance(2 * 3600);
		expect(textOf(await list())).toMatch(/Ana Lopez 100\.00 EUR Overdue .* Ana Lopez 100\.00 EUR Not paid/);
		const overview = (await owner.open(200, "")).text;
		expect(textOf(overview)).toMatch(/Deposits .*Due .*Overdue/);
		expect(linksOn(overview).some((href) => href.startsWith("/dashboard/deposits?"))).toBe(true);
	});

	it("is marked in words in the calendar and in lists of appointments, until nothing is left to do", async () => {
		const id = await book();
		const query = { artist_id: studio.artistId, week: "2027-03-02" };
		const week = async () => textOf((await owner.open(200, "/calendar", query)).text);
		const client = async () => textOf((await owner.open(200, `/clients/${studio.clientId}`)).text);
		expect([await week(), await client()]).toEqual([
			expect.stringContaining("Deposit not paid"),
			expect.stringContaining("Not paid"),
		]);
		await note(id, { status: "WAIVED" });
		for (const shown of [await week(), await client()]) expect(shown).not.toMatch(/not paid/i);
	});

	it("filters by status, and goes on where a page ends", async () => {
		const held = await book();
		await note(held, paid);
		expect(idsOn(await list({ status: "HELD" }))).toEqual([held]);
		expect(textOf(await list({ status: "WAIVED" }))).toContain("No deposit: waived");
		expect(textOf(await list())).toContain("No client has to pay a deposit");
		const others = [];
		for (let n = 0; n < 51; n++) {
			advance(2);
			others.push(await book({ start_at: at("12:00", day(n)) }));
		}
		for (const [status, all] of [
			["OPEN", others],
			["ALL", [held, ...others].reverse()],
		] as const) {
			const html = await list({ status });
			const next = linksOn(html).find((href) => href.includes("after="));
			const rest = (await call(200, next ?? "", { headers: { Cookie: owner.cookie } })).text;
			expect([...new Set([...idsOn(html), ...idsOn(rest)])]).toEqual(all);
		}
	});
	const day = (n: number) => new Date(Date.UTC(2027, 3, 1 + n)).toISOString().slice(0, 10);

	it("gives all deposits of a span as CSV, and no spreadsheet runs a cell", async () => {
		const before = await book();
		await pass(3 * 86_400);
		// The studio's own day, which begins before the one of UTC.
		const since = new Date(now()).toLocaleDateString("sv", { timeZone: "Europe/Berlin" });
		const client_id = await newClient(studio.key, { first_name: "=1+1", last_name: null });
		const id = await book({ client_id, title: "@SUM(A1)", start_at: at("14:00") });
		await note(id, { ...paid, note: '-2, "cash"\nfrom Ana' });
		const ids = async (query: Record<string, string>, visitor = owner) => {
			const url = `https://api.test${visitor.at("/deposits/csv", query)}`;
			const headers = { Cookie: visitor.cookie, "CF-Connecting-IP": newAddress() };
			const answer = await exports.default.fetch(new Request(url, { headers }));
			expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
			const [head = [], ...rows] = readCsv((await answer.text()).slice(1));
			return {
				ids: rows.map((row) => row[head.indexOf("appointment_id")]),
				first: (name: string) => rows[0]?.[head.indexOf(name)],
			};
		};
		const all = await ids({});
		expect(all.ids).toEqual([id, before]);
		expect(all.first("client")).toBe("'=1+1");
		expect(all.first("appointment")).toBe("'@SUM(A1)");
		expect(all.first("note")).toBe(`'-2, "cash"\nfrom Ana`);
		expect([all.first("status"), all.first("amount"), all.first("method")]).toEqual(["HELD", "100.00", "CASH"]);
		expect((await ids({ since, until: since })).ids).toEqual([id]);
		expect((await ids({ until: "2020-01-01" })).ids).toEqual([]);
		expect((await ids({}, await newMember({ tenantId: await newTenant() }))).ids).toEqual([]);
	});
});
