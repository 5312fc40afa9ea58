import { problems } from "../../../platform/problems/table.ts";

type RefusedCode = keyof typeof problems;

/** Advice to a model, in terms of the tools. The pages about errors speak to programs that send requests themselves. */
const advice: Partial<Record<RefusedCode, string>> = {
	validation_failed: "Correct the fields in errors. describe_operation has the schema of the operation.",
	validation_error:
		"Correct the fields in errors: they do not fit together, or one names a record that does not exist. Read the list of such records for the right id.",
	invalid_cursor: "Read the list again without a cursor, and pass next_cursor on with the same query.",
	invalid_id: "Read the list of such records for the right id. Ids are never made up.",
	payload_too_large: "Send less. detail says which part is too large.",
	request_timeout: "Nothing has changed. Call the tool again.",
	resource_not_found: "Read the list of such records for the right id, or use find_operations for the right operation.",
	duplicate_email: "Read the client that existing_id names, and ask the person whether it is meant.",
	conflict:
		"Read the record again: its state does not allow this, or somebody else changed it. If referenced_by is there, these records name it. Tell the person, and preview what is still right.",
	precondition_failed: "Read the record again, preview the change again, and show the person the new summary.",
	slot_unavailable:
		"Tell the person why, from failures, and offer suggested_slots, or other times from free_times. Then preview with the time that they choose.",
	consent_missing: "Tell the person that the client must sign the consent form first.",
	desk_consult_only: "Choose another artist, or an event type of the kind CONSULTATION.",
	events_expired: "Read the records anew, and then the events with after_sequence one less than oldest_sequence.",
	idempotency_key_concurrent:
		"The change is being made. Call apply_change with the same preview again in a few seconds.",
	plan_limit_reached: "Tell the person: something must be removed first, or the studio needs a higher plan.",
	internal_error: "Call the tool again in a few seconds. A preview makes its change once, however often it is applied.",
	service_unavailable:
		"Call the tool again in a few seconds. A preview makes its change once, however often it is applied.",
};

export const repeatSummary =
	"Call apply_change with the summary of this preview word for word, as the person has seen it, or preview the change again.";

export const previewAgain = "Preview the change again, show the person the new summary, and apply the new preview.";

/** Markdown of the page about an error, as plain text. */
const plain = (markdown: string): string => markdown.replaceAll("`", "");

export function whatToDo(code: string): string {
	if (!Object.hasOwn(problems, code)) return "";
	return advice[code as RefusedCode] ?? plain(problems[code as RefusedCode].meaning);
}
