// Prints what the appointments of a studio brought, by artist and month, as CSV:
//
//   TATTOO_STUDIO_API_KEY=… TATTOO_STUDIO_BASE_URL=… node report.ts 2016-01-01 2026-01-01 > report.csv
//
// - It holds one page, which is 4 MiB at most, and one sum for each artist, month and currency. A million appointments
//   need no more memory than a thousand.
// - A million appointments are 10 000 requests. The client waits whenever a limit asks for it: with 500 requests a minute
//   the report takes 20 minutes. After a crash the next run goes on behind the last page that was stored.
// - The order is that of the starts, and what lies in the past is moved no more. Each appointment comes once.
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { type Appointment, TattooStudio } from "tattoo-studio";

export interface Sum {
	appointments: number;
	noShows: number;
	/** In minor units, such as cents. */
	amount: number;
}

/** The sums so far by `artist,month,currency`, and the place in the list that they reach. It is null at the end. */
export interface Progress {
	cursor: string | null;
	sums: Record<string, Sum>;
}

/** Stores the progress. `load` gives what `save` got last. */
export interface Store {
	load(): Promise<Progress | undefined>;
	save(progress: Progress): Promise<void>;
}

export async function report(studio: TattooStudio, start_from: Date, start_to: Date, store: Store): Promise<Progress> {
	const progress = (await store.load()) ?? { cursor: "", sums: {} };
	if (progress.cursor === null) return progress;
	const { cursor } = progress;
	const list = studio.appointments.list({ start_from, start_to, sort: "start_at", limit: 100, cursor });
	for await (const { data } of list.pages()) {
		for (const appointment of data) add(progress.sums, appointment);
		progress.cursor = list.cursor;
		await store.save(progress);
	}
	return progress;
}

function add(sums: Progress["sums"], { artist_id, start_at, timezone, currency, status, price_amount }: Appointment) {
	if (status === "CANCELLED") return;
	const key = `${artist_id},${monthOf(start_at, timezone)},${currency ?? ""}`;
	sums[key] ??= { appointments: 0, noShows: 0, amount: 0 };
	const sum = sums[key];
	sum.appointments++;
	if (status === "NO_SHOW") sum.noShows++;
	else sum.amount += price_amount ?? 0;
}

/** Making a format takes far longer than using it, so each zone gets one. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The month where the artist is, such as `2026-03`. */
function monthOf(time: string, timeZone: string): string {
	const format =
		formats.get(timeZone) ?? new Intl.DateTimeFormat("sv", { timeZone, year: "numeric", month: "2-digit" });
	formats.set(timeZone, format);
	return format.format(new Date(time));
}

/** The lines of the report, with the names of the artists. */
export async function* csv(studio: TattooStudio, sums: Progress["sums"]): AsyncGenerator<string> {
	const names = new Map<string, string>();
	for await (const { id, name } of studio.artists.list({ limit: 100 })) names.set(id, name);
	yield "artist,month,currency,appointments,no_shows,amount\n";
	for (const key of Object.keys(sums).sort()) {
		const [artist = "", month, currency] = key.split(",");
		const { appointments, noShows, amount } = sums[key] as Sum;
		yield `${quoted(names.get(artist) ?? artist)},${month},${currency},${appointments},${noShows},${amount}\n`;
	}
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A file is replaced as a whole, so that a crash leaves the old one or the new one. */
const inFile = (path: string): Store => ({
	load: () => readFile(path, "utf8").then(JSON.parse, () => undefined),
	async save(progress) {
		await writeFile(`${path}.new`, JSON.stringify(progress));
		await rename(`${path}.new`, path);
	},
});

if (import.meta.main) {
	const [from = "2000-01-01", to = new Date().toISOString().slice(0, 10)] = process.argv.slice(2);
	const studio = new TattooStudio();
	const path = `report-${from}-${to}.json`;
	const { sums } = await report(studio, new Date(from), new Date(to), inFile(path));
	for await (const line of csv(studio, sums)) process.stdout.write(line);
	await rm(path);
}
