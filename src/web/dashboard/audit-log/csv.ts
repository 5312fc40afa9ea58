import type { Names } from "../../../domain/access/audit-log/actors.ts";
import { type EntryWithValues, withValues } from "../../../domain/access/audit-log/changed-values.ts";
import { type AuditFilters, type AuditRow, readEntries } from "../../../domain/access/audit-log/read-entries.ts";
import type { Ctx } from "../../../platform/context.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { actorWords } from "../components/actors.tsx";
import { csvStream } from "../lists/csv.ts";

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

export const csvOf = (
	ctx: Ctx,
	filters: AuditFilters,
	namesOf: (entries: AuditRow[]) => Promise<Names>,
): ReadableStream<Uint8Array> =>
	csvStream(columns, perRead, async (after, perPage) => {
		const page = await readEntries(ctx, filters, { after, perPage });
		const [entries, names] = await Promise.all([withValues(ctx, page.shown), namesOf(page.shown)]);
		return { rows: entries.map((entry) => rowOf(entry, names)), after: page.after };
	});
