import { alone, dollarsOf, inStream, usageOf, usageOfDelivery } from "./costs.ts";
import type { Row, Simulation } from "./simulation.ts";
import { perAppointment, poll } from "./work.ts";

const limits = { gatePerSecond: 1000, messagesPerSecond: 5000 };

const gb = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
const percent = (share: number, digits = 0) => `${(100 * share).toFixed(digits)} %`;
const whole = (n: number) => Math.round(n).toLocaleString("en").replaceAll(",", " ");
const onDay = (day: number | null) => (day === null ? "–" : `day ${day}`);

const shown = 20;
const shortened = (days: number[]): string =>
	days.length === 0
		? "–"
		: days.slice(0, shown).join(", ") + (days.length > shown ? ` and ${days.length - shown} more` : "");

/** A table: each column is as wide as its widest cell. */
function table(lines: string[][]): string {
	const widths = (lines[0] ?? []).map((_, n) => Math.max(...lines.map((cells) => (cells[n] ?? "").length)));
	return lines.map((cells) => cells.map((cell, n) => cell.padStart(widths[n] ?? 0)).join("   ")).join("\n");
}

const head = [
	"databases",
	"fullest",
	"of 10 GB",
	"next needed",
	"too full",
	"moves to even",
	"calls/s",
	"busiest minute",
	"longest wait",
];

const cells = (row: Row): string[] => [
	String(row.databases),
	gb(row.fullestBytes),
	percent(row.fullestShare),
	onDay(row.fullOn),
	onDay(row.overOn),
	String(row.movesToEven),
	whole(row.callsPerSecond),
	percent(row.busiestMinute, 1),
	`${Math.round(row.longestWaitMs)} ms`,
];

/** The results as text for people. */
export function report({ options, rows, growing, day, bill, storedBytes, requestsPerMonth }: Simulation): string {
	const { tenants, days, seed, service } = options;
	const { control } = day;
	const dearest = Object.entries(bill.lines).sort(([, a], [, b]) => b - a);
	return `${whole(tenants)} studios, ${days} days, seed ${seed}. They store ${gb(storedBytes)} at the end.
A read keeps a database busy for ${service.readMs} ms, a commit for ${service.commitMs} ms.

With a fixed number of databases: how full they are at the end, and the busiest second and minute of their busiest day
${table([head, ...rows.map(cells)])}

From one database on, with one added whenever it is needed
  ${growing.databases} databases at the end, the fullest ${percent(growing.fullestShare)} full, added on the days ${shortened(growing.addedOn)}
  ${whole(growing.moves)} moves, ${gb(growing.movedBytes)} moved

The busiest day, a Saturday on which one studio in a thousand has a hundred times its bookings
  ${whole(day.sent)} requests, ${percent(day.refused / day.sent, 2)} refused (${day.studiosRefused} studios; ${percent(day.refusedOnFlash / Math.max(1, day.refused))} of it on a flash day)
  ${day.busiestGate} requests a second at the busiest gate, of about ${limits.gatePerSecond}
  ${whole(day.deliveries)} deliveries, ${whole(day.attempts)} attempts, ${day.messagesPerSecond} messages in the busiest second, of ${limits.messagesPerSecond}
  the objects of a studio write ${(day.gateRows / day.admitted).toFixed(1)} rows for each request
  a platform with 30 % of the endpoints is down for an hour: ${whole(day.waiting)} deliveries wait at most, ${whole(day.waitingLater)} a quarter of an hour after it is back

The control database on that day
  ${whole(control.lookUpsPerSecond)} look-ups of credentials in the busiest second; a call waits for ${whole(control.longestWaitMs)} ms at most
  if no location kept any: ${whole(control.lookUpsWithoutLocations)} look-ups and ${whole(control.longestWaitWithoutLocationsMs)} ms
  ${whole(control.tokensPerSecond)} access tokens issued in the busiest second, with which a call waits for ${whole(control.longestWaitWithTokensMs)} ms at most
  ${percent(control.busiestMinute, 1)} busy in its busiest minute, ${Math.round(control.sizeBytes / 1e6)} MB of studios, people, keys and grants

A month of ${whole(requestsPerMonth)} requests and attempts: ${whole(bill.dollars)} dollars
  ${dearest.map(([name, dollars]) => `${name} ${dollars.toFixed(dollars < 10 ? 2 : 0)}`).join(", ")}

A million of each costs, in dollars, beyond what the plan includes
${costs()}
`;
}

function costs(): string {
	const line = (name: string, ...dollars: number[]) =>
		`  ${name.padEnd(28)}${dollars.map((one) => (1e6 * one).toFixed(2).padStart(12)).join("")}`;
	const works = [...perAppointment.map(([work]) => work), poll];
	return [
		`  ${" ".repeat(28)}${["alone", "in a stream"].map((word) => word.padStart(12)).join("")}`,
		...works.map((work) => line(work.operation, ...[alone, inStream].map((gate) => dollarsOf(usageOf(work, gate))))),
		line("a delivery with one attempt", dollarsOf(usageOfDelivery)),
	].join("\n");
}
