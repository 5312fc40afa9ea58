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
	object: "event";
	id: string;
	api_version: "v1";
	tenant_id: string;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** The number of the event within the tenant. The numbers have no gaps. */
	sequence: number;
	actor: {
		type: "api_key" | "oauth_app" | "user" | "booking_page" | "operator" | "system";
		id: string | null;
	};
}

interface Posted<T extends PublicEventType> extends Typed<T> {
	id: string;
	api_version: "v1";
	tenant_id: string;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** The number of the event in the tenant, without gaps. A test event has none. */
	sequence?: number;
	actor: {
		type: "api_key" | "oauth_app" | "user" | "booking_page" | "operator" | "system";
		id: string | null;
	};
	/** This is a sample that the tenant asked for. Nothing happened. */
	test?: true;
}

interface Typed<T extends PublicEventType> {
	/** The type of the event. A `switch` over it narrows `data`. */
	type: T;
	/** The data of the event. Its keys are in camelCase. */
	data: EventData[T];
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
	appointmentId: string;
	artistId: string;
	clientId: string;
	shopId: string | null;
	eventTypeId: string | null;
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";
	/** The artist's IANA zone. */
	timezone: string;
	title: string | null;
	notes: string | null;
	location: string | null;
	priceAmount: number | null;
	currency: string | null;
	crmAppointmentId: string | null;
	cancelledAt: TimestampOrNull;
	cancellationReason: string | null;
	cancellationFee: {
		object: "cancellation_fee";
		status: "CHARGED" | "REFUNDED";
		/** In minor units. */
		amount: number;
		currency: string;
		/** ISO 8601, UTC, milliseconds. */
		chargedAt: Timestamp;
		refundedAt: TimestampOrNull;
	} | null;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	startDateTime: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	endDateTime: Timestamp;
}

export type TimestampOrNull = Timestamp | null;

/** ISO 8601, UTC, milliseconds. */
export type Timestamp = string;

