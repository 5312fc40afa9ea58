// Written by client/scripts/generate.ts from the API document. Change the declarations, not this file.

/** The data of each type of event. */
export interface EventData {
	/** An appointment was booked. */
	"appointment.created": EventDataAppointment;
	/** An appointment changed in a way that has no event of its own. */
	"appointment.updated": EventDataAppointmentUpdated;
	/** An appointment was moved to another time or to another artist. */
	"appointment.rescheduled": EventDataAppointmentRescheduled;
	/** An appointment was cancelled. */
	"appointment.cancelled": EventDataAppointmentCancelled;
	/** The client did not come to an appointment. */
	"appointment.no_show": EventDataAppointmentNoShow;
	/** An appointment took place. */
	"appointment.completed": EventDataAppointmentCompleted;
	/** A lead was created. */
	"lead.created": EventDataLead;
	/** A lead moved to another stage. */
	"lead.stage_changed": EventDataLeadStageChanged;
	/** A lead was assigned to an artist, or to another artist than before. */
	"lead.assigned": EventDataLeadAssigned;
	/** A lead was archived. */
	"lead.archived": EventDataLeadArchived;
	/** A client was created. */
	"client.created": EventDataClient;
	/** A client's fields changed. */
	"client.updated": EventDataClientUpdated;
	/** Another client, the source, was merged into this one and removed. */
	"client.merged": EventDataClientMerged;
	/** A client was deleted. The payload shows it as it was. */
	"client.deleted": EventDataClient;
	/** A form was submitted. Consent forms are included. */
	"form_submission.created": EventDataFormSubmission;
	/** A consent form was submitted with a signature. */
	"consent_submission.signed": EventDataConsentSubmissionSigned;
	/** A tattoo idea was created. */
	"idea.created": EventDataIdea;
	/** A tattoo idea moved to another stage. */
	"idea.stage_changed": EventDataIdeaStageChanged;
	/** A tattoo idea went from one artist to another. */
	"idea.transferred": EventDataIdeaTransferred;
	/** A message was sent to a client or lead, or came from one. */
	"message.created": EventDataMessageCreated;
	/** A payment was received. */
	"payment.succeeded": EventDataPaymentSucceeded;
	/** A payment was attempted and failed. */
	"payment.failed": EventDataPaymentFailed;
	/** A payment was refunded, wholly or in part. */
	"payment.refunded": EventDataPaymentRefunded;
	/** A payout was made to an artist or a shop. */
	"payout.paid": EventDataPayoutPaid;
	/** A client's deposit is held for an appointment. */
	"deposit.held": EventDataDepositHeld;
	/** A deposit is no longer held. */
	"deposit.released": EventDataDepositReleased;
	/** An artist joined the studio. */
	"artist.created": EventDataArtist;
	/** An artist was deactivated and cannot be booked any more. */
	"artist.deactivated": EventDataArtistDeactivated;
	/** A shop was added to the studio. */
	"shop.created": EventDataShop;
	/** The studio's trial ends within three days. */
	"subscription.trial_ending": EventDataSubscription;
	/** The studio's subscription became active, or its plan changed. */
	"subscription.activated": EventDataSubscriptionActivated;
	/** The studio's subscription was cancelled, or its plan changed to Light. */
	"subscription.cancelled": EventDataSubscriptionCancelled;
	/** A payment for the subscription is overdue. */
	"subscription.past_due": EventDataSubscriptionPastDue;
	/** A booking link was sent to someone. */
	"booking_link.sent": EventDataBookingLinkSent;
}

export type PublicEventType = keyof EventData;

interface Logged<T extends PublicEventType> extends Typed<T> {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "event";
	/** The id of the event, the same in every delivery and in the feed. */
	id: string;
	/** The version of the payload. Within it, fields are only added. */
	api_version: "v1";
	/** The studio to which this belongs. */
	tenant_id: string;
	/** When the change was committed. Sort by `sequence`, not by this. */
	created_at: Timestamp;
	/** The number of the event within the tenant. The numbers have no gaps. */
	sequence: number;
	/** The cause: the credential, the person or the part of the service. */
	actor: {
		/** `user` is a person at the dashboard, `booking_page` a visitor, `operator` this service's staff, `system` a schedule. */
		type: "api_key" | "oauth_app" | "user" | "booking_page" | "operator" | "system";
		/** The id of the key, the app or the person; null for visitors, operators and the system. */
		id: string | null;
	};
}

interface Posted<T extends PublicEventType> extends Typed<T> {
	/** The id of the event, the same in every delivery and in the feed. Drop an event whose id you have seen. */
	id: string;
	/** The version of the payload. Within it, fields are only added. */
	api_version: "v1";
	/** The studio to which this belongs. */
	tenant_id: string;
	/** When the change was committed. Sort by `sequence`, not by this. */
	created_at: Timestamp;
	/** The number of the event in the tenant, without gaps. A test event has none. */
	sequence?: number;
	/** The cause: the credential, the person or the part of the service. */
	actor: {
		/** `user` is a person at the dashboard, `booking_page` a visitor, `operator` this service's staff, `system` a schedule. */
		type: "api_key" | "oauth_app" | "user" | "booking_page" | "operator" | "system";
		/** The id of the key, the app or the person; null for visitors, operators and the system. */
		id: string | null;
	};
	/** This is a sample that the tenant asked for. Nothing happened. */
	test?: true;
}

interface Typed<T extends PublicEventType> {
	/** The type of the event. A `switch` over it narrows `data`. */
	type: T;
	/** The data of the event. Its keys are in camelCase. If its person was erased, `erased` is true and it has ids alone. */
	data: EventData[T] & { erased?: true | undefined };
}

/** The events of these types, as the log and the feed show them. */
export type EventOf<T extends PublicEventType> = { [One in T]: Logged<One> }[T];

/** An event of the log and of the feed. The service may add types: a `switch` over `type` should ignore unknown ones. */
export type StudioEvent = EventOf<PublicEventType>;

/** The events of these types, as webhooks bring them. */
export type WebhookEventOf<T extends PublicEventType> = { [One in T]: Posted<One> }[T];

/** An event as a webhook brings it. The service may add types: a `switch` over `type` should ignore unknown ones. */
export type WebhookEvent = WebhookEventOf<PublicEventType>;

export interface EventDataAppointment {
	/** The `id` of the appointment. */
	appointmentId: string;
	/** The artist who has the time. No two appointments of an artist overlap. */
	artistId: string;
	/** The client who comes. */
	clientId: string;
	/** The shop where it takes place; null if it takes place elsewhere. */
	shopId: string | null;
	/** The service that was booked, whose rules applied; null for a time that was booked freely. */
	eventTypeId: string | null;
	/** Only a SCHEDULED appointment holds its time. CANCELLED and NO_SHOW may become SCHEDULED again, COMPLETED is final. */
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";
	/** The artist's IANA zone. */
	timezone: string;
	/** A line for calendars and lists; null for none. */
	title: string | null;
	/** Notes of the studio. The client does not see them. */
	notes: string | null;
	/** The place if it is not the shop, such as a link to a call. */
	location: string | null;
	/** The agreed price, in minor units: 4500 is 45.00 EUR. Null if none is agreed. The service charges nothing. */
	priceAmount: number | null;
	/** The currency of `price_amount`, ISO 4217. Needed with a price. */
	currency: string | null;
	/** The id of this appointment in your system. Lists filter by it. */
	crmAppointmentId: string | null;
	/** When it was cancelled; null if it was not. */
	cancelledAt: TimestampOrNull;
	/** Why it was cancelled, as the person who cancelled wrote it. Clients may see it. */
	cancellationReason: string | null;
	/** The fee that was charged for the cancellation; null if there is none. */
	cancellationFee: {
		/** The kind of record. It tells records apart where several kinds come together. */
		object: "cancellation_fee";
		/** CHARGED until it is refunded in full. */
		status: "CHARGED" | "REFUNDED";
		/** The whole fee, in minor units: 4500 is 45.00 EUR. */
		amount: number;
		/** The fee's currency, ISO 4217. */
		currency: string;
		/** When the fee was charged. */
		chargedAt: Timestamp;
		/** When it was refunded; null while it stands. */
		refundedAt: TimestampOrNull;
	} | null;
	/** The place on the body, one of the event type's `allowed_placements` if it has some. */
	placement: string | null;
	/** The deposit that the event type asked for at the booking; null if it asked for none. */
	deposit: {
		/** The kind of record. It tells records apart where several kinds come together. */
		object: "deposit";
		/** Given by the service. It never changes, and no other record ever gets it. */
		id: string;
		/** REQUESTED until it is HELD, which means paid, or WAIVED. Money that was HELD is APPLIED to the price, REFUNDING and then REFUNDED, or FORFEITED. */
		status: "REQUESTED" | "HELD" | "APPLIED" | "REFUNDING" | "REFUNDED" | "FORFEITED" | "WAIVED";
		/** In minor units: 4500 is 45.00 EUR. Null until the studio sets it, if there was no price at the booking. */
		amount: number | null;
		/** ISO 4217. */
		currency: string | null;
		/** When it is due, the start of the appointment at the latest. */
		dueAt: Timestamp;
		/** How it was paid. Required with HELD. */
		method: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER" | null;
		/** When the studio received it. */
		heldAt: TimestampOrNull;
		/** When it was no longer held. */
		releasedAt: TimestampOrNull;
		/** A remark of the studio, or why there is no amount. */
		note: string | null;
	} | null;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
	/** The start, in UTC. */
	startDateTime: Timestamp;
	/** The end, in UTC, exclusive. */
	endDateTime: Timestamp;
}

