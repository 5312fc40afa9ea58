import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A calendar with many events that recur as often as they can. */
const hostile = [
	"BEGIN:VCALENDAR",
	"VERSION:2.0",
	"PRODID:drill",
	...Array.from({ length: 2000 }, (_, n) => [
		"BEGIN:VEVENT",
		`UID:${n}`,
		"DTSTAMP:20200101T000000Z",
		`DTSTART:20200101T${String(n % 24).padStart(2, "0")}0000Z`,
		"DURATION:PT1M",
		`RRULE:FREQ=${["SECONDLY", "MINUTELY", "HOURLY"][n % 3]};BYMONTH=2;BYMONTHDAY=30`,
		"END:VEVENT",
	]).flat(),
	"END:VCALENDAR",
	"",
].join("\r\n");

export async function calendarServer(): Promise<{ url: string; close(): void }> {
	const server = createServer((_, response) => {
		response.writeHead(200, { "Content-Type": "text/calendar" }).end(hostile);
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
