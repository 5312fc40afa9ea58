import { and, eq, sql } from "drizzle-orm";
import { type Change, decideAgain } from "../../../platform/commit/change.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import { removeIfUnchanged, update, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { formSubmissions } from "../../../platform/db/tables/data/forms.ts";
import { ideas } from "../../../platform/db/tables/data/ideas.ts";
import { leads } from "../../../platform/db/tables/data/leads.ts";
import { deletedWith } from "../../pictures/deleted-with.ts";
import { findSubmission } from "./read.ts";

export async function deleteSubmission(
	ctx: Ctx,
	id: string,
): Promise<Change<{ object: "form_submission"; id: string; deleted: true }>> {
	const row = await findSubmission(ctx, { id });
	const made = [
		...(row.leadId === null ? [] : [{ table: leads, type: "lead", id: row.leadId }]),
		...(row.ideaId === null ? [] : [{ table: ideas, type: "idea", id: row.ideaId }]),
	];
	return {
		result: { object: "form_submission", id, deleted: true },
		writes: [
			...made.map(({ table, ...record }) => forget(ctx, table, record.id, id)),
			removeIfUnchanged(formSubmissions, row),
		],
		audit: [
			...made.map((record) => ({ action: `${record.type}.updated`, resourceId: record.id })),
			...(await deletedWith(ctx, [row])),
			{ action: "form_submission.deleted", resourceId: id },
		],
		onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
	};
}

const forget = ({ tenantId, now }: Ctx, table: typeof leads | typeof ideas, id: string, submission: string): Write =>
	update(table)
		.set({ formSubmissionId: null, updatedAt: laterThanBefore(now), revision: sql`revision + 1` })
		.where(and(eq(table.tenantId, tenantId), eq(table.id, id), eq(table.formSubmissionId, submission)));