export type TimestampOrNull = Timestamp | null;

/** ISO 8601, UTC, milliseconds. */
export type Timestamp = string;

export interface EventDataAppointmentUpdated {
	/** The `id` of the appointment. */
	appointmentId: string;
	/** The artist who has the time. No two appointments of an artist overlap. */
	artistId: string;
	/** The client who comes. */
	clientId: string;
	/** The shop where it takes place; null if it takes place elsewhere. */
	shopId: string | null;
	/** The service that was booked, whose rules applied; null for a time that was booked freely. */
	eventTypeId: string | null;
	/** Only a SCHEDULED appointment holds its time. CANCELLED and NO_SHOW may become SCHEDULED again, COMPLETED is final. */
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";
	/** The artist's IANA zone. */
	timezone: string;
	/** A line for calendars and lists; null for none. */
	title: string | null;
	/** Notes of the studio. The client does not see them. */
	notes: string | null;
	/** The place if it is not the shop, such as a link to a call. */
	location: string | null;
	/** The agreed price, in minor units: 4500 is 45.00 EUR. Null if none is agreed. The service charges nothing. */
	priceAmount: number | null;
	/** The currency of `price_amount`, ISO 4217. Needed with a price. */
	currency: string | null;
	/** The id of this appointment in your system. Lists filter by it. */
	crmAppointmentId: string | null;
	/** When it was cancelled; null if it was not. */
	cancelledAt: TimestampOrNull;
	/** Why it was cancelled, as the person who cancelled wrote it. Clients may see it. */
	cancellationReason: string | null;
	/** The fee that was charged for the cancellation; null if there is none. */
	cancellationFee: {
		/** The kind of record. It tells records apart where several kinds come together. */
		object: "cancellation_fee";
		/** CHARGED until it is refunded in full. */
		status: "CHARGED" | "REFUNDED";
		/** The whole fee, in minor units: 4500 is 45.00 EUR. */
		amount: number;
		/** The fee's currency, ISO 4217. */
		currency: string;
		/** When the fee was charged. */
		chargedAt: Timestamp;
		/** When it was refunded; null while it stands. */
		refundedAt: TimestampOrNull;
	} | null;
	/** The place on the body, one of the event type's `allowed_placements` if it has some. */
	placement: string | null;
	/** The deposit that the event type asked for at the booking; null if it asked for none. */
	deposit: {
		/** The kind of record. It tells records apart where several kinds come together. */
		object: "deposit";
		/** Given by the service. It never changes, and no other record ever gets it. */
		id: string;
		/** REQUESTED until it is HELD, which means paid, or WAIVED. Money that was HELD is APPLIED to the price, REFUNDING and then REFUNDED, or FORFEITED. */
		status: "REQUESTED" | "HELD" | "APPLIED" | "REFUNDING" | "REFUNDED" | "FORFEITED" | "WAIVED";
		/** In minor units: 4500 is 45.00 EUR. Null until the studio sets it, if there was no price at the booking. */
		amount: number | null;
		/** ISO 4217. */
		currency: string | null;
		/** When it is due, the start of the appointment at the latest. */
		dueAt: Timestamp;
		/** How it was paid. Required with HELD. */
		method: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER" | null;
		/** When the studio received it. */
		heldAt: TimestampOrNull;
		/** When it was no longer held. */
		releasedAt: TimestampOrNull;
		/** A remark of the studio, or why there is no amount. */
		note: string | null;
	} | null;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
	/** The start, in UTC. */
	startDateTime: Timestamp;
	/** The end, in UTC, exclusive. */
	endDateTime: Timestamp;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

/** Each field that changed, under its name in this payload. */
export type EventChanges = Record<
	string,
	{
		/** The value before the change. */
		old: unknown;
		/** The value after the change. */
		new: unknown;
	}
>;

export interface EventDataAppointmentRescheduled {
	/** The `id` of the appointment. */
	appointmentId: string;
	/** The artist who has the time. No two appointments of an artist overlap. */
	artistId: string;
	/** The client who comes. */
	clientId: string;
	/** The shop where it takes place; null if it takes place elsewhere. */
	shopId: string | null;
	/** The service that was booked, whose rules applied; null for a time that was booked freely. */
	eventTypeId: string | null;
	/** Only a SCHEDULED appointment holds its time. CANCELLED and NO_SHOW may become SCHEDULED again, COMPLETED is final. */
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";
	/** The artist's IANA zone. */
	timezone: string;
	/** A line for calendars and lists; null for none. */
	title: string | null;
	/** Notes of the studio. The client does not see them. */
	notes: string | null;
	/** The place if it is not the shop, such as a link to a call. */
	location: string | null;
	/** The agreed price, in minor units: 4500 is 45.00 EUR. Null if none is agreed. The service charges nothing. */
	priceAmount: number | null;
	/** The currency of `price_amount`, ISO 4217. Needed with a price. */
	currency: string | null;
	/** The id of this appointment in your system. Lists filter by it. */
	crmAppointmentId: string | null;
	/** When it was cancelled; null if it was not. */
	cancelledAt: TimestampOrNull;
	/** Why it was cancelled, as the person who cancelled wrote it. Clients may see it. */
	cancellationReason: string | null;
	/** The fee that was charged for the cancellation; null if there is none. */
	cancellationFee: {
		/** The kind of record. It tells records apart where several kinds come together. */
		object: "cancellation_fee";
		/** CHARGED until it is refunded in full. */
		status: "CHARGED" | "REFUNDED";
		/** The whole fee, in minor units: 4500 is 45.00 EUR. */
		amount: number;
		/** The fee's currency, ISO 4217. */
		currency: string;
		/** When the fee was charged. */
		chargedAt: Timestamp;
		/** When it was refunded; null while it stands. */
		refundedAt: TimestampOrNull;
	} | null;
	/** The place on the body, one of the event type's `allowed_placements` if it has some. */
	placement: string | null;
	/** The deposit that the event type asked for at the booking; null if it asked for none. */
	deposit: {
		/** The kind of record. It tells records apart where several kinds come together. */
		object: "deposit";
		/** Given by the service. It never changes, and no other record ever gets it. */
		id: string;
		/** REQUESTED until it is HELD, which means paid, or WAIVED. Money that was HELD is APPLIED to the price, REFUNDING and then REFUNDED, or FORFEITED. */
		status: "REQUESTED" | "HELD" | "APPLIED" | "REFUNDING" | "REFUNDED" | "FORFEITED" | "WAIVED";
		/** In minor units: 4500 is 45.00 EUR. Null until the studio sets it, if there was no price at the booking. */
		amount: number | null;
		/** ISO 4217. */
		currency: string | null;
		/** When it is due, the start of the appointment at the latest. */
		dueAt: Timestamp;
		/** How it was paid. Required with HELD. */
		method: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER" | null;
		/** When the studio received it. */
		heldAt: TimestampOrNull;
		/** When it was no longer held. */
		releasedAt: TimestampOrNull;
		/** A remark of the studio, or why there is no amount. */
		note: string | null;
	} | null;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
	/** The start, in UTC. */
	startDateTime: Timestamp;
	/** The end, in UTC, exclusive. */
	endDateTime: Timestamp;
	/** The start before the move. */
	previousStartDateTime: Timestamp;
	/** The end before the move. */
	previousEndDateTime: Timestamp;
	/** The artist before the move. It equals `artistId` if only the times moved. */
	previousArtistId: string;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

export interface EventDataAppointmentCancelled {
	/** The `id` of the appointment. */
	appointmentId: string;
	/** The artist who has the time. No two appointments of an artist overlap. */
	artistId: string;
	/** The client who comes. */
	clientId: string;
	/** The shop where it takes place; null if it takes place elsewhere. */
	shopId: string | null;
	/** The service that was booked, whose rules applied; null for a time that was booked freely. */
	eventTypeId: string | null;
	/** Only a SCHEDULED appointment holds its time. CANCELLED and NO_SHOW may become SCHEDULED again, COMPLETED is final. */
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";
	/** The artist's IANA zone. */
	timezone: string;
	/** A line for calendars and lists; null for none. */
	title: string | null;
	/** Notes of the studio. The client does not see them. */
	notes: string | null;
	/** The place if it is not the shop, such as a link to a call. */
	location: string | null;
	/** The agreed price, in minor units: 4500 is 45.00 EUR. Null if none is agreed. The service charges nothing. */
	priceAmount: number | null;
	/** The currency of `price_amount`, ISO 4217. Needed with a price. */
	currency: string | null;
	/** The id of this appointment in your system. Lists filter by it. */
	crmAppointmentId: string | null;
	/** When it was cancelled; null if it was not. */
	cancelledAt: TimestampOrNull;
	/** Why it was cancelled, as the person who cancelled wrote it. Clients may see it. */
	cancellationReason: string | null;
	/** The fee that was charged for the cancellation; null if there is none. */
	cancellationFee: {
		/** The kind of record. It tells records apart where several kinds come together. */
		object: "cancellation_fee";
		/** CHARGED until it is refunded in full. */
		status: "CHARGED" | "REFUNDED";
		/** The whole fee, in minor units: 4500 is 45.00 EUR. */
		amount: number;
		/** The fee's currency, ISO 4217. */
		currency: string;
		/** When the fee was charged. */
		chargedAt: Timestamp;
		/** When it was refunded; null while it stands. */
		refundedAt: TimestampOrNull;
	} | null;
	/** The place on the body, one of the event type's `allowed_placements` if it has some. */
	placement: string | null;
	/** The deposit that the event type asked for at the booking; null if it asked for none. */
	deposit: {
		/** The kind of record. It tells records apart where several kinds come together. */
		object: "deposit";
		/** Given by the service. It never changes, and no other record ever gets it. */
		id: string;
		/** REQUESTED until it is HELD, which means paid, or WAIVED. Money that was HELD is APPLIED to the price, REFUNDING and then REFUNDED, or FORFEITED. */
		status: "REQUESTED" | "HELD" | "APPLIED" | "REFUNDING" | "REFUNDED" | "FORFEITED" | "WAIVED";
		/** In minor units: 4500 is 45.00 EUR. Null until the studio sets it, if there was no price at the booking. */
		amount: number | null;
		/** ISO 4217. */
		currency: string | null;
		/** When it is due, the start of the appointment at the latest. */
		dueAt: Timestamp;
		/** How it was paid. Required with HELD. */
		method: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER" | null;
		/** When the studio received it. */
		heldAt: TimestampOrNull;
		/** When it was no longer held. */
		releasedAt: TimestampOrNull;
		/** A remark of the studio, or why there is no amount. */
		note: string | null;
	} | null;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
	/** The start, in UTC. */
	startDateTime: Timestamp;
	/** The end, in UTC, exclusive. */
	endDateTime: Timestamp;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

export interface EventDataAppointmentNoShow {
	/** The `id` of the appointment. */
	appointmentId: string;
	/** The artist who has the time. No two appointments of an artist overlap. */
	artistId: string;
	/** The client who comes. */
	clientId: string;
	/** The shop where it takes place; null if it takes place elsewhere. */
	shopId: string | null;
	/** The service that was booked, whose rules applied; null for a time that was booked freely. */
	eventTypeId: string | null;
	/** Only a SCHEDULED appointment holds its time. CANCELLED and NO_SHOW may become SCHEDULED again, COMPLETED is final. */
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";
	/** The artist's IANA zone. */
	timezone: string;
	/** A line for calendars and lists; null for none. */
	title: string | null;
	/** Notes of the studio. The client does not see them. */
	notes: string | null;
	/** The place if it is not the shop, such as a link to a call. */
	location: string | null;
	/** The agreed price, in minor units: 4500 is 45.00 EUR. Null if none is agreed. The service charges nothing. */
	priceAmount: number | null;
	/** The currency of `price_amount`, ISO 4217. Needed with a price. */
	currency: string | null;
	/** The id of this appointment in your system. Lists filter by it. */
	crmAppointmentId: string | null;
	/** When it was cancelled; null if it was not. */
	cancelledAt: TimestampOrNull;
	/** Why it was cancelled, as the person who cancelled wrote it. Clients may see it. */
	cancellationReason: string | null;
	/** The fee that was charged for the cancellation; null if there is none. */
	cancellationFee: {
		/** The kind of record. It tells records apart where several kinds come together. */
		object: "cancellation_fee";
		/** CHARGED until it is refunded in full. */
		status: "CHARGED" | "REFUNDED";
		/** The whole fee, in minor units: 4500 is 45.00 EUR. */
		amount: number;
		/** The fee's currency, ISO 4217. */
		currency: string;
		/** When the fee was charged. */
		chargedAt: Timestamp;
		/** When it was refunded; null while it stands. */
		refundedAt: TimestampOrNull;
	} | null;
	/** The place on the body, one of the event type's `allowed_placements` if it has some. */
	placement: string | null;
	/** The deposit that the event type asked for at the booking; null if it asked for none. */
	deposit: {
		/** The kind of record. It tells records apart where several kinds come together. */
		object: "deposit";
		/** Given by the service. It never changes, and no other record ever gets it. */
		id: string;
		/** REQUESTED until it is HELD, which means paid, or WAIVED. Money that was HELD is APPLIED to the price, REFUNDING and then REFUNDED, or FORFEITED. */
		status: "REQUESTED" | "HELD" | "APPLIED" | "REFUNDING" | "REFUNDED" | "FORFEITED" | "WAIVED";
		/** In minor units: 4500 is 45.00 EUR. Null until the studio sets it, if there was no price at the booking. */
		amount: number | null;
		/** ISO 4217. */
		currency: string | null;
		/** When it is due, the start of the appointment at the latest. */
		dueAt: Timestamp;
		/** How it was paid. Required with HELD. */
		method: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER" | null;
		/** When the studio received it. */
		heldAt: TimestampOrNull;
		/** When it was no longer held. */
		releasedAt: TimestampOrNull;
		/** A remark of the studio, or why there is no amount. */
		note: string | null;
	} | null;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
	/** The start, in UTC. */
	startDateTime: Timestamp;
	/** The end, in UTC, exclusive. */
	endDateTime: Timestamp;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

export interface EventDataAppointmentCompleted {
	/** The `id` of the appointment. */
	appointmentId: string;
	/** The artist who has the time. No two appointments of an artist overlap. */
	artistId: string;
	/** The client who comes. */
	clientId: string;
	/** The shop where it takes place; null if it takes place elsewhere. */
	shopId: string | null;
	/** The service that was booked, whose rules applied; null for a time that was booked freely. */
	eventTypeId: string | null;
	/** Only a SCHEDULED appointment holds its time. CANCELLED and NO_SHOW may become SCHEDULED again, COMPLETED is final. */
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";
	/** The artist's IANA zone. */
	timezone: string;
	/** A line for calendars and lists; null for none. */
	title: string | null;
	/** Notes of the studio. The client does not see them. */
	notes: string | null;
	/** The place if it is not the shop, such as a link to a call. */
	location: string | null;
	/** The agreed price, in minor units: 4500 is 45.00 EUR. Null if none is agreed. The service charges nothing. */
	priceAmount: number | null;
	/** The currency of `price_amount`, ISO 4217. Needed with a price. */
	currency: string | null;
	/** The id of this appointment in your system. Lists filter by it. */
	crmAppointmentId: string | null;
	/** When it was cancelled; null if it was not. */
	cancelledAt: TimestampOrNull;
	/** Why it was cancelled, as the person who cancelled wrote it. Clients may see it. */
	cancellationReason: string | null;
	/** The fee that was charged for the cancellation; null if there is none. */
	cancellationFee: {
		/** The kind of record. It tells records apart where several kinds come together. */
		object: "cancellation_fee";
		/** CHARGED until it is refunded in full. */
		status: "CHARGED" | "REFUNDED";
		/** The whole fee, in minor units: 4500 is 45.00 EUR. */
		amount: number;
		/** The fee's currency, ISO 4217. */
		currency: string;
		/** When the fee was charged. */
		chargedAt: Timestamp;
		/** When it was refunded; null while it stands. */
		refundedAt: TimestampOrNull;
	} | null;
	/** The place on the body, one of the event type's `allowed_placements` if it has some. */
	placement: string | null;
	/** The deposit that the event type asked for at the booking; null if it asked for none. */
	deposit: {
		/** The kind of record. It tells records apart where several kinds come together. */
		object: "deposit";
		/** Given by the service. It never changes, and no other record ever gets it. */
		id: string;
		/** REQUESTED until it is HELD, which means paid, or WAIVED. Money that was HELD is APPLIED to the price, REFUNDING and then REFUNDED, or FORFEITED. */
		status: "REQUESTED" | "HELD" | "APPLIED" | "REFUNDING" | "REFUNDED" | "FORFEITED" | "WAIVED";
		/** In minor units: 4500 is 45.00 EUR. Null until the studio sets it, if there was no price at the booking. */
		amount: number | null;
		/** ISO 4217. */
		currency: string | null;
		/** When it is due, the start of the appointment at the latest. */
		dueAt: Timestamp;
		/** How it was paid. Required with HELD. */
		method: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER" | null;
		/** When the studio received it. */
		heldAt: TimestampOrNull;
		/** When it was no longer held. */
		releasedAt: TimestampOrNull;
		/** A remark of the studio, or why there is no amount. */
		note: string | null;
	} | null;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
	/** The start, in UTC. */
	startDateTime: Timestamp;
	/** The end, in UTC, exclusive. */
	endDateTime: Timestamp;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

export interface EventDataLead {
	/** The `id` of the lead. */
	leadId: string;
	/** The given name, or the whole name of people who go by one. */
	firstName: string;
	/** The family name; null if it is unknown. */
	lastName: string | null;
	/** Several leads may share one. A conversion finds or creates the client by it. */
	email: string | null;
	/** As it was typed. The service neither checks nor normalizes it. */
	phone: string | null;
	/** The request in this person's words. */
	message: string | null;
	/** The channel that brought this person, in your own words, such as `instagram`. The booking page writes `BOOKING_PAGE`. */
	source: string | null;
	/** The state of the conversation. Any stage may follow any other, but only `confirm` and `decline` decide an open booking request. */
	stage: "NEW" | "CONTACTED" | "QUALIFIED" | "BOOKED" | "LOST";
	/** The artist who looks after this person; null while nobody does. */
	assignedArtistId: string | null;
	/** The channel on which this person wants to be reached; null if they did not say. */
	preferredCommunication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	/** The least that this person wants to spend: a plain number, without a currency. */
	budgetRangeMin: number | null;
	/** The most that this person wants to spend, at least `budget_range_min`. */
	budgetRangeMax: number | null;
	/** True once it was put aside. It stays readable, and lists find it with `archived=true`. */
	archived: boolean;
	/** When it was put aside; null while it is in use. */
	archivedAt: TimestampOrNull;
	/** The client whom it concerns; null if there is none. */
	clientId: string | null;
	/** When the lead became a client; null until then. */
	convertedAt: TimestampOrNull;
	/** The form submission from which it was created; null if it was created otherwise. */
	formSubmissionId: string | null;
	/** How many pictures it has. The list of its pictures has them. */
	pictureCount: number;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
}

export interface EventDataLeadStageChanged {
	/** The `id` of the lead. */
	leadId: string;
	/** The given name, or the whole name of people who go by one. */
	firstName: string;
	/** The family name; null if it is unknown. */
	lastName: string | null;
	/** Several leads may share one. A conversion finds or creates the client by it. */
	email: string | null;
	/** As it was typed. The service neither checks nor normalizes it. */
	phone: string | null;
	/** The request in this person's words. */
	message: string | null;
	/** The channel that brought this person, in your own words, such as `instagram`. The booking page writes `BOOKING_PAGE`. */
	source: string | null;
	/** The state of the conversation. Any stage may follow any other, but only `confirm` and `decline` decide an open booking request. */
	stage: "NEW" | "CONTACTED" | "QUALIFIED" | "BOOKED" | "LOST";
	/** The artist who looks after this person; null while nobody does. */
	assignedArtistId: string | null;
	/** The channel on which this person wants to be reached; null if they did not say. */
	preferredCommunication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	/** The least that this person wants to spend: a plain number, without a currency. */
	budgetRangeMin: number | null;
	/** The most that this person wants to spend, at least `budget_range_min`. */
	budgetRangeMax: number | null;
	/** True once it was put aside. It stays readable, and lists find it with `archived=true`. */
	archived: boolean;
	/** When it was put aside; null while it is in use. */
	archivedAt: TimestampOrNull;
	/** The client whom it concerns; null if there is none. */
	clientId: string | null;
	/** When the lead became a client; null until then. */
	convertedAt: TimestampOrNull;
	/** The form submission from which it was created; null if it was created otherwise. */
	formSubmissionId: string | null;
	/** How many pictures it has. The list of its pictures has them. */
	pictureCount: number;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

export interface EventDataLeadAssigned {
	/** The `id` of the lead. */
	leadId: string;
	/** The given name, or the whole name of people who go by one. */
	firstName: string;
	/** The family name; null if it is unknown. */
	lastName: string | null;
	/** Several leads may share one. A conversion finds or creates the client by it. */
	email: string | null;
	/** As it was typed. The service neither checks nor normalizes it. */
	phone: string | null;
	/** The request in this person's words. */
	message: string | null;
	/** The channel that brought this person, in your own words, such as `instagram`. The booking page writes `BOOKING_PAGE`. */
	source: string | null;
	/** The state of the conversation. Any stage may follow any other, but only `confirm` and `decline` decide an open booking request. */
	stage: "NEW" | "CONTACTED" | "QUALIFIED" | "BOOKED" | "LOST";
	/** The artist who looks after this person; null while nobody does. */
	assignedArtistId: string | null;
	/** The channel on which this person wants to be reached; null if they did not say. */
	preferredCommunication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	/** The least that this person wants to spend: a plain number, without a currency. */
	budgetRangeMin: number | null;
	/** The most that this person wants to spend, at least `budget_range_min`. */
	budgetRangeMax: number | null;
	/** True once it was put aside. It stays readable, and lists find it with `archived=true`. */
	archived: boolean;
	/** When it was put aside; null while it is in use. */
	archivedAt: TimestampOrNull;
	/** The client whom it concerns; null if there is none. */
	clientId: string | null;
	/** When the lead became a client; null until then. */
	convertedAt: TimestampOrNull;
	/** The form submission from which it was created; null if it was created otherwise. */
	formSubmissionId: string | null;
	/** How many pictures it has. The list of its pictures has them. */
	pictureCount: number;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

export interface EventDataLeadArchived {
	/** The `id` of the lead. */
	leadId: string;
	/** The given name, or the whole name of people who go by one. */
	firstName: string;
	/** The family name; null if it is unknown. */
	lastName: string | null;
	/** Several leads may share one. A conversion finds or creates the client by it. */
	email: string | null;
	/** As it was typed. The service neither checks nor normalizes it. */
	phone: string | null;
	/** The request in this person's words. */
	message: string | null;
	/** The channel that brought this person, in your own words, such as `instagram`. The booking page writes `BOOKING_PAGE`. */
	source: string | null;
	/** The state of the conversation. Any stage may follow any other, but only `confirm` and `decline` decide an open booking request. */
	stage: "NEW" | "CONTACTED" | "QUALIFIED" | "BOOKED" | "LOST";
	/** The artist who looks after this person; null while nobody does. */
	assignedArtistId: string | null;
	/** The channel on which this person wants to be reached; null if they did not say. */
	preferredCommunication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	/** The least that this person wants to spend: a plain number, without a currency. */
	budgetRangeMin: number | null;
	/** The most that this person wants to spend, at least `budget_range_min`. */
	budgetRangeMax: number | null;
	/** True once it was put aside. It stays readable, and lists find it with `archived=true`. */
	archived: boolean;
	/** When it was put aside; null while it is in use. */
	archivedAt: TimestampOrNull;
	/** The client whom it concerns; null if there is none. */
	clientId: string | null;
	/** When the lead became a client; null until then. */
	convertedAt: TimestampOrNull;
	/** The form submission from which it was created; null if it was created otherwise. */
	formSubmissionId: string | null;
	/** How many pictures it has. The list of its pictures has them. */
	pictureCount: number;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

export interface EventDataClient {
	/** The `id` of the client. */
	clientId: string;
	/** Unique in the studio, without regard to case. A second client with it gets `duplicate_email`. */
	email: string;
	/** The given name, or the whole name of people who go by one. */
	firstName: string;
	/** The family name; null if it is unknown. */
	lastName: string | null;
	/** As it was typed. The service neither checks nor normalizes it. */
	phone: string | null;
	/** As the client gave them, such as `they/them`. */
	pronouns: string | null;
	/** A calendar day, without a time zone. */
	dateOfBirth: string | null;
	/** The channel on which this person wants to be reached; null if they did not say. */
	preferredCommunication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	/** The language of mails to the client; null: the shop's. The first booking on a booking page fills it in. */
	language: "en" | "de" | "fr" | "es" | "it" | null;
	/** The name on Instagram, as it was given. The service does not check it. */
	instagramHandle: string | null;
	/** The postal address. */
	address: {
		/** Street and number. */
		line1: string | null;
		/** Anything else that the postman needs, such as a floor. */
		line2: string | null;
		/** The city or the town. */
		city: string | null;
		/** The state, the province or the canton, where addresses have one. */
		state: string | null;
		/** As it is written in its country. A string, so leading zeros stay. */
		postalCode: string | null;
		/** As it was given. The service does not turn it into a code. */
		country: string | null;
	} | null;
	/** Notes of the studio. The client does not see them. */
	notes: string | null;
	/** Labels of the studio. Lists of clients and ideas filter by them. */
	tags: Array<string>;
	/** The channel that brought this person, in your own words, such as `instagram`. The booking page writes `BOOKING_PAGE`. */
	source: string | null;
	/** True: no event type can be booked for this client unless `allow_blocked` is sent, and no mail goes out. */
	isBlocked: boolean;
	/** True: the service sends this client no mail, also none about an appointment. */
	doNotContact: boolean;
	/** Whether the client agreed to advertising. The service records it and sends none. */
	marketingConsent: boolean;
	/** The artist who looks after this person; null while nobody does. */
	assignedArtistId: string | null;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
}

export interface EventDataClientUpdated {
	/** The `id` of the client. */
	clientId: string;
	/** Unique in the studio, without regard to case. A second client with it gets `duplicate_email`. */
	email: string;
	/** The given name, or the whole name of people who go by one. */
	firstName: string;
	/** The family name; null if it is unknown. */
	lastName: string | null;
	/** As it was typed. The service neither checks nor normalizes it. */
	phone: string | null;
	/** As the client gave them, such as `they/them`. */
	pronouns: string | null;
	/** A calendar day, without a time zone. */
	dateOfBirth: string | null;
	/** The channel on which this person wants to be reached; null if they did not say. */
	preferredCommunication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	/** The language of mails to the client; null: the shop's. The first booking on a booking page fills it in. */
	language: "en" | "de" | "fr" | "es" | "it" | null;
	/** The name on Instagram, as it was given. The service does not check it. */
	instagramHandle: string | null;
	/** The postal address. */
	address: {
		/** Street and number. */
		line1: string | null;
		/** Anything else that the postman needs, such as a floor. */
		line2: string | null;
		/** The city or the town. */
		city: string | null;
		/** The state, the province or the canton, where addresses have one. */
		state: string | null;
		/** As it is written in its country. A string, so leading zeros stay. */
		postalCode: string | null;
		/** As it was given. The service does not turn it into a code. */
		country: string | null;
	} | null;
	/** Notes of the studio. The client does not see them. */
	notes: string | null;
	/** Labels of the studio. Lists of clients and ideas filter by them. */
	tags: Array<string>;
	/** The channel that brought this person, in your own words, such as `instagram`. The booking page writes `BOOKING_PAGE`. */
	source: string | null;
	/** True: no event type can be booked for this client unless `allow_blocked` is sent, and no mail goes out. */
	isBlocked: boolean;
	/** True: the service sends this client no mail, also none about an appointment. */
	doNotContact: boolean;
	/** Whether the client agreed to advertising. The service records it and sends none. */
	marketingConsent: boolean;
	/** The artist who looks after this person; null while nobody does. */
	assignedArtistId: string | null;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

export interface EventDataClientMerged {
	/** The `id` of the client. */
	clientId: string;
	/** Unique in the studio, without regard to case. A second client with it gets `duplicate_email`. */
	email: string;
	/** The given name, or the whole name of people who go by one. */
	firstName: string;
	/** The family name; null if it is unknown. */
	lastName: string | null;
	/** As it was typed. The service neither checks nor normalizes it. */
	phone: string | null;
	/** As the client gave them, such as `they/them`. */
	pronouns: string | null;
	/** A calendar day, without a time zone. */
	dateOfBirth: string | null;
	/** The channel on which this person wants to be reached; null if they did not say. */
	preferredCommunication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	/** The language of mails to the client; null: the shop's. The first booking on a booking page fills it in. */
	language: "en" | "de" | "fr" | "es" | "it" | null;
	/** The name on Instagram, as it was given. The service does not check it. */
	instagramHandle: string | null;
	/** The postal address. */
	address: {
		/** Street and number. */
		line1: string | null;
		/** Anything else that the postman needs, such as a floor. */
		line2: string | null;
		/** The city or the town. */
		city: string | null;
		/** The state, the province or the canton, where addresses have one. */
		state: string | null;
		/** As it is written in its country. A string, so leading zeros stay. */
		postalCode: string | null;
		/** As it was given. The service does not turn it into a code. */
		country: string | null;
	} | null;
	/** Notes of the studio. The client does not see them. */
	notes: string | null;
	/** Labels of the studio. Lists of clients and ideas filter by them. */
	tags: Array<string>;
	/** The channel that brought this person, in your own words, such as `instagram`. The booking page writes `BOOKING_PAGE`. */
	source: string | null;
	/** True: no event type can be booked for this client unless `allow_blocked` is sent, and no mail goes out. */
	isBlocked: boolean;
	/** True: the service sends this client no mail, also none about an appointment. */
	doNotContact: boolean;
	/** Whether the client agreed to advertising. The service records it and sends none. */
	marketingConsent: boolean;
	/** The artist who looks after this person; null while nobody does. */
	assignedArtistId: string | null;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
	/** The client that was merged into this one and exists no more. Replace it in your copies. */
	sourceClientId: string;
	/** The merged client as it was last. */
	sourceClient: EventDataClient;
}

export interface EventDataFormSubmission {
	/** The `id` of the submission. */
	formSubmissionId: string;
	/** The form that was answered. */
	formId: string;
	/** The form's name when it was answered. */
	formName: string;
	/** INTAKE and CUSTOM collect answers, CONSENT a signature as well. */
	formKind: "INTAKE" | "CONSENT" | "CUSTOM";
	/** The client who answered; null if the service could tie the answers to none. */
	clientId: string | null;
	/** The lead that was created from the answers; null if the form creates none. */
	leadId: string | null;
	/** The idea that was created from the answers; null if the form creates none. */
	ideaId: string | null;
	/** The answers, each under the key of its field in the form. */
	submissionData: Record<string, unknown>;
	/** How many pictures it has. The list of its pictures has them. */
	pictureCount: number;
	/** When it was created. */
	createdAt: Timestamp;
}

export interface EventDataConsentSubmissionSigned {
	/** The `id` of the submission. */
	formSubmissionId: string;
	/** The form that was answered. */
	formId: string;
	/** The form's name when it was answered. */
	formName: string;
	/** INTAKE and CUSTOM collect answers, CONSENT a signature as well. */
	formKind: "INTAKE" | "CONSENT" | "CUSTOM";
	/** The client who answered; null if the service could tie the answers to none. */
	clientId: string | null;
	/** The lead that was created from the answers; null if the form creates none. */
	leadId: string | null;
	/** The idea that was created from the answers; null if the form creates none. */
	ideaId: string | null;
	/** The answers, each under the key of its field in the form. */
	submissionData: Record<string, unknown>;
	/** How many pictures it has. The list of its pictures has them. */
	pictureCount: number;
	/** When it was created. */
	createdAt: Timestamp;
	/** The signature as it was given. Never empty. */
	signature: string;
	/** The name of the person who signed, such as a parent's; null if none was given. */
	signerName: string | null;
	/** When it was signed. */
	signedAt: Timestamp;
	/** The address that the signature came from. */
	ipAddress: string | null;
}

export interface EventDataIdea {
	/** The `id` of the idea. */
	ideaId: string;
	/** The client whose tattoo it is to be. */
	clientId: string;
	/** The artist for whom it is meant; null while that is open. */
	artistId: string | null;
	/** The idea in a few words, as lists show it. */
	subject: string;
	/** An idea that is DONE or DECLINED must go back to IN_REVIEW first. Otherwise any stage may follow any other. */
	stage: "NEW" | "IN_REVIEW" | "QUOTED" | "APPROVED" | "SCHEDULED" | "DONE" | "DECLINED";
	/** The origin of the idea. */
	sourceType: "MANUAL" | "FORM" | "BOOKING_PAGE" | "API" | "IMPORT";
	/** Kept for you: the service does not act on it. Lists filter by it. */
	bttStatus: "NONE" | "PENDING" | "SENT" | "COMPLETED";
	/** True once it was put aside. It stays readable, and lists find it with `archived=true`. */
	archived: boolean;
	/** When it was put aside; null while it is in use. */
	archivedAt: TimestampOrNull;
	/** The form submission from which it was created; null if it was created otherwise. */
	formSubmissionId: string | null;
	/** The idea in full, in the client's words. */
	description: string | null;
	/** The part of the body, such as `forearm`. Free text. */
	bodyPart: string | null;
	/** The exact place on the body, in the client's words. */
	placement: string | null;
	/** The side of the body, as the client sees it; null if it does not matter. */
	placementSide: "LEFT" | "RIGHT" | "CENTER" | "BOTH" | null;
	/** The size in the client's words. */
	size: string | null;
	/** The length of the longer side, in centimetres. */
	sizeCm: number | null;
	/** The most important style, such as `fine line`. */
	style: string | null;
	/** All styles that fit. */
	styles: Array<string>;
	/** How the piece is to be coloured; null if nobody asked. */
	colorPreference: "COLOR" | "BLACK_AND_GREY" | "BLACKWORK" | "UNDECIDED" | null;
	/** The colours that the client named. */
	colors: Array<string>;
	/** The least that the client wants to spend, in minor units: 4500 is 45.00 EUR. */
	budgetMin: number | null;
	/** The most that the client wants to spend, in minor units: 4500 is 45.00 EUR. */
	budgetMax: number | null;
	/** ISO 4217, upper-case: the currency of the amounts beside it. */
	currency: string | null;
	/** Links to pictures elsewhere. The service does not fetch them. */
	referenceUrls: Array<string>;
	/** True: it is to cover an older tattoo. */
	isCoverUp: boolean;
	/** The tattoo underneath: its size, age and colours. */
	coverUpDescription: string | null;
	/** True: it refreshes a tattoo that is there. */
	isTouchUp: boolean;
	/** True: the client has no tattoo yet. */
	isFirstTattoo: boolean;
	/** In the client's words. It matters for the choice of colours. */
	skinTone: string | null;
	/** Conditions that the artist must know of. Sensitive: show it to the studio alone. */
	healthNotes: string | null;
	/** Such as latex or certain inks. Sensitive: show it to the studio alone. */
	allergies: string | null;
	/** Such as blood thinners. Sensitive: show it to the studio alone. */
	medications: string | null;
	/** True: most studios postpone the session. Sensitive. */
	isPregnantOrNursing: boolean;
	/** The artist's estimate of the number of sessions. */
	estimatedSessions: number | null;
	/** The artist's estimate of all sessions together, in hours. */
	estimatedHours: number | null;
	/** The price that the studio named, in minor units: 4500 is 45.00 EUR. Null before a quote. */
	quoteAmount: number | null;
	/** The currency of the quote, ISO 4217. It may differ from that of the budget. */
	quoteCurrency: string | null;
	/** When the quote was given. The service does not set it. */
	quotedAt: TimestampOrNull;
	/** The deposit that the studio asks for, in minor units: 4500 is 45.00 EUR. */
	depositAmount: number | null;
	/** Days that suit the client. They hold no time free. */
	preferredDates: Array<string>;
	/** When the client can come, in the client's words. */
	availabilityNotes: string | null;
	/** The day by which it must be done; null without one. */
	deadline: string | null;
	/** For the studio only. No page for clients shows it. */
	internalNotes: string | null;
	/** Labels of the studio. Lists of clients and ideas filter by them. */
	tags: Array<string>;
	/** How many pictures it has. The list of its pictures has them. */
	pictureCount: number;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
}

export interface EventDataIdeaStageChanged {
	/** The `id` of the idea. */
	ideaId: string;
	/** The client whose tattoo it is to be. */
	clientId: string;
	/** The artist for whom it is meant; null while that is open. */
	artistId: string | null;
	/** The idea in a few words, as lists show it. */
	subject: string;
	/** An idea that is DONE or DECLINED must go back to IN_REVIEW first. Otherwise any stage may follow any other. */
	stage: "NEW" | "IN_REVIEW" | "QUOTED" | "APPROVED" | "SCHEDULED" | "DONE" | "DECLINED";
	/** The origin of the idea. */
	sourceType: "MANUAL" | "FORM" | "BOOKING_PAGE" | "API" | "IMPORT";
	/** Kept for you: the service does not act on it. Lists filter by it. */
	bttStatus: "NONE" | "PENDING" | "SENT" | "COMPLETED";
	/** True once it was put aside. It stays readable, and lists find it with `archived=true`. */
	archived: boolean;
	/** When it was put aside; null while it is in use. */
	archivedAt: TimestampOrNull;
	/** The form submission from which it was created; null if it was created otherwise. */
	formSubmissionId: string | null;
	/** The idea in full, in the client's words. */
	description: string | null;
	/** The part of the body, such as `forearm`. Free text. */
	bodyPart: string | null;
	/** The exact place on the body, in the client's words. */
	placement: string | null;
	/** The side of the body, as the client sees it; null if it does not matter. */
	placementSide: "LEFT" | "RIGHT" | "CENTER" | "BOTH" | null;
	/** The size in the client's words. */
	size: string | null;
	/** The length of the longer side, in centimetres. */
	sizeCm: number | null;
	/** The most important style, such as `fine line`. */
	style: string | null;
	/** All styles that fit. */
	styles: Array<string>;
	/** How the piece is to be coloured; null if nobody asked. */
	colorPreference: "COLOR" | "BLACK_AND_GREY" | "BLACKWORK" | "UNDECIDED" | null;
	/** The colours that the client named. */
	colors: Array<string>;
	/** The least that the client wants to spend, in minor units: 4500 is 45.00 EUR. */
	budgetMin: number | null;
	/** The most that the client wants to spend, in minor units: 4500 is 45.00 EUR. */
	budgetMax: number | null;
	/** ISO 4217, upper-case: the currency of the amounts beside it. */
	currency: string | null;
	/** Links to pictures elsewhere. The service does not fetch them. */
	referenceUrls: Array<string>;
	/** True: it is to cover an older tattoo. */
	isCoverUp: boolean;
	/** The tattoo underneath: its size, age and colours. */
	coverUpDescription: string | null;
	/** True: it refreshes a tattoo that is there. */
	isTouchUp: boolean;
	/** True: the client has no tattoo yet. */
	isFirstTattoo: boolean;
	/** In the client's words. It matters for the choice of colours. */
	skinTone: string | null;
	/** Conditions that the artist must know of. Sensitive: show it to the studio alone. */
	healthNotes: string | null;
	/** Such as latex or certain inks. Sensitive: show it to the studio alone. */
	allergies: string | null;
	/** Such as blood thinners. Sensitive: show it to the studio alone. */
	medications: string | null;
	/** True: most studios postpone the session. Sensitive. */
	isPregnantOrNursing: boolean;
	/** The artist's estimate of the number of sessions. */
	estimatedSessions: number | null;
	/** The artist's estimate of all sessions together, in hours. */
	estimatedHours: number | null;
	/** The price that the studio named, in minor units: 4500 is 45.00 EUR. Null before a quote. */
	quoteAmount: number | null;
	/** The currency of the quote, ISO 4217. It may differ from that of the budget. */
	quoteCurrency: string | null;
	/** When the quote was given. The service does not set it. */
	quotedAt: TimestampOrNull;
	/** The deposit that the studio asks for, in minor units: 4500 is 45.00 EUR. */
	depositAmount: number | null;
	/** Days that suit the client. They hold no time free. */
	preferredDates: Array<string>;
	/** When the client can come, in the client's words. */
	availabilityNotes: string | null;
	/** The day by which it must be done; null without one. */
	deadline: string | null;
	/** For the studio only. No page for clients shows it. */
	internalNotes: string | null;
	/** Labels of the studio. Lists of clients and ideas filter by them. */
	tags: Array<string>;
	/** How many pictures it has. The list of its pictures has them. */
	pictureCount: number;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

export interface EventDataIdeaTransferred {
	/** The `id` of the idea. */
	ideaId: string;
	/** The client whose tattoo it is to be. */
	clientId: string;
	/** The artist for whom it is meant; null while that is open. */
	artistId: string | null;
	/** The idea in a few words, as lists show it. */
	subject: string;
	/** An idea that is DONE or DECLINED must go back to IN_REVIEW first. Otherwise any stage may follow any other. */
	stage: "NEW" | "IN_REVIEW" | "QUOTED" | "APPROVED" | "SCHEDULED" | "DONE" | "DECLINED";
	/** The origin of the idea. */
	sourceType: "MANUAL" | "FORM" | "BOOKING_PAGE" | "API" | "IMPORT";
	/** Kept for you: the service does not act on it. Lists filter by it. */
	bttStatus: "NONE" | "PENDING" | "SENT" | "COMPLETED";
	/** True once it was put aside. It stays readable, and lists find it with `archived=true`. */
	archived: boolean;
	/** When it was put aside; null while it is in use. */
	archivedAt: TimestampOrNull;
	/** The form submission from which it was created; null if it was created otherwise. */
	formSubmissionId: string | null;
	/** The idea in full, in the client's words. */
	description: string | null;
	/** The part of the body, such as `forearm`. Free text. */
	bodyPart: string | null;
	/** The exact place on the body, in the client's words. */
	placement: string | null;
	/** The side of the body, as the client sees it; null if it does not matter. */
	placementSide: "LEFT" | "RIGHT" | "CENTER" | "BOTH" | null;
	/** The size in the client's words. */
	size: string | null;
	/** The length of the longer side, in centimetres. */
	sizeCm: number | null;
	/** The most important style, such as `fine line`. */
	style: string | null;
	/** All styles that fit. */
	styles: Array<string>;
	/** How the piece is to be coloured; null if nobody asked. */
	colorPreference: "COLOR" | "BLACK_AND_GREY" | "BLACKWORK" | "UNDECIDED" | null;
	/** The colours that the client named. */
	colors: Array<string>;
	/** The least that the client wants to spend, in minor units: 4500 is 45.00 EUR. */
	budgetMin: number | null;
	/** The most that the client wants to spend, in minor units: 4500 is 45.00 EUR. */
	budgetMax: number | null;
	/** ISO 4217, upper-case: the currency of the amounts beside it. */
	currency: string | null;
	/** Links to pictures elsewhere. The service does not fetch them. */
	referenceUrls: Array<string>;
	/** True: it is to cover an older tattoo. */
	isCoverUp: boolean;
	/** The tattoo underneath: its size, age and colours. */
	coverUpDescription: string | null;
	/** True: it refreshes a tattoo that is there. */
	isTouchUp: boolean;
	/** True: the client has no tattoo yet. */
	isFirstTattoo: boolean;
	/** In the client's words. It matters for the choice of colours. */
	skinTone: string | null;
	/** Conditions that the artist must know of. Sensitive: show it to the studio alone. */
	healthNotes: string | null;
	/** Such as latex or certain inks. Sensitive: show it to the studio alone. */
	allergies: string | null;
	/** Such as blood thinners. Sensitive: show it to the studio alone. */
	medications: string | null;
	/** True: most studios postpone the session. Sensitive. */
	isPregnantOrNursing: boolean;
	/** The artist's estimate of the number of sessions. */
	estimatedSessions: number | null;
	/** The artist's estimate of all sessions together, in hours. */
	estimatedHours: number | null;
	/** The price that the studio named, in minor units: 4500 is 45.00 EUR. Null before a quote. */
	quoteAmount: number | null;
	/** The currency of the quote, ISO 4217. It may differ from that of the budget. */
	quoteCurrency: string | null;
	/** When the quote was given. The service does not set it. */
	quotedAt: TimestampOrNull;
	/** The deposit that the studio asks for, in minor units: 4500 is 45.00 EUR. */
	depositAmount: number | null;
	/** Days that suit the client. They hold no time free. */
	preferredDates: Array<string>;
	/** When the client can come, in the client's words. */
	availabilityNotes: string | null;
	/** The day by which it must be done; null without one. */
	deadline: string | null;
	/** For the studio only. No page for clients shows it. */
	internalNotes: string | null;
	/** Labels of the studio. Lists of clients and ideas filter by them. */
	tags: Array<string>;
	/** How many pictures it has. The list of its pictures has them. */
	pictureCount: number;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

export interface EventDataMessageCreated {
	/** The id of the message in the part of the product that sent it. */
	messageId: string;
	/** Messages of one conversation share it; null for a message on its own. */
	conversationId: string | null;
	/** INBOUND: to the studio. OUTBOUND: from the studio. */
	direction: "INBOUND" | "OUTBOUND";
	/** The channel over which it was sent. */
	channel: "EMAIL" | "SMS" | "INSTAGRAM" | "WHATSAPP" | "IN_APP";
	/** The client whom it concerns; null if there is none. */
	clientId: string | null;
	/** The lead that it concerns; null if there is none. */
	leadId: string | null;
	/** The artist whom it concerns; null if there is none. */
	artistId: string | null;
	/** The appointment that it concerns; null if there is none. */
	appointmentId: string | null;
	/** Null on channels without subjects. */
	subject: string | null;
	/** The text, as it was sent. */
	body: string;
	/** Files that came along. */
	attachments: Array<{
		/** The address of the file. */
		url: string;
		/** The name that the sender gave the file. */
		fileName: string;
		/** The media type that the sender claimed. */
		contentType: string;
	}>;
	/** When it was created. */
	createdAt: Timestamp;
}

export interface EventDataPaymentSucceeded {
	/** The id of the payment. Later events about it carry the same. */
	paymentId: string;
	/** The client who pays; null if it is unknown. */
	clientId: string | null;
	/** The appointment for which it is; null if it is for none. */
	appointmentId: string | null;
	/** The artist to whom it belongs; null for the studio. */
	artistId: string | null;
	/** The shop where it was taken; null for none. */
	shopId: string | null;
	/** The reason for the payment. */
	purpose: "APPOINTMENT" | "DEPOSIT" | "CANCELLATION_FEE" | "OTHER";
	/** How it was paid. */
	method: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER";
	/** In minor units: 4500 is 45.00 EUR. */
	amount: number;
	/** ISO 4217, upper-case: the currency of the amounts beside it. */
	currency: string;
	/** The line on the statement; null for none. */
	description: string | null;
	/** When it was created. */
	createdAt: Timestamp;
	/** The state in which it is now. */
	status: "SUCCEEDED";
	/** When the money was confirmed. */
	paidAt: Timestamp;
}

export interface EventDataPaymentFailed {
	/** The id of the payment. Later events about it carry the same. */
	paymentId: string;
	/** The client who pays; null if it is unknown. */
	clientId: string | null;
	/** The appointment for which it is; null if it is for none. */
	appointmentId: string | null;
	/** The artist to whom it belongs; null for the studio. */
	artistId: string | null;
	/** The shop where it was taken; null for none. */
	shopId: string | null;
	/** The reason for the payment. */
	purpose: "APPOINTMENT" | "DEPOSIT" | "CANCELLATION_FEE" | "OTHER";
	/** How it was paid. */
	method: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER";
	/** In minor units: 4500 is 45.00 EUR. */
	amount: number;
	/** ISO 4217, upper-case: the currency of the amounts beside it. */
	currency: string;
	/** The line on the statement; null for none. */
	description: string | null;
	/** When it was created. */
	createdAt: Timestamp;
	/** The state in which it is now. */
	status: "FAILED";
	/** The code of the payment provider; null if it gave none. */
	failureCode: string | null;
	/** The provider's words, for people. */
	failureMessage: string | null;
	/** When the attempt failed. */
	failedAt: Timestamp;
}

export interface EventDataPaymentRefunded {
	/** The id of the payment. Later events about it carry the same. */
	paymentId: string;
	/** The client who pays; null if it is unknown. */
	clientId: string | null;
	/** The appointment for which it is; null if it is for none. */
	appointmentId: string | null;
	/** The artist to whom it belongs; null for the studio. */
	artistId: string | null;
	/** The shop where it was taken; null for none. */
	shopId: string | null;
	/** The reason for the payment. */
	purpose: "APPOINTMENT" | "DEPOSIT" | "CANCELLATION_FEE" | "OTHER";
	/** How it was paid. */
	method: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER";
	/** In minor units: 4500 is 45.00 EUR. */
	amount: number;
	/** ISO 4217, upper-case: the currency of the amounts beside it. */
	currency: string;
	/** The line on the statement; null for none. */
	description: string | null;
	/** When it was created. */
	createdAt: Timestamp;
	/** PARTIALLY_REFUNDED while a part of the payment is still with the studio. */
	status: "REFUNDED" | "PARTIALLY_REFUNDED";
	/** The id of this refund. A payment may have several. */
	refundId: string;
	/** This refund, in minor units. */
	refundAmount: number;
	/** This refund and those before it, in minor units. */
	totalRefundedAmount: number;
	/** Why, as the studio wrote it; null for none. */
	refundReason: string | null;
	/** When the refund was made. */
	refundedAt: Timestamp;
}

export interface EventDataPayoutPaid {
	/** The id of the payout to the studio's bank. */
	payoutId: string;
	/** The artist whose share it is; null for the studio's. */
	artistId: string | null;
	/** The shop in which it takes place; null without a shop. */
	shopId: string | null;
	/** The state in which it is now. */
	status: "PAID";
	/** The sum that was paid out, in minor units: 4500 is 45.00 EUR. */
	amount: number;
	/** ISO 4217, upper-case: the currency of the amounts beside it. */
	currency: string;
	/** The line on the statement; null for none. */
	description: string | null;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it was sent to the bank. */
	paidAt: Timestamp;
}

export interface EventDataDepositHeld {
	/** The id of the deposit. `deposit.released` carries the same. */
	depositId: string;
	/** The payment that brought it; null if it was paid otherwise. */
	paymentId: string | null;
	/** The client who pays; null if it is unknown. */
	clientId: string | null;
	/** The appointment for which it is; null if it is for none. */
	appointmentId: string | null;
	/** The artist to whom it belongs; null for the studio. */
	artistId: string | null;
	/** The shop where it was taken; null for none. */
	shopId: string | null;
	/** In minor units: 4500 is 45.00 EUR. Null until the studio sets it, if there was no price at the booking. */
	amount: number;
	/** ISO 4217. */
	currency: string;
	/** When the studio received it. */
	heldAt: Timestamp;
	/** The state in which it is now. */
	status: "HELD";
}

export interface EventDataDepositReleased {
	/** The id of the deposit. `deposit.released` carries the same. */
	depositId: string;
	/** The payment that brought it; null if it was paid otherwise. */
	paymentId: string | null;
	/** The client who pays; null if it is unknown. */
	clientId: string | null;
	/** The appointment for which it is; null if it is for none. */
	appointmentId: string | null;
	/** The artist to whom it belongs; null for the studio. */
	artistId: string | null;
	/** The shop where it was taken; null for none. */
	shopId: string | null;
	/** In minor units: 4500 is 45.00 EUR. Null until the studio sets it, if there was no price at the booking. */
	amount: number;
	/** ISO 4217. */
	currency: string;
	/** When the studio received it. */
	heldAt: Timestamp;
	/** The state in which it is now. */
	status: "RELEASED";
	/** APPLIED: it counts towards the price. FORFEITED: the studio keeps it. */
	releaseReason: "APPLIED" | "REFUNDED" | "FORFEITED";
	/** When it was no longer held. */
	releasedAt: Timestamp;
}

export interface EventDataArtist {
	/** The `id` of the artist. */
	artistId: string;
	/** As the booking page shows it. */
	name: string;
	/** The artist's part of the booking address. */
	slug: string;
	/** The studio reaches the artist here; null if unknown. It is no login. */
	email: string | null;
	/** An IANA time zone. */
	timezone: string;
	/** The shop where the artist works; null for none. New appointments take it over. */
	shopId: string | null;
	/** Whether the artist exists only to host the consultations of the shop. */
	isConsultationDesk: boolean;
	/** The service offers and takes no more on a day of the artist's time zone. Null: as many as fit. */
	maxAppointmentsPerDay: number | null;
	/** A DEACTIVATED artist cannot be booked and has no booking page. Appointments stay. */
	status: "ACTIVE" | "DEACTIVATED";
	/** Shown on the booking page. */
	bio: string | null;
	/** The name on Instagram, as it was given. The service does not check it. */
	instagramHandle: string | null;
	/** An http or https address, shown as it is. */
	websiteUrl: string | null;
	/** The address of a picture. The booking page shows it only from its own origin, and only without `avatar_picture_id`. */
	avatarUrl: string | null;
	/** One of the artist's own pictures, shown as the avatar; null for none. */
	avatarPictureId: string | null;
	/** How many pictures it has. The list of its pictures has them. */
	pictureCount: number;
	/** When the artist can be booked. Empty: never. */
	workingHours: Array<{
		/** 0 is Sunday. */
		weekday: number;
		/** `HH:MM`, on the clock of the artist's time zone. */
		start: string;
		/** `HH:MM`, after `start`. `24:00` is the end of the day. */
		end: string;
	}>;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
}

export interface EventDataArtistDeactivated {
	/** The `id` of the artist. */
	artistId: string;
	/** As the booking page shows it. */
	name: string;
	/** The artist's part of the booking address. */
	slug: string;
	/** The studio reaches the artist here; null if unknown. It is no login. */
	email: string | null;
	/** An IANA time zone. */
	timezone: string;
	/** The shop where the artist works; null for none. New appointments take it over. */
	shopId: string | null;
	/** Whether the artist exists only to host the consultations of the shop. */
	isConsultationDesk: boolean;
	/** The service offers and takes no more on a day of the artist's time zone. Null: as many as fit. */
	maxAppointmentsPerDay: number | null;
	/** A DEACTIVATED artist cannot be booked and has no booking page. Appointments stay. */
	status: "ACTIVE" | "DEACTIVATED";
	/** Shown on the booking page. */
	bio: string | null;
	/** The name on Instagram, as it was given. The service does not check it. */
	instagramHandle: string | null;
	/** An http or https address, shown as it is. */
	websiteUrl: string | null;
	/** The address of a picture. The booking page shows it only from its own origin, and only without `avatar_picture_id`. */
	avatarUrl: string | null;
	/** One of the artist's own pictures, shown as the avatar; null for none. */
	avatarPictureId: string | null;
	/** How many pictures it has. The list of its pictures has them. */
	pictureCount: number;
	/** When the artist can be booked. Empty: never. */
	workingHours: Array<{
		/** 0 is Sunday. */
		weekday: number;
		/** `HH:MM`, on the clock of the artist's time zone. */
		start: string;
		/** `HH:MM`, after `start`. `24:00` is the end of the day. */
		end: string;
	}>;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

export interface EventDataShop {
	/** The `id` of the shop. */
	shopId: string;
	/** As clients read it. */
	name: string;
	/** A short name for addresses. */
	slug: string;
	/** An IANA time zone. */
	timezone: string;
	/** The language of the studio's texts for clients, and of pages and mails where theirs is not known. */
	language: "en" | "de" | "fr" | "es" | "it";
	/** For clients who want to write; null for none. */
	email: string | null;
	/** For clients who want to call, as it was typed. */
	phone: string | null;
	/** An http or https address, shown as it is. */
	websiteUrl: string | null;
	/** For clients, in a few sentences. */
	description: string | null;
	/** The place where clients find the shop. Mails and calendar files show it. */
	address: {
		/** Street and number. */
		line1: string | null;
		/** Anything else that the postman needs, such as a floor. */
		line2: string | null;
		/** The city or the town. */
		city: string | null;
		/** The state, the province or the canton, where addresses have one. */
		state: string | null;
		/** As it is written in its country. A string, so leading zeros stay. */
		postalCode: string | null;
		/** As it was given. The service does not turn it into a code. */
		country: string | null;
	} | null;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	createdAt: Timestamp;
	/** When it last changed, whoever changed it. */
	updatedAt: Timestamp;
}

export interface EventDataSubscription {
	/** The studio to which this belongs. */
	tenantId: string;
	/** The plan that the studio has now. */
	plan: "light" | "solo" | "duo" | "crew" | "studio" | "empire";
	/** Of the subscription, as the studio's billing has it. */
	subscriptionStatus: "trialing" | "active" | "past_due" | "cancelled";
	/** When the trial ends or ended; null if there was none. */
	trialEndsAt: TimestampOrNull;
}

export interface EventDataSubscriptionActivated {
	/** The studio to which this belongs. */
	tenantId: string;
	/** The plan that the studio has now. */
	plan: "light" | "solo" | "duo" | "crew" | "studio" | "empire";
	/** Of the subscription, as the studio's billing has it. */
	subscriptionStatus: "trialing" | "active" | "past_due" | "cancelled";
	/** When the trial ends or ended; null if there was none. */
	trialEndsAt: TimestampOrNull;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

export interface EventDataSubscriptionCancelled {
	/** The studio to which this belongs. */
	tenantId: string;
	/** The plan that the studio has now. */
	plan: "light" | "solo" | "duo" | "crew" | "studio" | "empire";
	/** Of the subscription, as the studio's billing has it. */
	subscriptionStatus: "trialing" | "active" | "past_due" | "cancelled";
	/** When the trial ends or ended; null if there was none. */
	trialEndsAt: TimestampOrNull;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

export interface EventDataSubscriptionPastDue {
	/** The studio to which this belongs. */
	tenantId: string;
	/** The plan that the studio has now. */
	plan: "light" | "solo" | "duo" | "crew" | "studio" | "empire";
	/** Of the subscription, as the studio's billing has it. */
	subscriptionStatus: "trialing" | "active" | "past_due" | "cancelled";
	/** When the trial ends or ended; null if there was none. */
	trialEndsAt: TimestampOrNull;
	/** The fields that changed, with their old and new values. */
	changes: EventChanges;
}

export interface EventDataBookingLinkSent {
	/** The id of the link in the part of the product that sent it. */
	bookingLinkId: string;
	/** The address of the booking page. */
	url: string;
	/** The artist who can be booked there. */
	artistId: string;
	/** The service that the link offers; null for all of the artist's. */
	eventTypeId: string | null;
	/** The client whom it concerns; null if there is none. */
	clientId: string | null;
	/** The lead that it concerns; null if there is none. */
	leadId: string | null;
	/** The idea that it concerns; null if there is none. */
	ideaId: string | null;
	/** The channel over which it was sent. */
	channel: "EMAIL" | "SMS" | "INSTAGRAM" | "WHATSAPP" | "IN_APP";
	/** The address or number that the link was sent to. */
	recipient: string | null;
	/** Until when the link works; null if it does not end. */
	expiresAt: TimestampOrNull;
	/** When it was sent. */
	sentAt: Timestamp;
}
