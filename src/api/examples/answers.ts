import { type Trigger, triggers } from "../../domain/events/attempts/request/triggers.ts";
import { catalogue } from "../../domain/events/catalogue/catalogue.ts";
import { earlier, ids, now } from "../../domain/events/catalogue/example-ids.ts";
import {
	exampleAppointment,
	exampleArtist,
	exampleClient,
	exampleIdea,
	exampleLead,
	exampleShop,
} from "../../domain/events/catalogue/example-records.ts";
import { keptOf } from "../../domain/personal-data/erasure/schema.ts";
import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";
import {
	deletion,
	delivery,
	halfDay,
	holiday,
	intakeForm,
	loggedRequest,
	picture,
	submission,
	webhookEndpoint,
} from "./records.ts";
import { exampleIdOf } from "./requests.ts";

const { working_hours: hours, timezone } = exampleArtist;

const me = { object: "me", tenant_id: ids.tenant, tenant_name: "Fern & Needle", plan_slug: "crew" };

const calendarFeed = { object: "calendar_feed", details: "initials", last_read_at: now, created_at: earlier };

const hook = {
	object: "automation_hook",
	id: ids.hook,
	target_url: "https://hooks.example.com/4711",
	trigger: "new_client",
	status: "ACTIVE",
	consecutive_failures: 0,
	disabled_at: null,
	disabled_reason: null,
	created_at: now,
	updated_at: now,
};

const records: Record<string, object> = {
	Me: {
		...me,
		api_key: {
			id: ids.apiKey,
			name: "CRM",
			scopes: ["read:clients", "write:clients"],
			rate_limit_tier: "standard",
			rate_limit_per_minute: 100,
			test_mode: false,
			expires_at: null,
		},
	},
	Client: exampleClient,
	ClientExport: {
		object: "client_export",
		client_id: ids.client,
		exported_at: now,
		merged_client_ids: [],
		data: {
			client: exampleClient,
			appointments: [],
			leads: [],
			ideas: [],
			form_submissions: [],
			pictures: [],
			import_rows: [],
			events: [],
			audit_entries: [],
		},
	},
	Export: {
		object: "export",
		id: ids.export,
		status: "DONE",
		size_bytes: 48_211_903,
		url: `https://api.example.com/exports/${ids.tenant}/${ids.export}/mbu2v1c0-hK3mB8xQ0tYd5nRw7LpZcA`,
		error: null,
		expires_at: "2026-03-21T10:30:00.000Z",
		created_at: earlier,
		updated_at: now,
		finished_at: now,
	},
	Erasure: {
		object: "erasure",
		client_id: ids.client,
		erased_at: now,
		kept: keptOf({ appointments: "3" }),
	},
	Import: {
		object: "import",
		id: ids.import,
		type: "clients",
		status: "PENDING",
		on_duplicate: "skip",
		rows_total: 2000,
		rows_done: 0,
		created: 0,
		updated: 0,
		skipped: 0,
		failed: 0,
		ignored_columns: ["Shoe size"],
		error: null,
		undone_at: null,
		created_at: earlier,
		updated_at: earlier,
		finished_at: null,
	},
	ImportRow: {
		object: "import_row",
		row: 17,
		outcome: "failed",
		reason: "email: must be an email address",
		client_id: null,
	},
	Lead: exampleLead,
	Idea: exampleIdea,
	Appointment: exampleAppointment,
	CancellationFeeOfAppointment: {
		object: "cancellation_fee",
		status: "CHARGED",
		amount: 5000,
		currency: "EUR",
		charged_at: now,
		refunded_at: null,
		appointment_id: ids.appointment,
		created_at: now,
		updated_at: now,
	},
	DepositOfAppointment: {
		object: "deposit",
		id: ids.deposit,
		status: "HELD",
		amount: 10_000,
		currency: "EUR",
		due_at: "2026-03-16T10:30:00.000Z",
		method: "BANK_TRANSFER",
		held_at: now,
		released_at: null,
		note: null,
		appointment_id: ids.appointment,
		created_at: earlier,
		updated_at: now,
	},
	Availability: {
		object: "list",
		data: [{ start_at: exampleAppointment.start_at, end_at: exampleAppointment.end_at }],
		has_more: false,
		next_cursor: null,
	},
	Artist: exampleArtist,
	ArtistWorkingHours: {
		object: "working_hours",
		artist_id: ids.artist,
		timezone,
		hours,
		created_at: earlier,
		updated_at: now,
	},
	TimeBlock: holiday,
	ExternalCalendar: {
		object: "external_calendar",
		artist_id: ids.artist,
		fetched_at: now,
		error: null,
		next_fetch_at: "2026-03-14T10:05:00.000Z",
		busy_count: 12,
		created_at: earlier,
		updated_at: earlier,
	},
	CalendarFeed: calendarFeed,
	CalendarFeedWithUrl: {
		...calendarFeed,
		last_read_at: null,
		url: `https://api.example.com/calendars/1-${ids.tenant.slice(4)}${"4fTq9".repeat(8)}XyZ.ics`,
	},
	DeletedArtistCalendarFeed: { object: "calendar_feed", id: ids.artist, deleted: true },
	DeletedShopCalendarFeed: { object: "calendar_feed", id: ids.shop, deleted: true },
	DeletedExternalCalendar: { object: "external_calendar", id: ids.artist, deleted: true },
	Shop: exampleShop,
	EventType: halfDay,
	Form: intakeForm,
	FormSubmission: submission,
	Picture: picture,
	Event: {
		object: "event",
		id: ids.event,
		type: "payout.paid",
		api_version: "v1",
		tenant_id: ids.tenant,
		created_at: now,
		sequence: 1042,
		actor: { type: "operator", id: null },
		data: catalogue["payout.paid"].example,
	},
	Deletion: deletion,
	WebhookEndpoint: webhookEndpoint,
	Delivery: delivery,
	Recovery: { object: "recovery", count: 3, dry_run: false },
	EventDelivery: {
		object: "event_delivery",
		endpoint_id: webhookEndpoint.id,
		delivery_id: null,
		status: null,
		reason: "filtered",
	},
	SignatureCheck: { object: "signature_check", valid: false, reason: "body_reserialised", signed_at: now },
	AutomationMe: { ...me, label: "Fern & Needle (CRM)" },
	AutomationHook: hook,
	SubscribedAutomationHook: { ...hook, secret: "whsec_Zm9yIHRoZSBkb2N1bWVudGF0aW9uIG9ubHk=" },
	AuditEntry: {
		object: "audit_entry",
		id: ids.auditEntry,
		tenant_id: ids.tenant,
		action: "event_type.updated",
		resource_id: ids.eventType,
		actor: { type: "api_key", id: ids.apiKey },
		ip_address: "203.0.113.24",
		request_id: ids.request,
		test_mode: false,
		details: null,
		changes: { buffer_after_minutes: { old: 0, new: 15 } },
		created_at: now,
	},
	ApiRequest: loggedRequest,
};

export function recordExample({ id, answer, path, params }: Endpoint): unknown {
	const schema = answer.meta()?.id ?? "";
	const known = records[schema];
	if (known) return known;
	const trigger = path.split("/").at(-1) as Trigger;
	if (trigger in triggers) {
		const type = triggers[trigger];
		return { id: ids.event, event_type: type, created_at: now, ...catalogue[type].example };
	}
	const deleted = Object.values(params).at(-1);
	if (schema.startsWith("Deleted") && deleted) return { object: deleted, id: exampleIdOf(deleted), deleted: true };
	throw new Error(`${id} has no example of its answer ${schema}`);
}