export interface EventDataAppointmentUpdated {
	appointmentId: string;
	artistId: string;
	clientId: string;
	shopId: string | null;
	eventTypeId: string | null;
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";
	/** The artist's IANA zone. */
	timezone: string;
	title: string | null;
	notes: string | null;
	location: string | null;
	priceAmount: number | null;
	currency: string | null;
	crmAppointmentId: string | null;
	cancelledAt: TimestampOrNull;
	cancellationReason: string | null;
	cancellationFee: {
		object: "cancellation_fee";
		status: "CHARGED" | "REFUNDED";
		/** In minor units. */
		amount: number;
		currency: string;
		/** ISO 8601, UTC, milliseconds. */
		chargedAt: Timestamp;
		refundedAt: TimestampOrNull;
	} | null;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	startDateTime: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	endDateTime: Timestamp;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

/** Each field that changed, under its name in this payload. */
export type EventChanges = Record<
	string,
	{
		old: unknown;
		new: unknown;
	}
>;

export interface EventDataAppointmentRescheduled {
	appointmentId: string;
	artistId: string;
	clientId: string;
	shopId: string | null;
	eventTypeId: string | null;
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";
	/** The artist's IANA zone. */
	timezone: string;
	title: string | null;
	notes: string | null;
	location: string | null;
	priceAmount: number | null;
	currency: string | null;
	crmAppointmentId: string | null;
	cancelledAt: TimestampOrNull;
	cancellationReason: string | null;
	cancellationFee: {
		object: "cancellation_fee";
		status: "CHARGED" | "REFUNDED";
		/** In minor units. */
		amount: number;
		currency: string;
		/** ISO 8601, UTC, milliseconds. */
		chargedAt: Timestamp;
		refundedAt: TimestampOrNull;
	} | null;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	startDateTime: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	endDateTime: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	previousStartDateTime: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	previousEndDateTime: Timestamp;
	previousArtistId: string;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

export interface EventDataAppointmentCancelled {
	appointmentId: string;
	artistId: string;
	clientId: string;
	shopId: string | null;
	eventTypeId: string | null;
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";
	/** The artist's IANA zone. */
	timezone: string;
	title: string | null;
	notes: string | null;
	location: string | null;
	priceAmount: number | null;
	currency: string | null;
	crmAppointmentId: string | null;
	cancelledAt: TimestampOrNull;
	cancellationReason: string | null;
	cancellationFee: {
		object: "cancellation_fee";
		status: "CHARGED" | "REFUNDED";
		/** In minor units. */
		amount: number;
		currency: string;
		/** ISO 8601, UTC, milliseconds. */
		chargedAt: Timestamp;
		refundedAt: TimestampOrNull;
	} | null;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	startDateTime: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	endDateTime: Timestamp;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

export interface EventDataAppointmentNoShow {
	appointmentId: string;
	artistId: string;
	clientId: string;
	shopId: string | null;
	eventTypeId: string | null;
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";
	/** The artist's IANA zone. */
	timezone: string;
	title: string | null;
	notes: string | null;
	location: string | null;
	priceAmount: number | null;
	currency: string | null;
	crmAppointmentId: string | null;
	cancelledAt: TimestampOrNull;
	cancellationReason: string | null;
	cancellationFee: {
		object: "cancellation_fee";
		status: "CHARGED" | "REFUNDED";
		/** In minor units. */
		amount: number;
		currency: string;
		/** ISO 8601, UTC, milliseconds. */
		chargedAt: Timestamp;
		refundedAt: TimestampOrNull;
	} | null;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	startDateTime: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	endDateTime: Timestamp;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

export interface EventDataAppointmentCompleted {
	appointmentId: string;
	artistId: string;
	clientId: string;
	shopId: string | null;
	eventTypeId: string | null;
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";
	/** The artist's IANA zone. */
	timezone: string;
	title: string | null;
	notes: string | null;
	location: string | null;
	priceAmount: number | null;
	currency: string | null;
	crmAppointmentId: string | null;
	cancelledAt: TimestampOrNull;
	cancellationReason: string | null;
	cancellationFee: {
		object: "cancellation_fee";
		status: "CHARGED" | "REFUNDED";
		/** In minor units. */
		amount: number;
		currency: string;
		/** ISO 8601, UTC, milliseconds. */
		chargedAt: Timestamp;
		refundedAt: TimestampOrNull;
	} | null;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	startDateTime: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	endDateTime: Timestamp;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

export interface EventDataLead {
	leadId: string;
	firstName: string;
	lastName: string | null;
	email: string | null;
	phone: string | null;
	message: string | null;
	source: string | null;
	stage: "NEW" | "CONTACTED" | "QUALIFIED" | "BOOKED" | "LOST";
	assignedArtistId: string | null;
	preferredCommunication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	budgetRangeMin: number | null;
	budgetRangeMax: number | null;
	archived: boolean;
	archivedAt: TimestampOrNull;
	clientId: string | null;
	convertedAt: TimestampOrNull;
	formSubmissionId: string | null;
	pictureCount: number;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
}

export interface EventDataLeadStageChanged {
	leadId: string;
	firstName: string;
	lastName: string | null;
	email: string | null;
	phone: string | null;
	message: string | null;
	source: string | null;
	stage: "NEW" | "CONTACTED" | "QUALIFIED" | "BOOKED" | "LOST";
	assignedArtistId: string | null;
	preferredCommunication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	budgetRangeMin: number | null;
	budgetRangeMax: number | null;
	archived: boolean;
	archivedAt: TimestampOrNull;
	clientId: string | null;
	convertedAt: TimestampOrNull;
	formSubmissionId: string | null;
	pictureCount: number;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

export interface EventDataLeadAssigned {
	leadId: string;
	firstName: string;
	lastName: string | null;
	email: string | null;
	phone: string | null;
	message: string | null;
	source: string | null;
	stage: "NEW" | "CONTACTED" | "QUALIFIED" | "BOOKED" | "LOST";
	assignedArtistId: string | null;
	preferredCommunication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	budgetRangeMin: number | null;
	budgetRangeMax: number | null;
	archived: boolean;
	archivedAt: TimestampOrNull;
	clientId: string | null;
	convertedAt: TimestampOrNull;
	formSubmissionId: string | null;
	pictureCount: number;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

export interface EventDataLeadArchived {
	leadId: string;
	firstName: string;
	lastName: string | null;
	email: string | null;
	phone: string | null;
	message: string | null;
	source: string | null;
	stage: "NEW" | "CONTACTED" | "QUALIFIED" | "BOOKED" | "LOST";
	assignedArtistId: string | null;
	preferredCommunication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	budgetRangeMin: number | null;
	budgetRangeMax: number | null;
	archived: boolean;
	archivedAt: TimestampOrNull;
	clientId: string | null;
	convertedAt: TimestampOrNull;
	formSubmissionId: string | null;
	pictureCount: number;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

export interface EventDataClient {
	clientId: string;
	email: string;
	firstName: string;
	lastName: string | null;
	phone: string | null;
	pronouns: string | null;
	dateOfBirth: string | null;
	preferredCommunication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	instagramHandle: string | null;
	address: {
		line1: string | null;
		line2: string | null;
		city: string | null;
		state: string | null;
		postalCode: string | null;
		country: string | null;
	} | null;
	notes: string | null;
	tags: Array<string>;
	source: string | null;
	isBlocked: boolean;
	doNotContact: boolean;
	marketingConsent: boolean;
	assignedArtistId: string | null;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
}

export interface EventDataClientUpdated {
	clientId: string;
	email: string;
	firstName: string;
	lastName: string | null;
	phone: string | null;
	pronouns: string | null;
	dateOfBirth: string | null;
	preferredCommunication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	instagramHandle: string | null;
	address: {
		line1: string | null;
		line2: string | null;
		city: string | null;
		state: string | null;
		postalCode: string | null;
		country: string | null;
	} | null;
	notes: string | null;
	tags: Array<string>;
	source: string | null;
	isBlocked: boolean;
	doNotContact: boolean;
	marketingConsent: boolean;
	assignedArtistId: string | null;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

export interface EventDataClientMerged {
	clientId: string;
	email: string;
	firstName: string;
	lastName: string | null;
	phone: string | null;
	pronouns: string | null;
	dateOfBirth: string | null;
	preferredCommunication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	instagramHandle: string | null;
	address: {
		line1: string | null;
		line2: string | null;
		city: string | null;
		state: string | null;
		postalCode: string | null;
		country: string | null;
	} | null;
	notes: string | null;
	tags: Array<string>;
	source: string | null;
	isBlocked: boolean;
	doNotContact: boolean;
	marketingConsent: boolean;
	assignedArtistId: string | null;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
	sourceClientId: string;
	sourceClient: EventDataClient;
}

export interface EventDataFormSubmission {
	formSubmissionId: string;
	formId: string;
	formName: string;
	formKind: "INTAKE" | "CONSENT" | "CUSTOM";
	clientId: string | null;
	leadId: string | null;
	ideaId: string | null;
	/** The answers, each under the key of its field in the form. */
	submissionData: Record<string, unknown>;
	pictureCount: number;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
}

export interface EventDataConsentSubmissionSigned {
	formSubmissionId: string;
	formId: string;
	formName: string;
	formKind: "INTAKE" | "CONSENT" | "CUSTOM";
	clientId: string | null;
	leadId: string | null;
	ideaId: string | null;
	/** The answers, each under the key of its field in the form. */
	submissionData: Record<string, unknown>;
	pictureCount: number;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** The signature as it was given. Never empty. */
	signature: string;
	signerName: string | null;
	/** ISO 8601, UTC, milliseconds. */
	signedAt: Timestamp;
	/** The address that the signature came from. */
	ipAddress: string | null;
}

export interface EventDataIdea {
	ideaId: string;
	clientId: string;
	artistId: string | null;
	subject: string;
	/** Any stage may follow any other, except that an idea that is DONE or DECLINED must go back to IN_REVIEW first. */
	stage: "NEW" | "IN_REVIEW" | "QUOTED" | "APPROVED" | "SCHEDULED" | "DONE" | "DECLINED";
	/** Where the idea came from. */
	sourceType: "MANUAL" | "FORM" | "BOOKING_PAGE" | "API" | "IMPORT";
	bttStatus: "NONE" | "PENDING" | "SENT" | "COMPLETED";
	archived: boolean;
	archivedAt: TimestampOrNull;
	formSubmissionId: string | null;
	description: string | null;
	bodyPart: string | null;
	placement: string | null;
	placementSide: "LEFT" | "RIGHT" | "CENTER" | "BOTH" | null;
	size: string | null;
	sizeCm: number | null;
	style: string | null;
	styles: Array<string>;
	colorPreference: "COLOR" | "BLACK_AND_GREY" | "BLACKWORK" | "UNDECIDED" | null;
	colors: Array<string>;
	/** In minor units. */
	budgetMin: number | null;
	/** In minor units. */
	budgetMax: number | null;
	/** ISO 4217, upper-case. */
	currency: string | null;
	referenceUrls: Array<string>;
	isCoverUp: boolean;
	coverUpDescription: string | null;
	isTouchUp: boolean;
	isFirstTattoo: boolean;
	skinTone: string | null;
	healthNotes: string | null;
	allergies: string | null;
	medications: string | null;
	isPregnantOrNursing: boolean;
	estimatedSessions: number | null;
	estimatedHours: number | null;
	/** In minor units. */
	quoteAmount: number | null;
	/** ISO 4217, upper-case. */
	quoteCurrency: string | null;
	quotedAt: TimestampOrNull;
	/** In minor units. */
	depositAmount: number | null;
	preferredDates: Array<string>;
	availabilityNotes: string | null;
	deadline: string | null;
	internalNotes: string | null;
	tags: Array<string>;
	pictureCount: number;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
}

export interface EventDataIdeaStageChanged {
	ideaId: string;
	clientId: string;
	artistId: string | null;
	subject: string;
	/** Any stage may follow any other, except that an idea that is DONE or DECLINED must go back to IN_REVIEW first. */
	stage: "NEW" | "IN_REVIEW" | "QUOTED" | "APPROVED" | "SCHEDULED" | "DONE" | "DECLINED";
	/** Where the idea came from. */
	sourceType: "MANUAL" | "FORM" | "BOOKING_PAGE" | "API" | "IMPORT";
	bttStatus: "NONE" | "PENDING" | "SENT" | "COMPLETED";
	archived: boolean;
	archivedAt: TimestampOrNull;
	formSubmissionId: string | null;
	description: string | null;
	bodyPart: string | null;
	placement: string | null;
	placementSide: "LEFT" | "RIGHT" | "CENTER" | "BOTH" | null;
	size: string | null;
	sizeCm: number | null;
	style: string | null;
	styles: Array<string>;
	colorPreference: "COLOR" | "BLACK_AND_GREY" | "BLACKWORK" | "UNDECIDED" | null;
	colors: Array<string>;
	/** In minor units. */
	budgetMin: number | null;
	/** In minor units. */
	budgetMax: number | null;
	/** ISO 4217, upper-case. */
	currency: string | null;
	referenceUrls: Array<string>;
	isCoverUp: boolean;
	coverUpDescription: string | null;
	isTouchUp: boolean;
	isFirstTattoo: boolean;
	skinTone: string | null;
	healthNotes: string | null;
	allergies: string | null;
	medications: string | null;
	isPregnantOrNursing: boolean;
	estimatedSessions: number | null;
	estimatedHours: number | null;
	/** In minor units. */
	quoteAmount: number | null;
	/** ISO 4217, upper-case. */
	quoteCurrency: string | null;
	quotedAt: TimestampOrNull;
	/** In minor units. */
	depositAmount: number | null;
	preferredDates: Array<string>;
	availabilityNotes: string | null;
	deadline: string | null;
	internalNotes: string | null;
	tags: Array<string>;
	pictureCount: number;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

export interface EventDataIdeaTransferred {
	ideaId: string;
	clientId: string;
	artistId: string | null;
	subject: string;
	/** Any stage may follow any other, except that an idea that is DONE or DECLINED must go back to IN_REVIEW first. */
	stage: "NEW" | "IN_REVIEW" | "QUOTED" | "APPROVED" | "SCHEDULED" | "DONE" | "DECLINED";
	/** Where the idea came from. */
	sourceType: "MANUAL" | "FORM" | "BOOKING_PAGE" | "API" | "IMPORT";
	bttStatus: "NONE" | "PENDING" | "SENT" | "COMPLETED";
	archived: boolean;
	archivedAt: TimestampOrNull;
	formSubmissionId: string | null;
	description: string | null;
	bodyPart: string | null;
	placement: string | null;
	placementSide: "LEFT" | "RIGHT" | "CENTER" | "BOTH" | null;
	size: string | null;
	sizeCm: number | null;
	style: string | null;
	styles: Array<string>;
	colorPreference: "COLOR" | "BLACK_AND_GREY" | "BLACKWORK" | "UNDECIDED" | null;
	colors: Array<string>;
	/** In minor units. */
	budgetMin: number | null;
	/** In minor units. */
	budgetMax: number | null;
	/** ISO 4217, upper-case. */
	currency: string | null;
	referenceUrls: Array<string>;
	isCoverUp: boolean;
	coverUpDescription: string | null;
	isTouchUp: boolean;
	isFirstTattoo: boolean;
	skinTone: string | null;
	healthNotes: string | null;
	allergies: string | null;
	medications: string | null;
	isPregnantOrNursing: boolean;
	estimatedSessions: number | null;
	estimatedHours: number | null;
	/** In minor units. */
	quoteAmount: number | null;
	/** ISO 4217, upper-case. */
	quoteCurrency: string | null;
	quotedAt: TimestampOrNull;
	/** In minor units. */
	depositAmount: number | null;
	preferredDates: Array<string>;
	availabilityNotes: string | null;
	deadline: string | null;
	internalNotes: string | null;
	tags: Array<string>;
	pictureCount: number;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

export interface EventDataMessageCreated {
	messageId: string;
	conversationId: string | null;
	/** INBOUND: to the studio. OUTBOUND: from the studio. */
	direction: "INBOUND" | "OUTBOUND";
	channel: "EMAIL" | "SMS" | "INSTAGRAM" | "WHATSAPP" | "IN_APP";
	clientId: string | null;
	leadId: string | null;
	artistId: string | null;
	appointmentId: string | null;
	subject: string | null;
	body: string;
	attachments: Array<{
		url: string;
		fileName: string;
		contentType: string;
	}>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
}

export interface EventDataPaymentSucceeded {
	paymentId: string;
	clientId: string | null;
	appointmentId: string | null;
	artistId: string | null;
	shopId: string | null;
	purpose: "APPOINTMENT" | "DEPOSIT" | "CANCELLATION_FEE" | "OTHER";
	method: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER";
	/** In minor units. */
	amount: number;
	/** ISO 4217, upper-case. */
	currency: string;
	description: string | null;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	status: "SUCCEEDED";
	/** ISO 8601, UTC, milliseconds. */
	paidAt: Timestamp;
}

export interface EventDataPaymentFailed {
	paymentId: string;
	clientId: string | null;
	appointmentId: string | null;
	artistId: string | null;
	shopId: string | null;
	purpose: "APPOINTMENT" | "DEPOSIT" | "CANCELLATION_FEE" | "OTHER";
	method: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER";
	/** In minor units. */
	amount: number;
	/** ISO 4217, upper-case. */
	currency: string;
	description: string | null;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	status: "FAILED";
	failureCode: string | null;
	failureMessage: string | null;
	/** ISO 8601, UTC, milliseconds. */
	failedAt: Timestamp;
}

export interface EventDataPaymentRefunded {
	paymentId: string;
	clientId: string | null;
	appointmentId: string | null;
	artistId: string | null;
	shopId: string | null;
	purpose: "APPOINTMENT" | "DEPOSIT" | "CANCELLATION_FEE" | "OTHER";
	method: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER";
	/** In minor units. */
	amount: number;
	/** ISO 4217, upper-case. */
	currency: string;
	description: string | null;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	status: "REFUNDED" | "PARTIALLY_REFUNDED";
	refundId: string;
	/** This refund, in minor units. */
	refundAmount: number;
	/** This refund and those before it, in minor units. */
	totalRefundedAmount: number;
	refundReason: string | null;
	/** ISO 8601, UTC, milliseconds. */
	refundedAt: Timestamp;
}

export interface EventDataPayoutPaid {
	payoutId: string;
	artistId: string | null;
	shopId: string | null;
	status: "PAID";
	/** In minor units. */
	amount: number;
	/** ISO 4217, upper-case. */
	currency: string;
	description: string | null;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	paidAt: Timestamp;
}

export interface EventDataDepositHeld {
	depositId: string;
	paymentId: string | null;
	clientId: string | null;
	appointmentId: string | null;
	artistId: string | null;
	shopId: string | null;
	/** In minor units. */
	amount: number;
	/** ISO 4217, upper-case. */
	currency: string;
	/** ISO 8601, UTC, milliseconds. */
	heldAt: Timestamp;
	status: "HELD";
}

export interface EventDataDepositReleased {
	depositId: string;
	paymentId: string | null;
	clientId: string | null;
	appointmentId: string | null;
	artistId: string | null;
	shopId: string | null;
	/** In minor units. */
	amount: number;
	/** ISO 4217, upper-case. */
	currency: string;
	/** ISO 8601, UTC, milliseconds. */
	heldAt: Timestamp;
	status: "RELEASED";
	/** APPLIED: it counts towards the price. FORFEITED: the studio keeps it. */
	releaseReason: "APPLIED" | "REFUNDED" | "FORFEITED";
	/** ISO 8601, UTC, milliseconds. */
	releasedAt: Timestamp;
}

export interface EventDataArtist {
	artistId: string;
	name: string;
	slug: string;
	email: string | null;
	/** An IANA time zone. */
	timezone: string;
	shopId: string | null;
	/** Whether the artist exists only to host the consultations of the shop. */
	isConsultationDesk: boolean;
	maxAppointmentsPerDay: number | null;
	status: "ACTIVE" | "DEACTIVATED";
	bio: string | null;
	instagramHandle: string | null;
	websiteUrl: string | null;
	avatarUrl: string | null;
	avatarPictureId: string | null;
	pictureCount: number;
	workingHours: Array<{
		/** 0 is Sunday. */
		weekday: number;
		start: string;
		end: string;
	}>;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
}

export interface EventDataArtistDeactivated {
	artistId: string;
	name: string;
	slug: string;
	email: string | null;
	/** An IANA time zone. */
	timezone: string;
	shopId: string | null;
	/** Whether the artist exists only to host the consultations of the shop. */
	isConsultationDesk: boolean;
	maxAppointmentsPerDay: number | null;
	status: "ACTIVE" | "DEACTIVATED";
	bio: string | null;
	instagramHandle: string | null;
	websiteUrl: string | null;
	avatarUrl: string | null;
	avatarPictureId: string | null;
	pictureCount: number;
	workingHours: Array<{
		/** 0 is Sunday. */
		weekday: number;
		start: string;
		end: string;
	}>;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

export interface EventDataShop {
	shopId: string;
	name: string;
	slug: string;
	/** An IANA time zone. */
	timezone: string;
	email: string | null;
	phone: string | null;
	websiteUrl: string | null;
	description: string | null;
	address: {
		line1: string | null;
		line2: string | null;
		city: string | null;
		state: string | null;
		postalCode: string | null;
		country: string | null;
	} | null;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	createdAt: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updatedAt: Timestamp;
}

export interface EventDataSubscription {
	tenantId: string;
	plan: "light" | "solo" | "duo" | "crew" | "studio" | "empire";
	subscriptionStatus: "trialing" | "active" | "past_due" | "cancelled";
	trialEndsAt: TimestampOrNull;
}

export interface EventDataSubscriptionActivated {
	tenantId: string;
	plan: "light" | "solo" | "duo" | "crew" | "studio" | "empire";
	subscriptionStatus: "trialing" | "active" | "past_due" | "cancelled";
	trialEndsAt: TimestampOrNull;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

export interface EventDataSubscriptionCancelled {
	tenantId: string;
	plan: "light" | "solo" | "duo" | "crew" | "studio" | "empire";
	subscriptionStatus: "trialing" | "active" | "past_due" | "cancelled";
	trialEndsAt: TimestampOrNull;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

export interface EventDataSubscriptionPastDue {
	tenantId: string;
	plan: "light" | "solo" | "duo" | "crew" | "studio" | "empire";
	subscriptionStatus: "trialing" | "active" | "past_due" | "cancelled";
	trialEndsAt: TimestampOrNull;
	/** Each field that changed, under its name in this payload. */
	changes: EventChanges;
}

export interface EventDataBookingLinkSent {
	bookingLinkId: string;
	/** The address of the booking page. */
	url: string;
	artistId: string;
	eventTypeId: string | null;
	clientId: string | null;
	leadId: string | null;
	ideaId: string | null;
	channel: "EMAIL" | "SMS" | "INSTAGRAM" | "WHATSAPP" | "IN_APP";
	/** The address or number that the link was sent to. */
	recipient: string | null;
	expiresAt: TimestampOrNull;
	/** ISO 8601, UTC, milliseconds. */
	sentAt: Timestamp;
}
