// Written by client/scripts/generate.ts from the API document. Change the declarations, not this file.

import type { DateTime } from "../options.ts";
import type { EventChanges, PublicEventType, Timestamp, TimestampOrNull } from "./events.ts";

export interface NewClient {
	/** At most 254 characters. */
	email: string;
	/** At most 200 characters. */
	first_name: string;
	/** At most 200 characters. */
	last_name?: string | null | undefined;
	/** At most 50 characters. */
	phone?: string | null | undefined;
	/** At most 50 characters. */
	pronouns?: string | null | undefined;
	/** For example `1990-12-31`. */
	date_of_birth?: string | null | undefined;
	preferred_communication?: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null | undefined;
	/** At most 100 characters. */
	instagram_handle?: string | null | undefined;
	/** A PATCH replaces the whole object. */
	address?: Address | null | undefined;
	/** At most 10000 characters. */
	notes?: string | null | undefined;
	/** At most 50 items. */
	tags?: Array<string> | undefined;
	/** At most 100 characters. */
	source?: string | null | undefined;
	is_blocked?: boolean | undefined;
	do_not_contact?: boolean | undefined;
	marketing_consent?: boolean | undefined;
	/** The id of an artist of the tenant. At most 100 characters. */
	assigned_artist_id?: string | null | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. */
	metadata?: Metadata | undefined;
}

export interface Address {
	/** At most 200 characters. Default: null. */
	line1?: string | null | undefined;
	/** At most 200 characters. Default: null. */
	line2?: string | null | undefined;
	/** At most 100 characters. Default: null. */
	city?: string | null | undefined;
	/** At most 100 characters. Default: null. */
	state?: string | null | undefined;
	/** At most 20 characters. Default: null. */
	postal_code?: string | null | undefined;
	/** At most 100 characters. Default: null. */
	country?: string | null | undefined;
}

/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. */
export type Metadata = Record<string, string>;

export interface ClientPatch {
	/** At most 254 characters. */
	email?: string | undefined;
	/** At most 200 characters. */
	first_name?: string | undefined;
	/** At most 200 characters. */
	last_name?: string | null | undefined;
	/** At most 50 characters. */
	phone?: string | null | undefined;
	/** At most 50 characters. */
	pronouns?: string | null | undefined;
	/** For example `1990-12-31`. */
	date_of_birth?: string | null | undefined;
	preferred_communication?: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null | undefined;
	/** At most 100 characters. */
	instagram_handle?: string | null | undefined;
	/** A PATCH replaces the whole object. */
	address?: Address | null | undefined;
	/** At most 10000 characters. */
	notes?: string | null | undefined;
	/** At most 50 items. */
	tags?: Array<string> | undefined;
	/** At most 100 characters. */
	source?: string | null | undefined;
	is_blocked?: boolean | undefined;
	do_not_contact?: boolean | undefined;
	marketing_consent?: boolean | undefined;
	/** The id of an artist of the tenant. At most 100 characters. */
	assigned_artist_id?: string | null | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. Merged key by key: null removes a key, the others stay, and null in place of the object removes all. */
	metadata?: MetadataPatch | undefined;
}

/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. Merged key by key: null removes a key, the others stay, and null in place of the object removes all. */
export type MetadataPatch = Record<string, string | null> | null;

export interface ClientMerge {
	/** The id of the client that is merged into this one and then removed. At most 100 characters. */
	source_id: string;
}

export interface NewLead {
	/** At most 200 characters. */
	first_name: string;
	/** At most 200 characters. */
	last_name?: string | null | undefined;
	email?: string | null | undefined;
	/** At most 50 characters. */
	phone?: string | null | undefined;
	/** At most 10000 characters. */
	message?: string | null | undefined;
	/** At most 100 characters. */
	source?: string | null | undefined;
	/** Default: NEW. */
	stage?: "NEW" | "CONTACTED" | "QUALIFIED" | "BOOKED" | "LOST" | undefined;
	/** The id of an artist of the tenant. At most 100 characters. */
	assigned_artist_id?: string | null | undefined;
	preferred_communication?: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null | undefined;
	/** At least 0. */
	budget_range_min?: number | null | undefined;
	/** Not less than `budget_range_min`. At least 0. */
	budget_range_max?: number | null | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. */
	metadata?: Metadata | undefined;
}

export interface LeadPatch {
	/** At most 200 characters. */
	first_name?: string | undefined;
	/** At most 200 characters. */
	last_name?: string | null | undefined;
	email?: string | null | undefined;
	/** At most 50 characters. */
	phone?: string | null | undefined;
	/** At most 10000 characters. */
	message?: string | null | undefined;
	/** At most 100 characters. */
	source?: string | null | undefined;
	stage?: "NEW" | "CONTACTED" | "QUALIFIED" | "BOOKED" | "LOST" | undefined;
	/** The id of an artist of the tenant. At most 100 characters. */
	assigned_artist_id?: string | null | undefined;
	preferred_communication?: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null | undefined;
	/** At least 0. */
	budget_range_min?: number | null | undefined;
	/** Not less than `budget_range_min`. At least 0. */
	budget_range_max?: number | null | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. Merged key by key: null removes a key, the others stay, and null in place of the object removes all. */
	metadata?: MetadataPatch | undefined;
}

export interface LeadConfirmation {
	/** Books a client with `is_blocked`, too. Without it such a client is refused. */
	allow_blocked?: boolean | undefined;
}

