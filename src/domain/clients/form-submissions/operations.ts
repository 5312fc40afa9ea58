import { and, eq, gte, type SQL, sql } from "drizzle-orm";
import type { EventDraft } from "../../../platform/commit/change.ts";
import { type Change, decideAgain } from "../../../platform/commit/change.ts";
import { combine } from "../../../platform/commit/combine.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import { insert } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { listCondition } from "../../../platform/db/lists/list-condition.ts";
import { orderOf } from "../../../platform/db/lists/page-order.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { firstRevision } from "../../../platform/db/record.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { formSubmissions, forms } from "../../../platform/db/tables/data/forms.ts";
import type { Ignore } from "../../../platform/http/endpoint/declaration.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { firstIdAt, newId } from "../../../platform/lib/ids.ts";
import { inOrder } from "../../../platform/lib/in-order.ts";
import { settle, unwrap } from "../../../platform/lib/settle.ts";
import { type FieldError, fieldProblem, notFound, problem } from "../../../platform/problems/problem.ts";
import { findForm } from "../../studio/forms/operations.ts";
import type { FormRow } from "../../studio/forms/schema.ts";
import { clientReference, clientWithEmail, isEmailTaken } from "../clients/lookup.ts";
import { createClient } from "../clients/operations.ts";
import { type Answers, checkAnswers } from "./answers.ts";
import { type Contact, contactIn } from "./contact.ts";
import { ideaFrom, leadFrom } from "./created-records.ts";
import { consentPayload, submissionPayload } from "./payloads.ts";
import { type NewSubmission, type Submission, type SubmissionRow, toSubmission } from "./schema.ts";

interface TimeFilters {
	created_since?: number | undefined;
	updated_since?: number | undefined;
}

export async function listSubmissionsOf(
	ctx: Ctx,
	formId: string,
	filters: TimeFilters,
	page: PageRequest,
): Promise<PartialPage<Submission>> {
	const wanted = listCondition(formSubmissions, ctx, page, {
		updatedSince: filters.updated_since,
		of: eq(formSubmissions.formId, formId),
		filters: createdSince(filters),
		changesIndex: "form_submissions_form_updated",
	});
	const [, found] = await inOrder(findForm(ctx, formId), readPage(ctx, wanted, page));
	return found;
}

/** Lists the submissions of all forms. */
export async function listSubmissions(
	ctx: Ctx,
	filters: TimeFilters & { client_id?: string | undefined; form_id?: string | undefined },
	page: PageRequest,
): Promise<PartialPage<Submission>> {
	const { client_id, form_id } = filters;
	const wanted = listCondition(formSubmissions, ctx, page, {
		updatedSince: filters.updated_since,
		filters: and(
			client_id !== undefined ? eq(formSubmissions.clientId, client_id) : undefined,
			form_id !== undefined ? eq(formSubmissions.formId, form_id) : undefined,
			createdSince(filters),
		),
	});
	return await readPage(ctx, wanted, page);
}

const createdSince = ({ created_since: since }: TimeFilters): SQL | undefined =>
	since === undefined ? undefined : gte(formSubmissions.id, firstIdAt("form_submission", since));

async function readPage(ctx: Ctx, where: SQL | undefined, page: PageRequest): Promise<PartialPage<Submission>> {
	const { rows, more } = await pageWithLargeColumns(ctx, formSubmissions, {
		large: ["submissionData", "signature"],
		where,
		order: orderOf(formSubmissions, page),
		take: page.take,
	});
	return { rows: rows.map(toSubmission), more };
}

export async function getSubmission(ctx: Ctx, formId: string, id: string): Promise<Submission> {
	const [row] = await ctx.db
		.select()
		.from(formSubmissions)
		.where(
			and(eq(formSubmissions.tenantId, ctx.tenantId), eq(formSubmissions.id, id), eq(formSubmissions.formId, formId)),
		);
	if (!row) throw notFound("form submission");
	return toSubmission(row);
}

/** So that no form fills what all share. */
const maxBytes = 64 * 1024;

const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

