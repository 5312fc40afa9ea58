import * as z from "zod";
import { extended } from "../../../platform/http/endpoint/extended.ts";
import { id, time } from "../../../platform/http/fields/fields.ts";
import { idOf } from "../../../platform/http/fields/payload-fields.ts";
import { type Definitions, define } from "./definition.ts";
import { ids, now } from "./example-ids.ts";

const submission = z
	.object({
		formSubmissionId: idOf("fsb"),
		formId: idOf("frm"),
		formName: z.string(),
		formKind: z.enum(["INTAKE", "CONSENT", "CUSTOM"]),
		clientId: id("client").nullable(),
		leadId: idOf("led").nullable(),
		ideaId: idOf("ide").nullable(),
		submissionData: z
			.record(z.string(), z.unknown())
			.meta({ description: "The answers, each under the key of its field in the form." }),
		pictureCount: z.int(),
		createdAt: time,
	})
	.meta({ id: "EventDataFormSubmission" });

const consent = extended(submission, {
	signature: z.string().meta({ description: "The signature as it was given. Never empty." }),
	signerName: z.string().nullable(),
	signedAt: time,
	ipAddress: z.string().nullable().meta({ description: "The address that the signature came from." }),
});

const submitted: z.output<typeof submission> = {
	formSubmissionId: ids.submission,
	formId: ids.form,
	formName: "Tattoo request",
	formKind: "INTAKE",
	clientId: ids.client,
	leadId: ids.lead,
	ideaId: null,
	submissionData: {
		placement: "Left forearm",
		size_cm: 15,
		first_tattoo: false,
		styles: ["Botanical", "Fine line"],
		wished_date: "2026-03-20",
	},
	pictureCount: 0,
	createdAt: now,
};

export const formEvents = {
	"form_submission.created": define("A form was submitted. Consent forms are included.", submission, submitted),
	"consent_submission.signed": define("A consent form was submitted with a signature.", consent, {
		...submitted,
		formName: "Consent to be tattooed",
		formKind: "CONSENT",
		leadId: null,
		submissionData: { read_aftercare: true, allergies: "Latex" },
		signature: "Noor Haddad",
		signerName: "Noor Haddad",
		signedAt: now,
		ipAddress: "203.0.113.24",
	}),
} satisfies Definitions;