export interface NewIdea {
	/** The id of the client whose idea it is. At most 100 characters. */
	client_id: string;
	/** At most 200 characters. */
	subject: string;
	/** The id of the artist it is meant for. At most 100 characters. */
	artist_id?: string | null | undefined;
	/** Any stage may follow any other, except that an idea that is DONE or DECLINED must go back to IN_REVIEW first. */
	stage?: "NEW" | "IN_REVIEW" | "QUOTED" | "APPROVED" | "SCHEDULED" | "DONE" | "DECLINED" | undefined;
	/** Where the idea came from. Default: API. */
	source_type?: "MANUAL" | "FORM" | "BOOKING_PAGE" | "API" | "IMPORT" | undefined;
	btt_status?: "NONE" | "PENDING" | "SENT" | "COMPLETED" | undefined;
	/** At most 10000 characters. */
	description?: string | null | undefined;
	/** At most 200 characters. */
	body_part?: string | null | undefined;
	/** Where on the body, in the client's words. At most 200 characters. */
	placement?: string | null | undefined;
	placement_side?: "LEFT" | "RIGHT" | "CENTER" | "BOTH" | null | undefined;
	/** In the client's words. At most 200 characters. */
	size?: string | null | undefined;
	/** The length of the longer side. From 0 to 1000. */
	size_cm?: number | null | undefined;
	/** The most important style. At most 200 characters. */
	style?: string | null | undefined;
	/** At most 50 items. */
	styles?: Array<string> | undefined;
	color_preference?: "COLOR" | "BLACK_AND_GREY" | "BLACKWORK" | "UNDECIDED" | null | undefined;
	/** At most 50 items. */
	colors?: Array<string> | undefined;
	/** In minor units. At least 0. */
	budget_min?: number | null | undefined;
	/** In minor units. At least 0. */
	budget_max?: number | null | undefined;
	/** The currency of the budget and the deposit. ISO 4217. */
	currency?: string | null | undefined;
	/** At most 50 items. */
	reference_urls?: Array<string> | undefined;
	is_cover_up?: boolean | undefined;
	/** At most 10000 characters. */
	cover_up_description?: string | null | undefined;
	is_touch_up?: boolean | undefined;
	is_first_tattoo?: boolean | undefined;
	/** At most 200 characters. */
	skin_tone?: string | null | undefined;
	/** At most 10000 characters. */
	health_notes?: string | null | undefined;
	/** At most 10000 characters. */
	allergies?: string | null | undefined;
	/** At most 10000 characters. */
	medications?: string | null | undefined;
	is_pregnant_or_nursing?: boolean | undefined;
	/** From 0 to 1000. */
	estimated_sessions?: number | null | undefined;
	/** From 0 to 10000. */
	estimated_hours?: number | null | undefined;
	/** In minor units. At least 0. */
	quote_amount?: number | null | undefined;
	/** ISO 4217, upper-case. */
	quote_currency?: string | null | undefined;
	quoted_at?: DateTime | null | undefined;
	/** In minor units. At least 0. */
	deposit_amount?: number | null | undefined;
	/** At most 50 items. */
	preferred_dates?: Array<string> | undefined;
	/** At most 10000 characters. */
	availability_notes?: string | null | undefined;
	/** For example `1990-12-31`. */
	deadline?: string | null | undefined;
	/** For the studio only. At most 10000 characters. */
	internal_notes?: string | null | undefined;
	/** At most 50 items. */
	tags?: Array<string> | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. */
	metadata?: Metadata | undefined;
}

export interface IdeaPatch {
	/** The id of the client whose idea it is. At most 100 characters. */
	client_id?: string | undefined;
	/** At most 200 characters. */
	subject?: string | undefined;
	/** The id of the artist it is meant for. At most 100 characters. */
	artist_id?: string | null | undefined;
	/** Any stage may follow any other, except that an idea that is DONE or DECLINED must go back to IN_REVIEW first. */
	stage?: "NEW" | "IN_REVIEW" | "QUOTED" | "APPROVED" | "SCHEDULED" | "DONE" | "DECLINED" | undefined;
	/** Where the idea came from. */
	source_type?: "MANUAL" | "FORM" | "BOOKING_PAGE" | "API" | "IMPORT" | undefined;
	btt_status?: "NONE" | "PENDING" | "SENT" | "COMPLETED" | undefined;
	/** At most 10000 characters. */
	description?: string | null | undefined;
	/** At most 200 characters. */
	body_part?: string | null | undefined;
	/** Where on the body, in the client's words. At most 200 characters. */
	placement?: string | null | undefined;
	placement_side?: "LEFT" | "RIGHT" | "CENTER" | "BOTH" | null | undefined;
	/** In the client's words. At most 200 characters. */
	size?: string | null | undefined;
	/** The length of the longer side. From 0 to 1000. */
	size_cm?: number | null | undefined;
	/** The most important style. At most 200 characters. */
	style?: string | null | undefined;
	/** At most 50 items. */
	styles?: Array<string> | undefined;
	color_preference?: "COLOR" | "BLACK_AND_GREY" | "BLACKWORK" | "UNDECIDED" | null | undefined;
	/** At most 50 items. */
	colors?: Array<string> | undefined;
	/** In minor units. At least 0. */
	budget_min?: number | null | undefined;
	/** In minor units. At least 0. */
	budget_max?: number | null | undefined;
	/** The currency of the budget and the deposit. ISO 4217. */
	currency?: string | null | undefined;
	/** At most 50 items. */
	reference_urls?: Array<string> | undefined;
	is_cover_up?: boolean | undefined;
	/** At most 10000 characters. */
	cover_up_description?: string | null | undefined;
	is_touch_up?: boolean | undefined;
	is_first_tattoo?: boolean | undefined;
	/** At most 200 characters. */
	skin_tone?: string | null | undefined;
	/** At most 10000 characters. */
	health_notes?: string | null | undefined;
	/** At most 10000 characters. */
	allergies?: string | null | undefined;
	/** At most 10000 characters. */
	medications?: string | null | undefined;
	is_pregnant_or_nursing?: boolean | undefined;
	/** From 0 to 1000. */
	estimated_sessions?: number | null | undefined;
	/** From 0 to 10000. */
	estimated_hours?: number | null | undefined;
	/** In minor units. At least 0. */
	quote_amount?: number | null | undefined;
	/** ISO 4217, upper-case. */
	quote_currency?: string | null | undefined;
	quoted_at?: DateTime | null | undefined;
	/** In minor units. At least 0. */
	deposit_amount?: number | null | undefined;
	/** At most 50 items. */
	preferred_dates?: Array<string> | undefined;
	/** At most 10000 characters. */
	availability_notes?: string | null | undefined;
	/** For example `1990-12-31`. */
	deadline?: string | null | undefined;
	/** For the studio only. At most 10000 characters. */
	internal_notes?: string | null | undefined;
	/** At most 50 items. */
	tags?: Array<string> | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. Merged key by key: null removes a key, the others stay, and null in place of the object removes all. */
	metadata?: MetadataPatch | undefined;
}

