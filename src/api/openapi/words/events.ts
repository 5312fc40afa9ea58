import { deposit } from "./booking.ts";
import type { SchemaWords } from "./types.ts";

const minor = "in minor units: 4500 is 45.00 EUR";

const money = {
	amount: `In minor units: 4500 is 45.00 EUR.`,
	client_id: "The client who pays; null if it is unknown.",
	appointment_id: "The appointment for which it is; null if it is for none.",
	artist_id: "The artist to whom it belongs; null for the studio.",
	shop_id: "The shop where it was taken; null for none.",
};

const actor = {
	actor: "The cause: the credential, the person or the part of the service.",
	"actor.type":
		"`user` is a person at the dashboard, `booking_page` a visitor, `operator` this service's staff, `system` a schedule.",
	"actor.id": "The id of the key, the app or the person; null for visitors, operators and the system.",
};

export const events: SchemaWords = {
	EventEnvelope: {
		...actor,
		id: "The id of the event, the same in every delivery and in the feed. Drop an event whose id you have seen.",
		type: "The type, which says what `data` is.",
		api_version: "The version of the payload. Within it, fields are only added.",
		created_at: "When the change was committed. Sort by `sequence`, not by this.",
		data: "The record as the change left it, in camelCase.",
	},
	Event: {
		...actor,
		id: "The id of the event, the same in every delivery and in the feed.",
		type: "The type, which says what `data` is.",
		api_version: "The version of the payload. Within it, fields are only added.",
		created_at: "When the change was committed. Sort by `sequence`, not by this.",
	},
	MessageCreated: {
		message_id: "The id of the message in the part of the product that sent it.",
		conversation_id: "Messages of one conversation share it; null for a message on its own.",
		subject: "Null on channels without subjects.",
		body: "The text, as it was sent.",
		attachments: "Files that came along.",
		"attachments.url": "The address of the file.",
		"attachments.file_name": "The name that the sender gave the file.",
		"attachments.content_type": "The media type that the sender claimed.",
	},
	Payment: {
		...money,
		payment_id: "The id of the payment. Later events about it carry the same.",
		purpose: "The reason for the payment.",
		method: "How it was paid.",
		description: "The line on the statement; null for none.",
	},
	PaymentSucceeded: { paid_at: "When the money was confirmed." },
	PaymentFailed: {
		failure_code: "The code of the payment provider; null if it gave none.",
		failure_message: "The provider's words, for people.",
		failed_at: "When the attempt failed.",
	},
	PaymentRefunded: {
		status: "PARTIALLY_REFUNDED while a part of the payment is still with the studio.",
		refund_id: "The id of this refund. A payment may have several.",
		refund_reason: "Why, as the studio wrote it; null for none.",
		refunded_at: "When the refund was made.",
	},
	PayoutPaid: {
		payout_id: "The id of the payout to the studio's bank.",
		artist_id: "The artist whose share it is; null for the studio's.",
		amount: `The sum that was paid out, ${minor}.`,
		description: "The line on the statement; null for none.",
		paid_at: "When it was sent to the bank.",
	},
	Deposit: {
		...money,
		...deposit,
		deposit_id: "The id of the deposit. `deposit.released` carries the same.",
		payment_id: "The payment that brought it; null if it was paid otherwise.",
	},
	DepositReleased: { released_at: "When it was no longer held." },
	Subscription: {
		plan: "The plan that the studio has now.",
		subscription_status: "Of the subscription, as the studio's billing has it.",
		trial_ends_at: "When the trial ends or ended; null if there was none.",
	},
	BookingLinkSent: {
		booking_link_id: "The id of the link in the part of the product that sent it.",
		artist_id: "The artist who can be booked there.",
		event_type_id: "The service that the link offers; null for all of the artist's.",
		expires_at: "Until when the link works; null if it does not end.",
		sent_at: "When it was sent.",
	},
	Deletion: { deleted_at: "When it was deleted. Remove it from your copies." },
	WebhookEndpoint: {
		url: "The address to which events are posted.",
		status: "DISABLED gets nothing. Setting it ACTIVE starts afresh, and `replay_missed` brings what it missed.",
		events: 'The types that are sent here; `["*"]` for all, future ones included.',
		description: "For people who look at the list of endpoints.",
		exclude_own: "True: events that the credential behind `created_by` caused are not sent here.",
		"filter.artist_id": "Events about one of these artists.",
		"filter.shop_id": "Events about one of these shops.",
		"filter.client_id": "Events about one of these clients.",
		ordered: "True: events about one record come one after the other, in the order of `sequence`.",
		asymmetric: "True: deliveries also carry a signature that public keys verify.",
		"created_by.type": "The kind of credential.",
		"created_by.id": "The id of the key or the app.",
	},
	WebhookEndpointWithSecret: { endpoint: "The endpoint as it is now." },
	Delivery: {
		endpoint_id: "The webhook endpoint, or the automation hook, to which it goes.",
		event_id: "The event that is delivered.",
		attempt_count: "The number of attempts so far.",
		attempts: "Each attempt that is kept, with what was sent and answered.",
	},
	DeliveryAttempt: {
		request_body: "The body that was sent, to the byte. Its signature was made over it.",
		duration_ms: "From the connection to the end of the answer, in milliseconds.",
		error_message: "Why no answer came, such as a timeout; null if one came.",
		attempted_at: "When it was sent.",
	},
	EventDelivery: {
		endpoint_id: "A webhook endpoint of the studio.",
		delivery_id: "Its delivery of the event; null if it has none.",
		status: "The state of the delivery; null without one.",
		reason: "Why there is no delivery, by today's settings; null if there is one.",
	},
	ReceivedRequest: { headers: "The headers, by their names.", body: "The raw body, byte for byte." },
	SignatureCheck: {
		valid: "True: `verifyWebhook` would take it now.",
		reason: "Why not, in the words of `verifyWebhook`; null if it is valid.",
		signed_at: "When it was signed; null if no header tells.",
	},
	Recovery: {
		count: "How many deliveries were sent again, or would be in a dry run.",
		dry_run: "True: they were only counted.",
	},
	AutomationHook: {
		target_url: "The address to which the automation platform wants the records.",
		trigger: "The kind of record that is sent.",
	},
	AutomationHookWithSecret: { hook: "The hook as it is now." },
	...Object.fromEntries(
		["NewAppointment", "AppointmentCancelled", "NewLead", "NewClient", "NewFormSubmission"].map((name) => [
			`Automation${name}`,
			{ created_at: "When the event was committed." },
		]),
	),
};
