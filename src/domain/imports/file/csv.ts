import { parse } from "csv-parse/stream";

/** A row whose cells can be read, or the reason why they cannot. */
export type ReadRow = { cells: string[] } | { fault: string };

const delimiters = [",", ";", "\t", "|"];

/** A row of a client has far fewer characters. */
export const maxRowChars = 96 * 1024;

export const tooLong = `is longer than ${maxRowChars / 1024} KiB`;

/** After so many characters other requests have their turn. */
const charsPerTurn = 256 * 1024;

/**
 * Calls `onRow` for each row of a CSV file, the header first. Reads any of the usual delimiters and line ends, and quotes
 * in the middle of a cell. Empty rows do not count.
 */
export async function readCsv(pieces: Iterable<string>, onRow: (row: ReadRow) => void): Promise<void> {
	const { start, rest } = firstLine(pieces);
	const { delimiter, text } = delimiterOf(start);
	const thrown: unknown[] = [];
	const tell = (row: ReadRow) => {
		if (thrown.length > 0) return;
		try {
			onRow(row);
		} catch (error) {
			thrown.push(error);
		}
	};
	const { writable } = parse({
		delimiter,
		record_delimiter: ["\r\n", "\n", "\r"],
		relax_column_count: true,
		relax_quotes: true,
		skip_empty_lines: true,
		skip_records_with_empty_values: true,
		// A row with a fault is told, and the parser goes on with the next one.
		skip_records_with_error: true,
		on_skip: (error) => {
			tell({ fault: words[error?.code ?? ""] ?? "is no row of CSV" });
			return undefined;
		},
		// Nothing is kept in the stream.
		on_record: (cells: string[]) => {
			const isTooLong = cells.reduce((sum, { length }) => sum + length, 0) > maxRowChars;
			tell(isTooLong ? { fault: tooLong } : { cells: cells.map((cell) => cell.trim()) });
			return null;
		},
	});
	const writer = writable.getWriter();
	// The streams of workerd swallow what a parser throws at the end of a file.
	const written = async (writing: Promise<void>) => {
		await writing;
		if (thrown.length > 0) throw thrown[0];
	};
	let chars = 0;
	await written(writer.write(Buffer.from(text)));
	for (const piece of rest) {
		await written(writer.write(Buffer.from(piece)));
		chars += piece.length;
		if (chars < charsPerTurn) continue;
		chars = 0;
		await scheduler.wait(0);
	}
	await written(writer.close());
}

const words: Record<string, string> = {
	CSV_QUOTE_NOT_CLOSED: "has a quote that is never closed, so that the rest of the file belongs to this row",
	CSV_INVALID_CLOSING_QUOTE: "has a quote in the middle of a quoted cell, which must be doubled",
};

/** The beginning of the text, up to the end of its first line at least, and the pieces after it. */
function firstLine(pieces: Iterable<string>): { start: string; rest: Iterable<string> } {
	const iterator = pieces[Symbol.iterator]();
	let start = "";
	for (let next = iterator.next(); !next.done; next = iterator.next()) {
		start += next.value;
		if (/[\r\n]/.test(start) || start.length > maxRowChars) break;
	}
	return { start, rest: { [Symbol.iterator]: () => iterator } };
}

/** Excel may name the delimiter in a line before the header, as `sep=;`. Otherwise the header has most of it. */
function delimiterOf(start: string): { delimiter: string; text: string } {
	const named = /^sep=(.)(?:\r\n|\n|\r)/i.exec(start);
	if (named?.[1]) return { delimiter: named[1], text: start.slice(named[0].length) };
	const header = (/^[^\r\n]*/.exec(start.trimStart())?.[0] ?? "").replaceAll(/"[^"]*"/g, "");
	const [delimiter = ","] = delimiters.toSorted((a, b) => header.split(b).length - header.split(a).length);
	return { delimiter, text: start };
}
