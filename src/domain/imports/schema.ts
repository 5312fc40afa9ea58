import * as z from "zod";
import { rowOutcomes } from "../../platform/db/tables/data/imports.ts";
import { jobStatuses } from "../../platform/db/tables/data/jobs.ts";
import { id, time } from "../../platform/http/fields/fields.ts";
import { withVersion } from "../../platform/http/versions/version.ts";
import type { Job } from "../../platform/jobs/job.ts";
import { timestamp, timestampOrNull } from "../../platform/lib/time.ts";
import type { DateOrder } from "./file/dates.ts";

const importTypes = ["clients"] as const;
const duplicateRules = ["skip", "update"] as const;

export const importQuery = z.object({
	type: z.enum(importTypes).meta({ description: "The kind of record that the rows make." }),
	on_duplicate: z.enum(duplicateRules).default("skip").meta({
		description: "Of a row whose email a client has: it is skipped, or updates the client.",
	}),
});

const count = (description: string) => z.int().min(0).meta({ description });

const settled = {
	created: count("Rows that made a client."),
	updated: count("Rows that changed a client."),
	skipped: count("Rows whose email a client has, or that would change nothing."),
	failed: count("Rows that were refused."),
};

export const importShape = z
	.object({
		object: z.literal("import"),
		id: id("import"),
		type: z.enum(importTypes).meta({ description: "The kind of record that the rows make." }),
		status: z.enum(jobStatuses),
		on_duplicate: z.enum(duplicateRules).meta({ description: "As it was sent." }),
		rows_total: count("The data rows of the file."),
		rows_done: count("Those that are done."),
		...settled,
		ignored_columns: z.array(z.string()).meta({ description: "Columns that no field of a client has." }),
		error: z.string().nullable().meta({ description: "Why the import ended as FAILED." }),
		undone_at: time.nullable().meta({ description: "When the last `undo` ended. Null while it goes on." }),
		created_at: time,
		updated_at: time,
		finished_at: time.nullable().meta({ description: "Null while it is under way." }),
		faults: z
			.array(
				z.object({
					row: z.int().min(1).meta({ description: "Data rows count from 1." }),
					reason: z.string().meta({ description: "Why it would fail." }),
				}),
			)
			.optional()
			.meta({ description: "Of a dry run: the first 100 rows that would fail." }),
		left: z.array(id("client")).optional().meta({ description: "Of `undoImport`: the created clients that stay." }),
	})
	.meta({ id: "Import" });

export const importRow = z
	.object({
		object: z.literal("import_row"),
		row: z.int().min(1).meta({ description: "Data rows count from 1." }),
		outcome: z.enum(rowOutcomes).meta({ description: "`undone` and `left`: after an undo." }),
		reason: z.string().nullable().meta({ description: "Why it failed or was skipped." }),
		client_id: z.string().nullable(),
	})
	.meta({ id: "ImportRow" });

export type Import = z.output<typeof importShape>;
export type ImportRow = z.output<typeof importRow>;
export type DuplicateRule = (typeof duplicateRules)[number];

export type ImportCounts = Record<keyof typeof settled, number>;

export const noneYet: ImportCounts = { created: 0, updated: 0, skipped: 0, failed: 0 };

export function added<C extends ImportCounts>(counts: C, decisions: readonly { outcome: keyof ImportCounts }[]): C {
	const sum = { ...counts };
	for (const { outcome } of decisions) sum[outcome]++;
	return sum;
}

/** The `input` of the job. */
export interface ImportInput {
	type: (typeof importTypes)[number];
	onDuplicate: DuplicateRule;
	/** The names of the columns of CSV. Null: the rows are objects. */
	columns: string[] | null;
	/** The field of each column; null where it has none. */
	fields: readonly (string | null)[];
	/** The order in which the dates of the file are written; absent: as the API takes them. */
	dates?: DateOrder;
	ignoredColumns: string[];
}

/** The `position` of the job: the byte at which the next row begins. */
export interface ImportPosition {
	offset: number;
}

export const firstPosition: ImportPosition = { offset: 0 };

/** The `result` of the job. */
export type ImportResult = ImportCounts & { undone: Undone | null };

/** The clients that are gone, and those that stay because somebody has changed or used them. */
export interface UndoCounts {
	removed: number;
	left: number;
}

interface Undone extends UndoCounts {
	/** The end of the last undo; null while one goes on. */
	at: number | null;
}

export const nothingDone: ImportResult = { ...noneYet, undone: null };

export const toImport = (job: Job): Import => {
	const input = job.input as ImportInput;
	const { undone, ...counts } = job.result as ImportResult;
	return withVersion(job.revision, {
		object: "import",
		id: job.id,
		type: input.type,
		status: job.status,
		on_duplicate: input.onDuplicate,
		rows_total: job.total ?? 0,
		rows_done: job.done,
		...counts,
		ignored_columns: input.ignoredColumns,
		error: job.error,
		undone_at: timestampOrNull(undone?.at ?? null),
		created_at: timestamp(job.createdAt),
		updated_at: timestamp(job.updatedAt),
		finished_at: timestampOrNull(job.finishedAt),
	});
};
