import { beforeAll, expect, it } from "vitest";
import { call } from "../support/api.ts";
import {
	type BookableStudio,
	contact,
	linkIn,
	mailsTo,
	newBookableStudio,
	patchType,
	Visitor,
} from "../support/booking-page.ts";
import { MailService } from "../support/mail-service.ts";
import { at } from "../support/studio.ts";

// The pages, the mails and the calendar files show the same facts of a booking.

const service = new MailService();
const form = contact();
let place: BookableStudio;
let booked: string;
let mail: { subject: string; text: string };
let managed: string;
beforeAll(async () => {
	service.reset();
	place = await newBookableStudio({ artist: { name: "Mika" } });
	const { key } = place;
	const shop = await call(201, "/v1/shops", { key, body: { name: "Lotus Kreuzberg" } });
	await call(200, `/v1/artists/${place.artistId}`, { key, method: "PATCH", body: { shop_id: shop.body.id } });
	await patchType(place, {
		currency: "EUR",
		price_type: "FIXED",
		price_amount: 20_000,
		deposit_required: true,
		deposit_amount: 5000,
		deposit_due_hours: 48,
	});
	const visitor = new Visitor();
	const answer = await visitor.book(place, at("10:00"), form);
	booked = (await visitor.get(answer.headers.get("Location") ?? "")).text;
	[mail] = await mailsTo(service, place.id, form.email);
	managed = (await visitor.get(linkIn(mail))).text;
});

it("the price and the deposit stand on the page after the booking, on that of the link and in the mail", () => {
	for (const page of [booked, managed]) {
		expect(page).toContain("<dt>Cost</dt><dd>€200</dd>");
		expect(page).toMatch(deposit);
	}
	expect(mail.text).toContain("\nCost: €200\n\nA deposit of €50 is due by ");
	expect(mail.text).toMatch(deposit);
});

const deposit = /A deposit of €50 is due by \w+, \d+ \w+ \d{4}, \d\d:\d\d \(Europe\/Berlin, GMT\+[12]\)\./;

it("the place is the artist's shop, also in the mail about a move", async () => {
	for (const page of [booked, managed]) expect(page).toContain("<dd>Mika, Lotus Kreuzberg</dd>");
	expect(mail.text).toContain("With Mika at Lotus Kreuzberg\n");
	await new Visitor().post(`${linkIn(mail)}/move`, { email: form.email, start_at: at("12:00", "2027-03-04") });
	const [, moved] = await mailsTo(service, place.id, form.email);
	expect(moved.text).toContain("Your appointment with Mika at Lotus Kreuzberg has a new time");
});

it("a price on request is named as a price where no label says it, and only there", async () => {
	await patchType(place, { price_type: "QUOTE", price_amount: null });
	const visitor = new Visitor();
	expect((await visitor.get(linkIn(mail))).text).toContain("<dt>Cost</dt><dd>On request</dd>");
	expect((await visitor.get(place.path)).text).toMatch(/<p class="dim">[^<]* · Price on request<\/p>/);
});
