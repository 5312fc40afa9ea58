import { type Change, noChange } from "../../../platform/commit/change.ts";
import { refusedRemoval, removeUnreferenced, stillReferenced } from "../../../platform/commit/referrers.ts";
import { insert, updateToNext } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type UpdatedFilters, updatedRange } from "../../../platform/db/lists/time-range.ts";
import { hasValue, walkedList } from "../../../platform/db/lists/walked-list.ts";
import { columnsOf, defaultsOf, firstRevision, nextRevision } from "../../../platform/db/record.ts";
import { forms } from "../../../platform/db/tables/data/forms.ts";
import { together } from "../../../platform/db/together.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { mergedMetadata } from "../../../platform/http/fields/metadata.ts";
import { changesBetween } from "../../../platform/lib/changes.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { fieldProblems } from "../../../platform/problems/problem.ts";
import { recordFinder } from "../../../platform/record-finder.ts";
import { referrersOfForm } from "./references.ts";
import { brokenRules } from "./rules.ts";
import { type Form, type FormPatch, type FormRow, type NewForm, toForm } from "./schema.ts";

interface Filters extends UpdatedFilters {
	kind?: FormRow["kind"] | undefined;
	is_active?: boolean | undefined;
}

export async function listForms(ctx: Ctx, filters: Filters, page: PageRequest): Promise<PartialPage<Form>> {
	const found = await pageWithLargeColumns(ctx, forms, {
		large: ["description", "fields", "metadata"],
		...walkedList(forms, ctx, page, {
			updated: updatedRange(filters),
			others: [hasValue(forms.kind, filters.kind), hasValue(forms.isActive, filters.is_active)],
		}),
		take: page.take,
	});
	return { ...found, rows: found.rows.map(toForm) };
}

export const getForm = async (ctx: Ctx, id: string): Promise<Form> => toForm(await findForm(ctx, id));

export async function createForm(ctx: Ctx, given: NewForm): Promise<Change<Form>> {
	const row: FormRow = {
		...defaultsOf(forms),
		id: newId("form", ctx.now),
		tenantId: ctx.tenantId,
		name: given.name,
		fields: given.fields,
		kind: "CUSTOM",
		...columnsOf(forms, given),
		...firstRevision(ctx.now),
	};
	checkRules(row);
	return {
		result: toForm(row),
		writes: [insert(forms).values(row)],
		audit: { action: "form.created", resourceId: row.id },
	};
}

export async function updateForm(ctx: Ctx, id: string, patch: FormPatch): Promise<Change<Form>> {
	const row = await findForm(ctx, id);
	const before = toForm(row);
	const next: FormRow = {
		...row,
		...columnsOf(forms, patch),
		metadata: mergedMetadata(row.metadata, patch.metadata),
		...nextRevision(row, ctx.now),
	};
	checkRules(next);
	const result = toForm(next);
	const changes = changesBetween(before, result);
	if (!changes) return noChange(before);
	return {
		result,
		writes: [updateToNext(forms, row, next)],
		audit: { action: "form.updated", resourceId: id, changes },
	};
}

export async function deleteForm(ctx: Ctx, id: string): Promise<Change<{ object: "form"; id: string; deleted: true }>> {
	const referrers = referrersOfForm({ tenantId: ctx.tenantId, id });
	const [row, inUse] = await together(
		ctx,
		(ctx) => findForm(ctx, id),
		(ctx) => stillReferenced(ctx, "form", referrers),
	);
	if (inUse) throw inUse;
	return {
		result: { object: "form", id, deleted: true },
		writes: [removeUnreferenced(forms, row, referrers)],
		audit: { action: "form.deleted", resourceId: id },
		onRefused: refusedRemoval,
	};
}

export const findForm = recordFinder(forms, "form");

function checkRules(row: FormRow): void {
	const broken = brokenRules(row);
	if (broken.length > 0) throw fieldProblems(broken);
}
