import { newClient } from "../../clients/clients/schema.ts";
import { type DateOrder, isoDate } from "./dates.ts";

/** The fields of a client that a column can have. Those of an address and of one entry of metadata have a dot. */
const addressParts = ["line1", "line2", "city", "state", "postal_code", "country"] as const;

export const importFields: readonly string[] = Object.keys(newClient.shape).flatMap((name) =>
	name === "address" ? addressParts.map((part) => `address.${part}`) : [name],
);

/** The field of a column that has first and last names in one. People choose it by hand; no header names it. */
export const fullName = "full_name";

const metadataColumn = /^metadata\.(.{1,40})$/;

/** The field that a column of this name has; undefined if it has none. Case, blanks and hyphens make no difference. */
export function fieldOfColumn(column: string): string | undefined {
	const metadata = metadataColumn.exec(column.trim());
	if (metadata) return `metadata.${metadata[1]}`;
	const name = column.trim().toLowerCase().replaceAll(/[ -]+/g, "_");
	return importFields.includes(name) ? name : undefined;
}

/** The first column of a field has it. */
export const firstOfEach = (fields: readonly (string | null)[]): (string | null)[] =>
	fields.map((field, n) => (field !== null && fields.indexOf(field) === n ? field : null));

/** An answer lists so many columns that no field has. */
export const maxIgnored = 50;
const maxNameChars = 100;

export const shortName = (name: string): string => name.slice(0, maxNameChars);

/** The columns that no field has, as an answer lists them. */
export const ignoredColumns = (columns: readonly string[], fields: readonly (string | null)[]): string[] =>
	columns
		.filter((name, n) => name !== "" && (fields[n] ?? null) === null)
		.slice(0, maxIgnored)
		.map(shortName);

const yes = ["true", "yes", "1", "subscribed"];
const no = ["false", "no", "0", "unsubscribed"];

/** A cell as JSON would have it. A word that is neither yes nor no stays, and the schema refuses it. */
function jsonOf(field: string, cell: string, dates: DateOrder | undefined): unknown {
	if (field === "date_of_birth") return dates ? isoDate(cell, dates) : cell;
	if (field === "tags") return cell.split(/[,;|]/).flatMap((tag) => tag.trim() || []);
	if (field === "metadata") return objectIn(cell) ?? cell;
	if (field === "preferred_communication") return cell.toUpperCase();
	if (!["is_blocked", "do_not_contact", "marketing_consent"].includes(field)) return cell;
	const word = cell.toLowerCase();
	if (word === "unknown") return undefined;
	return yes.includes(word) ? true : no.includes(word) ? false : cell;
}

function objectIn(json: string): object | undefined {
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Spreadsheets and exports put an apostrophe before a text that would run as a formula. */
export const withoutGuard = (cell: string): string => cell.replace(/^'(?=[=+\-@＝＋－＠])/, "");

/** How the cells of a file become clients. */
export interface Mapping {
	/** The field of each column; null where it has none. */
	fields: readonly (string | null)[];
	/** The order in which dates are written; absent: as the API takes them. */
	dates?: DateOrder;
}

/** The body of `POST /v1/clients` that a row stands for. An empty cell gives none. */
export function bodyOf(cells: readonly string[], { fields, dates }: Mapping): Record<string, unknown> {
	const body: Record<string, unknown> = {};
	let names = {};
	for (const [n, given] of cells.entries()) {
		const field = fields[n] ?? null;
		const cell = withoutGuard(given);
		if (field === null || cell === "") continue;
		const [name = "", ...rest] = field.split(".");
		if (field === fullName) names = nameParts(cell);
		else if (rest.length === 0) body[name] = merged(jsonOf(name, cell, dates), body[name]);
		else body[name] = merged(body[name], { [rest.join(".")]: cell });
	}
	return { ...names, ...body };
}

/** A whole field and its parts in other columns. A whole that is no object stays, and the schema refuses it. */
function merged(whole: unknown, parts: unknown): unknown {
	if (whole === undefined || parts === undefined) return whole ?? parts;
	return typeof whole === "object" ? { ...whole, ...(parts as object) } : whole;
}

function nameParts(whole: string): { first_name: string; last_name?: string } {
	const end = whole.search(/\s/);
	if (end < 0) return { first_name: whole };
	return { first_name: whole.slice(0, end), last_name: whole.slice(end).trim() };
}

/** The first columns of a file of rows that an import answers. */
export const columnsAboutRows: readonly string[] = ["row", "outcome", "reason", "client_id"];

/** The same row as cells, for a file that people mend. */
export function cellsOf(body: Record<string, unknown>): string[] {
	const address = (body.address ?? {}) as Record<string, unknown>;
	return importFields.map((name) => {
		const [, part] = name.split(".");
		const value = part === undefined ? body[name] : address[part];
		if (value === undefined || value === null) return "";
		if (Array.isArray(value)) return value.join(", ");
		return typeof value === "object" ? JSON.stringify(value) : String(value);
	});
}
