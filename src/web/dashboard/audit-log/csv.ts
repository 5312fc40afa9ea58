import type { Names } from "../../../domain/access/audit-log/actors.ts";
import { type EntryWithValues, withValues } from "../../../domain/access/audit-log/changed-values.ts";
import { type AuditFilters, type AuditRow, readEntries } from "../../../domain/access/audit-log/read-entries.ts";
import type { Ctx } from "../../../platform/context.ts";
import { csvLine } from "../../../platform/lib/text/csv.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { actorWords } from "../components/actors.tsx";

/** A file has at most this many entries. */
export const maxInFile = 50_000;
const perRead = 1000;

const columns = [
	"created_at",
	"action",
	"resource_id",
	"actor_type",
	"actor_id",
	"actor",
	"ip_address",
	"request_id",
	"test_mode",
	"details",
	"changes",
	"id",
];

const rowOf = (entry: EntryWithValues, names: Names): string[] => [
	timestamp(entry.createdAt),
	entry.action,
	entry.resourceId,
	entry.actorType,
	entry.actorId ?? "",
	actorWords({ type: entry.actorType, id: entry.actorId }, names),
	entry.ipAddress ?? "",
	entry.requestId,
	String(entry.testMode),
	entry.details ? JSON.stringify(entry.details) : "",
	entry.changes ? JSON.stringify(entry.changes) : "",
	entry.id,
];

/**
 * The file is read in parts while it is sent. If a read fails, the download fails, so that nobody takes an incomplete
 * file for a complete one.
 */
export function csvOf(
	ctx: Ctx,
	filters: AuditFilters,
	namesOf: (entries: AuditRow[]) => Promise<Names>,
): ReadableStream<Uint8Array> {
	const utf8 = new TextEncoder();
	let after: string | undefined;
	let written = 0;
	return new ReadableStream({
		start(controller) {
			// Excel needs the byte order mark to read the file as UTF-8.
			controller.enqueue(utf8.encode(`\ufeff${csvLine(columns)}`));
		},
		async pull(controller) {
			do {
				const page = await readEntries(ctx, filters, { after, perPage: Math.min(perRead, maxInFile - written) });
				const [entries, names] = await Promise.all([withValues(ctx, page.shown), namesOf(page.shown)]);
				written += entries.length;
				after = written < maxInFile ? page.after : undefined;
				if (entries.length > 0) {
					controller.enqueue(utf8.encode(entries.map((entry) => csvLine(rowOf(entry, names))).join("")));
					break;
				}
			} while (after !== undefined);
			if (after === undefined) controller.close();
		},
	});
}
