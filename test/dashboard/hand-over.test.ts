import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { auditOf, follow, formsOn, linksOn, type Member, newMember, textOf } from "../support/dashboard.ts";
import { eventsOf, typesOf } from "../support/history.ts";
import { MailService } from "../support/mail-service.ts";
import { post } from "../support/oauth.ts";
import { at, everyDay, newArtist, newEventType, newStudio, type Studio, setHours } from "../support/studio.ts";

const mail = new MailService();
let studio: Studio;
let owner: Member;
let zeynep: { id: string; typeId: string };
// biome-ignore lint/suspicious/noExplicitAny: an appointment as JSON
let booked: any;

beforeEach(async () => {
	mail.reset();
	studio = await newStudio({ artist: { name: "Mika" }, client: { first_name: "Ana" }, type: { name: "Fine line" } });
	owner = await newMember({ tenantId: studio.id });
	const id = await newArtist(studio.key, { name: "Zeynep", timezone: "Europe/London" });
	await setHours(id, everyDay);
	zeynep = { id, typeId: await newEventType(studio.id, id, { name: "Fine line", duration_minutes: 90 }) };
	await newEventType(studio.id, id, { name: "Colour" });
	advance(60);
	const body = { artist_id: studio.artistId, client_id: studio.clientId, event_type_id: studio.typeId };
	booked = (await call(201, "/v1/appointments", { key: studio.key, body: { ...body, start_at: at("12:00") } })).body;
});

const get = async () => (await call(200, `/v1/appointments/${booked.id}`, { key: studio.key })).body;
const path = () => `/calendar/${booked.id}/hand_over`;
const filled = (html: string, changes: Record<string, string> = {}): [string, string][] => {
	const form = formsOn(html).find(({ method, action }) => method === "post" && action.includes("/hand_over"));
	if (!form) throw new Error("The page has no form to hand over.");
	return [...form.fields.filter(([name]) => !(name in changes)), ...Object.entries(changes)];
};
const open = async (visitor = owner) => (await visitor.open(200, path(), { artist_id: zeynep.id })).text;
async function submit(status: number, fields: [string, string][], visitor = owner, artist_id = zeynep.id) {
	const answer = await post(visitor.at(path(), { artist_id }), fields, { headers: { Cookie: visitor.cookie } });
	expect(answer.status, textOf(answer.text)).toBe(status);
	return answer;
}

describe("an appointment", () => {
	it("is handed over to another artist: one change, one mail, one event and one audit entry by the person", async () => {
		const { text: page } = await owner.open(200, `/calendar/${booked.id}`);
		expect(linksOn(page)).toContain(`/dashboard/calendar/${booked.id}/hand_over?studio=${studio.id}`);
		const choice = formsOn((await owner.open(200, path())).text).find(({ method }) => method === "get");
		expect(choice?.action).toContain("/hand_over");
		const form = await open();
		// The same instant in the zone of the new artist, the event type of the same name, and the length that it had.
		expect(Object.fromEntries(filled(form))).toMatchObject({
			start_at: "2027-03-02T12:00",
			minutes: "60",
			event_type_id: zeynep.typeId,
		});
		const done = await submit(303, filled(form, { start_at: "2027-03-02T14:00" }));
		expect(textOf((await follow(owner, done)).text)).toContain(
			"The appointment has been handed over to Zeynep, and the client got a mail.",
		);
		expect(await get()).toMatchObject({
			artist_id: zeynep.id,
			event_type_id: zeynep.typeId,
			timezone: "Europe/London",
			start_at: at("14:00"),
			end_at: at("15:00"),
		});
		expect(mail.sent).toHaveLength(1);
		expect(mail.sent[0].text).toContain("Until now with: Mika\nNow with: Zeynep");
		const events = await eventsOf(studio.key, { appointmentId: booked.id });
		expect(typesOf(events)).toEqual(["appointment.created", "appointment.rescheduled"]);
		const entries = (await auditOf(studio.id)).filter(({ resource_id }) => resource_id === booked.id);
		expect(entries.map(({ actor }) => actor)).toEqual([
			{ type: "user", id: owner.person.id },
			{ type: "api_key", id: studio.keyId },
		]);
	});

	it("stays where the new artist is busy; the page says why and offers free times, whose buttons hand it over", async () => {
		const other = { artist_id: zeynep.id, client_id: studio.clientId, event_type_id: zeynep.typeId };
		await call(201, "/v1/appointments", { key: studio.key, body: { ...other, start_at: at("12:30") } });
		const refused = await submit(409, filled(await open()));
		expect(textOf(refused.text)).toContain("The artist has another appointment from 2027-03-02 12:30");
		expect(await get()).toEqual(booked);
		expect(mail.sent).toEqual([]);
		const [, instant = ""] = /name="suggested" value="([^"]+)"/.exec(refused.text) ?? [];
		expect(Object.fromEntries(filled(refused.text))).toMatchObject({ start_at: "2027-03-02T12:00" });
		await submit(303, filled(refused.text, { suggested: instant }));
		expect(await get()).toMatchObject({ artist_id: zeynep.id, start_at: instant });
	});

	it("of a client who is blocked is handed over like any other, and the client gets no mail", async () => {
		const block = { key: studio.key, method: "PATCH", body: { is_blocked: true } };
		await call(200, `/v1/clients/${studio.clientId}`, block);
		const done = await submit(303, filled(await open()));
		expect(textOf((await follow(owner, done)).text)).toContain("handed over to Zeynep. The client got no mail.");
	});

	it("is not handed over over what somebody else did meanwhile, nor to the artist who has it", async () => {
		const fields = filled(await open());
		await call(200, `/v1/appointments/${booked.id}`, {
			key: studio.key,
			method: "PATCH",
			body: { start_at: at("15:00") },
		});
		expect(textOf((await submit(409, fields)).text)).toContain("Somebody else has just changed the appointment");
		const again = filled(await open());
		const own = await submit(422, again, owner, studio.artistId);
		expect(textOf(own.text)).toContain("The appointment is with this artist already.");
		expect((await get()).artist_id).toBe(studio.artistId);
	});

	it("is handed over by STAFF, and to no artist of another studio or one who is deactivated", async () => {
		const staff = await newMember({ tenantId: studio.id, role: "STAFF" });
		const fields = filled(await open(staff));
		const foreign = await newStudio();
		await owner.open(404, path(), { artist_id: foreign.artistId });
		await submit(404, fields, staff, foreign.artistId);
		const gone = await newArtist(studio.key, { name: "Gone", status: "DEACTIVATED" });
		expect(textOf((await owner.open(200, path())).text)).not.toContain("Gone");
		await submit(422, fields, staff, gone);
		expect(await get()).toEqual(booked);
		await submit(303, fields, staff);
		expect((await get()).artist_id).toBe(zeynep.id);
	});

	it("without another artist leads to a new one", async () => {
		const alone = await newStudio();
		const person = await newMember({ tenantId: alone.id });
		const body = { artist_id: alone.artistId, client_id: alone.clientId, start_at: at("12:00"), end_at: at("13:00") };
		const { id } = (await call(201, "/v1/appointments", { key: alone.key, body })).body;
		const { text } = await person.open(200, `/calendar/${id}/hand_over`);
		expect(textOf(text)).toContain("No other artist");
		expect(linksOn(text)).toContain(`/dashboard/artists/new?studio=${alone.id}`);
	});
});
