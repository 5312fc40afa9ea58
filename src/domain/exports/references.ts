import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { eachOf } from "../../platform/db/each-of.ts";
import { appointments } from "../../platform/db/tables/data/appointments.ts";
import { artists } from "../../platform/db/tables/data/artists.ts";
import { clients } from "../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../platform/db/tables/data/event-types.ts";
import { events } from "../../platform/db/tables/data/events.ts";
import { formSubmissions, forms } from "../../platform/db/tables/data/forms.ts";
import { ideas } from "../../platform/db/tables/data/ideas.ts";
import { leads } from "../../platform/db/tables/data/leads.ts";
import { pictures } from "../../platform/db/tables/data/pictures.ts";
import { shops } from "../../platform/db/tables/data/shops.ts";
import { webhookEndpoints } from "../../platform/db/tables/data/webhooks.ts";
import { together } from "../../platform/db/together.ts";
import type { Job, JobCtx } from "../../platform/jobs/job.ts";
import { firstIdAt, type IdKind, kindOfId } from "../../platform/lib/ids.ts";
import { hourMs } from "../../platform/lib/time.ts";
import { isOfFile, isPictureLine, linesOf, nextPiece, readPiece } from "./pieces.ts";

interface RecordTable extends SQLiteTable {
	id: AnySQLiteColumn;
	tenantId: AnySQLiteColumn;
}

const isListed: SQL = isNull(webhookEndpoints.deletedAt);

/** The kinds of records that others name. */
const tables: Partial<Record<IdKind, { table: RecordTable; where?: SQL }>> = {
	appointment: { table: appointments },
	artist: { table: artists },
	automation_hook: { table: webhookEndpoints, where: isListed },
	client: { table: clients },
	event: { table: events },
	event_type: { table: eventTypes },
	form: { table: forms },
	form_submission: { table: formSubmissions },
	idea: { table: ideas },
	lead: { table: leads },
	picture: { table: pictures },
	shop: { table: shops },
	webhook_endpoint: { table: webhookEndpoints, where: isListed },
};

/** An id that is a value of its own. Inside a text the quotes are escaped. */
const quotedId = /(?<!"id":)"([a-z]{3}_[0-9a-f-]{32,36})"/g;

const idsIn = (text: string): string[] => [...text.matchAll(quotedId)].map(([, id]) => id as string);

/**
 * The ids in records that the export does not have. A record that exists now was there when its resource was read, after
 * the record that names it. Only submissions are read before some of the records that name them.
 */
export async function missingIds(ctx: JobCtx, job: Job, file: string, text: string): Promise<Set<string>> {
	const byKind = Map.groupBy(new Set(idsIn(text)), (id) => kindOfId(id));
	const kinds = [...byKind.keys()].filter((kind) => kind !== undefined && tables[kind] !== undefined) as IdKind[];
	const existing = await together(
		ctx,
		...kinds.map((kind) => (ctx: JobCtx) => existingOf(ctx, kind, byKind.get(kind) ?? [])),
	);
	const missing = new Set(kinds.flatMap((kind, n) => (byKind.get(kind) ?? []).filter((id) => !existing[n]?.has(id))));
	const submissions = readBeforeTheirRecords.includes(file) ? (byKind.get("form_submission") ?? []) : [];
	for (const id of await submissionsThatCameLater(ctx, job, submissions)) missing.add(id);
	return missing;
}

async function existingOf({ db, tenantId }: JobCtx, kind: IdKind, ids: string[]): Promise<Set<string>> {
	const { table, where } = tables[kind] as { table: RecordTable; where?: SQL };
	const rows = await db
		.select({ id: table.id })
		.from(table as SQLiteTable)
		.where(and(eq(table.tenantId, tenantId), inArray(table.id, eachOf(ids)), where));
	return new Set(rows.map(({ id }) => id as string));
}

const readBeforeTheirRecords = ["ideas", "leads"];

/** No request takes this long from the time in its ids to its commit. */
const longestRequestMs = hourMs;

/** Those that committed after the submissions were read. Their ids alone do not tell it. The newest are read first. */
async function submissionsThatCameLater(ctx: JobCtx, job: Job, ids: string[]): Promise<Set<string>> {
	const first = firstIdAt("form_submission", job.createdAt - longestRequestMs);
	const unseen = new Set(ids.filter((id) => id >= first));
	for (let n = -1; unseen.size > 0; ) {
		const piece = await nextPiece(ctx, job, isOfFile("form_submissions"), n);
		if (!piece) break;
		const records = linesOf(await readPiece(ctx, piece)).filter((line) => !isPictureLine(line));
		const read = records.map((line) => (JSON.parse(line) as { id: string }).id);
		for (const id of read) unseen.delete(id);
		if ((read.at(-1) ?? "") < first) break;
		n = piece.n;
	}
	return unseen;
}

/** They hold what people wrote and what was sent. An id in them names no record. */
const notReferences = ["metadata", "submission_data", "attempts"];

/** The record with null in place of each id that is missing. */
export const withoutMissing = (line: string, missing: ReadonlySet<string>): string =>
	idsIn(line).some((id) => missing.has(id)) ? JSON.stringify(mended(JSON.parse(line), missing)) : line;

function mended(value: unknown, missing: ReadonlySet<string>): unknown {
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return value.map((one) => mended(one, missing));
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [
			key,
			notReferences.includes(key) ? inner : key.endsWith("_id") ? reference(inner, missing) : mended(inner, missing),
		]),
	);
}

/** A filter of an endpoint has a list of them. */
function reference(value: unknown, missing: ReadonlySet<string>): unknown {
	if (Array.isArray(value)) return value.filter((one) => !missing.has(one));
	return typeof value === "string" && missing.has(value) ? null : value;
}
