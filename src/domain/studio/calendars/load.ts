import type { Span } from "../../../platform/booking-rules/spans.ts";
import type { Caller } from "../../../platform/context.ts";
import { runYielding } from "../../../platform/lib/async/yielding.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import { fetchCalendar, type Validators } from "./fetch.ts";
import { busyTimes } from "./ics/busy-times.ts";
import { UnreadableCalendar } from "./ics/ics-text.ts";

const daysBack = 1;
const daysAhead = 400;

export type Loaded = "unchanged" | ({ busy: Span[] } & Validators) | { error: string };

/** Reads the busy times as well. */
export async function loadCalendar(
	{ now, settings }: Pick<Caller, "now" | "settings">,
	{ icsUrl, timezone, ...known }: { icsUrl: string; timezone: string } & Validators,
): Promise<Loaded> {
	const fetched = await fetchCalendar(icsUrl, known, settings);
	if (fetched === "unchanged" || "error" in fetched) return fetched;
	const { text, ...validators } = fetched;
	// The window covers whole UTC days, so that it and the busy times at its edges stay the same for a day.
	const today = Math.floor(now / dayMs) * dayMs;
	const window = { start: today - daysBack * dayMs, end: today + (daysAhead + 1) * dayMs };
	try {
		return { busy: await runYielding(busyTimes(text, window, timezone)), ...validators };
	} catch (error) {
		if (error instanceof UnreadableCalendar) return { error: error.message };
		throw error;
	}
}
