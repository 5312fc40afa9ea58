import type { Size } from "./sizes.ts";

/** Prices of December 2026, in dollars a month (docs/scale.md). */
const plan = 5;
const included = { gigabytes: 5 };
const prices = { gigabyte: 0.75, scheduledWork: 0.15 };

/** The sizes tell some costs. The last line names the place where the rest stands. */
export function costsOf(accountId: string, sizes: Size[]): string[] {
	const gigabytes = sizes.reduce((sum, { size_bytes }) => sum + size_bytes, 0) / 1e9;
	const storage = Math.max(0, gigabytes - included.gigabytes) * prices.gigabyte;
	const data = sizes.filter(({ id }) => id !== "DB").length;
	return [
		`costs       ${plan.toFixed(2)} dollars a month for Workers Paid`,
		`            ${storage.toFixed(2)} for ${gigabytes.toFixed(2)} GB in D1, of which ${included.gigabytes} are included`,
		`            ${(data * prices.scheduledWork).toFixed(2)} at the most for the scheduled work of ${data} data ${data === 1 ? "database" : "databases"}`,
		"            0.35 for each thousand mails after the first 3000 of a month, usually more than all the rest",
		"            and by use: requests, written rows, messages, GB of logs, pictures (docs/scale.md has the prices):",
		`            https://dash.cloudflare.com/${accountId}/billing`,
	];
}
