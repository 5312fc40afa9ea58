import type { Language } from "../../platform/lib/languages.ts";
import { formatsOf } from "./formats.ts";

export interface Times {
	startAt: number;
	endAt: number;
}

/** The word that follows a time of day. */
const afterTime: Partial<Record<Language, string>> = { de: " Uhr" };

/** Times as people read them: "Tuesday, 3 March 2026, 14:00–16:00 (Europe/Berlin, GMT+1)". */
export function localTimes({ startAt, endAt }: Times, timezone: string, language: Language): string {
	const { localTime } = formatsOf(language);
	const [start, end] = [localTime(startAt, timezone), localTime(endAt, timezone)];
	const word = afterTime[language] ?? "";
	// If the clock changes in between, each time needs its own offset.
	const changes = start.offset !== end.offset;
	const [from, to] = [start, end].map(({ time, offset }) => (changes ? `${time}${word} ${offset}` : time));
	const zone = changes ? timezone : `${timezone}, ${start.offset}`;
	const until = changes ? to : `${to}${word}`;
	return start.day === end.day
		? `${start.day}, ${from}–${until} (${zone})`
		: `${start.day}, ${from}${changes ? "" : word} – ${end.day}, ${until} (${zone})`;
}

/** Like `localTimes`, for a time without an end. */
export function localStart(startAt: number, timezone: string, language: Language): string {
	const { day, time, offset } = formatsOf(language).localTime(startAt, timezone);
	return `${day}, ${time}${afterTime[language] ?? ""} (${timezone}, ${offset})`;
}
