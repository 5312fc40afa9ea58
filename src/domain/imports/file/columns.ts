import { newClient } from "../../clients/clients/schema.ts";

/** The fields of a client that a column can have. Those of an address and of metadata have a dot in their names. */
const addressParts = ["line1", "line2", "city", "state", "postal_code", "country"] as const;

const importFields: readonly string[] = Object.keys(newClient.shape).flatMap((name) =>
	name === "address" ? addressParts.map((part) => `address.${part}`) : name === "metadata" ? [] : [name],
);

const metadataColumn = /^metadata\.(.{1,40})$/;

/** The field that a column of this name has; undefined if it has none. Case, blanks and hyphens make no difference. */
export function fieldOfColumn(column: string): string | undefined {
	const metadata = metadataColumn.exec(column.trim());
	if (metadata) return `metadata.${metadata[1]}`;
	const name = column.trim().toLowerCase().replaceAll(/[ -]+/g, "_");
	return importFields.includes(name) ? name : undefined;
}

const yes = ["true", "yes", "1"];
const no = ["false", "no", "0"];

/** A cell as JSON would have it. A word that is neither yes nor no stays, and the schema refuses it. */
function jsonOf(field: string, cell: string): unknown {
	if (field === "tags") return cell.split(/[,;|]/).flatMap((tag) => tag.trim() || []);
	if (field === "preferred_communication") return cell.toUpperCase();
	if (!["is_blocked", "do_not_contact", "marketing_consent"].includes(field)) return cell;
	const word = cell.toLowerCase();
	return yes.includes(word) ? true : no.includes(word) ? false : cell;
}

/** Spreadsheets and exports put an apostrophe before a text that would run as a formula. */
const withoutGuard = (cell: string): string => cell.replace(/^'(?=[=+\-@])/, "");

/**
 * The body of `POST /v1/clients` that a row stands for. `fields` has the field of each column, or null. An empty cell
 * gives none.
 */
export function bodyOf(cells: readonly string[], fields: readonly (string | null)[]): Record<string, unknown> {
	const body: Record<string, unknown> = {};
	for (const [n, given] of cells.entries()) {
		const field = fields[n] ?? null;
		const cell = withoutGuard(given);
		if (field === null || cell === "") continue;
		const [name = "", ...rest] = field.split(".");
		if (rest.length === 0) body[name] = jsonOf(name, cell);
		else body[name] = { ...(body[name] as object | undefined), [rest.join(".")]: cell };
	}
	return body;
}

/** The columns of a file of failed rows that came as JSON. */
export const columnsOfJson: readonly string[] = [...importFields, "metadata"];

/** The same row as cells, for a file that people mend. */
export function cellsOf(body: Record<string, unknown>): string[] {
	const address = (body.address ?? {}) as Record<string, unknown>;
	return columnsOfJson.map((name) => {
		const [, part] = name.split(".");
		const value = part === undefined ? body[name] : address[part];
		if (value === undefined || value === null) return "";
		if (Array.isArray(value)) return value.join(", ");
		return typeof value === "object" ? JSON.stringify(value) : String(value);
	});
}
