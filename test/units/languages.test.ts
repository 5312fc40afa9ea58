import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localTimes } from "../../src/domain/languages/local-times.ts";
import { type Words, wordsIn } from "../../src/domain/languages/words.ts";
import { languages, requestedLanguage } from "../../src/platform/lib/languages.ts";

const { language: _, formats: __, ...areas } = wordsIn("en");
const messages = Object.entries(areas).flatMap(([area, texts]) =>
	Object.keys(texts).map((key) => [area, key] as const),
);

const root = join(import.meta.dirname, "../../src");

/** The code outside the catalogue. */
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
	.filter((path) => /\.tsx?$/.test(path) && !path.startsWith("domain/languages/"))
	.map((path) => readFileSync(join(root, path), "utf8"))
	.join("\n");

/** The text of a message, whatever values it takes. */
const textOf = (words: Words, area: string, key: string): string => {
	const message = (words as unknown as Record<string, Record<string, unknown>>)[area]?.[key];
	const values = ["time", "B", "C"];
	if (typeof message === "function") return String(message(...values));
	if (typeof message === "object")
		return Object.values(message as object)
			.map((one) => one(...values))
			.join("\n");
	return String(message);
};

/** The same in two languages. */
const shared = new Set([
	"form.optional",
	"form.signature",
	"form.name",
	"form.email",
	"form.pictureNumber",
	"appointment.artist",
	"mails.withArtist",
	"refusals.quoted",
]);

