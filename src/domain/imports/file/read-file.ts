import type { RowsUpload } from "../../../platform/http/endpoint/upload.ts";
import { fieldProblem } from "../../../platform/problems/problem.ts";
import { fieldOfColumn, maxIgnored, shortName } from "./columns.ts";
import { type ReadRow, readCsv } from "./csv.ts";
import { hasUnreadable, isText, textOf } from "./encoding.ts";
import { readNdjson } from "./ndjson.ts";

/** Contract: Imports 2. */
const maxRows = 20_000;

/** A row as it waits for its step: the cells of CSV, the object of NDJSON, or why it could not be read. */
export type WaitingRow = { c: string[] } | { v: Record<string, unknown> } | { f: string; c?: string[] };

/** A file whose rows can be read from any of them on, because each is a line of JSON. */
export interface RowFile {
	lines: Uint8Array;
	total: number;
	/** The names of the columns of CSV. Null: the rows are objects. */
	columns: string[] | null;
	/** The names in the rows of NDJSON that no field has. */
	unknownNames: string[];
}

export async function readRowFile(bytes: Uint8Array, type: RowsUpload["type"]): Promise<RowFile> {
	if (!isText(bytes)) throw unreadable("is no text: it must be CSV or NDJSON");
	return await (type === "text/csv" ? readCsvFile(bytes) : readNdjsonFile(bytes));
}

async function readCsvFile(bytes: Uint8Array): Promise<RowFile> {
	const lines = new LineWriter();
	let columns: string[] | undefined;
	await readCsv(textOf(bytes), (row) => {
		if (columns) lines.add(waitingRow(row, columns.length));
		else if ("cells" in row) columns = columnsIn(row.cells);
		else throw unreadable(`the header ${row.fault}`);
	});
	if (!columns) throw unreadable("is empty");
	return { ...lines.end(), columns, unknownNames: [] };
}

/** Each step reads them. */
export const maxColumns = 500;

function columnsIn(header: string[]): string[] {
	const columns = header.slice(0, header.findLastIndex((name) => name !== "") + 1);
	if (columns.length > maxColumns) throw unreadable(`has more than ${maxColumns} columns`);
	return columns;
}

function waitingRow(row: ReadRow, columns: number): WaitingRow {
	if ("fault" in row) return { f: row.fault };
	const last = row.cells.findLastIndex((cell) => cell !== "");
	const c = row.cells.slice(0, last + 1);
	if (c.some(hasUnreadable)) return { f: "has characters that cannot be read: save the file as UTF-8", c };
	if (c.length > columns) return { f: `has ${c.length} cells, and the header has ${columns}`, c };
	return { c };
}

async function readNdjsonFile(bytes: Uint8Array): Promise<RowFile> {
	const lines = new LineWriter();
	const unknown = new Set<string>();
	await readNdjson(textOf(bytes), (line) => {
		if ("fault" in line) return lines.add({ f: line.fault });
		for (const name of Object.keys(line.value))
			if (unknown.size < maxIgnored && name !== "address" && !fieldOfColumn(name)) unknown.add(shortName(name));
		lines.add({ v: line.value });
	});
	return { ...lines.end(), columns: null, unknownNames: [...unknown] };
}

const unreadable = (message: string) => fieldProblem("body", message);

const encoder = new TextEncoder();
const lineEnd = 0x0a;
const firstBytes = 256 * 1024;

/** Lines of JSON in one growing array of bytes. */
class LineWriter {
	private bytes = new Uint8Array(firstBytes);
	private length = 0;
	private total = 0;

	add(row: WaitingRow): void {
		if (this.total === maxRows) throw unreadable(`has more than ${maxRows} rows`);
		this.total++;
		const line = encoder.encode(JSON.stringify(row));
		this.reserve(this.length + line.byteLength + 1);
		this.bytes.set(line, this.length);
		this.length += line.byteLength;
		this.bytes[this.length++] = lineEnd;
	}

	private reserve(length: number): void {
		if (length <= this.bytes.byteLength) return;
		const larger = new Uint8Array(Math.max(length, Math.ceil(1.5 * this.bytes.byteLength)));
		larger.set(this.bytes.subarray(0, this.length));
		this.bytes = larger;
	}

	end(): { lines: Uint8Array; total: number } {
		if (this.total === 0) throw unreadable("has no rows");
		return { lines: this.bytes.subarray(0, this.length), total: this.total };
	}
}
