import { beforeAll, describe, expect, it } from "vitest";
import { wordsIn } from "../../src/domain/languages/words.ts";
import { type Language, languageNames, languages } from "../../src/platform/lib/languages.ts";
import { type Answer, call, newAddress } from "../support/api.ts";
import {
	type BookableStudio,
	bookedLink,
	calendarIn,
	contact,
	mailsTo,
	newBookableStudio,
	Visitor,
	withEventType,
} from "../support/booking-page.ts";
import { MailService } from "../support/mail-service.ts";
import { mailsToClients, type PlaceOfClients, pagesOfClients, placeOfClients } from "../support/pages-of-clients.ts";
import { at, newClient } from "../support/studio.ts";

const service = new MailService();

/** Every text that a person meets on a page, also that of attributes and for the scripts of the page. */
function textsOf(html: string): string[] {
	const page = html.replaceAll(/<script[\s\S]*?<\/script>/g, "");
	const attributes =
		/\b(?:aria-label|title|alt|placeholder|content|data-own-time|data-held|data-held-no-more)="([^"]*)"/g;
	const ofScript = [...page.matchAll(/data-words="([^"]*)"/g)].flatMap(([, json = "{}"]) =>
		Object.values(JSON.parse(decoded(json)) as Record<string, string>),
	);
	const shown = page.replaceAll(/<meta (?!name="description"|property="og:(?:title|description)")[^>]*>/g, "");
	return [...shown.split(/<[^>]*>/), ...[...shown.matchAll(attributes)].map(([, text = ""]) => text), ...ofScript]
		.map((text) => decoded(text).trim())
		.filter(Boolean);
}

const decoded = (text: string): string =>
	text
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");

type Areas = Record<string, Record<string, unknown>>;

const areasOf = (language: Language): Areas => {
	const { language: _, formats: __, ...areas } = wordsIn(language);
	return areas as unknown as Areas;
};

/** The parts of all messages of a language that stay whatever the values are. */
const partsOf = (language: Language): string[] =>
	Object.values(areasOf(language))
		.flatMap((area) => Object.values(area))
		.flatMap((message) => (typeof message === "object" ? Object.values(message as object) : [message]))
		.map((message) => (typeof message === "function" ? String(message("\n", "\n", "\n")) : String(message)))
		.flatMap((text) => text.split(/\n|undefined/))
		.map((part) => part.trim())
		.filter((part) => part.length >= 7);

/** The parts that only the other languages have. */
function foreignTo(language: Language): string[] {
	const own = partsOf(language).join("\n");
	return languages
		.filter((one) => one !== language)
		.flatMap((one) => partsOf(one).filter((part) => !own.includes(part)));
}

const foreignIn = (text: string, foreign: readonly string[]): string[] => foreign.filter((part) => text.includes(part));

describe.each(languages)("in %s", (language) => {
	const foreign = foreignTo(language);
	// The studio speaks another language than its client.
	const ofShop = language === "fr" ? "de" : "fr";
	let place: PlaceOfClients;
	beforeAll(async () => {
		place = await placeOfClients(ofShop);
	});

	it("every page is whole, and has no word of another language", async () => {
		for (const [title, { text, headers }] of await pagesOfClients(service, place, language)) {
			expect(text, title).toContain(`<html lang="${language}" dir="ltr">`);
			expect(headers.get("Content-Language"), title).toBe(language);
			expect(headers.get("Vary"), title).toBe("Accept-Language, Cookie");
			for (const shown of textsOf(text)) expect(foreignIn(shown, foreign), `${title}: ${shown}`).toEqual([]);
			// The texts of the studio say their own language.
			for (const [, attributes] of text.matchAll(
				/<(?:p|h1|h3|span|option)\b([^>]*)>§(?!Ana|x|Mia|Kai|Kim|Lotus|Kreuzberg|Altona)/g,
			))
				expect(attributes, title).toContain(`lang="${ofShop}"`);
		}
	});

	it("every mail greets by the first name, is whole, with its file, and has no word of another language", async () => {
		const mails = await mailsToClients(service, place, language);
		expect([...mails.keys()]).toEqual([
			...["booked", "moved", "reminder", "another artist", "cancelled", "declined"],
			...["booked with a deposit", "deposit reminder", "deposit not paid", "moved with a deposit"],
			"cancelled with a paid deposit",
		]);
		for (const [kind, mail] of mails) {
			const file = mail.attachments ? calendarIn(mail).replaceAll("\r\n ", "") : "";
			for (const part of [mail.subject, mail.text, mail.html, file]) expect(foreignIn(part, foreign), kind).toEqual([]);
			expect(mail.html, kind).toContain(`<div lang="${language}"`);
			expect(mail.text, kind).toContain("2027");
			expect(mail.text.split("\n")[0], kind).toBe(wordsIn(language).mails.hello("§Ana"));
		}
		expect(mails.get("booked").html).toContain(`<span lang="${ofShop}">§Eat §well.</span>`);
	});
});

