import type { Language } from "../../src/platform/lib/languages.ts";
import { hourMs } from "../../src/platform/lib/time.ts";
import { type Answer, call, newAddress, send } from "./api.ts";
import {
	type BookableStudio,
	bookedLink,
	linkIn,
	mailsTo,
	newBookableStudio,
	patchType,
	sendWaiting,
	Visitor,
	withEventType,
} from "./booking-page.ts";
import { advance } from "./clock.ts";
import { depositMails, seeDeposits } from "./deposits-of-clients.ts";
import type { MailService } from "./mail-service.ts";
import { scheduledWork } from "./scheduled.ts";
import { at } from "./studio.ts";
import { operate } from "./world.ts";

/** Every word that people of the studio or clients typed begins with this sign, so that a test tells them apart. */
const own = (words: string): string => words.replaceAll(/(?<!\S)(?=\S)/g, "§");

const types = ["text", "textarea", "number", "email", "phone", "date", "checkbox", "file_url", "signature", "picture"];

const fieldsOf = (required: boolean) => [
	...types.map((type) => ({ key: type, label: own(`Question ${type}`), type, required })),
	{ key: "select", label: own("Choice"), type: "select", required, options: [own("red"), own("blue")] },
	{ key: "multi", label: own("Choices"), type: "multi_select", required, options: [own("arm"), own("leg")] },
	{ key: "last_name", label: own("Family"), type: "text", required },
];

const terms = {
	description: own("The description."),
	cancellation_policy: own("The policy."),
	cancellation_window_hours: 48,
	cancellation_fee_type: "PERCENTAGE",
	cancellation_fee_amount: 30,
	deposit_required: true,
	deposit_amount: 5000,
	deposit_due_hours: 72,
	deposit_instructions: own("By bank transfer."),
	deposit_url: "https://pay.example/studio",
	price_type: "FIXED",
	price_amount: 12_050,
	currency: "EUR",
	confirmation_message: own("See you."),
	instructions: own("Eat well."),
	location: own("Back yard"),
	reminder_hours: [24],
	minimum_notice_minutes: 0,
};

export interface PlaceOfClients {
	place: BookableStudio;
	/** With all kinds of questions. */
	asking: BookableStudio;
	/** Clients must be 18, and may choose a placement. */
	aged: BookableStudio;
	/** A request that the studio confirms. */
	confirmed: BookableStudio;
	/** Types with the other forms of prices and deposits. */
	priced: BookableStudio[];
	/** An artist without hours, of whom nothing is listed. */
	closed: BookableStudio;
	/** The name of each client in the mails. */
	name: string;
}

/** A studio with one of everything that booking pages show. Its shop speaks the language. */
export async function placeOfClients(language: Language): Promise<PlaceOfClients> {
	const place = await newBookableStudio({ type: { name: own("Small fern"), ...terms } });
	const { key } = place;
	const contacts = { email: "shop@example.com", phone: "+49 30 1" };
	const shop = await call(201, "/v1/shops", { key, body: { name: own("Kreuzberg"), language, ...contacts } });
	const artist = { name: own("Mia"), bio: own("I draw."), shop_id: shop.body.id };
	await call(200, `/v1/artists/${place.artistId}`, { key, method: "PATCH", body: artist });
	await operate(200, `/admin/tenants/${place.id}`, { method: "PATCH", body: { name: own("Lotus") } });
	const formWith = async (required: boolean, kind: string) => {
		const body = { name: own(kind), description: own("Please."), kind, fields: fieldsOf(required), links_client: true };
		return (await call(201, "/v1/forms", { key, body })).body.id;
	};
	const asking = await withEventType(place, {
		name: own("Asks"),
		intake_form_id: await formWith(true, "INTAKE"),
		consent_form_id: await formWith(false, "CONSENT"),
	});
	const aged = await withEventType(place, {
		name: own("Piercing"),
		min_age: 18,
		allowed_placements: [own("ear lobe"), own("nostril")],
	});
	const confirmed = await withEventType(place, {
		name: own("Cover up"),
		requires_approval: true,
		deposit_required: true,
		deposit_due_hours: 48,
	});
	const priced = [
		await withEventType(place, { name: own("Hourly"), price_type: "HOURLY", price_amount: 9000, currency: "EUR" }),
		await withEventType(place, { name: own("From"), price_type: "FROM", price_from: 9000, currency: "EUR" }),
		await withEventType(place, {
			name: own("Range"),
			price_type: "QUOTE",
			price_from: 9000,
			price_to: 20_000,
			currency: "EUR",
			deposit_required: true,
			deposit_type: "PERCENTAGE",
			deposit_amount: 20,
			cancellation_fee_type: "FIXED",
			cancellation_fee_amount: 3000,
		}),
		await withEventType(place, { name: own("Talk"), price_type: "FREE", deposit_required: true }),
		await withEventType(place, {
			name: own("Late"),
			cancellation_fee_amount: 3000,
			currency: "EUR",
			deposit_required: true,
			deposit_due_hours: 24,
			deposit_unpaid: "CANCEL",
			requires_approval: true,
		}),
	];
	const closed = await newBookableStudio({ type: { name: own("Closed"), visibility: "UNLISTED" } });
	await operate(200, `/admin/artists/${closed.artistId}/working_hours`, { method: "PUT", body: { hours: [] } });
	const closedShop = await call(201, "/v1/shops", { key: closed.key, body: { name: own("Altona"), language } });
	const closedArtist = { name: own("Kai"), shop_id: closedShop.body.id };
	await call(200, `/v1/artists/${closed.artistId}`, { key: closed.key, method: "PATCH", body: closedArtist });
	return { place, asking, aged, confirmed, priced, closed, name: own("Ana Lima") };
}

