import * as z from "zod";
import { earlier, ids } from "../../domain/events/catalogue/example-ids.ts";
import {
	exampleAppointment,
	exampleArtist,
	exampleClient,
	exampleIdea,
	exampleLead,
	exampleShop,
} from "../../domain/events/catalogue/example-records.ts";
import { type Endpoint, isList } from "../../platform/http/endpoint/endpoint.ts";
import { listQuery } from "../../platform/http/endpoint/page.ts";
import type { IdKind } from "../../platform/lib/ids.ts";
import { holiday, intakeForm, submission, webhookEndpoint } from "./records.ts";

const idsOf: Partial<Record<IdKind, string>> = {
	client: ids.client,
	lead: ids.lead,
	idea: ids.idea,
	appointment: ids.appointment,
	artist: ids.artist,
	time_block: ids.timeBlock,
	picture: ids.picture,
	export: ids.export,
	import: ids.import,
	shop: ids.shop,
	event_type: ids.eventType,
	form: ids.form,
	form_submission: ids.submission,
	event: ids.event,
	webhook_endpoint: ids.webhookEndpoint,
	delivery: ids.delivery,
	automation_hook: ids.hook,
	request: ids.request,
	audit_entry: ids.auditEntry,
};

export function exampleIdOf(kind: IdKind): string {
	const id = idsOf[kind];
	if (!id) throw new Error(`no example has a ${kind}`);
	return id;
}

const pick = <T extends object, K extends keyof T>(record: T, ...names: K[]) =>
	Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, K>;

const newClient = pick(exampleClient, "email", "first_name", "last_name", "tags");

/** The bodies that make or change each record, by the schema of the body. */
const bodies: Record<string, object> = {
	NewClient: newClient,
	ClientPatch: { phone: exampleClient.phone, marketing_consent: true },
	ClientMerge: { source_id: ids.mergedClient },
	NewLead: pick(exampleLead, "first_name", "email", "message", "budget_range_max"),
	LeadPatch: { stage: "CONTACTED", assigned_artist_id: ids.artist },
	NewIdea: pick(exampleIdea, "client_id", "subject", "placement", "size_cm"),
	IdeaPatch: { stage: "QUOTED", quote_amount: 45_000, quote_currency: "EUR" },
	NewAppointment: pick(exampleAppointment, "artist_id", "client_id", "event_type_id", "start_at", "title"),
	AppointmentPatch: { start_at: "2026-03-21T10:00:00+01:00" },
	DepositPatch: { status: "HELD", method: "BANK_TRANSFER" },
	NewCancellationFee: { amount: 5000, currency: "EUR" },
	LeadConfirmation: {},
	NewCalendarFeed: { details: "initials" },
	NewExternalCalendar: { ics_url: "https://calendar.example.com/mika.ics" },
	NewArtist: pick(exampleArtist, "name", "email", "shop_id"),
	ArtistPatch: { max_appointments_per_day: 3 },
	NewWorkingHours: { hours: exampleArtist.working_hours },
	NewTimeBlock: pick(holiday, "start_at", "end_at", "reason"),
	NewShop: pick(exampleShop, "name", "timezone", "address"),
	ShopPatch: { phone: "+49 30 5550100" },
	NewForm: { ...pick(intakeForm, "name", "kind", "creates", "links_client"), fields: intakeForm.fields.slice(0, 1) },
	FormPatch: { is_active: false },
	PicturePatch: { caption: "The fern on the forearm", position: 1 },
	NewFormSubmission: pick(submission, "submission_data"),
	NewWebhookEndpoint: pick(webhookEndpoint, "url", "events", "exclude_own"),
	WebhookEndpointPatch: { status: "ACTIVE", replay_missed: true },
	WebhookTest: { type: "appointment.created" },
	NewRecovery: { since: earlier, dry_run: true },
	ReceivedRequest: { headers: { "service-signature": "t=1790000000,v1=5f0c…" }, body: "{}" },
	NewAutomationHook: { target_url: "https://hooks.example.com/4711", trigger: "new_client" },
};

export function bodyExample({ body, id }: Endpoint): unknown {
	if (!body) return undefined;
	const example = bodies[body.meta()?.id ?? ""];
	if (!example) throw new Error(`${id} has no example of its body`);
	return example;
}

export const pathExamples = ({ params }: Endpoint): Record<string, string> =>
	Object.fromEntries(Object.entries(params).map(([name, kind]) => [name, exampleIdOf(kind)]));

const parameterExamples: Record<string, string | number> = {
	limit: 20,
	cursor: "eyJhZnRlciI6ImNsaV8wMTljN2JmMGU5YzA3OSJ9",
	updated_since: earlier,
	updated_until: "2026-04-01T00:00:00+02:00",
	created_since: earlier,
	created_until: "2026-04-01T00:00:00+02:00",
	start_from: earlier,
	start_to: "2026-04-01T00:00:00+02:00",
	from: "2026-03-16T00:00:00+01:00",
	to: "2026-03-23T00:00:00+01:00",
	client_id: ids.client,
	artist_id: ids.artist,
	assigned_artist_id: ids.artist,
	shop_id: ids.shop,
	event_type_id: ids.eventType,
	form_id: ids.form,
	credential_id: ids.apiKey,
	email: exampleClient.email,
	q: "noor had",
	source: "instagram",
	archived: "false",
	is_active: "true",
	about: ids.client,
	action: "client.updated",
	resource_id: ids.client,
	actor: ids.apiKey,
	request_id: ids.request,
	event_id: ids.event,
	endpoint_id: ids.webhookEndpoint,
	is_blocked: "false",
	tag: "sleeve",
	crm_appointment_id: "4711",
	slug: "noor",
	operation_id: "createClient",
	path: "/v1/clients",
	caption: "The fern on the forearm",
	after_sequence: 1041,
	wait: 20,
};

/** Example values of parameters that mean something else in these operations. */
const parameterExamplesOf: Record<string, Record<string, string>> = {
	listEvents: { type: "appointment.created,appointment.cancelled" },
	listRequests: { status: "4xx" },
	listAppointments: { status: "SCHEDULED,COMPLETED", deposit_status: "REQUESTED" },
	listImportRows: { outcome: "failed" },
	createImport: { on_duplicate: "update" },
};

export function queryExample(operationId: string, name: string, schema: z.ZodType): string | number {
	const known = parameterExamplesOf[operationId]?.[name] ?? parameterExamples[name];
	if (known !== undefined) return known;
	const bare = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
	const [first] = bare instanceof z.ZodEnum ? bare.options : [];
	if (first === undefined)
		throw new Error(
			`${operationId} has no example of ${name}: add one to parameterExamples (api/examples/requests.ts)`,
		);
	return first;
}

export function queryExamples(endpoint: Endpoint): Record<string, string> {
	const shape: Record<string, z.ZodType> = { ...(isList(endpoint) ? listQuery.shape : {}), ...endpoint.query?.shape };
	const needed = Object.entries(shape).filter(([, schema]) => !schema.safeParse(undefined).success);
	return Object.fromEntries(needed.map(([name, schema]) => [name, String(queryExample(endpoint.id, name, schema))]));
}