export interface NewAppointment {
	/** The id of an active artist. At most 100 characters. */
	artist_id: string;
	/** The id of a client. At most 100 characters. */
	client_id: string;
	start_at: DateTime;
	/** Default: `start_at` plus the duration of the event type. */
	end_at?: DateTime | undefined;
	/** Books a client with `is_blocked`, too. Without it such a client is refused. */
	allow_blocked?: boolean | undefined;
	/** The id of an event type of the artist. At most 100 characters. */
	event_type_id?: string | null | undefined;
	/** At most 200 characters. */
	title?: string | null | undefined;
	/** At most 10000 characters. */
	notes?: string | null | undefined;
	/** At most 1000 characters. */
	location?: string | null | undefined;
	/** In minor units. From 0 to 1000000000. */
	price_amount?: number | null | undefined;
	currency?: string | null | undefined;
	/** The id of this appointment in another system. At most 200 characters. */
	crm_appointment_id?: string | null | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. */
	metadata?: Metadata | undefined;
}

export interface AppointmentPatch {
	/** Alone, it moves the appointment and keeps its length. */
	start_at?: DateTime | undefined;
	/** Alone, it changes the length. */
	end_at?: DateTime | undefined;
	status?: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW" | undefined;
	/** At most 1000 characters. */
	cancellation_reason?: string | null | undefined;
	/** Another artist is checked like new times. The event type must be one of theirs, or null. At most 100 characters. */
	artist_id?: string | undefined;
	/** The id of a client. At most 100 characters. */
	client_id?: string | undefined;
	/** Left out, it becomes the shop of the artist when the artist changes. At most 100 characters. */
	shop_id?: string | null | undefined;
	/** Books a client with `is_blocked`, too. Without it such a client is refused. */
	allow_blocked?: boolean | undefined;
	/** The id of an event type of the artist. At most 100 characters. */
	event_type_id?: string | null | undefined;
	/** At most 200 characters. */
	title?: string | null | undefined;
	/** At most 10000 characters. */
	notes?: string | null | undefined;
	/** At most 1000 characters. */
	location?: string | null | undefined;
	/** In minor units. From 0 to 1000000000. */
	price_amount?: number | null | undefined;
	currency?: string | null | undefined;
	/** The id of this appointment in another system. At most 200 characters. */
	crm_appointment_id?: string | null | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. Merged key by key: null removes a key, the others stay, and null in place of the object removes all. */
	metadata?: MetadataPatch | undefined;
}

export interface NewCancellationFee {
	/** In minor units. From 1 to 1000000000. */
	amount: number;
	currency: string;
}

export interface NewArtist {
	/** At most 200 characters. */
	name: string;
	/** Unique in the whole service, and not an address of the service itself, such as `docs`. If it is left out, the service makes it from the name. At most 100 characters. */
	slug?: string | undefined;
	email?: string | null | undefined;
	/** An IANA time zone. Default: that of the shop, or else that of the tenant. At most 100 characters. */
	timezone?: string | undefined;
	/** The id of a shop of the tenant. At most 100 characters. */
	shop_id?: string | null | undefined;
	is_consultation_desk?: boolean | undefined;
	/** Null: as many as fit. At least 1. */
	max_appointments_per_day?: number | null | undefined;
	/** A deactivated artist cannot be booked. */
	status?: "ACTIVE" | "DEACTIVATED" | undefined;
	/** At most 10000 characters. */
	bio?: string | null | undefined;
	/** At most 100 characters. */
	instagram_handle?: string | null | undefined;
	/** At most 2000 characters. */
	website_url?: string | null | undefined;
	/** At most 2000 characters. */
	avatar_url?: string | null | undefined;
	/** The id of the picture of the artist that stands for the artist. At most 100 characters. */
	avatar_picture_id?: string | null | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. */
	metadata?: Metadata | undefined;
}

export interface ArtistPatch {
	/** At most 200 characters. */
	name?: string | undefined;
	/** Unique in the whole service, and not an address of the service itself, such as `docs`. At most 100 characters. */
	slug?: string | undefined;
	email?: string | null | undefined;
	/** An IANA time zone. At most 100 characters. */
	timezone?: string | undefined;
	/** The id of a shop of the tenant. At most 100 characters. */
	shop_id?: string | null | undefined;
	is_consultation_desk?: boolean | undefined;
	/** Null: as many as fit. At least 1. */
	max_appointments_per_day?: number | null | undefined;
	/** A deactivated artist cannot be booked. */
	status?: "ACTIVE" | "DEACTIVATED" | undefined;
	/** At most 10000 characters. */
	bio?: string | null | undefined;
	/** At most 100 characters. */
	instagram_handle?: string | null | undefined;
	/** At most 2000 characters. */
	website_url?: string | null | undefined;
	/** At most 2000 characters. */
	avatar_url?: string | null | undefined;
	/** The id of the picture of the artist that stands for the artist. At most 100 characters. */
	avatar_picture_id?: string | null | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. Merged key by key: null removes a key, the others stay, and null in place of the object removes all. */
	metadata?: MetadataPatch | undefined;
}

export interface NewWorkingHours {
	/** Empty: the artist cannot be booked. At most 100 items. */
	hours: Array<WorkingHours>;
}

