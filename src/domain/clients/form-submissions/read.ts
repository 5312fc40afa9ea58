import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type CreatedFilters, type UpdatedFilters, updatedRange } from "../../../platform/db/lists/time-range.ts";
import { byIndex, walkedList } from "../../../platform/db/lists/walked-list.ts";
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
	const [, found] = await together(
		ctx,
		(ctx) => findForm(ctx, formId),
		(ctx) => readPage(ctx, { ...filters, of: formId }, page),
	);
	return found;
}

export const listSubmissions = (
	ctx: Ctx,
	filters: TimeFilters & { client_id?: string | undefined; form_id?: string | undefined },
	page: PageRequest,
): Promise<PartialPage<Submission>> => readPage(ctx, filters, page);

interface Filters extends TimeFilters {
	client_id?: string | undefined;
	form_id?: string | undefined;
	/** The form whose submissions the list has. */
	of?: string;
}

async function readPage(ctx: Ctx, filters: Filters, page: PageRequest): Promise<PartialPage<Submission>> {
	const { clientId, formId } = formSubmissions;
	const found = await pageWithLargeColumns(ctx, formSubmissions, {
		large: ["submissionData", "signature"],
		...walkedList(formSubmissions, ctx, page, {
			updated: updatedRange(filters),
			created: { kind: "form_submission", range: filters },
			indexed: [
				[clientId, filters.client_id],
				[formId, filters.form_id],
			],
			of: filters.of === undefined ? undefined : byIndex([formId, filters.of]),
		}),
		take: page.take,
	});
	return { ...found, rows: found.rows.map(toSubmission) };
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
