import { and, eq, inArray, sql } from "drizzle-orm";
import { update } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { importRows } from "../../../platform/db/tables/data/imports.ts";
import { jobs } from "../../../platform/db/tables/data/jobs.ts";
import { maxEmailLength } from "../../../platform/http/fields/fields.ts";
import { namesPerson, rowsOfImports } from "../import-rows.ts";
import { mentions } from "../mentions.ts";
import { type Key, type ScannedTable, scanChunk } from "../scan.ts";
import { type EraseSome, firstNewId } from "./person.ts";

const scannedRows: ScannedTable = {
	...rowsOfImports,
	condition: () => sql`outcome = 'failed' AND cells IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(cells) c
		WHERE length(c.value) <= ${maxEmailLength} AND c.value LIKE '_%@_%._%' AND c.value NOT LIKE '%@%@%'
		AND c.value NOT LIKE '%..%' AND c.value NOT LIKE '% %')`,
	conditionDecides: true,
};

/** The row stays, with its outcome. Nobody can tell whose a failed row without an email is. */
export const eraseImportRows: EraseSome = async (ctx, person, after) => {
	const { rows, next } = await scanChunk(ctx, person, scannedRows, after as Key | null);
	const firstNew = firstNewId(person, "import");
	const keys = rows
		.filter(({ key: [importId] }) => String(importId) < firstNew)
		.filter((row) => namesPerson(person, row) || row.meetsCondition)
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

const scannedImports: ScannedTable = { table: sql`${jobs}`, key: ["id"], texts: ["input"], also: ["kind"] };

/** The names of a file's columns are a person if the file has no header. The import goes on without them. */
export const withoutNames = sql`json_set(input, '$.ignoredColumns', json('[]'), '$.columns',
	iif(input ->> '$.columns' IS NULL, NULL, (SELECT json_group_array('') FROM json_each(input, '$.columns'))))`;

export const eraseColumnNames: EraseSome = async (ctx, person, after) => {
	const { rows, next } = await scanChunk(ctx, person, scannedImports, after as Key | null);
	const ids = rows
		.filter(({ also: [kind], texts: [input] }) => /^import/.test(String(kind)) && mentions(person, input ?? ""))
		.map(({ key: [id] }) => String(id));
	return { writes: ids.length === 0 ? [] : [forgetNames(ctx, ids)], next };
};

const forgetNames = ({ tenantId, now }: Ctx, ids: string[]) =>
	update(jobs)
		.set({ input: withoutNames, updatedAt: laterThanBefore(now), revision: sql`revision + 1` })
		.where(and(eq(jobs.tenantId, tenantId), inArray(jobs.id, ids)));
