import { csvLine } from "../../../platform/lib/text/csv.ts";

/** A file has at most this many rows. */
export const maxInFile = 50_000;

interface CsvPage {
	rows: string[][];
	/** The position after which the next page begins; absent after the last one. */
	after?: string | undefined;
}

/**
 * The file is read in parts while it is sent. If a read fails, the download fails, so that nobody takes an incomplete
 * file for a complete one.
 */
export function csvStream(
	columns: readonly string[],
	perRead: number,
	readPage: (after: string | undefined, take: number) => Promise<CsvPage>,
): ReadableStream<Uint8Array> {
	const utf8 = new TextEncoder();
	let after: string | undefined;
	let written = 0;
	return new ReadableStream({
		start(controller) {
			// Excel needs the byte order mark to read the file as UTF-8.
			controller.enqueue(utf8.encode(`\ufeff${csvLine(columns)}`));
		},
		async pull(controller) {
			do {
				const page = await readPage(after, Math.min(perRead, maxInFile - written));
				written += page.rows.length;
				after = written < maxInFile ? page.after : undefined;
				if (page.rows.length > 0) {
					controller.enqueue(utf8.encode(page.rows.map(csvLine).join("")));
					break;
				}
			} while (after !== undefined);
			if (after === undefined) controller.close();
		},
	});
}

export const csvHeaders = (name: string): Record<string, string> => ({
	"Content-Type": "text/csv; charset=utf-8",
	"Content-Disposition": `attachment; filename="${name}.csv"`,
});