/** A range of time on a weekday, in the artist's time zone. */
export interface WorkingHours {
	/** 0 is Sunday. From 0 to 6. */
	weekday: number;
	start: string;
	end: string;
}

export interface NewTimeBlock {
	start_at: DateTime;
	/** After `start_at`, by at most 366 days. */
	end_at: DateTime;
	/** At most 500 characters. Default: null. */
	reason?: string | null | undefined;
}

export interface NewExternalCalendar {
	/** The service fetches it at once and then every 15 minutes. No answer shows it. At most 2000 characters. */
	ics_url?: string | undefined;
	/** The busy times themselves, instead of a URL. At most 1000 items. */
	busy?:
		| Array<{
				start_at: DateTime;
				end_at: DateTime;
		  }>
		| undefined;
}

export interface NewShop {
	/** At most 200 characters. */
	name: string;
	/** Unique among the tenant's shops. If it is left out, the service makes it from the name. At most 100 characters. */
	slug?: string | undefined;
	/** An IANA time zone. Default: that of the tenant. At most 100 characters. */
	timezone?: string | undefined;
	email?: string | null | undefined;
	/** At most 50 characters. */
	phone?: string | null | undefined;
	/** At most 2000 characters. */
	website_url?: string | null | undefined;
	/** At most 10000 characters. */
	description?: string | null | undefined;
	/** A PATCH replaces the whole object. */
	address?: Address | null | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. */
	metadata?: Metadata | undefined;
}

export interface ShopPatch {
	/** At most 200 characters. */
	name?: string | undefined;
	/** Unique among the tenant's shops. At most 100 characters. */
	slug?: string | undefined;
	/** An IANA time zone. At most 100 characters. */
	timezone?: string | undefined;
	email?: string | null | undefined;
	/** At most 50 characters. */
	phone?: string | null | undefined;
	/** At most 2000 characters. */
	website_url?: string | null | undefined;
	/** At most 10000 characters. */
	description?: string | null | undefined;
	/** A PATCH replaces the whole object. */
	address?: Address | null | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. Merged key by key: null removes a key, the others stay, and null in place of the object removes all. */
	metadata?: MetadataPatch | undefined;
}

export interface NewForm {
	/** At most 200 characters. */
	name: string;
	/** A PATCH replaces the whole list. At most 100 items. */
	fields: Array<FormField>;
	/** A submission of a CONSENT form needs a signature. */
	kind?: "INTAKE" | "CONSENT" | "CUSTOM" | undefined;
	/** At most 10000 characters. */
	description?: string | null | undefined;
	/** Only an active form takes submissions. */
	is_active?: boolean | undefined;
	/** What the service creates from each submission. An idea needs a client. */
	creates?: "LEAD" | "IDEA" | null | undefined;
	/** The answer to the first email field names the client. If no client has that email, the service creates one. The form needs an email field. */
	links_client?: boolean | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. */
	metadata?: Metadata | undefined;
}

export interface FormField {
	/** Names the answer in `submission_data`. Unique within the form. */
	key: string;
	/** At most 500 characters. */
	label: string;
	type:
		| "text"
		| "textarea"
		| "number"
		| "email"
		| "phone"
		| "date"
		| "select"
		| "multi_select"
		| "checkbox"
		| "file_url"
		| "picture"
		| "signature";
	/** An empty text, null and an empty list count as no answer. 0 and false are answers. A required checkbox must be true. Default: false. */
	required?: boolean | undefined;
	/** A select or multi_select has 1 to 100 different options. Other types have none. Default: []. */
	options?: Array<string> | undefined;
}

export interface FormPatch {
	/** At most 200 characters. */
	name?: string | undefined;
	/** A PATCH replaces the whole list. At most 100 items. */
	fields?: Array<FormField> | undefined;
	/** A submission of a CONSENT form needs a signature. */
	kind?: "INTAKE" | "CONSENT" | "CUSTOM" | undefined;
	/** At most 10000 characters. */
	description?: string | null | undefined;
	/** Only an active form takes submissions. */
	is_active?: boolean | undefined;
	/** What the service creates from each submission. An idea needs a client. */
	creates?: "LEAD" | "IDEA" | null | undefined;
	/** The answer to the first email field names the client. If no client has that email, the service creates one. The form needs an email field. */
	links_client?: boolean | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. Merged key by key: null removes a key, the others stay, and null in place of the object removes all. */
	metadata?: MetadataPatch | undefined;
}

export interface NewFormSubmission {
	/** The answers, each under the key of its field. Answers to unknown keys are dropped and named in `Service-Ignored-Fields`. A `picture` field takes a list of 1 to 6 picture ids. */
	submission_data: Record<string, unknown>;
	/** The id of the client who answers. It takes precedence over the form's email field. At most 100 characters. */
	client_id?: string | null | undefined;
	/** Required on a CONSENT form. A typed name, or a drawn signature as an image in text form. At most 65536 characters. */
	signature?: string | null | undefined;
	/** At most 200 characters. */
	signer_name?: string | null | undefined;
}

export interface PicturePatch {
	/** At most 500 characters. */
	caption?: string | null | undefined;
	/** The new place among the pictures of the record, from 1. The others make room. At least 1. */
	position?: number | undefined;
}

export interface NewWebhookEndpoint {
	/** The address that receives the POSTs. It must be https and reachable on the public internet. At most 2000 characters. */
	url: string;
	/** Event types, or `["*"]` for all of them. At most 35 items. */
	events: Array<ChosenEventType>;
	/** At most 500 characters. */
	description?: string | null | undefined;
	/** Leave out the events that the API key or OAuth app caused which created this endpoint. Every grant of the app counts. */
	exclude_own?: boolean | undefined;
	/** Only events whose `data` has one of these ids as its `artistId`, `shopId` or `clientId`, and one of each list that is given. An event without such a property is left out. Null: all events. */
	filter?:
		| {
				/** At most 100 items. */
				artist_id?: Array<string> | undefined;
				/** At most 100 items. */
				shop_id?: Array<string> | undefined;
				/** At most 100 items. */
				client_id?: Array<string> | undefined;
		  }
		| null
		| undefined;
	/** Deliver the events about one record in the order of their `sequence`: the next one only after the one before has succeeded or is DEAD. Events about other records do not wait. */
	ordered?: boolean | undefined;
	/** Also sign with the key of this service: see `webhook-key-id`. A receiver then needs no secret. */
	asymmetric?: boolean | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. */
	metadata?: Metadata | undefined;
}

