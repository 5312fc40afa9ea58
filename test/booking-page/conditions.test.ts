import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import {
	appointmentsOf,
	type BookableStudio,
	contact,
	linkIn,
	mailsTo,
	newBookableStudio,
	patchType,
	Visitor,
	withEventType,
} from "../support/booking-page.ts";
import { MailService } from "../support/mail-service.ts";
import { at, newClient } from "../support/studio.ts";

const service = new MailService();
let place: BookableStudio;
let email: string;
beforeEach(async () => {
	service.reset();
	place = await newBookableStudio({ type: { min_age: 18, allowed_placements: ["Arm", "Ear <lobe>"] } });
	email = `${crypto.randomUUID()}@example.com`;
});

const adult = "1990-05-17";
/** Too young by a day on 2 March 2027, the day of `at`. */
const almost18 = "2009-03-03";

const form = (given: Record<string, string> = {}) => contact({ email, date_of_birth: adult, ...given });
const client = async () =>
	(await call(200, `/v1/clients?email=${encodeURIComponent(email)}`, { key: place.key })).body.data[0];
const leads = async () => (await call(200, "/v1/leads", { key: place.key })).body.data;

describe("the booking page asks for the date of birth where the event type has a minimum age", () => {
	it("and says why, and asks nobody elsewhere", async () => {
		const { text } = await new Visitor().get(`${place.path}/details?start_at=${at("10:00")}`);
		expect(text).toMatch(/<input [^>]*id="date_of_birth" name="date_of_birth" type="date"/);
		expect(text).toContain("For this appointment you must be at least 18 on its day.");
		const other = await withEventType(place, {});
		const plain = (await new Visitor().get(`${other.path}/details?start_at=${at("10:00")}`)).text;
		expect(plain).not.toContain("date_of_birth");
		expect(plain).not.toContain('name="placement"');
	});

	it.each([
		["", "Enter your date of birth"],
		["17.05.1990", "Enter your date of birth"],
		["2001-02-29", "Enter your date of birth"],
		["\0", "Enter your date of birth"],
		[almost18, "You must be at least 18 on the day of the appointment."],
		["2030-01-01", "You must be at least 18 on the day of the appointment."],
	])("and refuses %j at its field, keeping what was typed and booking nothing", async (date_of_birth, fault) => {
		const visitor = new Visitor();
		const answer = await visitor.book(place, at("10:00"), form({ date_of_birth, placement: "Arm", phone: "030 1" }));
		expect(answer.status).toBe(422);
		expect(answer.text).toContain(`<a href="#date_of_birth">${fault}`);
		for (const kept of [email, "030 1", date_of_birth.replace("\0", "")])
			expect(answer.text).toContain(`value="${kept}`);
		expect(answer.text).toMatch(/<option value="Arm" selected/);
		expect([await appointmentsOf(place.id), await client()]).toEqual([[], undefined]);
		expect((await visitor.details(place, at("10:00"), form())).status).toBe(303);
	});

	it("and books a client who reaches the age on the day in the zone of the artist", async () => {
		// 23:30 in UTC on the 2nd is the 3rd in Auckland.
		const artist = { key: place.key, method: "PATCH", body: { timezone: "Pacific/Auckland" } };
		await call(200, `/v1/artists/${place.artistId}`, artist);
		const start = at("23:30", "2027-03-02");
		const visitor = new Visitor();
		expect((await visitor.book(place, start, form({ date_of_birth: almost18 }))).status).toBe(303);
		expect((await visitor.book(place, at("22:30", "2027-03-02"), form({ date_of_birth: "2009-03-04" }))).status).toBe(
			422,
		);
		expect((await client()).date_of_birth).toBe(almost18);
	});

	it("and fills in the date of a client who has none, and changes no other", async () => {
		await newClient(place.key, { email });
		expect((await new Visitor().book(place, at("10:00"), form())).status).toBe(303);
		expect((await client()).date_of_birth).toBe(adult);
		expect((await new Visitor().book(place, at("12:00"), form({ date_of_birth: "1980-01-01" }))).status).toBe(303);
		expect((await client()).date_of_birth).toBe(adult);
	});

	it("and refuses a client who the studio knows is younger, as it refuses one who is blocked", async () => {
		await newClient(place.key, { email, date_of_birth: almost18 });
		const young = await new Visitor().book(place, at("10:00"), form());
		expect(young.status).toBe(409);
		expect(young.text).toContain("This cannot be booked online. Nothing is booked. Please ask the studio.");
		expect(young.text).not.toContain("You must be at least 18");
		const blocked = `${crypto.randomUUID()}@example.com`;
		const { id } = (
			await call(200, `/v1/clients/${await newClient(place.key, { email: blocked })}`, { key: place.key })
		).body;
		await call(200, `/v1/clients/${id}`, { key: place.key, method: "PATCH", body: { is_blocked: true } });
		const refused = await new Visitor().book(place, at("12:00"), form({ email: blocked }));
		const alarm = ({ text }: { text: string }) => /<div class="alarm"[\s\S]*?<\/div>/.exec(text)?.[0];
		expect([refused.status, alarm(refused)]).toEqual([409, alarm(young)]);
		expect(await appointmentsOf(place.id)).toEqual([]);
	});

	it("and takes the date for a question of a form about the client, which it does not ask twice", async () => {
		const fields = [
			{ key: "email", label: "Email", type: "email", required: true },
			{ key: "date_of_birth", label: "Born on", type: "date", required: true },
		];
		const body = { name: "About you", kind: "INTAKE", fields, links_client: true };
		const { id } = (await call(201, "/v1/forms", { key: place.key, body })).body;
		await patchType(place, { intake_form_id: id });
		expect((await new Visitor().get(`${place.path}/details?start_at=${at("10:00")}`)).text).not.toContain("Born on");
		expect((await new Visitor().book(place, at("10:00"), form())).status).toBe(303);
		const [submission] = (await call(200, `/v1/forms/${id}/submissions`, { key: place.key })).body.data;
		expect(submission.submission_data).toEqual({ email, date_of_birth: adult });
		await patchType(place, { min_age: null });
		expect((await new Visitor().get(`${place.path}/details?start_at=${at("12:00")}`)).text).toContain("Born on");
	});

	it("and moves no appointment to a day on which the client is too young", async () => {
		await new Visitor().book(place, at("10:00", "2027-03-09"), form({ date_of_birth: "2009-03-09" }));
		const [mail] = await mailsTo(service, place.id, email);
		const move = (start_at: string) => new Visitor().post(`${linkIn(mail)}/move`, { email, start_at });
		const refused = await move(at("10:00", "2027-03-08"));
		expect(refused.status).toBe(422);
		expect(refused.text).toContain("You are too young for this appointment on that day. Choose a later day.");
		expect((await move(at("10:00", "2027-03-10"))).status).toBe(303);
	});
});

