import { sql } from "drizzle-orm";
import { importRows } from "../../../platform/db/tables/data/imports.ts";
import { mentions } from "./mentions.ts";
import type { EraseSome } from "./person.ts";
import { type Key, type ScannedTable, scanChunk } from "./scan.ts";

const scanned: ScannedTable = {
	table: sql`${importRows}`,
	key: ["import_id", '"row"'],
	texts: ["cells", "reason", "client_id"],
};

/** The row stays, with its outcome. */
export const eraseImportRows: EraseSome = async (ctx, person, after) => {
	const { rows, next } = await scanChunk(ctx, person, scanned, after as Key | null);
	const keys = rows
		.filter(({ texts }) => texts.some((text) => text !== null && mentions(person, text)))
		.map(({ key }) => key);
	return {
		writes:
			keys.length === 0
				? []
				: [
						sql`UPDATE ${importRows} SET cells = NULL, reason = NULL FROM (SELECT value AS found FROM json_each(${JSON.stringify(keys)})) j
							WHERE tenant_id = ${ctx.tenantId} AND import_id = j.found ->> 0 AND "row" = j.found ->> 1`,
					],
		next,
	};
};
