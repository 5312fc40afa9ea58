import type { Language } from "../../platform/lib/languages.ts";

/** How a language writes dates, times, money and numbers. */
export interface Formats {
	/** A day, given as its midnight in UTC: `Tuesday, 3 March 2026`. */
	longDay(midnight: number): string;
	/** A month, given as the midnight of its first day in UTC: `March 2026`. */
	longMonth(midnight: number): string;
	/** The short names of the days, from Monday on. */
	weekdays: readonly string[];
	/** `Tue 3 Mar`. */
	shortDay(instant: number, timeZone: string): string;
	localTime(instant: number, timeZone: string): LocalTime;
	/** An amount in minor units. */
	money(amount: number, currency: string | null | undefined): string;
	percent(share: number): string;
	/** `2 days`, or `5 hours` if they are not whole days. */
	hours(count: number): string;
	/** A time to wait: `30 seconds`, `2 minutes`. */
	wait(seconds: number): string;
	minutes(count: number): string;
}

interface LocalTime {
	day: string;
	time: string;
	/** The offset from UTC, such as `GMT+1`. */
	offset: string;
}

/** The region says in which order a date is written. */
const tags: Record<Language, string> = { en: "en-GB", de: "de-DE", fr: "fr-FR", es: "es-ES", it: "it-IT" };

/** Intl writes `1 mars`, and people write `1er mars`. */
const withOrdinal = (tag: string, day: string): string =>
	tag === tags.fr ? day.replace(/(?<!\S)1(?= \p{L})/u, "1er") : day;

const made = new Map<Language, Formats>();

/** To make a format takes a hundred times as long as to use it, so an isolate makes those of a language once. */
export function formatsOf(language: Language): Formats {
	const formats = made.get(language) ?? makeFormats(tags[language]);
	made.set(language, formats);
	return formats;
}

const aMonday = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;

function makeFormats(tag: string): Formats {
	const ofDay = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { ...parts, timeZone: "UTC" });
	const [longDay, longMonth] = [ofDay(dayParts), ofDay({ month: "long", year: "numeric" })];
	const weekday = ofDay({ weekday: "short" });
	const units = ["day", "hour", "minute", "second"] as const;
	const [inDays, inHours, inMinutes, inSeconds] = units.map((unit) => {
		const format = new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" });
		return (count: number) => format.format(count);
	}) as [Count, Count, Count, Count];
	return {
		longDay: (midnight) => withOrdinal(tag, longDay.format(midnight)),
		longMonth: (midnight) => longMonth.format(midnight),
		// In a table the dot of an abbreviation is one sign too many.
		weekdays: Array.from({ length: 7 }, (_, n) => weekday.format(aMonday + n * dayMs).replace(/\.$/, "")),
		shortDay: (instant, timeZone) =>
			withOrdinal(tag, new Intl.DateTimeFormat(tag, { timeZone, ...shortParts }).format(instant)),
		localTime: (instant, timeZone) => localTime(tag, instant, timeZone),
		money: (amount, currency) => money(tag, amount, currency),
		percent: (share) => new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 }).format(share / 100),
		hours: (count) => (count % 24 === 0 && count >= 48 ? inDays(count / 24) : inHours(count)),
		wait: (seconds) => (seconds < 60 ? inSeconds(seconds) : inMinutes(Math.ceil(seconds / 60))),
		minutes: inMinutes,
	};
}

type Count = (count: number) => string;

const dayParts = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
const shortParts = { weekday: "short", day: "numeric", month: "short" } as const;
const timeParts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "shortOffset" } as const;

function localTime(tag: string, instant: number, timeZone: string): LocalTime {
	const parts = new Intl.DateTimeFormat(tag, { timeZone, ...timeParts }).formatToParts(instant);
	const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
	return {
		day: withOrdinal(tag, new Intl.DateTimeFormat(tag, { timeZone, ...dayParts }).format(instant)),
		time: `${part.hour}:${part.minute}`,
		// Some versions of the locale data have the zero of `GMT+0`, others not.
		offset: `${part.timeZoneName}`.replace(/\+0$/, ""),
	};
}

function money(tag: string, amount: number, currency: string | null | undefined): string {
	if (!currency) return String(amount / 100);
	try {
		const format = new Intl.NumberFormat(tag, { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" });
		const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
		return format.format(amount / 10 ** digits);
	} catch {
		return `${amount / 100} ${currency}`;
	}
}
