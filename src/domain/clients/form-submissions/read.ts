import type { SQL } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { listCondition } from "../../../platform/db/lists/list-condition.ts";
import { createdBefore, orderOf } from "../../../platform/db/lists/page-order.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import {
	type CreatedFilters,
	createdIn,
	type UpdatedFilters,
	updatedRange,
} from "../../../platform/db/lists/time-range.ts";
import { and, eq } from "../../../platform/db/statements/expression.ts";
import { formSubmissions } from "../../../platform/db/tables/data/forms.ts";
import { together } from "../../../platform/db/together.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { findForm } from "../../studio/forms/operations.ts";
import { type Submission, type SubmissionRow, toSubmission } from "./schema.ts";

type TimeFilters = CreatedFilters & UpdatedFilters;

export async function listSubmissionsOf(
	ctx: Ctx,
	formId: string,
	filters: TimeFilters,
	page: PageRequest,
): Promise<PartialPage<Submission>> {
	const condition = listCondition(formSubmissions, ctx, pageOf(filters, page), {
		updated: updatedRange(filters),
		of: eq(formSubmissions.formId, formId),
		filters: created(filters, page),
		changesIndex: "form_submissions_form_updated",
	});
	const [, found] = await together(
		ctx,
		(ctx) => findForm(ctx, formId),
		(ctx) => readPage(ctx, condition, page),
	);
	return found;
}

/** Lists the submissions of all forms. */
export async function listSubmissions(
	ctx: Ctx,
	filters: TimeFilters & { client_id?: string | undefined; form_id?: string | undefined },
	page: PageRequest,
): Promise<PartialPage<Submission>> {
	const { client_id, form_id } = filters;
	const condition = listCondition(formSubmissions, ctx, pageOf(filters, page), {
		updated: updatedRange(filters),
		filters: and(
			client_id !== undefined ? eq(formSubmissions.clientId, client_id) : undefined,
			form_id !== undefined ? eq(formSubmissions.formId, form_id) : undefined,
			created(filters, page),
		),
	});
	return await readPage(ctx, condition, page);
}

const created = (filters: TimeFilters, page: PageRequest): SQL | undefined =>
	createdIn(formSubmissions.id, "form_submission", page.byChange ? filters : { created_since: filters.created_since });

const pageOf = (filters: TimeFilters, page: PageRequest): PageRequest =>
	createdBefore(page, "form_submission", filters);

async function readPage(ctx: Ctx, where: SQL | undefined, page: PageRequest): Promise<PartialPage<Submission>> {
	const { rows, more } = await pageWithLargeColumns(ctx, formSubmissions, {
		large: ["submissionData", "signature"],
		where,
		order: orderOf(formSubmissions, page),
		take: page.take,
	});
	return { rows: rows.map(toSubmission), more };
}

interface SubmissionRef {
	id: string;
	/** Absent: of any form. */
	formId?: string;
}

export const getSubmission = async (ctx: Ctx, ref: SubmissionRef): Promise<Submission> =>
	toSubmission(await findSubmission(ctx, ref));

export async function findSubmission({ db, tenantId }: Ctx, { id, formId }: SubmissionRef): Promise<SubmissionRow> {
	const [row] = await db
		.select()
		.from(formSubmissions)
		.where(
			and(
				eq(formSubmissions.tenantId, tenantId),
				eq(formSubmissions.id, id),
				formId === undefined ? undefined : eq(formSubmissions.formId, formId),
			),
		);
	if (!row) throw notFound("form submission");
	return row;
}