export type ChosenEventType = "*" | PublicEventType;

export interface WebhookEndpointPatch {
	/** The address that receives the POSTs. It must be https and reachable on the public internet. At most 2000 characters. */
	url?: string | undefined;
	/** Event types, or `["*"]` for all of them. At most 35 items. */
	events?: Array<ChosenEventType> | undefined;
	/** At most 500 characters. */
	description?: string | null | undefined;
	/** Leave out the events that the API key or OAuth app caused which created this endpoint. Every grant of the app counts. */
	exclude_own?: boolean | undefined;
	/** Only events whose `data` has one of these ids as its `artistId`, `shopId` or `clientId`, and one of each list that is given. An event without such a property is left out. Null: all events. */
	filter?:
		| {
				/** At most 100 items. */
				artist_id?: Array<string> | undefined;
				/** At most 100 items. */
				shop_id?: Array<string> | undefined;
				/** At most 100 items. */
				client_id?: Array<string> | undefined;
		  }
		| null
		| undefined;
	/** Deliver the events about one record in the order of their `sequence`: the next one only after the one before has succeeded or is DEAD. Events about other records do not wait. */
	ordered?: boolean | undefined;
	/** Also sign with the key of this service: see `webhook-key-id`. A receiver then needs no secret. */
	asymmetric?: boolean | undefined;
	/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. Merged key by key: null removes a key, the others stay, and null in place of the object removes all. */
	metadata?: MetadataPatch | undefined;
	status?: "ACTIVE" | "DISABLED" | undefined;
	/** With `status: ACTIVE`: also send the events that were emitted since the endpoint was disabled. */
	replay_missed?: boolean | undefined;
}

export interface WebhookTest {
	/** Default: the first type that the endpoint listens to, or `client.created`. */
	type?: PublicEventType | undefined;
}

export interface NewRecovery {
	/** Deliveries created at or after this time. */
	since: DateTime;
	/** Only count the deliveries and do not send them. Default: false. */
	dry_run?: boolean | undefined;
	/** Also send each event since then that the endpoint listens to and has no delivery of. Default: false. */
	include_missed?: boolean | undefined;
}

export interface NewAutomationHook {
	/** The address that receives the POSTs. It must be https and reachable on the public internet. At most 2000 characters. */
	target_url: string;
	trigger: "new_appointment" | "appointment_cancelled" | "new_lead" | "new_client" | "new_form_submission";
}

export interface Me {
	object: "me";
	tenant_id: string;
	tenant_name: string;
	plan_slug: "light" | "solo" | "duo" | "crew" | "studio" | "empire";
	/** Present for API-key credentials. */
	api_key?: {
		id: string;
		name: string;
		scopes: Array<string>;
		rate_limit_tier: "free" | "standard" | "pro" | "custom";
		/** The key's own limit, halved for a test-mode key. */
		rate_limit_per_minute: number;
		test_mode: boolean;
		/** When the key ends; null if it does not. */
		expires_at: TimestampOrNull;
	};
	/** Present for OAuth access tokens. */
	oauth?: {
		client_id: string;
		app_name: string;
		grant_id: string;
		/** The scopes that both the grant and the app have. */
		scopes: Array<string>;
		rate_limit_tier: "free" | "standard" | "pro" | "custom";
		/** The limit of this grant. */
		rate_limit_per_minute: number;
	};
}