async function readAll(place: PlaceOfClients, language: Language) {
	const pages = await pagesOfClients(service, place, language);
	return [pages, await mailsToClients(service, place, language)] as const;
}

describe("a text of a page or a mail", () => {
	it("is from the catalogue, or from the studio, or written by Intl", async () => {
		const language = "it";
		const place = await placeOfClients(language);
		const unmark = mark(language);
		const [pages, mails] = await readAll(place, language).finally(unmark);
		const texts = [
			...[...pages].flatMap(([title, { text }]) => textsOf(text).map((shown) => [title, shown] as const)),
			...[...mails].flatMap(([kind, { subject, text, html }]) =>
				[subject, ...text.split("\n"), ...textsOf(html)].map((shown: string) => [kind, shown] as const),
			),
		];
		expect(texts.length).toBeGreaterThan(2000);
		for (const [title, shown] of texts) expect(unmarked(shown), `${title}: ${shown}`).not.toMatch(/\p{L}{2}/u);
	});
});

/** Puts marks around every message of a language until the returned function is called. */
function mark(language: Language): () => void {
	const undo: (() => void)[] = [];
	const marked = (message: unknown): unknown => {
		if (typeof message === "function") return (...values: unknown[]) => `⟦${message(...values)}⟧`;
		if (typeof message === "object" && message !== null)
			return Object.fromEntries(Object.entries(message).map(([key, one]) => [key, marked(one)]));
		return `⟦${message}⟧`;
	};
	for (const area of Object.values(areasOf(language)))
		for (const [key, message] of Object.entries(area)) {
			undo.push(() => (area[key] = message));
			area[key] = marked(message);
		}
	return () => {
		for (const one of undo) one();
	};
}

const { formats } = wordsIn("it");
const ofIntl = new RegExp(
	[
		...Array.from({ length: 12 }, (_, month) => formats.longMonth(Date.UTC(2027, month)).split(" ")[0]),
		...Array.from({ length: 7 }, (_, day) => formats.longDay(Date.UTC(2027, 0, day + 1)).split(" ")[0]),
		...formats.weekdays,
		...Array.from({ length: 12 }, (_, month) => formats.shortDay(Date.UTC(2027, month), "UTC").split(" ")[2]),
		...[
			"Europe/Berlin",
			"GMT",
			"UTC",
			"min",
			"noindex",
			"Google",
			"Outlook",
			"Yahoo",
			...languages.map((one) => languageNames[one].own),
		],
	].join("|"),
	"g",
);

/** A text without what may stand in it: messages, what the studio and the client typed, dates, and addresses. */
function unmarked(text: string): string {
	let rest = text;
	for (let before = ""; before !== rest; ) {
		before = rest;
		rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, "");
	}
	return rest.replaceAll(/§\S+|https:\S+|req_\w+|[\w-]+@\S+/g, "").replaceAll(ofIntl, "");
}

