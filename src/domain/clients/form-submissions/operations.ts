import { type SQL, sql } from "drizzle-orm";
import { type Change, decideAgain } from "../../../platform/commit/change.ts";
import { combine } from "../../../platform/commit/combine.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import { insertRow } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { firstRevision } from "../../../platform/db/record.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { formSubmissions, forms } from "../../../platform/db/tables/data/forms.ts";
import { together } from "../../../platform/db/together.ts";
import type { EventDraft } from "../../../platform/events/event-draft.ts";
import type { Ignore } from "../../../platform/http/endpoint/declaration.ts";
import { emailKey } from "../../../platform/http/fields/fields.ts";
import { settle, unwrap } from "../../../platform/lib/async/settle.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { type FieldError, fieldProblem, maxErrors, notFound, problem } from "../../../platform/problems/problem.ts";
import { findForm } from "../../studio/forms/operations.ts";
import type { FormRow } from "../../studio/forms/schema.ts";
import { clientReference, clientWithEmail, isEmailTaken } from "../clients/lookup.ts";
import { createNewcomer } from "../clients/operations.ts";
import { type Answers, checkAnswers } from "./answers.ts";
import { type Contact, contactIn } from "./contact.ts";
import { ideaFrom, leadFrom, type SubmissionOrigin } from "./created-records.ts";
import { consentPayload, submissionPayload } from "./payloads.ts";
import { namedPicturesIn, takePictures } from "./pictures.ts";
import { type NewSubmission, type Submission, type SubmissionRow, toSubmission } from "./schema.ts";

/** A limit, so that no form fills the database that tenants share. */
const maxBytes = 64 * 1024;

const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

/** `bookedBy` is the client who books on the booking page. The same change may create this client. */
export async function createSubmission(
	ctx: Ctx,
	formId: string,
	given: NewSubmission,
	ignore: Ignore,
	{ bookedBy }: { bookedBy?: string } = {},
): Promise<Change<Submission>> {
	const [form, clientCheck] = await together(
		ctx,
		(ctx) => findForm(ctx, formId),
		(ctx) => settle(client.check(ctx, given.client_id)),
	);
	const answers = checkSubmission(form, given, ignore);
	unwrap(clientCheck);
	if (bytesIn(JSON.stringify(answers)) + bytesIn(given.signature ?? "") > maxBytes)
		throw problem(
			"payload_too_large",
			`submission_data and signature together are larger than ${maxBytes / 1024} KiB.`,
		);
	const contact = contactIn(form.fields, answers);
	const known = bookedBy ?? given.client_id;
	const sender = typeof known === "string" ? { id: known, changes: [] } : await clientOfContact(ctx, form, contact);
	if (form.creates === "IDEA" && sender.id === null) throw fieldProblem("client_id", "is required to make an idea");
	if (!form.isActive) throw problem("conflict", "The form is not active and takes no submissions.");
	const named = await namedPicturesIn(ctx, form, answers);

	const id = newId("form_submission", ctx.now);
	const isFromBookingPage = bookedBy !== undefined;
	const created = await recordsCreatedBy(ctx, { id, form, contact, clientId: sender.id, isFromBookingPage });
	const signature = given.signature?.trim() ? given.signature : null;
	const row: SubmissionRow = {
		id,
		tenantId: ctx.tenantId,
		formId,
		clientId: sender.id,
		emailKey: contact.email === undefined ? null : emailKey(contact.email),
		leadId: created.leadId,
		ideaId: created.ideaId,
		submissionData: answers,
		signature,
		signerName: given.signer_name?.trim() ? given.signer_name : null,
		signedAt: signature === null ? null : ctx.now,
		pictureCount: named.ids.length,
		ipAddress: signature === null ? null : ctx.ipAddress,
		...firstRevision(ctx.now),
	};
	const result = toSubmission(row);
	return combine([...sender.changes, ...created.changes], {
		result,
		writes: [
			{
				write: insertRow(formSubmissions, row),
				condition: formAndClientExist(form, sender.id),
				reason: "stale_write" as const,
			},
			...takePictures(ctx, form.id, id, named),
		],
		events: eventsOf(form, result),
		audit: { action: "form_submission.created", resourceId: id },
		onRefused: (refusal) => {
			// Another request changed the form, took the client's email or a picture, or removed the client.
			if (isStale(refusal) || isEmailTaken(refusal)) return decideAgain;
			return refusal.kind === "foreign_key" ? notFound("form") : undefined;
		},
	});
}

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
	if (first)
		throw problem("validation_failed", `${first.path}: ${first.message}`, { errors: errors.slice(0, maxErrors) });
	return answers;
}

const client = clientReference("client_id");

/** Creates the client whom the form's email field names, if there is none. */
async function clientOfContact(
	ctx: Ctx,
	form: FormRow,
	{ email, firstName, lastName, phone }: Contact,
): Promise<{ id: string | null; changes: Change[] }> {
	if (!form.linksClient || email === undefined) return { id: null, changes: [] };
	const found = await clientWithEmail(ctx, email);
	if (found !== undefined) return { id: found, changes: [] };
	const change = await createNewcomer(ctx, {
		email,
		first_name: firstName ?? email,
		last_name: lastName,
		phone,
	});
	return { id: change.result.id, changes: [change] };
}

async function recordsCreatedBy(
	ctx: Ctx,
	origin: SubmissionOrigin,
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

/** True at the commit if the form is unchanged and the client still exists. */
const formAndClientExist = (form: FormRow, clientId: string | null): SQL => {
	const formUnchanged = sql`EXISTS (SELECT 1 FROM ${forms} WHERE tenant_id = ${form.tenantId} AND id = ${form.id} AND revision = ${form.revision})`;
	return clientId === null
		? formUnchanged
		: sql`${formUnchanged} AND EXISTS (SELECT 1 FROM ${clients} WHERE tenant_id = ${form.tenantId} AND id = ${clientId})`;
};

function eventsOf(form: FormRow, result: Submission): EventDraft[] {
	const created: EventDraft = { type: "form_submission.created", data: submissionPayload(form, result) };
	if (form.kind !== "CONSENT") return [created];
	return [created, { type: "consent_submission.signed", data: consentPayload(form, result) }];
}