export interface Client {
	object: "client";
	id: string;
	email: string;
	first_name: string;
	last_name: string | null;
	phone: string | null;
	pronouns: string | null;
	date_of_birth: string | null;
	preferred_communication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	instagram_handle: string | null;
	address: AddressOut | null;
	notes: string | null;
	tags: Array<string>;
	source: string | null;
	is_blocked: boolean;
	do_not_contact: boolean;
	marketing_consent: boolean;
	assigned_artist_id: string | null;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface AddressOut {
	line1: string | null;
	line2: string | null;
	city: string | null;
	state: string | null;
	postal_code: string | null;
	country: string | null;
}

export interface DeletedClient {
	object: "client";
	id: string;
	deleted: true;
}

export interface Lead {
	object: "lead";
	id: string;
	first_name: string;
	last_name: string | null;
	email: string | null;
	phone: string | null;
	message: string | null;
	source: string | null;
	stage: "NEW" | "CONTACTED" | "QUALIFIED" | "BOOKED" | "LOST";
	assigned_artist_id: string | null;
	preferred_communication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	budget_range_min: number | null;
	budget_range_max: number | null;
	archived: boolean;
	archived_at: TimestampOrNull;
	/** The client whom the lead names: by its form, its booking request or its conversion. */
	client_id: string | null;
	converted_at: TimestampOrNull;
	/** The submission that the lead was created from. */
	form_submission_id: string | null;
	picture_count: number;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface DeletedLead {
	object: "lead";
	id: string;
	deleted: true;
}

export interface Idea {
	object: "idea";
	id: string;
	client_id: string;
	artist_id: string | null;
	subject: string;
	/** Any stage may follow any other, except that an idea that is DONE or DECLINED must go back to IN_REVIEW first. */
	stage: "NEW" | "IN_REVIEW" | "QUOTED" | "APPROVED" | "SCHEDULED" | "DONE" | "DECLINED";
	/** Where the idea came from. */
	source_type: "MANUAL" | "FORM" | "BOOKING_PAGE" | "API" | "IMPORT";
	btt_status: "NONE" | "PENDING" | "SENT" | "COMPLETED";
	archived: boolean;
	archived_at: TimestampOrNull;
	/** The submission that the idea was created from. */
	form_submission_id: string | null;
	description: string | null;
	body_part: string | null;
	/** Where on the body, in the client's words. */
	placement: string | null;
	placement_side: "LEFT" | "RIGHT" | "CENTER" | "BOTH" | null;
	/** In the client's words. */
	size: string | null;
	/** The length of the longer side. */
	size_cm: number | null;
	/** The most important style. */
	style: string | null;
	styles: Array<string>;
	color_preference: "COLOR" | "BLACK_AND_GREY" | "BLACKWORK" | "UNDECIDED" | null;
	colors: Array<string>;
	/** In minor units. */
	budget_min: number | null;
	/** In minor units. */
	budget_max: number | null;
	/** The currency of the budget and the deposit. ISO 4217. */
	currency: string | null;
	reference_urls: Array<string>;
	is_cover_up: boolean;
	cover_up_description: string | null;
	is_touch_up: boolean;
	is_first_tattoo: boolean;
	skin_tone: string | null;
	health_notes: string | null;
	allergies: string | null;
	medications: string | null;
	is_pregnant_or_nursing: boolean;
	estimated_sessions: number | null;
	estimated_hours: number | null;
	/** In minor units. */
	quote_amount: number | null;
	/** ISO 4217, upper-case. */
	quote_currency: string | null;
	quoted_at: TimestampOrNull;
	/** In minor units. */
	deposit_amount: number | null;
	preferred_dates: Array<string>;
	availability_notes: string | null;
	deadline: string | null;
	/** For the studio only. */
	internal_notes: string | null;
	tags: Array<string>;
	picture_count: number;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface DeletedIdea {
	object: "idea";
	id: string;
	deleted: true;
}

export interface Appointment {
	object: "appointment";
	id: string;
	artist_id: string;
	client_id: string;
	shop_id: string | null;
	event_type_id: string | null;
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";
	/** ISO 8601, UTC, milliseconds. */
	start_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	end_at: Timestamp;
	/** The artist's IANA zone. */
	timezone: string;
	title: string | null;
	notes: string | null;
	location: string | null;
	price_amount: number | null;
	currency: string | null;
	crm_appointment_id: string | null;
	cancelled_at: TimestampOrNull;
	cancellation_reason: string | null;
	cancellation_fee: CancellationFee | null;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface CancellationFee {
	object: "cancellation_fee";
	status: "CHARGED" | "REFUNDED";
	/** In minor units. */
	amount: number;
	currency: string;
	/** ISO 8601, UTC, milliseconds. */
	charged_at: Timestamp;
	refunded_at: TimestampOrNull;
}

export interface PatchedAppointment {
	object: "appointment";
	data: Appointment;
	/** Whether the mail service took a notice of the move. */
	client_notified: boolean;
}

export interface DeletedAppointment {
	object: "appointment";
	id: string;
	deleted: true;
}

export interface CancellationFeeOfAppointment {
	object: "cancellation_fee";
	status: "CHARGED" | "REFUNDED";
	/** In minor units. */
	amount: number;
	currency: string;
	/** ISO 8601, UTC, milliseconds. */
	charged_at: Timestamp;
	refunded_at: TimestampOrNull;
	appointment_id: string;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface Availability {
	object: "list";
	data: Array<{
		start_at: string;
		end_at: string;
	}>;
	has_more: false;
	next_cursor: null;
}

export interface Artist {
	object: "artist";
	id: string;
	name: string;
	slug: string;
	email: string | null;
	/** An IANA time zone. */
	timezone: string;
	shop_id: string | null;
	/** Whether the artist exists only to host the consultations of the shop. */
	is_consultation_desk: boolean;
	max_appointments_per_day: number | null;
	status: "ACTIVE" | "DEACTIVATED";
	bio: string | null;
	instagram_handle: string | null;
	website_url: string | null;
	avatar_url: string | null;
	avatar_picture_id: string | null;
	picture_count: number;
	/** When the artist can be booked. Empty: never. */
	working_hours: Array<WorkingHours>;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface DeletedArtist {
	object: "artist";
	id: string;
	deleted: true;
}

export interface ArtistWorkingHours {
	object: "working_hours";
	artist_id: string;
	/** The IANA time zone of the artist, in which the hours are told. */
	timezone: string;
	hours: Array<WorkingHours>;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** When the artist changed last. */
	updated_at: Timestamp;
}

export interface TimeBlock {
	object: "time_block";
	id: string;
	artist_id: string;
	/** ISO 8601, UTC, milliseconds. */
	start_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	end_at: Timestamp;
	reason: string | null;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface DeletedTimeBlock {
	object: "time_block";
	id: string;
	deleted: true;
}

export interface ExternalCalendar {
	object: "external_calendar";
	artist_id: string;
	/** When the busy times were last read from the URL. */
	fetched_at: TimestampOrNull;
	/** Why the last fetch failed. The last good busy times stay. */
	error: string | null;
	/** Null: the busy times were given directly. */
	next_fetch_at: TimestampOrNull;
	/** The number of stretches of busy time. Stretches that overlap or adjoin count as one. */
	busy_count: number;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface DeletedExternalCalendar {
	object: "external_calendar";
	id: string;
	deleted: true;
}

export interface Shop {
	object: "shop";
	id: string;
	name: string;
	slug: string;
	/** An IANA time zone. */
	timezone: string;
	email: string | null;
	phone: string | null;
	website_url: string | null;
	description: string | null;
	address: AddressOut | null;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface DeletedShop {
	object: "shop";
	id: string;
	deleted: true;
}

export interface EventType {
	object: "event_type";
	id: string;
	artist_id: string;
	artist_slug: string;
	/** The artist's shop. */
	shop_id: string | null;
	shop_slug: string | null;
	/** The public booking page. */
	booking_url: string;
	name: string;
	/** Unique among the artist's event types. */
	slug: string;
	kind: "CONSULTATION" | "TATTOO" | "TOUCH_UP" | "PIERCING" | "OTHER";
	duration_minutes: number;
	/** Kept free before each appointment. */
	buffer_before_minutes: number;
	/** Kept free after each appointment. */
	buffer_after_minutes: number;
	/** A time can be booked until this long before its start. Null: at any time. */
	minimum_notice_minutes: number | null;
	/** A time can be booked this far ahead. Null: without limit. */
	booking_window_days: number | null;
	/** Whether the event type can be booked now. */
	is_active: boolean;
	description: string | null;
	/** PUBLIC: on the booking page. UNLISTED: only at its own address. PRIVATE: only for the studio. */
	visibility: "PUBLIC" | "UNLISTED" | "PRIVATE";
	/** The service does not act on it. */
	min_duration_minutes: number | null;
	/** The service does not act on it. */
	max_duration_minutes: number | null;
	price_type: "FIXED" | "HOURLY" | "FROM" | "QUOTE" | "FREE";
	/** In minor units. */
	price_amount: number | null;
	/** In minor units. */
	price_from: number | null;
	/** In minor units. */
	price_to: number | null;
	/** ISO 4217, upper-case. */
	currency: string | null;
	deposit_required: boolean;
	deposit_type: "FIXED" | "PERCENTAGE";
	/** In minor units if the type is FIXED, in percent if it is PERCENTAGE. */
	deposit_amount: number | null;
	/** The deposit is due this long after the booking. */
	deposit_due_hours: number | null;
	/** The appointment can be cancelled without a fee until this long before its start. */
	cancellation_window_hours: number | null;
	cancellation_fee_type: "FIXED" | "PERCENTAGE";
	/** In minor units if the type is FIXED, in percent if it is PERCENTAGE. */
	cancellation_fee_amount: number | null;
	cancellation_policy: string | null;
	/** The appointment can be moved until this long before its start. */
	reschedule_window_hours: number | null;
	max_reschedules: number | null;
	location_type: "SHOP" | "ONLINE" | "CUSTOM";
	location: string | null;
	/** The id of a form of the tenant. */
	intake_form_id: string | null;
	/** The id of a form of the tenant. */
	consent_form_id: string | null;
	requires_consent: boolean;
	/** Whether the studio must confirm bookings from the booking page. */
	requires_approval: boolean;
	color: string | null;
	image_url: string | null;
	confirmation_message: string | null;
	/** How the client should prepare. */
	instructions: string | null;
	/** The client gets a reminder this long before the start. */
	reminder_hours: Array<number>;
	/** Places on the body. The service does not act on them. */
	allowed_placements: Array<string>;
	tags: Array<string>;
	max_participants: number;
	min_age: number | null;
	/** The position on the booking page. */
	position: number;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface Form {
	object: "form";
	id: string;
	name: string;
	kind: "INTAKE" | "CONSENT" | "CUSTOM";
	description: string | null;
	fields: Array<FormFieldOut>;
	is_active: boolean;
	creates: "LEAD" | "IDEA" | null;
	links_client: boolean;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface FormFieldOut {
	/** Names the answer in `submission_data`. Unique within the form. */
	key: string;
	label: string;
	type:
		| "text"
		| "textarea"
		| "number"
		| "email"
		| "phone"
		| "date"
		| "select"
		| "multi_select"
		| "checkbox"
		| "file_url"
		| "picture"
		| "signature";
	/** An empty text, null and an empty list count as no answer. 0 and false are answers. A required checkbox must be true. */
	required: boolean;
	/** A select or multi_select has 1 to 100 different options. Other types have none. */
	options: Array<string>;
}

export interface DeletedForm {
	object: "form";
	id: string;
	deleted: true;
}

export interface FormSubmission {
	object: "form_submission";
	id: string;
	form_id: string;
	client_id: string | null;
	/** The lead that was created from the submission. */
	lead_id: string | null;
	/** The idea that was created from the submission. */
	idea_id: string | null;
	submission_data: Record<string, unknown>;
	signature: string | null;
	signer_name: string | null;
	signed_at: TimestampOrNull;
	picture_count: number;
	/** The address that the signature came from. */
	ip_address: string | null;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** Moves with a merge that gives the submission to another client, and with its pictures. */
	updated_at: Timestamp;
}

export interface DeletedFormSubmission {
	object: "form_submission";
	id: string;
	deleted: true;
}

export interface Picture {
	object: "picture";
	id: string;
	owner: {
		type: "idea" | "lead" | "artist" | "form_submission" | "form";
		id: string;
	};
	content_type: "image/jpeg" | "image/png" | "image/webp" | "image/avif" | "image/heic";
	/** In pixels, as the picture is shown. */
	width: number;
	height: number;
	size_bytes: number;
	/** The SHA-256 of the bytes at `url`, in hexadecimal. */
	sha256: string;
	caption: string | null;
	position: number;
	/** The bytes, without a credential. The address of a private picture is valid for an hour; that of an artist's picture stays. */
	url: string;
	/** A WebP, at most 640 pixels wide. `?w=` takes 320, 640 and 1280. */
	thumbnail_url: string;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface DeletedPicture {
	object: "picture";
	id: string;
	deleted: true;
}

export interface Deletion {
	object: "deletion";
	/** The id of the audit entry. */
	id: string;
	/** The `object` of the record. */
	type:
		| "client"
		| "appointment"
		| "lead"
		| "idea"
		| "form"
		| "form_submission"
		| "artist"
		| "shop"
		| "event_type"
		| "time_block"
		| "webhook_endpoint"
		| "delivery"
		| "automation_hook";
	/** The id of the record. */
	resource_id: string;
	/** ISO 8601, UTC, milliseconds. */
	deleted_at: Timestamp;
}

export interface WebhookEndpoint {
	object: "webhook_endpoint";
	id: string;
	url: string;
	status: "ACTIVE" | "DISABLED";
	events: Array<string>;
	description: string | null;
	exclude_own: boolean;
	/** The lists that were given. Null: all events. */
	filter: {
		artist_id?: Array<string>;
		shop_id?: Array<string>;
		client_id?: Array<string>;
	} | null;
	ordered: boolean;
	asymmetric: boolean;
	/** The API key or OAuth app that made the endpoint; null if a person made it. */
	created_by: {
		type: "api_key" | "oauth_app";
		id: string;
	} | null;
	/** Failed attempts since the last success. At 50 the service disables the endpoint. */
	consecutive_failures: number;
	disabled_at: TimestampOrNull;
	disabled_reason: "failures" | "manual" | "plan_limit" | null;
	/** Until this time the replaced secret signs deliveries, too. */
	previous_secret_expires_at: TimestampOrNull;
	metadata: Record<string, string>;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface WebhookEndpointWithSecret {
	endpoint: WebhookEndpoint;
	/** The signing secret. Only this answer shows it. */
	secret: string;
}

export interface DeletedWebhookEndpoint {
	object: "webhook_endpoint";
	id: string;
	deleted: true;
}

export interface Delivery {
	object: "delivery";
	id: string;
	endpoint_id: string;
	event_id: string;
	event_type: string;
	/** A PENDING delivery waits for its first or next attempt. SUCCEEDED and DEAD are final until a replay. */
	status: "PENDING" | "SUCCEEDED" | "DEAD";
	attempt_count: number;
	/** Null when the status is final, while the endpoint is disabled, and while an ordered endpoint waits for an earlier delivery about the same record. */
	next_attempt_at: TimestampOrNull;
	attempts: Array<DeliveryAttempt>;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface DeliveryAttempt {
	/** Counts from 1. A replay continues the count. */
	attempt: number;
	request_body: string;
	/** Null when no answer came. */
	response_status: number | null;
	/** At most its first 8192 bytes. */
	response_body: string | null;
	duration_ms: number;
	error_message: string | null;
	/** ISO 8601, UTC, milliseconds. */
	attempted_at: Timestamp;
}

export interface Recovery {
	object: "recovery";
	count: number;
	dry_run: boolean;
}

export interface AutomationMe {
	object: "me";
	tenant_id: string;
	tenant_name: string;
	plan_slug: "light" | "solo" | "duo" | "crew" | "studio" | "empire";
	/** The name of the connection, made of the tenant and the credential. */
	label: string;
}

export interface AutomationHook {
	object: "automation_hook";
	id: string;
	target_url: string;
	trigger: "new_appointment" | "appointment_cancelled" | "new_lead" | "new_client" | "new_form_submission";
	/** After 50 failed attempts in a row a hook is DISABLED. Another subscription makes it ACTIVE. */
	status: "ACTIVE" | "DISABLED";
	/** Failed attempts since the last success; at 50 the hook is disabled. */
	consecutive_failures: number;
	disabled_at: TimestampOrNull;
	disabled_reason: "failures" | "manual" | "plan_limit" | null;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
	/** ISO 8601, UTC, milliseconds. */
	updated_at: Timestamp;
}

export interface DeletedAutomationHook {
	object: "automation_hook";
	id: string;
	deleted: true;
}

export interface AutomationHookWithSecret {
	hook: AutomationHook;
	/** The signing secret. Only this answer shows it. */
	secret: string;
}

export interface AutomationNewAppointment {
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
	/** The id of the event. It is the same whenever this event is sent or listed. */
	id: string;
	event_type: "appointment.created";
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
}

export interface AutomationAppointmentCancelled {
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
	/** The id of the event. It is the same whenever this event is sent or listed. */
	id: string;
	event_type: "appointment.cancelled";
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
}

export interface AutomationNewLead {
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
	/** The id of the event. It is the same whenever this event is sent or listed. */
	id: string;
	event_type: "lead.created";
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
}

export interface AutomationNewClient {
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
	/** The id of the event. It is the same whenever this event is sent or listed. */
	id: string;
	event_type: "client.created";
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
}

export interface AutomationNewFormSubmission {
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
	/** The id of the event. It is the same whenever this event is sent or listed. */
	id: string;
	event_type: "form_submission.created";
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
}

export interface AuditEntry {
	object: "audit_entry";
	id: string;
	tenant_id: string;
	action: string;
	resource_id: string;
	actor: {
		type: "api_key" | "oauth_app" | "user" | "booking_page" | "operator" | "system";
		id: string | null;
	};
	ip_address: string | null;
	request_id: string;
	/** Whether a test-mode key made the change. */
	test_mode: boolean;
	/** What else there is to know, such as the `source_id` of a merge. */
	details: Record<string, string> | null;
	/** The old and new values of a change of settings. Null for other changes: their events tell them. */
	changes: Record<
		string,
		{
			old: unknown;
			new: unknown;
		}
	> | null;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
}

export interface ApiRequest {
	object: "api_request";
	/** The service's own id of the request. It rises with time, and no two requests have the same. */
	id: string;
	/** The `X-Request-ID`. It is the `id`, unless the caller chose another one. */
	request_id: string;
	method: string;
	/** Without the query. Secrets of this service are left out of it, and it is cut after 500 characters. */
	path: string;
	operation_id: string;
	status: number;
	/** The `code` of the error; null when there was none. */
	code: string | null;
	/** From the request to the answer. */
	duration_ms: number;
	credential: {
		type: "api_key" | "oauth_app";
		id: string;
	};
	/** The names in `Service-Ignored-Fields`. */
	ignored_fields: Array<string>;
	/** ISO 8601, UTC, milliseconds. */
	created_at: Timestamp;
}