describe("the language of a page", () => {
	let place: BookableStudio;
	beforeAll(async () => {
		place = await newBookableStudio();
		const shop = await call(201, "/v1/shops", { key: place.key, body: { name: "Kreuzberg", language: "es" } });
		const artist = { key: place.key, method: "PATCH", body: { shop_id: shop.body.id } };
		await call(200, `/v1/artists/${place.artistId}`, artist);
	});
	const languageIn = ({ text }: Answer) => /<html lang="(\w+)"/.exec(text)?.[1];
	const visitor = (accept?: string) =>
		new Visitor(newAddress(), accept === undefined ? {} : { "Accept-Language": accept });

	it.each([
		["the address says, before all", "?lang=it", "de", "it"],
		["the browser asks for", "", "de-CH,de;q=0.8,en;q=0.5", "de"],
		["the shop has, if the browser asks for none of ours", "", "nl", "es"],
		["the shop has, if the browser asks for none", "", undefined, "es"],
		["the browser asks for, if the address names none of ours", "?lang=nl", "fr", "fr"],
		["the browser asks for, if the address names it badly", "?lang=", "fr", "fr"],
		["the shop has, whatever is sent", "?lang=en%00&lang=%3Cb%3E", "x".repeat(5000), "es"],
	])("is the one that %s", async (_, query, accept, expected) => {
		for (const path of [`/${place.artistSlug}`, place.path])
			expect(languageIn(await visitor(accept).get(`${path}${query}`))).toBe(expected);
	});

	it("is English where nobody says another one", async () => {
		expect(languageIn(await visitor().get("/nobody-here"))).toBe("en");
		expect(languageIn(await visitor("fr").get("/nobody-here"))).toBe("fr");
		const other = await newBookableStudio();
		expect(languageIn(await visitor().get(other.path))).toBe("en");
	});

	it("that the address named stays for the visit, also on its forms and refusals, until another is chosen", async () => {
		const one = visitor("fr");
		const first = await one.get(`/${place.artistSlug}?lang=de`);
		expect(first.headers.get("Set-Cookie")).toMatch(
			/^__Host-booking_language=de; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
		);
		expect(languageIn(await one.get(place.path))).toBe("de");
		await one.hold(place, at("10:00"));
		expect(languageIn(await one.get(`${place.path}/details`))).toBe("de");
		expect(languageIn(await one.details(place, at("10:00"), {}))).toBe("de");
		expect(languageIn(await one.get("/nobody-here"))).toBe("de");
		await one.get(`${place.path}?lang=it`);
		expect(languageIn(await one.get(place.path))).toBe("it");
	});

	it("is not kept if the address names none of ours", async () => {
		const { headers } = await visitor("fr").get(`${place.path}?lang=nl`);
		expect(headers.get("Set-Cookie")).toBeNull();
	});

	it("can be changed on every page, without script, and the day stays", async () => {
		const { text } = await visitor("fr").get(`${place.path}?day=2027-03-02`);
		for (const language of languages.filter((one) => one !== "fr"))
			expect(text).toContain(
				`<a href="${place.path}?day=2027-03-02&amp;lang=${language}" lang="${language}" hreflang="${language}" rel="alternate">`,
			);
		expect(text).toContain('<span aria-current="true">Français</span>');
		const one = visitor("fr");
		const refused = await one.hold(place, at("10:07", "2027-03-03"));
		expect(refused.text).toContain(`href="${place.path}?day=2027-03-03&amp;lang=de"`);
	});

	it("can be changed in the form, which keeps what was typed and books nothing", async () => {
		const one = visitor("fr");
		await one.hold(place, at("11:00"));
		const { text } = await one.get(`${place.path}/details`);
		expect(text).toContain('<button class="link" type="submit" form="booking" name="lang" value="de" lang="de"');
		// The Enter key presses the first button of the form.
		const [first] = /<button[^>]*form="booking"[^>]*>/.exec(text) ?? [];
		expect(first).toContain('aria-hidden="true"');
		const form = contact({ name: "Ana Lima", phone: "123" });
		const changed = await one.details(place, at("11:00"), { ...form, lang: "de" });
		expect([changed.status, languageIn(changed)]).toEqual([200, "de"]);
		expect(changed.text).toContain('value="Ana Lima"');
		expect(changed.text).toContain('value="123"');
		expect(changed.text).toContain("Deine Angaben");
		expect(changed.text).not.toContain('role="alert"');
		expect(languageIn(await one.get(place.path))).toBe("de");
		expect((await one.details(place, at("11:00"), { ...form, lang: "<b>" })).status).toBe(303);
	});

	it("is told to search engines, which find the page in each language", async () => {
		const url = `https://api.test${place.path}`;
		const links = ({ text }: Answer) =>
			[...text.matchAll(/<link rel="(?:canonical|alternate)"[^>]*>/g)].map(([link]) => link);
		const alternates = [
			`<link rel="alternate" hreflang="x-default" href="${url}"/>`,
			...languages.map((one) => `<link rel="alternate" hreflang="${one}" href="${url}?lang=${one}"/>`),
		];
		expect(links(await visitor("fr").get(place.path))).toEqual([
			`<link rel="canonical" href="${url}"/>`,
			...alternates,
		]);
		expect(links(await visitor("fr").get(`${place.path}?lang=de&day=2027-03-02`))).toEqual([
			`<link rel="canonical" href="${url}?lang=de"/>`,
			...alternates,
		]);
		const hidden = await withEventType(place, { name: "Hidden", visibility: "UNLISTED" });
		expect(links(await visitor("fr").get(hidden.path))).toEqual([]);
	});
});

