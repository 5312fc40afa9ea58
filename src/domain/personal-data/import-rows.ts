import { sql } from "drizzle-orm";
import type { Ctx } from "../../platform/context.ts";
import { importRows } from "../../platform/db/tables/data/imports.ts";
import type { ImportRow } from "../imports/schema.ts";
import { mentions } from "./mentions.ts";
import type { Person } from "./person.ts";
import { type FoundRow, type Key, type ScannedTable, scanChunk } from "./scan.ts";
import type { ClientExport } from "./schema.ts";

export const rowsOfImports: ScannedTable = {
	table: sql`${importRows}`,
	key: ["import_id", '"row"'],
	texts: ["cells", "reason", "client_id"],
	also: ["outcome"],
};

export const namesPerson = (person: Person, { texts }: FoundRow): boolean =>
	texts.some((text) => text !== null && mentions(person, text));

type RowOfPerson = ClientExport["data"]["import_rows"][number];

/** The oldest first. `take` refuses rows for which there is no room. */
export async function importRowsOf(
	ctx: Ctx,
	person: Person,
	take: (rows: readonly RowOfPerson[]) => void,
): Promise<RowOfPerson[]> {
	const all: RowOfPerson[] = [];
	let after: Key | null = null;
	do {
		const { rows, next } = await scanChunk(ctx, person, rowsOfImports, after);
		const found = rows.filter((row) => namesPerson(person, row)).map(toRowOfPerson);
		take(found);
		all.push(...found);
		after = next;
	} while (after);
	return all.reverse();
}

const toRowOfPerson = ({ key: [importId, row], texts: [cells, reason, clientId], also: [outcome] }: FoundRow) => ({
	object: "import_row" as const,
	import_id: String(importId),
	row: Number(row),
	outcome: outcome as ImportRow["outcome"],
	reason: reason ?? null,
	client_id: clientId ?? null,
	cells: cells ? (JSON.parse(cells) as string[]) : null,
});
