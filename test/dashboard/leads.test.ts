import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { type BookableStudio, contact, Visitor as Guest, newBookableStudio } from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { follow, linksOn, type Member, newMember, textOf } from "../support/dashboard.ts";
import { eventsAndAuditOf } from "../support/events-and-audit.ts";
import { MailService } from "../support/mail-service.ts";
import { Receiver } from "../support/receiver.ts";
import { at, newStudio } from "../support/studio.ts";

const mailService = new MailService();

beforeEach(() => {
	advance(60);
	new Receiver();
});

const list = async (visitor: Member, query: Record<string, string> = {}) =>
	textOf((await visitor.open(200, "/leads", query)).text);
const overview = async (visitor: Member) => textOf((await visitor.open(200, "")).text);

describe("the list of leads", () => {
	it("shows those that nobody archived, the newest first, and filters by stage and archive", async () => {
		const { id, key } = await newStudio();
		const visitor = await newMember({ tenantId: id, role: "STAFF" });
		expect(await list(visitor)).toContain("No leads Inquiries and booking requests appear here");
		for (const [first_name, stage] of [
			["Ana", "NEW"],
			["Ben", "CONTACTED"],
			["Cleo", "LOST"],
		])
			await call(201, "/v1/leads", { key, body: { first_name, stage } });
		const dora = (await call(201, "/v1/leads", { key, body: { first_name: "Dora" } })).body;
		await call(200, `/v1/leads/${dora.id}/archive`, { key, method: "POST" });
		const shown = async (query = {}) => [...(await list(visitor, query)).matchAll(/\b(Ana|Ben|Cleo|Dora)\b(?= )/g)];
		const names = async (query = {}) => [...new Set((await shown(query)).map(([name]) => name))];
		expect(await names()).toEqual(["Cleo", "Ben", "Ana"]);
		expect(await names({ stage: "CONTACTED" })).toEqual(["Ben"]);
		expect(await names({ archived: "true" })).toEqual(["Dora"]);
		expect(await names({ stage: "LOST", archived: "true" })).toEqual([]);
		expect(await list(visitor, { stage: "QUALIFIED" })).toContain("No lead matches");
		expect(await names({ stage: "NONSENSE", after: "nonsense" })).toEqual(["Cleo", "Ben", "Ana"]);
	});

	it("has pages of 25 that keep the filter", async () => {
		const { id, key } = await newStudio();
		for (let n = 0; n < 27; n++)
			await call(201, "/v1/leads", { key, body: { first_name: `Lead-${n}.`, stage: "CONTACTED" } });
		await call(201, "/v1/leads", { key, body: { first_name: "Other" } });
		const visitor = await newMember({ tenantId: id });
		const first = (await visitor.open(200, "/leads", { stage: "CONTACTED" })).text;
		expect(textOf(first)).toMatch(/Lead-26\..*Lead-2\. /);
		expect(textOf(first)).not.toMatch(/Lead-1\.|Other/);
		const next = linksOn(first).find((href) => href.includes("after=")) ?? "";
		const second = await call(200, next, { headers: { Cookie: visitor.cookie } });
		expect(textOf(second.text)).toMatch(/Lead-1\. .*Lead-0\. /);
		expect(textOf(second.text)).not.toMatch(/Lead-2\.|Other/);
	});

	it("gives a lead another stage, archives and restores it as the API does, and leads back to the same filter", async () => {
		const { id, key } = await newStudio();
		const visitor = await newMember({ tenantId: id, role: "STAFF" });
		const lead = (await call(201, "/v1/leads", { key, body: { first_name: "Lea" } })).body;
		const by = `by user ${visitor.person.id}`;
		const send = async (page: string, step: string, fields = {}) => {
			const action = new RegExp(`action="([^"]*/${lead.id}/${step}[^"]*)"`).exec(page)?.[1]?.replaceAll("&amp;", "&");
			const address = new URL(action ?? "", "https://api.test");
			const query = address.search.slice(1);
			return await visitor.submit(303, `/leads/${lead.id}/${step}?${query}&`, fields);
		};
		const open = async (query: Record<string, string>) => (await visitor.open(200, "/leads", query)).text;
		expect(await eventsAndAuditOf(id, async () => send(await open({}), "archive"))).toEqual({
			events: [`lead.archived ${by}`],
			audit: [`lead.archived ${by}`],
		});
		expect(await list(visitor)).not.toContain("Lea ");
		const archived = await open({ archived: "true" });
		expect(textOf(archived)).toContain("Lea Archived");
		expect(await eventsAndAuditOf(id, () => send(archived, "unarchive"))).toEqual({
			events: [],
			audit: [`lead.unarchived ${by}`],
		});
		const moved = await send(await open({ stage: "NEW" }), "stage", { stage: "QUALIFIED" });
		expect(moved.headers.get("Location")).toContain("/dashboard/leads?");
		expect(moved.headers.get("Location")).toContain("stage=NEW");
		expect(textOf((await follow(visitor, moved)).text)).toContain("The stage of the lead has been saved.");
		expect((await call(200, `/v1/leads/${lead.id}`, { key })).body).toMatchObject({
			stage: "QUALIFIED",
			archived: false,
		});
	});

	it("is linked from the overview, from the navigation, and from there to what is archived", async () => {
		const visitor = await newMember();
		const { text } = await visitor.open(200, "");
		expect(text).toContain(`href="/dashboard/leads?studio=${visitor.tenantId}">All leads</a>`);
		expect(text).toMatch(/<a href="[^"]*" data-key="d"[^>]*>.*?Leads<\/a>/s);
		expect(linksOn((await visitor.open(200, "/leads")).text)).toContain(
			`/dashboard/leads?studio=${visitor.tenantId}&archived=true`,
		);
	});

	it("shows nothing of another studio", async () => {
		const { key } = await newStudio();
		const { id } = (await call(201, "/v1/leads", { key, body: { first_name: "Lea" } })).body;
		const stranger = await newMember();
		expect(await list(stranger)).not.toContain("Lea ");
		await stranger.submit(404, `/leads/${id}/unarchive`);
	});
});