/** Opens every page that a client can meet, in every state. Returns the answers by the names of the pages. */
export async function pagesOfClients(
	service: MailService,
	{ place, asking, aged, confirmed, priced, closed, name }: PlaceOfClients,
	language: Language,
): Promise<Map<string, Answer>> {
	const pages = new Map<string, Answer>();
	const newVisitor = (address?: string) => new Visitor(address ?? newAddress(), { "Accept-Language": language });
	const visitor = newVisitor();
	const see = async (title: string, status: number, answer: Promise<Answer>) => {
		const seen = await answer;
		if (seen.status !== status) throw new Error(`${title}: ${seen.status} ${seen.text}`);
		pages.set(title, seen);
		return seen;
	};
	const contact = { name, email: `${crypto.randomUUID()}@example.com` };
	const { path } = place;
	const details = (who: Visitor, of: BookableStudio, start: string, form: Record<string, string> = {}) =>
		who.details(of, start, { ...contact, ...form });
	await see("the artist", 200, visitor.get(`/${place.artistSlug}`));
	await see("an artist of whom nothing is listed", 200, visitor.get(`/${closed.artistSlug}`));
	await see("the month", 200, visitor.get(path));
	await see("a day", 200, visitor.get(`${path}?day=2027-03-02`));
	await see("a full day", 200, visitor.get(`${path}?day=2027-03-31&month=2027-03`));
	await see("a month with nothing free", 200, visitor.get(`${closed.path}?month=2027-03`));
	await see("a day with nothing free", 200, visitor.get(`${closed.path}?day=2027-03-02`));
	for (const [n, one] of priced.entries()) await see(`price ${n}`, 200, visitor.get(one.path));
	await see("nothing at all", 404, visitor.get("/nobody-here"));

	await see("not held", 200, visitor.get(`${path}/details?start_at=${at("16:00")}`));
	await visitor.hold(place, at("10:00"));
	await see("held", 200, visitor.get(`${path}/details`));
	await see("taken", 409, newVisitor().hold(place, at("10:00")));
	await see("no time of the page", 409, newVisitor().hold(place, at("10:07")));
	await see("past", 409, newVisitor().hold(place, at("10:00", "2020-03-02")));
	await see("taken, with the form", 409, details(newVisitor(), place, at("10:00")));
	await see("other times", 200, details(visitor, place, at("10:00"), { other_time: "yes" }));
	await see("a program", 429, details(visitor, place, at("10:00"), { website: "x" }));
	await see("nothing filled in", 422, visitor.details(place, at("10:00"), {}));
	const long = { name: `§${"x".repeat(300)}`, email: "§", phone: "1".repeat(60) };
	await see("too long", 422, visitor.details(place, at("10:00"), long));
	await see("no answers", 422, details(newVisitor(), asking, at("12:00")));
	const wrong = Object.fromEntries(
		[...types, "select", "multi"].map((key) => [`intake.${key}`, `§${"x".repeat(600)}`]),
	);
	const wronger = { "intake.textarea": "1".repeat(10_001), "intake.signature": "1".repeat(10_001) };
	await see("wrong answers", 422, details(newVisitor(), asking, at("12:00"), { ...wrong, ...wronger }));
	await see("questions", 200, newVisitor().get(`${asking.path}/details?start_at=${at("12:00")}`));
	await see("conditions", 200, newVisitor().get(`${aged.path}/details?start_at=${at("12:00")}`));
	await see("no date of birth", 422, details(newVisitor(), aged, at("12:00"), { placement: "§x" }));
	await see("too young", 422, details(newVisitor(), aged, at("12:00"), { date_of_birth: "2020-01-01" }));
	await see("another site", 403, visitor.post(`${path}/hold`, {}, { Origin: "https://other.example" }));
	await see("unreadable", 400, visitor.post(`${path}/hold`, {}, { "Content-Type": "text/plain" }));

	const booked = await details(visitor, place, at("10:00"));
	await see("booked", 200, visitor.get(booked.headers.get("Location") ?? ""));
	const asked = await details(newVisitor(), confirmed, at("14:00"));
	await see("requested", 200, visitor.get(asked.headers.get("Location") ?? ""));

	const placed = { date_of_birth: "1990-05-17", placement: own("nostril") };
	const pierced = newVisitor();
	const answer = await details(pierced, aged, at("16:00", "2027-03-10"), placed);
	await see("booked with a placement", 200, pierced.get(answer.headers.get("Location") ?? ""));

	const [confirmation] = await mailsTo(service, place.id, contact.email);
	const link = linkIn(confirmation);
	const { email } = contact;
	await see("managed", 200, visitor.get(link));
	await see("to move", 200, visitor.get(`${link}/move`));
	await see("a day to move to", 200, visitor.get(`${link}/move?day=2027-03-04`));
	await see("a day to move to with nothing free", 200, visitor.get(`${link}/move?day=2027-02-01&month=2027-03`));
	await see("moved to a past time", 409, visitor.post(`${link}/move`, { email, start_at: at("10:00", "2020-01-01") }));
	await see("moved with a wrong email", 422, visitor.post(`${link}/move`, { email: "§", start_at: at("12:00") }));
	const moved = await visitor.post(`${link}/move`, { email, start_at: at("12:00", "2027-03-04") });
	await see("moved", 200, visitor.get(moved.headers.get("Location") ?? ""));
	await patchType(place, { max_reschedules: 1 });
	await see("moved often", 200, visitor.get(link));
	await patchType(place, { max_reschedules: 0 });
	await see("not to be moved", 200, visitor.get(link));
	await patchType(place, { max_reschedules: null, cancellation_window_hours: 80_000 });
	await see("too late to cancel", 200, visitor.get(link));
	await patchType(place, { reschedule_window_hours: 80_000 });
	await see("too late for both", 200, visitor.get(link));
	await patchType(place, { cancellation_window_hours: 48 });
	await see("too late to move", 200, visitor.get(link));
	await patchType(place, { reschedule_window_hours: 0 });
	await see("to cancel", 200, visitor.get(`${link}/cancel`));
	for (let n = 0; n < 4; n++) await visitor.post(`${link}/cancel`, { email: "§" });
	await see("too many wrong emails", 429, visitor.post(`${link}/cancel`, { email: "§" }));
	await advance(16 * 60);
	await see("cancelled", 200, visitor.post(`${link}/cancel`, { email }));
	await see("a link that has ended", 410, visitor.get(link));
	await see("a link that never was", 410, visitor.get(`${link.slice(0, -3)}xxx`));
	await seeDeposits({ service, place, name, newVisitor }, see);
	await see("too many requests", 429, manyRequests(path, language));
	return pages;
}