describe("the language of a client", () => {
	let place: BookableStudio;
	beforeAll(async () => {
		place = await newBookableStudio();
		const shop = await call(201, "/v1/shops", { key: place.key, body: { name: "Kreuzberg", language: "es" } });
		const artist = { key: place.key, method: "PATCH", body: { shop_id: shop.body.id } };
		await call(200, `/v1/artists/${place.artistId}`, artist);
	});
	const clientWith = async (email: string) =>
		(await call(200, `/v1/clients?email=${encodeURIComponent(email)}`, { key: place.key })).body.data[0];
	const subjectsTo = async (email: string) => (await mailsTo(service, place.id, email)).map(({ subject }) => subject);
	const bookIn = async (language: string, start: string, email: string) =>
		await new Visitor(newAddress(), { "Accept-Language": language }).book(place, start, contact({ email }));

	it("is that of the first booking, and later ones do not change it", async () => {
		const email = `${crypto.randomUUID()}@example.com`;
		await bookIn("de", at("09:00"), email);
		expect((await clientWith(email)).language).toBe("de");
		await bookIn("fr", at("11:00"), email);
		expect((await clientWith(email)).language).toBe("de");
		for (const subject of await subjectsTo(email)) expect(subject).toMatch(/^Dein Termin bei .* ist gebucht$/);
	});

	it("is filled in for a client who has none, and kept for one who has", async () => {
		const [none, has] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`];
		await newClient(place.key, { email: none });
		await newClient(place.key, { email: has, language: "it" });
		await bookIn("fr", at("12:00"), none);
		await bookIn("fr", at("13:00"), has);
		expect([(await clientWith(none)).language, (await clientWith(has)).language]).toEqual(["fr", "it"]);
		expect(await subjectsTo(has)).toEqual([expect.stringMatching(/^Il tuo appuntamento presso .* è prenotato$/)]);
	});

	it("is that of a request, too", async () => {
		const asked = await withEventType(place, { name: "Asked", requires_approval: true });
		const email = `${crypto.randomUUID()}@example.com`;
		const visitor = new Visitor(newAddress(), { "Accept-Language": "de" });
		await visitor.details(asked, at("14:00"), contact({ email }));
		expect((await clientWith(email)).language).toBe("de");
	});

	it("is that of the shop in mails where it is not known, and the studio may set it", async () => {
		const email = `${crypto.randomUUID()}@example.com`;
		const link = await bookedLink(
			service,
			place,
			at("15:00"),
			email,
			new Visitor(newAddress(), { "Accept-Language": "fr" }),
		);
		const { id } = await clientWith(email);
		const set = (language: string | null) =>
			call(200, `/v1/clients/${id}`, { key: place.key, method: "PATCH", body: { language } });
		await set(null);
		await new Visitor().post(`${link}/move`, { email, start_at: at("16:00") });
		expect((await subjectsTo(email)).at(-1)).toMatch(/^Tu cita en .* tiene una nueva hora$/);
		await set("it");
		await new Visitor().post(`${link}/cancel`, { email });
		expect((await subjectsTo(email)).at(-1)).toMatch(/^Il tuo appuntamento presso .* è annullato$/);
	});

	it.each(["nl", "DE", "", 5])("is none but ours: %j is refused", async (language) => {
		const body = { email: `${crypto.randomUUID()}@example.com`, first_name: "Ana", language };
		await call(400, "/v1/clients", { key: place.key, body });
		await call(400, "/v1/shops", { key: place.key, body: { name: "Shop", language } });
	});
});