/** `clientId`: whose submission it is, where the same change may make the client. */
export async function createSubmission(
	ctx: Ctx,
	formId: string,
	given: NewSubmission,
	ignore: Ignore,
	{ clientId }: { clientId?: string } = {},
): Promise<Change<Submission>> {
	const [form, named] = await inOrder(findForm(ctx, formId), settle(client.check(ctx, given.client_id)));
	const answers = checkSubmission(form, given, ignore);
	unwrap(named);
	if (bytesIn(JSON.stringify(answers)) + bytesIn(given.signature ?? "") > maxBytes)
		throw problem(
			"payload_too_large",
			`submission_data and signature together are larger than ${maxBytes / 1024} KiB.`,
		);
	const contact = contactIn(form.fields, answers);
	const known = clientId ?? given.client_id;
	const whose = typeof known === "string" ? { id: known, made: [] } : await clientOfContact(ctx, form, contact);
	if (form.creates === "IDEA" && whose.id === null) throw fieldProblem("client_id", "is required to make an idea");
	if (!form.isActive) throw problem("conflict", "The form is not active and takes no submissions.");

	const id = newId("form_submission", ctx.now);
	const made = await recordsMadeBy(ctx, { id, form, contact, clientId: whose.id });
	const signature = given.signature?.trim() ? given.signature : null;
	const row: SubmissionRow = {
		id,
		tenantId: ctx.tenantId,
		formId,
		clientId: whose.id,
		leadId: made.leadId,
		ideaId: made.ideaId,
		submissionData: answers,
		signature,
		signerName: given.signer_name?.trim() ? given.signer_name : null,
		signedAt: signature === null ? null : ctx.now,
		ipAddress: signature === null ? null : ctx.ipAddress,
		...firstRevision(ctx.now),
	};
	const result = toSubmission(row);
	return combine([...whose.made, ...made.changes], {
		result,
		writes: [
			{
				write: insert(formSubmissions).values(row),
				condition: formAndClientExist(form, whose.id),
				reason: "stale_write" as const,
			},
		],
		events: eventsOf(form, result),
		audit: { action: "form_submission.created", resourceId: id },
		onRefused: (refusal) => {
			// Another request changed the form, took the client's email or removed the client.
			if (isStale(refusal) || isEmailTaken(refusal)) return decideAgain;
			return refusal.kind === "foreign_key" ? notFound("form") : undefined;
		},
	});
}

/** Returns the answers to the form's fields. If some are wrong, one error names all of them. */
function checkSubmission(form: FormRow, given: NewSubmission, ignore: Ignore): Answers {
	const { answers, failures, unknown } = checkAnswers(form.fields, given.submission_data);
	ignore(unknown.map((key) => `submission_data.${key}`));
	const errors: FieldError[] = failures.map(({ key, message }) => ({
		location: "body",
		path: `submission_data.${key}`,
		message,
	}));
	if (form.kind === "CONSENT" && !given.signature?.trim())
		errors.push({ location: "body", path: "signature", message: "is required on a consent form" });
	const first = errors[0];
	if (first) throw problem("validation_failed", `${first.path}: ${first.message}`, { errors });
	return answers;
}

const client = clientReference("client_id");

/** The client whom the form's email field names, and the change that makes this client if there is none. */
async function clientOfContact(
	ctx: Ctx,
	form: FormRow,
	{ email, firstName, lastName, phone }: Contact,
): Promise<{ id: string | null; made: Change[] }> {
	if (!form.linksClient || email === undefined) return { id: null, made: [] };
	const found = await clientWithEmail(ctx, email);
	if (found !== undefined) return { id: found, made: [] };
	const change = await createClient(ctx, {
		email,
		first_name: firstName ?? email,
		last_name: lastName,
		phone,
	});
	return { id: change.result.id, made: [change] };
}

/** The lead or the idea that the form makes of a submission. */
async function recordsMadeBy(
	ctx: Ctx,
	origin: { id: string; form: FormRow; contact: Contact; clientId: string | null },
): Promise<{ leadId: string | null; ideaId: string | null; changes: Change[] }> {
	if (origin.form.creates === "LEAD") {
		const change = await leadFrom(ctx, origin);
		return { leadId: change.result.id, ideaId: null, changes: [change] };
	}
	if (origin.form.creates === "IDEA" && origin.clientId !== null) {
		const change = ideaFrom(ctx, origin, origin.clientId);
		return { leadId: null, ideaId: change.result.id, changes: [change] };
	}
	return { leadId: null, ideaId: null, changes: [] };
}

/** Holds if at the commit the form is unchanged and the client still exists. */
const formAndClientExist = (form: FormRow, clientId: string | null): SQL => {
	const formHolds = sql`EXISTS (SELECT 1 FROM ${forms} WHERE tenant_id = ${form.tenantId} AND id = ${form.id} AND revision = ${form.revision})`;
	return clientId === null
		? formHolds
		: sql`${formHolds} AND EXISTS (SELECT 1 FROM ${clients} WHERE tenant_id = ${form.tenantId} AND id = ${clientId})`;
};

function eventsOf(form: FormRow, result: Submission): EventDraft[] {
	const created: EventDraft = { type: "form_submission.created", data: submissionPayload(form, result) };
	if (form.kind !== "CONSENT") return [created];
	return [created, { type: "consent_submission.signed", data: consentPayload(form, result) }];
}
