import type { oas31 } from "zod-openapi";
import type { Words } from "./types.ts";

const ofPath: Words = {
	client_id: "The id of a client, `cli_…`.",
	export_id: "The id of an export, `exp_…`.",
	import_id: "The id of an import, `imp_…`.",
	lead_id: "The id of a lead, `led_…`.",
	idea_id: "The id of an idea, `ide_…`.",
	appointment_id: "The id of an appointment, `apt_…`.",
	artist_id: "The id of an artist, `art_…`.",
	block_id: "The id of a time block of this artist.",
	shop_id: "The id of a shop.",
	event_type_id: "The id of an event type.",
	form_id: "The id of a form.",
	submission_id: "The id of a submission of this form.",
	picture_id: "The id of a picture of this record.",
	event_id: "The id of an event, as `webhook-id` has it.",
	endpoint_id: "The id of a webhook endpoint.",
	delivery_id: "The id of a delivery, as `Service-Delivery-Id` has it.",
	hook_id: "The id of an automation hook.",
	audit_entry_id: "The id of an entry of the audit log.",
	request_id: "The `X-Request-ID` of a request, whether the service or the caller chose it.",
};

const ofQuery: Words = {
	stage: "Only records in this stage.",
	archived: "`true`: only archived records. `false`: only the others. Left out: both.",
	kind: "Only those of this kind.",
	is_active: "`true`: only those in use. `false`: only the others.",
	is_blocked: "`true`: only blocked clients. `false`: only the others.",
	source_type: "Only ideas that came from there.",
	btt_status: "Only ideas with this BTT status.",
	visibility: "Only event types that are shown like this.",
	event_type: "Only deliveries of events of this type.",
	email: "The client with this email, without regard to case.",
	status: "Only those in this state.",
	type: "Only deletions of records of this kind.",
	response_type: "Only the code flow is offered.",
	code_challenge_method: "PKCE takes S256 alone.",
	response_mode: "The answer comes in the query of the redirect.",
};

export function describeParameters({ paths, components }: oas31.OpenAPIObject): void {
	const operations = Object.values(paths ?? {}).flatMap(
		(item) => Object.values(item as object).filter((one) => !Array.isArray(one)) as oas31.OperationObject[],
	);
	const all = [
		...operations.flatMap(({ parameters = [] }) => parameters),
		...Object.values(components?.parameters ?? {}),
	];
	for (const one of all) {
		if (!("name" in one) || one.description || (one.schema as oas31.SchemaObject)?.description) continue;
		const description = (one.in === "path" ? ofPath : ofQuery)[one.name];
		if (description) one.description = description;
	}
}
