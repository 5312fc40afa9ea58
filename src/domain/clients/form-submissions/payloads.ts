import { payload } from "../../../platform/lib/camel.ts";
import type { FormRow } from "../../studio/forms/schema.ts";
import type { Submission } from "./schema.ts";

/** The payload has no signature, because only consent_submission.signed carries one. */
export function submissionPayload(form: Pick<FormRow, "name" | "kind">, record: Submission): Record<string, unknown> {
	const { signature: _, signer_name: __, signed_at: ___, ip_address: ____, updated_at: _____, ...rest } = record;
	return payload("form_submission", { ...rest, form_name: form.name, form_kind: form.kind });
}

export function consentPayload(form: Pick<FormRow, "name" | "kind">, record: Submission): Record<string, unknown> {
	const { updated_at: _, ...rest } = record;
	return payload("form_submission", { ...rest, form_name: form.name, form_kind: form.kind });
}
