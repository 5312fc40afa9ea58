import * as z from "zod";
import type { formSubmissions } from "../../../platform/db/tables/data/forms.ts";
import { id, reference, text, time } from "../../../platform/http/fields/fields.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { timestamp } from "../../../platform/lib/time.ts";

/** Long enough for a drawn signature, which is sent as an image in text form. */
const maxSignature = 64 * 1024;

export const newSubmission = z
	.object({
		submission_data: z.record(z.string(), z.unknown()).meta({
			description:
				"The answers, each under the key of its field. Answers to unknown keys are dropped and named in `Service-Ignored-Fields`. A `picture` field takes a list of 1 to 6 picture ids.",
		}),
		client_id: reference("the client who answers. It takes precedence over the form's email field")
			.nullable()
			.optional(),
		signature: text(maxSignature).nullable().optional().meta({
			description: "Required on a CONSENT form. A typed name, or a drawn signature as an image in text form.",
		}),
		signer_name: text(200).nullable().optional(),
	})
	.meta({ id: "NewFormSubmission" });

export const submission = z
	.object({
		object: z.literal("form_submission"),
		id: id("form_submission"),
		form_id: id("form"),
		client_id: id("client").nullable(),
		lead_id: id("lead").nullable().meta({ description: "The lead that was created from the submission." }),
		idea_id: id("idea").nullable().meta({ description: "The idea that was created from the submission." }),
		submission_data: z.record(z.string(), z.unknown()),
		signature: z.string().nullable(),
		signer_name: z.string().nullable(),
		signed_at: time.nullable(),
		picture_count: z.int(),
		ip_address: z.string().nullable().meta({ description: "The address that the signature came from." }),
		created_at: time,
		updated_at: time.meta({
			description: "Moves with a merge that gives the submission to another client, and with its pictures.",
		}),
	})
	.meta({ id: "FormSubmission" });

export type Submission = z.output<typeof submission>;
export type NewSubmission = z.output<typeof newSubmission>;
export type SubmissionRow = typeof formSubmissions.$inferSelect;

export const toSubmission = (row: SubmissionRow): Submission =>
	withVersion(row.revision, {
		object: "form_submission",
		id: row.id,
		form_id: row.formId,
		client_id: row.clientId,
		lead_id: row.leadId,
		idea_id: row.ideaId,
		submission_data: row.submissionData,
		signature: row.signature,
		signer_name: row.signerName,
		signed_at: row.signedAt === null ? null : timestamp(row.signedAt),
		picture_count: row.pictureCount,
		ip_address: row.ipAddress,
		created_at: timestamp(row.createdAt),
		updated_at: timestamp(row.updatedAt),
	});
