import { sql } from "drizzle-orm";
import { decideAgain } from "../../platform/commit/change.ts";
import type { Write } from "../../platform/commit/write.ts";
import { importRows } from "../../platform/db/tables/data/imports.ts";
import { together } from "../../platform/db/together.ts";
import { type Job, type JobCtx, type JobStep, type StepOfJob, withoutObject } from "../../platform/jobs/job.ts";
import type { Bucket } from "../../platform/objects/object-store.ts";
import { isEmailTaken } from "../clients/clients/lookup.ts";
import { decideRow, type ParsedRow, parseRow, type RowDecision, shownCells } from "./decide-row.ts";
import type { WaitingRow } from "./file/read-file.ts";
import { added, type ImportInput, type ImportPosition, type ImportResult } from "./schema.ts";

/** A larger transaction would keep other studios waiting. */
const rowsPerStep = 25;

/** The longest row fits into it (file/csv.ts). */
const bytesPerStep = 512 * 1024;

interface ReadRows {
	rows: WaitingRow[];
	/** The bytes of each row with the end of its line. */
	sizes: number[];
}

/** Does the next rows of an import. The outcome of each commits with it, so each row happens once. */
export const stepImport: StepOfJob = async (ctx, job) => {
	const input = job.input as ImportInput;
	const { offset } = job.position as ImportPosition;
	const { rows, sizes } = await readRows(ctx, job, offset);
	const parsed = uniqueEmails(rows.map((row) => parseRow(row, input)));
	const decisions = await together(ctx, ...parsed.map((row) => (ctx: JobCtx) => decideRow(ctx, row, input)));
	const done = job.done + decisions.length;
	const size = sizes.slice(0, decisions.length).reduce((sum, bytes) => sum + bytes, 0);
	const isLast = done >= (job.total ?? 0) || decisions.length === 0;
	return {
		changes: decisions.flatMap(({ change }) => change ?? []),
		writes: [insertOutcomes(job, rows, decisions)],
		next: {
			position: { offset: offset + size } satisfies ImportPosition,
			done,
			result: added(job.result as ImportResult, decisions),
			...(isLast ? withoutObject : {}),
		},
		...(isLast ? ({ ends: { status: "DONE" } } as const) : {}),
		// A request was faster with one of the emails, or removed an artist.
		onRefused: (refusal) => (isEmailTaken(refusal) || refusal.kind === "foreign_key" ? decideAgain : undefined),
	} satisfies JobStep;
};

async function readRows({ objects }: JobCtx, { bucket, objectKey }: Job, offset: number): Promise<ReadRows> {
	const place = { bucket: bucket as Bucket, objectKey: objectKey ?? "" };
	const object = await objects.get(place, { offset, length: bytesPerStep });
	if (!object) throw new Error("The file of the import is gone.");
	const bytes = new Uint8Array(await object.arrayBuffer());
	const rows: WaitingRow[] = [];
	const sizes: number[] = [];
	for (let at = 0; rows.length < rowsPerStep; ) {
		const end = bytes.indexOf(0x0a, at);
		if (end < 0) break;
		rows.push(JSON.parse(new TextDecoder().decode(bytes.subarray(at, end))) as WaitingRow);
		sizes.push(end + 1 - at);
		at = end + 1;
	}
	return { rows, sizes };
}

/** The rows before the first one that has the email of another. It must see what the other one did. */
function uniqueEmails(rows: ParsedRow[]): ParsedRow[] {
	const keys = new Set<string>();
	const end = rows.findIndex((row) => {
		if ("fault" in row) return false;
		if (keys.has(row.key)) return true;
		keys.add(row.key);
		return false;
	});
	return end < 0 ? rows : rows.slice(0, end);
}

function insertOutcomes({ tenantId, id, done }: Job, rows: WaitingRow[], decisions: RowDecision[]): Write {
	const listed = decisions.map(({ outcome, reason, clientId }, n) => [
		done + n + 1,
		outcome,
		reason,
		clientId,
		outcome === "failed" ? JSON.stringify(shownCells(rows[n] as WaitingRow)) : null,
	]);
	return sql`INSERT INTO ${importRows} (tenant_id, import_id, "row", outcome, reason, client_id, cells)
		SELECT ${tenantId}, ${id}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4
		FROM json_each(${JSON.stringify(listed)})`;
}