it("only who is no client yet can be made one, so that no click ends a request without an answer", async () => {
	const place = await newBookableStudio({ type: { requires_approval: true } });
	const visitor = await newMember({ tenantId: place.id });
	const offers = async () => [...(await list(visitor)).matchAll(/Make a client/g)].length;
	expect((await new Guest().book(place, at("10:00"), contact())).status).toBe(303);
	expect(await offers()).toBe(0);
	const lead = (await call(201, "/v1/leads", { key: place.key, body: { first_name: "Lea", email: "lea@example.com" } }))
		.body;
	expect(await offers()).toBe(1);
	await visitor.submit(303, `/leads/${lead.id}/convert`);
	expect(await list(visitor)).toContain("Lea ");
	expect(await offers()).toBe(0);
});

describe("a request of the booking page", () => {
	let place: BookableStudio;
	let visitor: Member;
	let leadId: string;
	beforeEach(async () => {
		mailService.reset();
		place = await newBookableStudio({
			artist: { name: "Mia" },
			type: { requires_approval: true, name: "Small tattoo" },
		});
		visitor = await newMember({ tenantId: place.id, role: "STAFF" });
		const email = `${crypto.randomUUID()}@example.com`;
		expect((await new Guest().book(place, at("10:00"), contact({ email }))).status).toBe(303);
		leadId = (await call(200, "/v1/leads", { key: place.key })).body.data[0].id;
	});
	const patch = (body: object) => call(200, `/v1/leads/${leadId}`, { key: place.key, method: "PATCH", body });
	const answers = (html: string) =>
		linksOn(html)
			.map((href) => /\/leads\/[^?]+\/(\w+)\?/.exec(href)?.[1])
			.filter(Boolean);

	it("is on the overview and in the list until the studio has answered it, whatever its stage", async () => {
		for (const stage of ["CONTACTED", "QUALIFIED", "NEW"]) {
			await visitor.submit(303, `/leads/${leadId}/stage`, { stage });
			for (const page of ["", "/leads"])
				expect(answers((await visitor.open(200, page)).text)).toEqual(["confirm", "decline"]);
			expect(await list(visitor, { requests: "open" })).toContain("Ana Lima");
			expect(await list(visitor, { requests: "open", stage })).toContain("Ana Lima");
			expect(await list(visitor, { requests: "open", stage: "LOST" })).toContain("No lead matches");
		}
		await visitor.submit(303, `/leads/${leadId}/archive`);
		expect(await overview(visitor)).not.toContain("Ana Lima");
		expect(answers((await visitor.open(200, "/leads", { archived: "true", requests: "open" })).text)).toHaveLength(2);
		await visitor.submit(303, `/leads/${leadId}/unarchive`);
		await visitor.submit(303, `/leads/${leadId}/decline`);
		expect(await overview(visitor)).not.toContain("Ana Lima");
		expect(await list(visitor, { requests: "open" })).toContain("No lead matches");
		const { text } = await visitor.open(200, "/leads");
		expect(textOf(text)).toContain("Asked for Small tattoo");
		expect(answers(text)).toEqual([]);
	});

	it("says what is asked for, with whom and how long, in the studio's zone, and where the decision is asked, too", async () => {
		const words = "Asks for Small tattoo (60 minutes) with Mia: 2 Mar 2027, 11:00 .";
		for (const text of [await overview(visitor), await list(visitor)]) {
			expect(text).toContain(words);
			expect(text).not.toContain("2027-03-02T");
		}
		for (const step of ["confirm", "decline"])
			expect(textOf((await visitor.open(200, `/leads/${leadId}/${step}`)).text)).toContain(
				"Event type Small tattoo Artist Mia Time 2 Mar 2027, 11:00 Length 60 minutes",
			);
		await call(200, `/v1/artists/${place.artistId}`, {
			key: place.key,
			method: "PATCH",
			body: { timezone: "America/New_York" },
		});
		expect(await overview(visitor)).toContain("2 Mar 2027, 11:00 ( 2 Mar 2027, 05:00 in America/New York)");
		await patch({ message: "Please a quiet room" });
		expect(await overview(visitor)).toContain("Please a quiet room");
	});

	it("is shown also where its artist and event type are unknown, and says when its time has passed", async () => {
		const metadata = {
			booking_artist_id: "art_1",
			booking_event_type_id: "ety_1",
			booking_start_at: at("10:00", "2020-03-03"),
		};
		await patch({ metadata, message: null });
		expect(await overview(visitor)).toContain(
			"Asks for an appointment: 3 Mar 2020, 11:00 . This time has passed, so you can only decline the request.",
		);
		expect(answers((await visitor.open(200, "/leads")).text)).toEqual(["decline"]);
		expect(textOf((await visitor.open(200, `/leads/${leadId}/decline`)).text)).toContain("Event type – Artist –");
	});

	it("is confirmed from the list, which the person comes back to", async () => {
		const { text } = await visitor.open(200, "/leads", { requests: "open" });
		const href = linksOn(text).find((one) => one.includes("/confirm")) ?? "";
		const page = await call(200, href, { headers: { Cookie: visitor.cookie } });
		expect(linksOn(page.text)).toContain(`/dashboard/leads?studio=${place.id}&requests=open`);
		const query = new URL(href, "https://api.test").search.slice(1);
		const done = await visitor.submit(303, `/leads/${leadId}/confirm?${query}&`);
		const next = textOf((await follow(visitor, done)).text);
		expect(next).toContain("The appointment has been booked. The client gets a mail.");
		expect(next).toContain("No lead matches");
	});
});
