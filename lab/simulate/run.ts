// Simulates a year of many studios, and prints how full their databases get and what they cost: `npm run simulate`.
// docs/scale.md draws the conclusions. Each run prints the same numbers.
import { billOf, dollarsOf, monthOf, usageOf, usageOfDelivery, usageOfMail } from "./costs.ts";
import { bytesAfter, changes, lastingBytes, poll, reads, studiosOf, temporaryBytes, timesOf } from "./studios.ts";
import { daysOfYear, maxDatabaseBytes, yearOf } from "./year.ts";

/** How long a call keeps a database busy, and the share of a day's work in its busiest hour: assumptions. */
const ms = { read: 1, change: 6, delivery: 10 };
const busiestHour = 0.1;
/** A Saturday has so many times the bookings of an average day. */
const saturday = 1.6;

function table(lines: string[][]): string {
	const widths = (lines[0] ?? []).map((_, n) => Math.max(...lines.map((cells) => (cells[n] ?? "").length)));
	return lines.map((cells) => `  ${cells.map((cell, n) => cell.padStart(widths[n] ?? 0)).join("   ")}`).join("\n");
}

const whole = (n: number) => Math.round(n).toLocaleString("en").replaceAll(",", " ");
const gb = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const kb = (bytes: number) => `${(bytes / 1e3).toFixed(1)} KB`;
const onDay = (day: number | null) => (day === null ? "–" : `day ${day}`);
const total = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

const studios = studiosOf(10_000);
const perDay = studios.map((studio) => studio.perDay).sort((a, b) => a - b);
const average = {
	perDay: total(perDay) / studios.length,
	bytes: total(studios.map((studio) => bytesAfter(studio, daysOfYear))) / studios.length,
	nextYear: (total(perDay) / studios.length) * lastingBytes * daysOfYear,
};
const fitting = Math.floor(maxDatabaseBytes / average.bytes);

const { requests, deliveries } = monthOf(studios, 0);
const deliveriesOfAppointment = deliveries / 30 / total(perDay);
const msOfAppointment = timesOf(changes) * ms.change + timesOf(reads) * ms.read + deliveriesOfAppointment * ms.delivery;
const inBusiestHour = saturday * busiestHour;
const busyMs = fitting * average.perDay * inBusiestHour * msOfAppointment;

const years = [4, 8, 16, 32, 64].map((databases) => {
	const { sizes, fullOn, overOn } = yearOf(studios, databases);
	const fullest = Math.max(...sizes);
	const share = `${((100 * fullest) / maxDatabaseBytes).toFixed(0)} %`;
	return [String(databases), gb(fullest), share, gb(total(sizes) / databases), onDay(fullOn), onDay(overOn)];
});

const costs = [
	...[...changes, ...reads, poll].map((work) => [work.name, dollarsOf(usageOf(work))] as const),
	["a delivery", dollarsOf(usageOfDelivery)] as const,
	["a mail", dollarsOf(usageOfMail)] as const,
];

const months = [10, 1000, 10_000, 100_000].map((count) => {
	const some = studiosOf(count);
	const stored = total(some.map((studio) => bytesAfter(studio, daysOfYear * (1 - studio.joins))));
	const databases = Math.ceil(count / fitting);
	const { requests, deliveries, usage } = monthOf(some, databases);
	const bill = billOf(usage, stored / 1e9);
	const dollars = [bill.mails, bill.rowsWritten, bill.storage, bill.logs, bill.rest, bill.together].map(whole);
	return [
		whole(count),
		`${((requests + deliveries) / 1e6).toFixed(2)} million`,
		gb(stored),
		String(databases),
		...dollars,
	];
});

console.log(`10 000 studios sign up over a year
  appointments a day: ${average.perDay.toFixed(1)} on average, ${perDay[5000]?.toFixed(1)} in the median, ${whole(perDay.at(-1) ?? 0)} in the largest
  an appointment leaves ${kb(lastingBytes)} for good, and for 30 days ${kb(temporaryBytes(0))}, or ${kb(temporaryBytes(1))} with an endpoint
  an average studio stores ${mb(average.bytes)} in its first year and ${mb(average.nextYear)} in each further one, so that a database holds ${fitting}
  such a database is busy for ${((100 * busyMs) / 3_600_000).toFixed(1)} % of the busiest hour of a Saturday
  ${whole(requests / 30)} requests and ${whole(deliveries / 30)} deliveries a day, and ${whole((deliveries / 30) * inBusiestHour)} deliveries in that hour

The databases at the end of the year
${table([["databases", "fullest", "of 10 GB", "average", "next needed", "too full"], ...years])}

A million of each, one at a time, in dollars beyond what the plan includes
${table(costs.map(([name, dollars]) => [name, (1e6 * dollars).toFixed(2)]))}

A month at the end of the year, in dollars
${table([["studios", "requests and attempts", "stored", "databases", "mails", "rows written", "storage", "logs", "the rest", "together"], ...months])}
`);
