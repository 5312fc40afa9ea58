import { and, asc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { AuditDraft } from "../../../platform/commit/change.ts";
import { remove, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { formSubmissions } from "../../../platform/db/tables/data/forms.ts";
import { ideas } from "../../../platform/db/tables/data/ideas.ts";
import { leads } from "../../../platform/db/tables/data/leads.ts";
import { pictures } from "../../../platform/db/tables/data/pictures.ts";
import { type IdKind, idPrefix } from "../../../platform/lib/ids.ts";
import { deletedWith } from "../../pictures/deleted-with.ts";
import { areOf, recordsOf } from "../person.ts";
import { type ErasedPerson, type EraseSome, firstNewId, type Part } from "./person.ts";

export const rowsAtOnce = 200;

export const eraseIdeas: EraseSome = async (ctx, person, after) => {
	const ids = recordsOf.ideas({ ...ctx, ...person });
	const rows = await readRows(ctx, ideas, ids, { after, before: firstNewId(person, "idea") });
	return withGuard(ctx, ideas, "idea", person, ids, await deletionOf(ctx, ideas, "idea", rows));
};

export const eraseLeads: EraseSome = async (ctx, person, after) => {
	const ids = recordsOf.leads({ ...ctx, ...person });
	const rows = await readRows(ctx, leads, ids, { after, before: firstNewId(person, "lead") });
	const ofForms = rows.flatMap(({ formSubmissionId }) => formSubmissionId ?? []);
	const part = withGuard(ctx, leads, "lead", person, ids, await deletionOf(ctx, leads, "lead", rows));
	return { ...part, records: [...(part.records ?? []), ...ofForms] };
};

/** Of a signed consent it stays that the form was signed, and when. */
export const eraseSubmissions: EraseSome = async (ctx, person, after) => {
	const ofLeads = person.records.filter((id) => id.startsWith(idPrefix("form_submission")));
	const ids = recordsOf.submissions({ ...ctx, ...person }, ofLeads);
	const rows = await readRows(ctx, formSubmissions, ids, { after, before: firstNewId(person, "form_submission") });
	const signed = rows.filter(({ signedAt }) => signedAt !== null);
	const deletion = await deletionOf(
		ctx,
		formSubmissions,
		"form_submission",
		rows.filter(({ signedAt }) => signedAt === null),
	);
	const withContent = signed.filter(({ signature, pictureCount }) => signature !== null || pictureCount > 0);
	if (withContent.length === 0) return { ...deletion, ...endOf(rows), records: rows.map(({ id }) => id) };
	const ofPictures = await deletedWith(ctx, withContent);
	return {
		writes: [
			...deletion.writes,
			emptyIfUnchanged(ctx, withContent),
			remove(pictures).where(
				and(eq(pictures.tenantId, ctx.tenantId), sql`owner_id IN ${eachOf(withContent.map(({ id }) => id))}`),
			),
		],
		audit: [
			...(deletion.audit ?? []),
			...ofPictures,
			...withContent.map(({ id }) => ({ action: "form_submission.updated", resourceId: id })),
		],
		records: [...(deletion.records ?? []), ...idsIn(ofPictures), ...rows.map(({ id }) => id)],
		...endOf(rows),
	};
};

/** Fails if another record came since the last ones were read. */
const withGuard = (ctx: Ctx, table: RecordTable, kind: IdKind, person: ErasedPerson, ids: SQL, part: Part): Part => {
	if (part.next !== null) return part;
	const left = sql`SELECT 1 FROM ${table} WHERE ${areOf(ctx, table, ids)} AND id < ${firstNewId(person, kind)}`;
	return { ...part, writes: [...part.writes, { condition: sql`NOT EXISTS (${left})`, reason: "stale_write" }] };
};

type RecordTable = typeof ideas | typeof leads | typeof formSubmissions;

const readRows = async <T extends RecordTable>(
	ctx: Ctx,
	table: T,
	ids: SQL,
	{ after, before }: { after: unknown; before: string },
): Promise<T["$inferSelect"][]> =>
	(await ctx.db
		.select()
		.from(table as typeof ideas)
		.where(and(areOf(ctx, table, ids), gt(table.id, (after as string | null) ?? ""), lt(table.id, before)))
		.orderBy(asc(table.id))
		.limit(rowsAtOnce)) as T["$inferSelect"][];

interface Row {
	id: string;
	revision: number;
	pictureCount: number;
}

const endOf = (rows: readonly Row[]): Pick<Part, "next"> => ({
	next: rows.length < rowsAtOnce ? null : rows.at(-1)?.id,
});

const idsIn = (audit: readonly AuditDraft[]): string[] => audit.map(({ resourceId }) => resourceId);

const isOneOf = ({ tenantId }: Ctx, rows: readonly Row[]): SQL =>
	sql`tenant_id = ${tenantId} AND (id, revision) IN (SELECT value ->> 0, value ->> 1
		FROM json_each(${JSON.stringify(rows.map(({ id, revision }) => [id, revision]))}))`;

/** Triggers delete the pictures of the records. */
async function deletionOf(ctx: Ctx, table: RecordTable, type: string, rows: readonly Row[]): Promise<Part> {
	if (rows.length === 0) return { writes: [], next: null };
	const ofPictures = await deletedWith(ctx, rows);
	return {
		writes: [
			{
				write: sql`DELETE FROM ${table} WHERE ${isOneOf(ctx, rows)}`,
				condition: sql`changes() = ${rows.length}`,
				reason: "stale_write",
			},
		],
		audit: [...ofPictures, ...rows.map(({ id }) => ({ action: `${type}.deleted`, resourceId: id }))],
		records: [...rows.map(({ id }) => id), ...idsIn(ofPictures)],
		...endOf(rows),
	};
}

const emptyIfUnchanged = (ctx: Ctx, rows: readonly Row[]): Write => ({
	write: sql`UPDATE ${formSubmissions} SET submission_data = '{}', signature = NULL, signer_name = NULL, ip_address = NULL,
			email_key = NULL, picture_count = 0, updated_at = ${laterThanBefore(ctx.now)}, revision = revision + 1
		WHERE ${isOneOf(ctx, rows)}`,
	condition: sql`changes() = ${rows.length}`,
	reason: "stale_write",
});