/** Asks for a page until its network has asked too often. */
async function manyRequests(path: string, language: Language): Promise<Answer> {
	const from = newAddress();
	for (let n = 0; n < 400; n++) {
		const answer = await send(path, { from, headers: { Accept: "text/html", "Accept-Language": language } });
		if (answer.status === 429) return answer;
	}
	throw new Error("no limit");
}

/** Makes every mail to a client leave, and returns them by their kind. */
export async function mailsToClients(
	service: MailService,
	{ place, confirmed, name }: PlaceOfClients,
	language: Language,
	// biome-ignore lint/suspicious/noExplicitAny: as the platform takes them
): Promise<Map<string, any>> {
	const visitor = new Visitor(newAddress(), { "Accept-Language": language });
	const email = `${crypto.randomUUID()}@example.com`;
	const last = async () => (await mailsTo(service, place.id, email)).at(-1);
	const mails = new Map<string, unknown>();
	const link = await bookedLink(service, place, at("10:00", "2027-04-06"), email, visitor, name);
	mails.set("booked", await last());
	await visitor.post(`${link}/move`, { email, start_at: at("12:00", "2027-04-08") });
	mails.set("moved", await last());
	mails.set("reminder", await reminderOf(service, place, email));
	const [appointment] = (await call(200, "/v1/appointments?status=SCHEDULED", { key: place.key })).body.data;
	const other = await call(201, "/v1/artists", { key: place.key, body: { name: "§Kim" } });
	const body = { artist_id: other.body.id, event_type_id: null };
	await call(200, `/v1/appointments/${appointment.id}`, { key: place.key, method: "PATCH", body });
	mails.set("another artist", await last());
	await visitor.post(`${link}/cancel`, { email });
	mails.set("cancelled", await last());
	await visitor.details(confirmed, at("14:00", "2027-04-09"), { name, email });
	const [lead] = (await call(200, "/v1/leads?limit=1", { key: place.key })).body.data;
	await call(200, `/v1/leads/${lead.id}/decline`, { key: place.key, method: "POST", body: {} });
	await sendWaiting(place.id);
	mails.set("declined", await last());
	const newVisitor = () => new Visitor(newAddress(), { "Accept-Language": language });
	return new Map([...mails, ...(await depositMails({ service, place, name, newVisitor }))]);
}

/** The reminder of the only appointment, which is months ahead: the event type now reminds of it within the hour. */
async function reminderOf(service: MailService, place: BookableStudio, email: string) {
	const [appointment] = (await call(200, "/v1/appointments?status=SCHEDULED&limit=1", { key: place.key })).body.data;
	const hours = Math.floor((Date.parse(appointment.start_at) - Date.parse(await advance(0))) / hourMs);
	await patchType(place, { reminder_hours: [hours] });
	await advance(3600);
	await scheduledWork();
	return (await mailsTo(service, place.id, email)).at(-1);
}