describe("the catalogue", () => {
	it.each(messages)("%s.%s is used", (area, key) => {
		expect(sources).toMatch(new RegExp(`\\b${area}\\.${key}\\b`));
	});

	it.each(languages.filter((language) => language !== "en"))("has no English left in %s", (language) => {
		const [own, english] = [wordsIn(language), wordsIn("en")];
		const same = messages.filter(([area, key]) => textOf(own, area, key) === textOf(english, area, key));
		expect(same.map((path) => path.join(".")).filter((path) => !shared.has(path))).toEqual([]);
	});

	it.each(languages)("is well set in %s: no double spaces, straight apostrophes or English quotes", (language) => {
		for (const [area, key] of messages) {
			const text = textOf(wordsIn(language), area, key);
			expect(text, `${area}.${key}`).not.toMatch(/ {2}|^\s|\s$|\w'\w|\.\./);
			if (language !== "en") expect(text, `${area}.${key}`).not.toMatch(/”/);
			if (language === "fr") expect(text, `${area}.${key}`).not.toMatch(/ [:;?!»]|« /);
		}
	});

	it.each([
		["de", /(?<!\p{L})(Sie|Ihr|Ihre[mnrs]?|Ihnen)(?!\p{L})/u],
		["fr", /(?<!\p{L})([Tt]u|[Tt]on|[Tt]es|[Tt]oi)(?!\p{L})/u],
		["es", /\b([Uu]sted|[Uu]stedes)\b/],
		["it", /\b(Lei|Suo|Sua|Suoi|voi|vostro)\b/],
	] as const)("addresses everybody in one way in %s", (language, other) => {
		for (const [area, key] of messages)
			expect(textOf(wordsIn(language), area, key), `${area}.${key}`).not.toMatch(other);
	});
});

it("French elides “de” before a name that begins with a vowel", () => {
	const { form, page } = wordsIn("fr");
	expect([form.backTo("Ana"), form.backTo("Mia"), page.picturesOf("Élodie"), page.pictureOf(2, "Zoé")]).toEqual([
		"Retour à la page d’Ana",
		"Retour à la page de Mia",
		"Photos d’Élodie",
		"Photo 2 de Zoé",
	]);
});

describe("dates, times and money", () => {
	const times = { startAt: Date.UTC(2026, 2, 3, 13), endAt: Date.UTC(2026, 2, 3, 15) };
	it.each([
		["en", "Tuesday, 3 March 2026, 14:00–16:00 (Europe/Berlin, GMT+1)"],
		["de", "Dienstag, 3. März 2026, 14:00–16:00 Uhr (Europe/Berlin, GMT+1)"],
		["fr", "mardi 3 mars 2026, 14:00–16:00 (Europe/Berlin, UTC+1)"],
		["es", "martes, 3 de marzo de 2026, 14:00–16:00 (Europe/Berlin, GMT+1)"],
		["it", "martedì 3 marzo 2026, 14:00–16:00 (Europe/Berlin, GMT+1)"],
	] as const)("of an appointment are written as people write them: %s", (language, text) => {
		expect(localTimes(times, "Europe/Berlin", language)).toBe(text);
	});

	it("of the first of a month have its ordinal in French, and no other day has", () => {
		const { longDay, shortDay } = wordsIn("fr").formats;
		expect(longDay(Date.UTC(2026, 2, 1))).toBe("dimanche 1er mars 2026");
		expect(longDay(Date.UTC(2026, 2, 21))).toBe("samedi 21 mars 2026");
		expect(shortDay(Date.UTC(2026, 2, 1), "UTC")).toBe("dim. 1er mars");
	});

	it("say of two times with different offsets which is which", () => {
		const night = { startAt: Date.UTC(2026, 9, 25, 0, 30), endAt: Date.UTC(2026, 9, 25, 1, 30) };
		expect(localTimes(night, "Europe/Berlin", "de")).toBe(
			"Sonntag, 25. Oktober 2026, 02:30 Uhr GMT+2–02:30 Uhr GMT+1 (Europe/Berlin)",
		);
	});

	it.each([
		["en", "€1,234.50", "2 days", "1 hour", "3 minutes", "Mon"],
		["de", "1.234,50\u00a0€", "2 Tage", "1 Stunde", "3 Minuten", "Mo"],
		["fr", "1\u202f234,50\u00a0€", "2\u00a0jours", "1\u00a0heure", "3 minutes", "lun"],
		["es", "1234,50\u00a0€", "2 días", "1 hora", "3 minutos", "lun"],
		["it", "1234,50\u00a0€", "2 giorni", "1 ora", "3 minuti", "lun"],
	] as const)("have the forms of %s", (language, price, days, hour, wait, monday) => {
		const { formats } = wordsIn(language);
		expect([
			formats.money(123_450, "EUR"),
			formats.hours(48),
			formats.hours(1),
			formats.wait(121),
			formats.weekdays[0],
		]).toEqual([price, days, hour, wait, monday]);
	});

	it("count whole amounts without cents, and currencies without minor units as they are", () => {
		const { money } = wordsIn("de").formats;
		expect([money(12_000, "EUR"), money(9000, "JPY"), money(100, null), money(100, "no")]).toEqual([
			"120\u00a0€",
			"9.000\u00a0¥",
			"1",
			"1 no",
		]);
	});
});

describe("the language that a browser asks for", () => {
	it.each([
		["de", "de"],
		["de-AT,de;q=0.9,en;q=0.8", "de"],
		["nl,fr;q=0.5,it;q=0.7", "it"],
		["fr;q=0.5, es;q=0.5", "fr"],
		["FR-ca", "fr"],
		["de;q=0, en;q=0.1", "en"],
		["de ; q=0.2 , it ; q=0.3", "it"],
	])("of %j is %s", (header, language) => {
		expect(requestedLanguage(header)).toBe(language);
	});

	it.each([undefined, "", "*", "nl-NL,nl;q=0.9", "de;q=0", "de;q=x", "-", ",;,;q=", "deutsch"])(
		"of %j is none of ours",
		(header) => {
			expect(requestedLanguage(header)).toBeUndefined();
		},
	);

	it("is looked for at the beginning of a header alone, however long it is", () => {
		expect(requestedLanguage(`${"x,".repeat(100_000)}de`)).toBeUndefined();
	});
});
