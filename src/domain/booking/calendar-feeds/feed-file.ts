import { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import { calendarOf, calendarText } from "../../../platform/lib/calendar-file.ts";
import { minuteMs, secondMs } from "../../../platform/lib/time.ts";
import type { Feed, FeedAppointment, FeedBlock } from "./read-feed.ts";

/** Google Calendar and others refuse a file over 1 MiB. */
const maxBytes = 1_000_000;
/** The bytes of an entry without its texts. */
const entryBytes = 380;
const longestNotes = 1000;

const refreshMs = 5 * minuteMs;

type Entry = Parameters<typeof calendarOf>[1][number];

/** The file of a feed. The entries nearest to the present are in it, up to its bound. */
export function feedFile(feed: Feed, { appointments, blocks }: NonNullable<Feed["entries"]>): string {
	const ofShop = feed.ownerId.startsWith("shp_");
	const entries = [
		...appointments.map((one) => appointmentEntry(feed, one, ofShop)),
		...blocks.map((one) => blockEntry(feed, one, ofShop)),
	];
	return calendarOf(
		{ method: ICalCalendarMethod.PUBLISH, name: nameOf(feed), ttl: refreshMs / secondMs },
		withinBytes(entries),
	);
}

const nameOf = ({ name, studio }: Feed): string =>
	calendarText(name === studio ? name : `${name} · ${studio}`).replaceAll("\n", " ");

function appointmentEntry({ details }: Feed, one: FeedAppointment, ofShop: boolean): Entry {
	const isCancelled = one.status === "CANCELLED";
	const names = [one.firstName, one.lastName].filter((name) => name !== null);
	const client = details === "full" ? names.join(" ") : names.map((name) => `${[...name][0] ?? ""}.`).join(" ");
	const what = [client, one.title ?? one.type, ofShop ? one.artist : null];
	return {
		id: one.id,
		startAt: one.startAt,
		endAt: one.endAt,
		changedAt: one.changedAt,
		sequence: one.sequence,
		status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
		transparency: isCancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
		summary: details === "busy" ? busyWords(ofShop ? one.artist : null) : joined(what) || "Appointment",
		...(details === "full" ? fullDetails(one) : {}),
		...(details === "initials" && one.title && one.type ? { description: calendarText(one.type) } : {}),
	};
}

function fullDetails(one: FeedAppointment): Pick<Entry, "description" | "location"> {
	const notes = calendarText(one.notes ?? "");
	const shortened = notes.length > longestNotes ? `${notes.slice(0, longestNotes)}…`.toWellFormed() : notes;
	const lines = [one.title && one.type ? calendarText(one.type) : "", shortened];
	return { description: lines.filter(Boolean).join("\n"), location: calendarText(one.location ?? "") || null };
}

function blockEntry(
	{ details }: Feed,
	{ id, startAt, endAt, reason, createdAt, artist }: FeedBlock,
	ofShop: boolean,
): Entry {
	const words = details === "full" && reason ? joined([reason, ofShop ? artist : null]) : "";
	return {
		id,
		startAt,
		endAt,
		changedAt: createdAt,
		summary: words || busyWords(ofShop ? artist : null),
		transparency: ICalEventTransparency.OPAQUE,
		busystatus: ICalEventBusyStatus.BUSY,
	};
}

/** In a shop's calendar a busy time tells whose it is. */
const busyWords = (artist: string | null): string => joined(["Busy", artist]);

const joined = (parts: (string | null)[]): string =>
	parts
		.map((part) => calendarText(part ?? ""))
		.filter(Boolean)
		.join(" · ");

function withinBytes(entries: readonly Entry[]): Entry[] {
	const kept: Entry[] = [];
	let bytes = 0;
	for (const entry of entries) {
		bytes += entryBytes + bytesOf(entry.summary) + bytesOf(entry.description) + bytesOf(entry.location);
		if (bytes > maxBytes) break;
		kept.push(entry);
	}
	return kept;
}

const encoder = new TextEncoder();

/** With the backslashes of RFC 5545 and its line breaks after 75 bytes. */
function bytesOf(text: unknown): number {
	if (typeof text !== "string") return 0;
	const bytes = encoder.encode(text).byteLength + (text.match(/[\\;,\n"]/g)?.length ?? 0);
	return Math.ceil(bytes * 1.1);
}