describe("the booking page offers the placements that the event type allows", () => {
	it("and the appointment has the one that was chosen", async () => {
		const { text } = await new Visitor().get(`${place.path}/details?start_at=${at("10:00")}`);
		expect(text).toContain('<option value="Ear &lt;lobe&gt;">Ear &lt;lobe&gt;</option>');
		await new Visitor().book(place, at("10:00"), form({ placement: "Ear <lobe>" }));
		await new Visitor().book(place, at("12:00"), form());
		expect((await appointmentsOf(place.id)).map(({ placement }) => placement)).toEqual(["Ear <lobe>", null]);
	});

	it("and refuses another at its field, and takes none where the event type names none", async () => {
		const refused = await new Visitor().book(place, at("10:00"), form({ placement: "Neck" }));
		expect(refused.status).toBe(422);
		expect(refused.text).toContain('<a href="#placement">Choose one of the placements.');
		const free = await withEventType(place, {});
		expect((await new Visitor().book(free, at("12:00"), contact({ placement: "Neck" }))).status).toBe(303);
		expect((await appointmentsOf(place.id)).map(({ placement }) => placement)).toEqual([null]);
	});
});

describe("a request that the studio confirms", () => {
	beforeEach(() => patchType(place, { requires_approval: true }));

	it("has the placement, and its client the date of birth; the appointment gets both", async () => {
		expect((await new Visitor().book(place, at("10:00"), form({ placement: "Arm" }))).status).toBe(303);
		const [lead] = await leads();
		expect(lead.metadata).toMatchObject({ booking_placement: "Arm" });
		expect(lead.message).toBe(`Asks for an appointment at ${at("10:00")}. Placement: Arm.`);
		expect((await client()).date_of_birth).toBe(adult);
		// The studio agreed to nothing else meanwhile, so a change of the event type does not refuse what was asked for.
		await patchType(place, { allowed_placements: ["Leg"] });
		await call(200, `/v1/leads/${lead.id}/confirm`, { key: place.key, body: {} });
		expect(await appointmentsOf(place.id)).toMatchObject([{ placement: "Arm" }]);
	});

	it("is refused like a booking: too young, unknown age, another placement", async () => {
		for (const wrong of [{ date_of_birth: almost18 }, { date_of_birth: "" }, { placement: "Neck" }])
			expect((await new Visitor().book(place, at("10:00"), form(wrong as Record<string, string>))).status).toBe(422);
		await newClient(place.key, { email, date_of_birth: almost18 });
		const { status, text } = await new Visitor().book(place, at("14:00"), form());
		expect(status).toBe(409);
		expect(text).toContain("This cannot be booked online.");
		expect(await leads()).toEqual([]);
	});
});
