import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const calendarOf = (entries: string[][]): string =>
	["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:drill", ...entries.flat(), "END:VCALENDAR", ""].join("\r\n");

const entry = (n: number, ...lines: string[]): string[] => [
	"BEGIN:VEVENT",
	`UID:${n}`,
	"DTSTAMP:20200101T000000Z",
	`DTSTART:20200101T${String(n % 24).padStart(2, "0")}0000Z`,
	"DURATION:PT1M",
	...lines,
	"END:VEVENT",
];

const entries = (count: number, ruleOf: (n: number) => string): string[][] =>
	Array.from({ length: count }, (_, n) => entry(n, `RRULE:${ruleOf(n)}`));

/** Files that are expensive to read, each in another way, within the limits for a calendar. */
const hostile = [
	// Many entries, each with a rule that finds nothing.
	calendarOf(entries(2000, (n) => `FREQ=${["SECONDLY", "MINUTELY", "HOURLY"][n % 3]};BYMONTH=2;BYMONTHDAY=30;COUNT=1`)),
	calendarOf(entries(2000, () => "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30")),
	// The largest number of times.
	calendarOf(entries(2000, () => "FREQ=HOURLY")),
	// One entry with the largest number of excluded dates that fits into a file.
	calendarOf([
		entry(0, "RRULE:FREQ=DAILY", ...Array(60).fill(`EXDATE:${"20260101T000000Z,".repeat(950)}20260101T000000Z`)),
	]),
];

export async function calendarServer(): Promise<{ url: string; close(): void }> {
	let sent = 0;
	const server = createServer((_, response) => {
		response.writeHead(200, { "Content-Type": "text/calendar" }).end(hostile[sent++ % hostile.length]);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hostile.ics`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
