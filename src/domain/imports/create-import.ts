import { sql } from "drizzle-orm";
import type { Change } from "../../platform/commit/change.ts";
import type { Ctx } from "../../platform/context.ts";
import { jobs } from "../../platform/db/tables/data/jobs.ts";
import { together } from "../../platform/db/together.ts";
import type { RowsUpload } from "../../platform/http/endpoint/upload.ts";
import { withTagOf } from "../../platform/http/versions/version.ts";
import { insertJob, newJob } from "../../platform/jobs/job.ts";
import { newId } from "../../platform/lib/ids.ts";
import { sha256 } from "../../platform/lib/secrets/crypto.ts";
import { problem } from "../../platform/problems/problem.ts";
import { checkRoom } from "../pictures/create-picture.ts";
import { decideRow, parseRow } from "./decide-row.ts";
import { type RowFile, readRowFile, type WaitingRow } from "./file/read-file.ts";
import {
	type DuplicateRule,
	type Import,
	type ImportCounts,
	type ImportInput,
	type ImportResult,
	toImport,
} from "./schema.ts";
import { added, firstPosition } from "./step-import.ts";

/** Contract: Imports 7. */
const maxOpen = 5;

const none: ImportCounts = { created: 0, updated: 0, skipped: 0, failed: 0 };

/** Reads the whole file, stores its rows, and leaves them to the steps of a job. */
export async function createImport(ctx: Ctx, upload: RowsUpload, onDuplicate: DuplicateRule): Promise<Change<Import>> {
	const file = await readOnce(upload);
	await checkRoom(ctx, file.lines.byteLength);
	const { columns, fields, ignoredColumns, lines, total } = file;
	const input: ImportInput = { type: "clients", onDuplicate, columns, fields, ignoredColumns };
	const job = newJob(ctx, {
		id: newId("import", ctx.now),
		kind: "import",
		input,
		position: firstPosition,
		result: { ...none, undoneAt: null } satisfies ImportResult,
		total,
	});
	const objectBytes = lines.byteLength;
	upload.object ??= { bytes: lines, contentType: "application/x-ndjson", sha256: sha256(lines), writes: () => [] };
	upload.object.writes = (place) => [insertJob({ ...job, ...place, objectBytes })];
	return {
		result: toImport(job),
		object: upload.object,
		writes: [],
		beginsJob: true,
		precondition: { conditions: [hasRoom(ctx)], otherwise: tooManyOpen },
		audit: { action: "import.created", resourceId: job.id },
		dryResult: async () => await tried(ctx, file, toImport(job), input),
	};
}

const hasRoom = ({ tenantId }: Ctx) =>
	sql`(SELECT count(*) FROM ${jobs} WHERE tenant_id = ${tenantId} AND kind = 'import' AND finished_at IS NULL) < ${maxOpen}`;

const tooManyOpen = problem("conflict", `${maxOpen} imports of the studio are under way. Wait for one, or cancel it.`);

/** The operation may decide several times. */
const files = new WeakMap<RowsUpload, Promise<RowFile>>();

function readOnce(upload: RowsUpload): Promise<RowFile> {
	const reading = files.get(upload) ?? readRowFile(upload.bytes, upload.type);
	files.set(upload, reading);
	return reading;
}

const maxFaults = 100;
/** The reads of so many rows are one call. */
const rowsAtOnce = 100;

/** Decides each row, and keeps nothing. Nobody writes meanwhile, so a row must be told of the emails of the rows before it. */
async function tried(ctx: Ctx, { lines }: RowFile, shown: Import, input: ImportInput): Promise<Import> {
	const faults: NonNullable<Import["faults"]> = [];
	const emails = new Set<string>();
	let counts = none;
	let row = 0;
	for (const chunk of chunksOf(lines)) {
		const parsed = chunk.map((waiting) => parseRow(waiting, input));
		const repeated = parsed.map((one) => "key" in one && emails.size === emails.add(one.key).size);
		const decisions = await together(
			ctx,
			...parsed.map((one, n) => async (ctx: Ctx) => {
				const decision = await decideRow(ctx, one, input);
				if (!repeated[n] || decision.outcome !== "created") return decision;
				return { ...decision, outcome: input.onDuplicate === "skip" ? ("skipped" as const) : ("updated" as const) };
			}),
		);
		for (const { outcome, reason } of decisions) {
			row++;
			if (outcome === "failed" && faults.length < maxFaults) faults.push({ row, reason: reason ?? "" });
		}
		counts = added(counts, decisions);
	}
	return withTagOf(shown, { ...shown, ...counts, rows_done: row, faults });
}

function* chunksOf(lines: Uint8Array): Generator<WaitingRow[]> {
	let chunk: WaitingRow[] = [];
	const decoder = new TextDecoder();
	for (let at = 0; at < lines.byteLength; ) {
		const end = lines.indexOf(0x0a, at);
		chunk.push(JSON.parse(decoder.decode(lines.subarray(at, end))) as WaitingRow);
		at = end + 1;
		if (chunk.length < rowsAtOnce && at < lines.byteLength) continue;
		yield chunk;
		chunk = [];
	}
}
