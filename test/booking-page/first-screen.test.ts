import { beforeAll, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { type BookableStudio, contact, newBookableStudio, patchType, Visitor } from "../support/booking-page.ts";
import { at } from "../support/studio.ts";

// The order of a page's parts, because the texts of a studio may have 10,000 characters.

const lines = (name: string) => `${name} one.\n${name} two.`;
const shown = (name: string) => `<p class="pre">${lines(name)}</p>`;
let place: BookableStudio;
beforeAll(async () => {
	place = await newBookableStudio({ artist: { bio: lines("Bio") } });
	await patchType(place, {
		description: lines("Description"),
		cancellation_policy: lines("Policy"),
		currency: "EUR",
		deposit_required: true,
		deposit_amount: 5000,
		price_type: "FIXED",
		price_amount: 20_000,
	});
});

it("the line breaks of the bio, the description and the policy stay", async () => {
	const artist = (await new Visitor().get(`/${place.artistSlug}`)).text;
	for (const name of ["Bio", "Description"]) expect(artist).toContain(shown(name));
	const type = (await new Visitor().get(place.path)).text;
	for (const name of ["Description", "Policy"]) expect(type).toContain(shown(name));
});

it("from the second step on no description hides what happened, and the terms stand with the time", async () => {
	const visitor = new Visitor();
	await visitor.hold(place, at("10:00"));
	const { text } = await visitor.get(`${place.path}/details`);
	expect(text).not.toContain("Description one.");
	expect(text).toContain("1 h · €200");
	const [time, deposit, policy, form] = ["Your time", "A deposit of €50", shown("Policy"), "Your details"].map((part) =>
		text.indexOf(part),
	);
	expect(time).toBeGreaterThan(0);
	expect([time, deposit, policy, form].toSorted((a = 0, b = 0) => a - b)).toEqual([time, deposit, policy, form]);
});

it("a refusal is the first thing on its page", async () => {
	const visitor = new Visitor();
	await visitor.hold(place, at("10:00"));
	const faulty = await visitor.details(place, at("10:00"), contact({ email: "nobody" }));
	await new Visitor().hold(place, at("12:00"));
	const taken = [await visitor.hold(place, at("12:00")), await visitor.details(place, at("12:00"), contact())];
	expect([faulty, ...taken].map(({ status }) => status)).toEqual([422, 409, 409]);
	for (const { text } of [faulty, ...taken])
		expect(text).toMatch(/<main class="booking"[^>]*><div class="alarm" role="alert"/);
});

it("an artist without anything to book online says how to ask the shop", async () => {
	const own = await newBookableStudio();
	await patchType(own, { visibility: "UNLISTED" });
	const { key } = own;
	const body = { name: "Lotus Kreuzberg", email: "hello@lotus.example", phone: "+49 (30) 12-34" };
	const shop = await call(201, "/v1/shops", { key, body });
	await call(200, `/v1/artists/${own.artistId}`, { key, method: "PATCH", body: { shop_id: shop.body.id } });
	const { text } = await new Visitor().get(`/${own.artistSlug}`);
	expect(text).toContain("Ask Lotus Kreuzberg for an appointment");
	expect(text).toContain('<a href="mailto:hello@lotus.example">hello@lotus.example</a>');
	expect(text).toContain('<a href="tel:+49301234">+49 (30) 12-34</a>');
});
