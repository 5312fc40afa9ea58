// Written by client/scripts/generate.ts from the API document. Change the declarations, not this file.

import type { DateTime } from "../options.ts";
import type { EventChanges, PublicEventType, StudioEvent, Timestamp, TimestampOrNull } from "./events.ts";

export interface NewClient {
	/** Unique in the studio, without regard to case. A second client with it gets `duplicate_email`. At most 254 characters. */
	email: string;
	/** The given name, or the whole name of people who go by one. At most 200 characters. */
	first_name: string;
	/** The family name; null if it is unknown. At most 200 characters. */
	last_name?: string | null | undefined;
	/** As it was typed. The service neither checks nor normalizes it. At most 50 characters. */
	phone?: string | null | undefined;
	/** As the client gave them, such as `they/them`. At most 50 characters. */
	pronouns?: string | null | undefined;
	/** A calendar day, without a time zone. For example `1990-12-31`. */
	date_of_birth?: string | null | undefined;
	/** The channel on which this person wants to be reached; null if they did not say. */
	preferred_communication?: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null | undefined;
	/** The language of mails to the client; null: the shop's. The first booking on a booking page fills it in. */
	language?: "en" | "de" | "fr" | "es" | "it" | null | undefined;
	/** The name on Instagram, as it was given. The service does not check it. At most 100 characters. */
	instagram_handle?: string | null | undefined;
	/** The postal address. A PATCH replaces the whole object. */
	address?: Address | null | undefined;
	/** Notes of the studio. The client does not see them. At most 10000 characters. */
	notes?: string | null | undefined;
	/** Labels of the studio. Lists of clients and ideas filter by them. At most 50 items. */
	tags?: Array<string> | undefined;
	/** The channel that brought this person, in your own words, such as `instagram`. The booking page writes `BOOKING_PAGE`. At most 100 characters. */
	source?: string | null | undefined;
	/** True: no event type can be booked for this client unless `allow_blocked` is sent, and no mail goes out. */
	is_blocked?: boolean | undefined;
	/** True: the service sends this client no mail, also none about an appointment. */
	do_not_contact?: boolean | undefined;
	/** Whether the client agreed to advertising. The service records it and sends none. */
	marketing_consent?: boolean | undefined;
	/** The artist who looks after this person; null while nobody does. At most 100 characters. */
	assigned_artist_id?: string | null | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: Metadata | undefined;
}

export interface Address {
	/** Street and number. At most 200 characters. Default: null. */
	line1?: string | null | undefined;
	/** Anything else that the postman needs, such as a floor. At most 200 characters. Default: null. */
	line2?: string | null | undefined;
	/** The city or the town. At most 100 characters. Default: null. */
	city?: string | null | undefined;
	/** The state, the province or the canton, where addresses have one. At most 100 characters. Default: null. */
	state?: string | null | undefined;
	/** As it is written in its country. A string, so leading zeros stay. At most 20 characters. Default: null. */
	postal_code?: string | null | undefined;
	/** As it was given. The service does not turn it into a code. At most 100 characters. Default: null. */
	country?: string | null | undefined;
}

/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. */
export type Metadata = Record<string, string>;

export interface ClientPatch {
	/** Unique in the studio, without regard to case. A second client with it gets `duplicate_email`. At most 254 characters. */
	email?: string | undefined;
	/** The given name, or the whole name of people who go by one. At most 200 characters. */
	first_name?: string | undefined;
	/** The family name; null if it is unknown. At most 200 characters. */
	last_name?: string | null | undefined;
	/** As it was typed. The service neither checks nor normalizes it. At most 50 characters. */
	phone?: string | null | undefined;
	/** As the client gave them, such as `they/them`. At most 50 characters. */
	pronouns?: string | null | undefined;
	/** A calendar day, without a time zone. For example `1990-12-31`. */
	date_of_birth?: string | null | undefined;
	/** The channel on which this person wants to be reached; null if they did not say. */
	preferred_communication?: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null | undefined;
	/** The language of mails to the client; null: the shop's. The first booking on a booking page fills it in. */
	language?: "en" | "de" | "fr" | "es" | "it" | null | undefined;
	/** The name on Instagram, as it was given. The service does not check it. At most 100 characters. */
	instagram_handle?: string | null | undefined;
	/** The postal address. A PATCH replaces the whole object. */
	address?: Address | null | undefined;
	/** Notes of the studio. The client does not see them. At most 10000 characters. */
	notes?: string | null | undefined;
	/** Labels of the studio. Lists of clients and ideas filter by them. At most 50 items. */
	tags?: Array<string> | undefined;
	/** The channel that brought this person, in your own words, such as `instagram`. The booking page writes `BOOKING_PAGE`. At most 100 characters. */
	source?: string | null | undefined;
	/** True: no event type can be booked for this client unless `allow_blocked` is sent, and no mail goes out. */
	is_blocked?: boolean | undefined;
	/** True: the service sends this client no mail, also none about an appointment. */
	do_not_contact?: boolean | undefined;
	/** Whether the client agreed to advertising. The service records it and sends none. */
	marketing_consent?: boolean | undefined;
	/** The artist who looks after this person; null while nobody does. At most 100 characters. */
	assigned_artist_id?: string | null | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: MetadataPatch | undefined;
}

/** Up to 50 strings of your own, keys up to 40 and values up to 500 characters. Merged key by key: null removes a key, the others stay, and null in place of the object removes all. */
export type MetadataPatch = Record<string, string | null> | null;

export interface ClientMerge {
	/** The id of the client that is merged into this one and then removed. At most 100 characters. */
	source_id: string;
}

export interface NewLead {
	/** The given name, or the whole name of people who go by one. At most 200 characters. */
	first_name: string;
	/** The family name; null if it is unknown. At most 200 characters. */
	last_name?: string | null | undefined;
	/** Several leads may share one. A conversion finds or creates the client by it. */
	email?: string | null | undefined;
	/** As it was typed. The service neither checks nor normalizes it. At most 50 characters. */
	phone?: string | null | undefined;
	/** The request in this person's words. At most 10000 characters. */
	message?: string | null | undefined;
	/** The channel that brought this person, in your own words, such as `instagram`. The booking page writes `BOOKING_PAGE`. At most 100 characters. */
	source?: string | null | undefined;
	/** The state of the conversation. Any stage may follow any other, but only `confirm` and `decline` decide an open booking request. Default: NEW. */
	stage?: "NEW" | "CONTACTED" | "QUALIFIED" | "BOOKED" | "LOST" | undefined;
	/** The artist who looks after this person; null while nobody does. At most 100 characters. */
	assigned_artist_id?: string | null | undefined;
	/** The channel on which this person wants to be reached; null if they did not say. */
	preferred_communication?: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null | undefined;
	/** The least that this person wants to spend: a plain number, without a currency. At least 0. */
	budget_range_min?: number | null | undefined;
	/** The most that this person wants to spend, at least `budget_range_min`. At least 0. */
	budget_range_max?: number | null | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: Metadata | undefined;
}

export interface LeadPatch {
	/** The given name, or the whole name of people who go by one. At most 200 characters. */
	first_name?: string | undefined;
	/** The family name; null if it is unknown. At most 200 characters. */
	last_name?: string | null | undefined;
	/** Several leads may share one. A conversion finds or creates the client by it. */
	email?: string | null | undefined;
	/** As it was typed. The service neither checks nor normalizes it. At most 50 characters. */
	phone?: string | null | undefined;
	/** The request in this person's words. At most 10000 characters. */
	message?: string | null | undefined;
	/** The channel that brought this person, in your own words, such as `instagram`. The booking page writes `BOOKING_PAGE`. At most 100 characters. */
	source?: string | null | undefined;
	/** The state of the conversation. Any stage may follow any other, but only `confirm` and `decline` decide an open booking request. */
	stage?: "NEW" | "CONTACTED" | "QUALIFIED" | "BOOKED" | "LOST" | undefined;
	/** The artist who looks after this person; null while nobody does. At most 100 characters. */
	assigned_artist_id?: string | null | undefined;
	/** The channel on which this person wants to be reached; null if they did not say. */
	preferred_communication?: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null | undefined;
	/** The least that this person wants to spend: a plain number, without a currency. At least 0. */
	budget_range_min?: number | null | undefined;
	/** The most that this person wants to spend, at least `budget_range_min`. At least 0. */
	budget_range_max?: number | null | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: MetadataPatch | undefined;
}

export interface LeadConfirmation {
	/** Books a client with `is_blocked` for an event type, too. Without it such a client is refused. */
	allow_blocked?: boolean | undefined;
}

export interface NewIdea {
	/** The client whose tattoo it is to be. At most 100 characters. */
	client_id: string;
	/** The idea in a few words, as lists show it. At most 200 characters. */
	subject: string;
	/** The artist for whom it is meant; null while that is open. At most 100 characters. */
	artist_id?: string | null | undefined;
	/** An idea that is DONE or DECLINED must go back to IN_REVIEW first. Otherwise any stage may follow any other. */
	stage?: "NEW" | "IN_REVIEW" | "QUOTED" | "APPROVED" | "SCHEDULED" | "DONE" | "DECLINED" | undefined;
	/** The origin of the idea. Default: API. */
	source_type?: "MANUAL" | "FORM" | "BOOKING_PAGE" | "API" | "IMPORT" | undefined;
	/** Kept for you: the service does not act on it. Lists filter by it. */
	btt_status?: "NONE" | "PENDING" | "SENT" | "COMPLETED" | undefined;
	/** The idea in full, in the client's words. At most 10000 characters. */
	description?: string | null | undefined;
	/** The part of the body, such as `forearm`. Free text. At most 200 characters. */
	body_part?: string | null | undefined;
	/** The exact place on the body, in the client's words. At most 200 characters. */
	placement?: string | null | undefined;
	/** The side of the body, as the client sees it; null if it does not matter. */
	placement_side?: "LEFT" | "RIGHT" | "CENTER" | "BOTH" | null | undefined;
	/** The size in the client's words. At most 200 characters. */
	size?: string | null | undefined;
	/** The length of the longer side, in centimetres. From 0 to 1000. */
	size_cm?: number | null | undefined;
	/** The most important style, such as `fine line`. At most 200 characters. */
	style?: string | null | undefined;
	/** All styles that fit. At most 50 items. */
	styles?: Array<string> | undefined;
	/** How the piece is to be coloured; null if nobody asked. */
	color_preference?: "COLOR" | "BLACK_AND_GREY" | "BLACKWORK" | "UNDECIDED" | null | undefined;
	/** The colours that the client named. At most 50 items. */
	colors?: Array<string> | undefined;
	/** The least that the client wants to spend, in minor units: 4500 is 45.00 EUR. At least 0. */
	budget_min?: number | null | undefined;
	/** The most that the client wants to spend, in minor units: 4500 is 45.00 EUR. At least 0. */
	budget_max?: number | null | undefined;
	/** The currency of the budget and the deposit. ISO 4217. */
	currency?: string | null | undefined;
	/** Links to pictures elsewhere. The service does not fetch them. At most 50 items. */
	reference_urls?: Array<string> | undefined;
	/** True: it is to cover an older tattoo. */
	is_cover_up?: boolean | undefined;
	/** The tattoo underneath: its size, age and colours. At most 10000 characters. */
	cover_up_description?: string | null | undefined;
	/** True: it refreshes a tattoo that is there. */
	is_touch_up?: boolean | undefined;
	/** True: the client has no tattoo yet. */
	is_first_tattoo?: boolean | undefined;
	/** In the client's words. It matters for the choice of colours. At most 200 characters. */
	skin_tone?: string | null | undefined;
	/** Conditions that the artist must know of. Sensitive: show it to the studio alone. At most 10000 characters. */
	health_notes?: string | null | undefined;
	/** Such as latex or certain inks. Sensitive: show it to the studio alone. At most 10000 characters. */
	allergies?: string | null | undefined;
	/** Such as blood thinners. Sensitive: show it to the studio alone. At most 10000 characters. */
	medications?: string | null | undefined;
	/** True: most studios postpone the session. Sensitive. */
	is_pregnant_or_nursing?: boolean | undefined;
	/** The artist's estimate of the number of sessions. From 0 to 1000. */
	estimated_sessions?: number | null | undefined;
	/** The artist's estimate of all sessions together, in hours. From 0 to 10000. */
	estimated_hours?: number | null | undefined;
	/** The price that the studio named, in minor units: 4500 is 45.00 EUR. Null before a quote. At least 0. */
	quote_amount?: number | null | undefined;
	/** The currency of the quote, ISO 4217. It may differ from that of the budget. */
	quote_currency?: string | null | undefined;
	/** When the quote was given. The service does not set it. */
	quoted_at?: DateTime | null | undefined;
	/** The deposit that the studio asks for, in minor units: 4500 is 45.00 EUR. At least 0. */
	deposit_amount?: number | null | undefined;
	/** Days that suit the client. They hold no time free. At most 50 items. */
	preferred_dates?: Array<string> | undefined;
	/** When the client can come, in the client's words. At most 10000 characters. */
	availability_notes?: string | null | undefined;
	/** The day by which it must be done; null without one. For example `1990-12-31`. */
	deadline?: string | null | undefined;
	/** For the studio only. No page for clients shows it. At most 10000 characters. */
	internal_notes?: string | null | undefined;
	/** Labels of the studio. Lists of clients and ideas filter by them. At most 50 items. */
	tags?: Array<string> | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: Metadata | undefined;
}

export interface IdeaPatch {
	/** The client whose tattoo it is to be. At most 100 characters. */
	client_id?: string | undefined;
	/** The idea in a few words, as lists show it. At most 200 characters. */
	subject?: string | undefined;
	/** The artist for whom it is meant; null while that is open. At most 100 characters. */
	artist_id?: string | null | undefined;
	/** An idea that is DONE or DECLINED must go back to IN_REVIEW first. Otherwise any stage may follow any other. */
	stage?: "NEW" | "IN_REVIEW" | "QUOTED" | "APPROVED" | "SCHEDULED" | "DONE" | "DECLINED" | undefined;
	/** The origin of the idea. */
	source_type?: "MANUAL" | "FORM" | "BOOKING_PAGE" | "API" | "IMPORT" | undefined;
	/** Kept for you: the service does not act on it. Lists filter by it. */
	btt_status?: "NONE" | "PENDING" | "SENT" | "COMPLETED" | undefined;
	/** The idea in full, in the client's words. At most 10000 characters. */
	description?: string | null | undefined;
	/** The part of the body, such as `forearm`. Free text. At most 200 characters. */
	body_part?: string | null | undefined;
	/** The exact place on the body, in the client's words. At most 200 characters. */
	placement?: string | null | undefined;
	/** The side of the body, as the client sees it; null if it does not matter. */
	placement_side?: "LEFT" | "RIGHT" | "CENTER" | "BOTH" | null | undefined;
	/** The size in the client's words. At most 200 characters. */
	size?: string | null | undefined;
	/** The length of the longer side, in centimetres. From 0 to 1000. */
	size_cm?: number | null | undefined;
	/** The most important style, such as `fine line`. At most 200 characters. */
	style?: string | null | undefined;
	/** All styles that fit. At most 50 items. */
	styles?: Array<string> | undefined;
	/** How the piece is to be coloured; null if nobody asked. */
	color_preference?: "COLOR" | "BLACK_AND_GREY" | "BLACKWORK" | "UNDECIDED" | null | undefined;
	/** The colours that the client named. At most 50 items. */
	colors?: Array<string> | undefined;
	/** The least that the client wants to spend, in minor units: 4500 is 45.00 EUR. At least 0. */
	budget_min?: number | null | undefined;
	/** The most that the client wants to spend, in minor units: 4500 is 45.00 EUR. At least 0. */
	budget_max?: number | null | undefined;
	/** The currency of the budget and the deposit. ISO 4217. */
	currency?: string | null | undefined;
	/** Links to pictures elsewhere. The service does not fetch them. At most 50 items. */
	reference_urls?: Array<string> | undefined;
	/** True: it is to cover an older tattoo. */
	is_cover_up?: boolean | undefined;
	/** The tattoo underneath: its size, age and colours. At most 10000 characters. */
	cover_up_description?: string | null | undefined;
	/** True: it refreshes a tattoo that is there. */
	is_touch_up?: boolean | undefined;
	/** True: the client has no tattoo yet. */
	is_first_tattoo?: boolean | undefined;
	/** In the client's words. It matters for the choice of colours. At most 200 characters. */
	skin_tone?: string | null | undefined;
	/** Conditions that the artist must know of. Sensitive: show it to the studio alone. At most 10000 characters. */
	health_notes?: string | null | undefined;
	/** Such as latex or certain inks. Sensitive: show it to the studio alone. At most 10000 characters. */
	allergies?: string | null | undefined;
	/** Such as blood thinners. Sensitive: show it to the studio alone. At most 10000 characters. */
	medications?: string | null | undefined;
	/** True: most studios postpone the session. Sensitive. */
	is_pregnant_or_nursing?: boolean | undefined;
	/** The artist's estimate of the number of sessions. From 0 to 1000. */
	estimated_sessions?: number | null | undefined;
	/** The artist's estimate of all sessions together, in hours. From 0 to 10000. */
	estimated_hours?: number | null | undefined;
	/** The price that the studio named, in minor units: 4500 is 45.00 EUR. Null before a quote. At least 0. */
	quote_amount?: number | null | undefined;
	/** The currency of the quote, ISO 4217. It may differ from that of the budget. */
	quote_currency?: string | null | undefined;
	/** When the quote was given. The service does not set it. */
	quoted_at?: DateTime | null | undefined;
	/** The deposit that the studio asks for, in minor units: 4500 is 45.00 EUR. At least 0. */
	deposit_amount?: number | null | undefined;
	/** Days that suit the client. They hold no time free. At most 50 items. */
	preferred_dates?: Array<string> | undefined;
	/** When the client can come, in the client's words. At most 10000 characters. */
	availability_notes?: string | null | undefined;
	/** The day by which it must be done; null without one. For example `1990-12-31`. */
	deadline?: string | null | undefined;
	/** For the studio only. No page for clients shows it. At most 10000 characters. */
	internal_notes?: string | null | undefined;
	/** Labels of the studio. Lists of clients and ideas filter by them. At most 50 items. */
	tags?: Array<string> | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: MetadataPatch | undefined;
}

export interface NewAppointment {
	/** The artist who has the time. No two appointments of an artist overlap. At most 100 characters. */
	artist_id: string;
	/** The client who comes. At most 100 characters. */
	client_id: string;
	/** The start. Any offset is taken, and answers are in UTC. */
	start_at: DateTime;
	/** The end. Another appointment may begin then. Default: `start_at` plus the duration of the event type. */
	end_at?: DateTime | undefined;
	/** Books a client with `is_blocked` for an event type, too. Without it such a client is refused. */
	allow_blocked?: boolean | undefined;
	/** The service that was booked, whose rules applied; null for a time that was booked freely. At most 100 characters. */
	event_type_id?: string | null | undefined;
	/** A line for calendars and lists; null for none. At most 200 characters. */
	title?: string | null | undefined;
	/** Notes of the studio. The client does not see them. At most 10000 characters. */
	notes?: string | null | undefined;
	/** The place if it is not the shop, such as a link to a call. At most 1000 characters. */
	location?: string | null | undefined;
	/** The agreed price, in minor units: 4500 is 45.00 EUR. Null if none is agreed. The service charges nothing. From 0 to 1000000000. */
	price_amount?: number | null | undefined;
	/** The currency of `price_amount`, ISO 4217. Needed with a price. */
	currency?: string | null | undefined;
	/** The id of this appointment in your system. Lists filter by it. At most 200 characters. */
	crm_appointment_id?: string | null | undefined;
	/** The place on the body, one of the event type's `allowed_placements` if it has some. At most 100 characters. */
	placement?: string | null | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: Metadata | undefined;
}

export interface AppointmentPatch {
	/** The start. Any offset is taken, and answers are in UTC. Alone, it moves the appointment and keeps its length. */
	start_at?: DateTime | undefined;
	/** The end. Another appointment may begin then. Alone, it changes the length. */
	end_at?: DateTime | undefined;
	/** Only a SCHEDULED appointment holds its time. CANCELLED and NO_SHOW may become SCHEDULED again, COMPLETED is final. */
	status?: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW" | undefined;
	/** Why it was cancelled, as the person who cancelled wrote it. Clients may see it. At most 1000 characters. */
	cancellation_reason?: string | null | undefined;
	/** With `status` CANCELLED: the studio keeps a deposit that is HELD. Without it, it becomes REFUNDING. */
	deposit_status?: "FORFEITED" | undefined;
	/** The artist who has the time. No two appointments of an artist overlap. Another artist is checked like new times. The event type must be one of theirs, or null. At most 100 characters. */
	artist_id?: string | undefined;
	/** The client who comes. At most 100 characters. */
	client_id?: string | undefined;
	/** The shop where it takes place; null if it takes place elsewhere. Left out, it becomes the shop of the artist when the artist changes. At most 100 characters. */
	shop_id?: string | null | undefined;
	/** Accepted and without effect. An appointment that exists is not refused for its client. */
	allow_blocked?: boolean | undefined;
	/** The service that was booked, whose rules applied; null for a time that was booked freely. At most 100 characters. */
	event_type_id?: string | null | undefined;
	/** A line for calendars and lists; null for none. At most 200 characters. */
	title?: string | null | undefined;
	/** Notes of the studio. The client does not see them. At most 10000 characters. */
	notes?: string | null | undefined;
	/** The place if it is not the shop, such as a link to a call. At most 1000 characters. */
	location?: string | null | undefined;
	/** The agreed price, in minor units: 4500 is 45.00 EUR. Null if none is agreed. The service charges nothing. From 0 to 1000000000. */
	price_amount?: number | null | undefined;
	/** The currency of `price_amount`, ISO 4217. Needed with a price. */
	currency?: string | null | undefined;
	/** The id of this appointment in your system. Lists filter by it. At most 200 characters. */
	crm_appointment_id?: string | null | undefined;
	/** The place on the body, one of the event type's `allowed_placements` if it has some. At most 100 characters. */
	placement?: string | null | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: MetadataPatch | undefined;
}

export interface NewCancellationFee {
	/** The whole fee, in minor units: 4500 is 45.00 EUR. From 1 to 1000000000. */
	amount: number;
	/** The fee's currency, ISO 4217. */
	currency: string;
}

export interface DepositPatch {
	/** REQUESTED until it is HELD, which means paid, or WAIVED. Money that was HELD is APPLIED to the price, REFUNDING and then REFUNDED, or FORFEITED. */
	status?: "REQUESTED" | "HELD" | "APPLIED" | "REFUNDING" | "REFUNDED" | "FORFEITED" | "WAIVED" | undefined;
	/** How it was paid. Required with HELD. */
	method?: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER" | undefined;
	/** A remark of the studio, or why there is no amount. At most 1000 characters. */
	note?: string | null | undefined;
	/** In minor units: 4500 is 45.00 EUR. Null until the studio sets it, if there was no price at the booking. From 0 to 1000000000. */
	amount?: number | undefined;
}

export interface NewArtist {
	/** As the booking page shows it. At most 200 characters. */
	name: string;
	/** The artist's part of the booking address. Unique in the whole service, and not an address of the service itself, such as `docs`. If it is left out, the service makes it from the name. At most 100 characters. */
	slug?: string | undefined;
	/** The studio reaches the artist here; null if unknown. It is no login. */
	email?: string | null | undefined;
	/** An IANA time zone. Default: that of the shop, or else that of the tenant. At most 100 characters. */
	timezone?: string | undefined;
	/** The shop where the artist works; null for none. New appointments take it over. At most 100 characters. */
	shop_id?: string | null | undefined;
	/** True: no person, but the shop's calendar for consultations. Other event types are refused. */
	is_consultation_desk?: boolean | undefined;
	/** The service offers and takes no more on a day of the artist's time zone. Null: as many as fit. At least 1. */
	max_appointments_per_day?: number | null | undefined;
	/** A DEACTIVATED artist cannot be booked and has no booking page. Appointments stay. */
	status?: "ACTIVE" | "DEACTIVATED" | undefined;
	/** Shown on the booking page. At most 10000 characters. */
	bio?: string | null | undefined;
	/** The name on Instagram, as it was given. The service does not check it. At most 100 characters. */
	instagram_handle?: string | null | undefined;
	/** An http or https address, shown as it is. At most 2000 characters. */
	website_url?: string | null | undefined;
	/** The address of a picture. The booking page shows it only from its own origin, and only without `avatar_picture_id`. At most 2000 characters. */
	avatar_url?: string | null | undefined;
	/** One of the artist's own pictures, shown as the avatar; null for none. At most 100 characters. */
	avatar_picture_id?: string | null | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: Metadata | undefined;
}

export interface ArtistPatch {
	/** As the booking page shows it. At most 200 characters. */
	name?: string | undefined;
	/** The artist's part of the booking address. Unique in the whole service, and not an address of the service itself, such as `docs`. At most 100 characters. */
	slug?: string | undefined;
	/** The studio reaches the artist here; null if unknown. It is no login. */
	email?: string | null | undefined;
	/** An IANA time zone. At most 100 characters. */
	timezone?: string | undefined;
	/** The shop where the artist works; null for none. New appointments take it over. At most 100 characters. */
	shop_id?: string | null | undefined;
	/** True: no person, but the shop's calendar for consultations. Other event types are refused. */
	is_consultation_desk?: boolean | undefined;
	/** The service offers and takes no more on a day of the artist's time zone. Null: as many as fit. At least 1. */
	max_appointments_per_day?: number | null | undefined;
	/** A DEACTIVATED artist cannot be booked and has no booking page. Appointments stay. */
	status?: "ACTIVE" | "DEACTIVATED" | undefined;
	/** Shown on the booking page. At most 10000 characters. */
	bio?: string | null | undefined;
	/** The name on Instagram, as it was given. The service does not check it. At most 100 characters. */
	instagram_handle?: string | null | undefined;
	/** An http or https address, shown as it is. At most 2000 characters. */
	website_url?: string | null | undefined;
	/** The address of a picture. The booking page shows it only from its own origin, and only without `avatar_picture_id`. At most 2000 characters. */
	avatar_url?: string | null | undefined;
	/** One of the artist's own pictures, shown as the avatar; null for none. At most 100 characters. */
	avatar_picture_id?: string | null | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
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
	/** `HH:MM`, on the clock of the artist's time zone. */
	start: string;
	/** `HH:MM`, after `start`. `24:00` is the end of the day. */
	end: string;
}

export interface NewTimeBlock {
	/** From when on the artist is away. */
	start_at: DateTime;
	/** Until when, exclusive. After `start_at`, by at most 366 days. */
	end_at: DateTime;
	/** For the studio, such as `Convention`. Clients do not see it. At most 500 characters. Default: null. */
	reason?: string | null | undefined;
}

export interface NewExternalCalendar {
	/** The service fetches it at once and then every 15 minutes. No answer shows it. At most 2000 characters. */
	ics_url?: string | undefined;
	/** The busy times themselves, instead of a URL. At most 1000 items. */
	busy?:
		| Array<{
				/** The start of a busy time. */
				start_at: DateTime;
				/** Its end, exclusive. */
				end_at: DateTime;
		  }>
		| undefined;
}

export interface NewCalendarFeed {
	/** How much the calendar tells. `full`: all. `initials`: the client's initials, title and event type alone. `busy`: the times alone. Default: "full". */
	details?: "full" | "initials" | "busy" | undefined;
}

export interface NewShop {
	/** As clients read it. At most 200 characters. */
	name: string;
	/** A short name for addresses. Unique among the tenant's shops. If it is left out, the service makes it from the name. At most 100 characters. */
	slug?: string | undefined;
	/** An IANA time zone. Default: that of the tenant. At most 100 characters. */
	timezone?: string | undefined;
	/** The language of the studio's texts for clients, and of pages and mails where theirs is not known. Default: `en`. */
	language?: "en" | "de" | "fr" | "es" | "it" | undefined;
	/** For clients who want to write; null for none. */
	email?: string | null | undefined;
	/** For clients who want to call, as it was typed. At most 50 characters. */
	phone?: string | null | undefined;
	/** An http or https address, shown as it is. At most 2000 characters. */
	website_url?: string | null | undefined;
	/** For clients, in a few sentences. At most 10000 characters. */
	description?: string | null | undefined;
	/** The place where clients find the shop. Mails and calendar files show it. A PATCH replaces the whole object. */
	address?: Address | null | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: Metadata | undefined;
}

export interface ShopPatch {
	/** As clients read it. At most 200 characters. */
	name?: string | undefined;
	/** A short name for addresses. Unique among the tenant's shops. At most 100 characters. */
	slug?: string | undefined;
	/** An IANA time zone. At most 100 characters. */
	timezone?: string | undefined;
	/** The language of the studio's texts for clients, and of pages and mails where theirs is not known. */
	language?: "en" | "de" | "fr" | "es" | "it" | undefined;
	/** For clients who want to write; null for none. */
	email?: string | null | undefined;
	/** For clients who want to call, as it was typed. At most 50 characters. */
	phone?: string | null | undefined;
	/** An http or https address, shown as it is. At most 2000 characters. */
	website_url?: string | null | undefined;
	/** For clients, in a few sentences. At most 10000 characters. */
	description?: string | null | undefined;
	/** The place where clients find the shop. Mails and calendar files show it. A PATCH replaces the whole object. */
	address?: Address | null | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: MetadataPatch | undefined;
}

export interface NewForm {
	/** For the studio and as the heading of the form. At most 200 characters. */
	name: string;
	/** The questions in their order. A PATCH replaces the whole list. It takes at most 128 KiB as JSON. At most 100 items. */
	fields: Array<FormField>;
	/** INTAKE is filled in before a booking, CUSTOM at any time. A submission of a CONSENT form needs a signature. */
	kind?: "INTAKE" | "CONSENT" | "CUSTOM" | undefined;
	/** Shown above the questions; null for none. At most 10000 characters. */
	description?: string | null | undefined;
	/** Only an active form takes submissions. Earlier ones stay. */
	is_active?: boolean | undefined;
	/** The record that the service creates from each submission. An idea needs a client. */
	creates?: "LEAD" | "IDEA" | null | undefined;
	/** The answer to the first email field names the client. If no client has that email, the service creates one. The form needs an email field. */
	links_client?: boolean | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: Metadata | undefined;
}

export interface FormField {
	/** Names the answer in `submission_data`. Unique within the form. */
	key: string;
	/** The question as people read it. At most 500 characters. */
	label: string;
	/** The kind of answer. It decides which values a submission may have. */
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
	/** For the studio and as the heading of the form. At most 200 characters. */
	name?: string | undefined;
	/** The questions in their order. A PATCH replaces the whole list. It takes at most 128 KiB as JSON. At most 100 items. */
	fields?: Array<FormField> | undefined;
	/** INTAKE is filled in before a booking, CUSTOM at any time. A submission of a CONSENT form needs a signature. */
	kind?: "INTAKE" | "CONSENT" | "CUSTOM" | undefined;
	/** Shown above the questions; null for none. At most 10000 characters. */
	description?: string | null | undefined;
	/** Only an active form takes submissions. Earlier ones stay. */
	is_active?: boolean | undefined;
	/** The record that the service creates from each submission. An idea needs a client. */
	creates?: "LEAD" | "IDEA" | null | undefined;
	/** The answer to the first email field names the client. If no client has that email, the service creates one. The form needs an email field. */
	links_client?: boolean | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: MetadataPatch | undefined;
}

export interface NewFormSubmission {
	/** The answers, each under the key of its field. Answers to unknown keys are dropped and named in `Service-Ignored-Fields`. A `picture` field takes a list of 1 to 6 picture ids. */
	submission_data: Record<string, unknown>;
	/** The id of the client who answers. It takes precedence over the form's email field. At most 100 characters. */
	client_id?: string | null | undefined;
	/** Required on a CONSENT form. A typed name, or a drawn signature as an image in text form. At most 65536 characters. */
	signature?: string | null | undefined;
	/** The name of the person who signed, such as a parent's; null if none was given. At most 200 characters. */
	signer_name?: string | null | undefined;
}

export interface PicturePatch {
	/** A sentence for people, also the alternative text. Null for none. At most 500 characters. */
	caption?: string | null | undefined;
	/** The new place among the pictures of the record, from 1. The others make room. At least 1. */
	position?: number | undefined;
}

export interface NewWebhookEndpoint {
	/** The address that receives the POSTs. It must be https and reachable on the public internet. At most 2000 characters. */
	url: string;
	/** Event types, or `["*"]` for all of them. At most 35 items. */
	events: Array<ChosenEventType>;
	/** For people who look at the list of endpoints. At most 500 characters. */
	description?: string | null | undefined;
	/** Leave out the events that the API key or OAuth app caused which created this endpoint. Every grant of the app counts. */
	exclude_own?: boolean | undefined;
	/** Only events whose `data` has one of these ids as its `artistId`, `shopId` or `clientId`, and one of each list that is given. An event without such a property is left out. Null: all events. */
	filter?:
		| {
				/** Events about one of these artists. At most 100 items. */
				artist_id?: Array<string> | undefined;
				/** Events about one of these shops. At most 100 items. */
				shop_id?: Array<string> | undefined;
				/** Events about one of these clients. At most 100 items. */
				client_id?: Array<string> | undefined;
		  }
		| null
		| undefined;
	/** Deliver the events about one record in the order of their `sequence`. The next one waits until after the one before has succeeded or is DEAD. Events about other records do not wait. */
	ordered?: boolean | undefined;
	/** Also sign with the key of this service: see `webhook-key-id`. A receiver then needs no secret. */
	asymmetric?: boolean | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: Metadata | undefined;
}

export type ChosenEventType = "*" | PublicEventType;

export interface WebhookEndpointPatch {
	/** The address that receives the POSTs. It must be https and reachable on the public internet. At most 2000 characters. */
	url?: string | undefined;
	/** Event types, or `["*"]` for all of them. At most 35 items. */
	events?: Array<ChosenEventType> | undefined;
	/** For people who look at the list of endpoints. At most 500 characters. */
	description?: string | null | undefined;
	/** Leave out the events that the API key or OAuth app caused which created this endpoint. Every grant of the app counts. */
	exclude_own?: boolean | undefined;
	/** Only events whose `data` has one of these ids as its `artistId`, `shopId` or `clientId`, and one of each list that is given. An event without such a property is left out. Null: all events. */
	filter?:
		| {
				/** Events about one of these artists. At most 100 items. */
				artist_id?: Array<string> | undefined;
				/** Events about one of these shops. At most 100 items. */
				shop_id?: Array<string> | undefined;
				/** Events about one of these clients. At most 100 items. */
				client_id?: Array<string> | undefined;
		  }
		| null
		| undefined;
	/** Deliver the events about one record in the order of their `sequence`. The next one waits until after the one before has succeeded or is DEAD. Events about other records do not wait. */
	ordered?: boolean | undefined;
	/** Also sign with the key of this service: see `webhook-key-id`. A receiver then needs no secret. */
	asymmetric?: boolean | undefined;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata?: MetadataPatch | undefined;
	/** DISABLED gets nothing. Setting it ACTIVE starts afresh, and `replay_missed` brings what it missed. */
	status?: "ACTIVE" | "DISABLED" | undefined;
	/** With `status: ACTIVE`: also send the events that were emitted since the endpoint was disabled. */
	replay_missed?: boolean | undefined;
}

export interface WebhookTest {
	/** Default: the first type that the endpoint listens to, or `client.created`. */
	type?: PublicEventType | undefined;
}

export interface ReceivedRequest {
	/** The headers, by their names. */
	headers: Record<string, string>;
	/** The raw body, byte for byte. At most 600000 characters. */
	body: string;
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
	/** The kind of record that is sent. */
	trigger: "new_appointment" | "appointment_cancelled" | "new_lead" | "new_client" | "new_form_submission";
}

export interface Me {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "me";
	/** The studio to which this belongs. */
	tenant_id: string;
	/** The studio's name, as people see it. */
	tenant_name: string;
	/** The plan that the studio pays for. It decides the features, the limits and the tier of keys. */
	plan_slug: "light" | "solo" | "duo" | "crew" | "studio" | "empire";
	/** Present for API-key credentials. */
	api_key?: {
		/** The id of the key. It is not its value. */
		id: string;
		/** The name that the studio gave the key. */
		name: string;
		/** The scopes of the credential. An operation names the one that it needs. */
		scopes: Array<string>;
		/** The tier from which the requests a minute follow. `custom` is a limit of its own. */
		rate_limit_tier: "free" | "standard" | "pro" | "custom";
		/** The key's own limit, halved for a test-mode key. */
		rate_limit_per_minute: number;
		/** True for `svc_test_sk_…`: the same data, half the limit, and a mark in the audit log. */
		test_mode: boolean;
		/** When the key ends; null if it does not. */
		expires_at: TimestampOrNull;
	};
	/** Present for OAuth access tokens. */
	oauth?: {
		/** The app to which the studio granted access. */
		client_id: string;
		/** The app's name, as the studio saw it when it agreed. */
		app_name: string;
		/** The studio's consent. It stays the same when tokens are refreshed. */
		grant_id: string;
		/** The scopes that both the grant and the app have. */
		scopes: Array<string>;
		/** The tier from which the requests a minute follow. `custom` is a limit of its own. */
		rate_limit_tier: "free" | "standard" | "pro" | "custom";
		/** The limit of this grant. */
		rate_limit_per_minute: number;
	};
}

export interface Client {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "client";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** Unique in the studio, without regard to case. A second client with it gets `duplicate_email`. */
	email: string;
	/** The given name, or the whole name of people who go by one. */
	first_name: string;
	/** The family name; null if it is unknown. */
	last_name: string | null;
	/** As it was typed. The service neither checks nor normalizes it. */
	phone: string | null;
	/** As the client gave them, such as `they/them`. */
	pronouns: string | null;
	/** A calendar day, without a time zone. */
	date_of_birth: string | null;
	/** The channel on which this person wants to be reached; null if they did not say. */
	preferred_communication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	/** The language of mails to the client; null: the shop's. The first booking on a booking page fills it in. */
	language: "en" | "de" | "fr" | "es" | "it" | null;
	/** The name on Instagram, as it was given. The service does not check it. */
	instagram_handle: string | null;
	/** The postal address. */
	address: AddressOut | null;
	/** Notes of the studio. The client does not see them. */
	notes: string | null;
	/** Labels of the studio. Lists of clients and ideas filter by them. */
	tags: Array<string>;
	/** The channel that brought this person, in your own words, such as `instagram`. The booking page writes `BOOKING_PAGE`. */
	source: string | null;
	/** True: no event type can be booked for this client unless `allow_blocked` is sent, and no mail goes out. */
	is_blocked: boolean;
	/** True: the service sends this client no mail, also none about an appointment. */
	do_not_contact: boolean;
	/** Whether the client agreed to advertising. The service records it and sends none. */
	marketing_consent: boolean;
	/** The artist who looks after this person; null while nobody does. */
	assigned_artist_id: string | null;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface AddressOut {
	/** Street and number. */
	line1: string | null;
	/** Anything else that the postman needs, such as a floor. */
	line2: string | null;
	/** The city or the town. */
	city: string | null;
	/** The state, the province or the canton, where addresses have one. */
	state: string | null;
	/** As it is written in its country. A string, so leading zeros stay. */
	postal_code: string | null;
	/** As it was given. The service does not turn it into a code. */
	country: string | null;
}

export interface DeletedClient {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "client";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface ClientExport {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "client_export";
	/** The `id` of the client. */
	client_id: string;
	/** When it was read. */
	exported_at: Timestamp;
	/** The clients who were merged into this one. */
	merged_client_ids: Array<string>;
	/** The records about the person, the oldest first. */
	data: {
		/** The client. */
		client: Client;
		/** Past, coming and cancelled ones. */
		appointments: Array<Appointment>;
		/** Those with the client or the email. */
		leads: Array<Lead>;
		/** The ideas of the client. */
		ideas: Array<Idea>;
		/** Those with the client or the email. */
		form_submissions: Array<FormSubmission>;
		/** The pictures of these records. */
		pictures: Array<Picture>;
		/** Those with the client or the email. */
		import_rows: Array<ImportRowOfClient>;
		/** The events about these records. */
		events: Array<StudioEvent>;
		/** The audit entries of these records. */
		audit_entries: Array<AuditEntry>;
	};
}

export interface Appointment {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "appointment";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** The artist who has the time. No two appointments of an artist overlap. */
	artist_id: string;
	/** The client who comes. */
	client_id: string;
	/** The shop where it takes place; null if it takes place elsewhere. */
	shop_id: string | null;
	/** The service that was booked, whose rules applied; null for a time that was booked freely. */
	event_type_id: string | null;
	/** Only a SCHEDULED appointment holds its time. CANCELLED and NO_SHOW may become SCHEDULED again, COMPLETED is final. */
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";
	/** The start. Any offset is taken, and answers are in UTC. */
	start_at: Timestamp;
	/** The end. Another appointment may begin then. */
	end_at: Timestamp;
	/** The artist's IANA zone. */
	timezone: string;
	/** A line for calendars and lists; null for none. */
	title: string | null;
	/** Notes of the studio. The client does not see them. */
	notes: string | null;
	/** The place if it is not the shop, such as a link to a call. */
	location: string | null;
	/** The agreed price, in minor units: 4500 is 45.00 EUR. Null if none is agreed. The service charges nothing. */
	price_amount: number | null;
	/** The currency of `price_amount`, ISO 4217. Needed with a price. */
	currency: string | null;
	/** The id of this appointment in your system. Lists filter by it. */
	crm_appointment_id: string | null;
	/** When it was cancelled; null if it was not. */
	cancelled_at: TimestampOrNull;
	/** Why it was cancelled, as the person who cancelled wrote it. Clients may see it. */
	cancellation_reason: string | null;
	/** The fee that was charged for the cancellation; null if there is none. */
	cancellation_fee: CancellationFee | null;
	/** The place on the body, one of the event type's `allowed_placements` if it has some. */
	placement: string | null;
	/** The deposit that the event type asked for at the booking; null if it asked for none. */
	deposit: Deposit | null;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface CancellationFee {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "cancellation_fee";
	/** CHARGED until it is refunded in full. */
	status: "CHARGED" | "REFUNDED";
	/** The whole fee, in minor units: 4500 is 45.00 EUR. */
	amount: number;
	/** The fee's currency, ISO 4217. */
	currency: string;
	/** When the fee was charged. */
	charged_at: Timestamp;
	/** When it was refunded; null while it stands. */
	refunded_at: TimestampOrNull;
}

export interface Deposit {
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
	due_at: Timestamp;
	/** How it was paid. Required with HELD. */
	method: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER" | null;
	/** When the studio received it. */
	held_at: TimestampOrNull;
	/** When it was no longer held. */
	released_at: TimestampOrNull;
	/** A remark of the studio, or why there is no amount. */
	note: string | null;
}

export interface Lead {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "lead";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** The given name, or the whole name of people who go by one. */
	first_name: string;
	/** The family name; null if it is unknown. */
	last_name: string | null;
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
	assigned_artist_id: string | null;
	/** The channel on which this person wants to be reached; null if they did not say. */
	preferred_communication: "EMAIL" | "SMS" | "PHONE" | "INSTAGRAM" | "WHATSAPP" | null;
	/** The least that this person wants to spend: a plain number, without a currency. */
	budget_range_min: number | null;
	/** The most that this person wants to spend, at least `budget_range_min`. */
	budget_range_max: number | null;
	/** True once it was put aside. It stays readable, and lists find it with `archived=true`. */
	archived: boolean;
	/** When it was put aside; null while it is in use. */
	archived_at: TimestampOrNull;
	/** The client whom the lead names: by its form, its booking request or its conversion. */
	client_id: string | null;
	/** When the lead became a client; null until then. */
	converted_at: TimestampOrNull;
	/** The submission that the lead was created from. */
	form_submission_id: string | null;
	/** How many pictures it has. The list of its pictures has them. */
	picture_count: number;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface Idea {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "idea";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** The client whose tattoo it is to be. */
	client_id: string;
	/** The artist for whom it is meant; null while that is open. */
	artist_id: string | null;
	/** The idea in a few words, as lists show it. */
	subject: string;
	/** An idea that is DONE or DECLINED must go back to IN_REVIEW first. Otherwise any stage may follow any other. */
	stage: "NEW" | "IN_REVIEW" | "QUOTED" | "APPROVED" | "SCHEDULED" | "DONE" | "DECLINED";
	/** The origin of the idea. */
	source_type: "MANUAL" | "FORM" | "BOOKING_PAGE" | "API" | "IMPORT";
	/** Kept for you: the service does not act on it. Lists filter by it. */
	btt_status: "NONE" | "PENDING" | "SENT" | "COMPLETED";
	/** True once it was put aside. It stays readable, and lists find it with `archived=true`. */
	archived: boolean;
	/** When it was put aside; null while it is in use. */
	archived_at: TimestampOrNull;
	/** The submission that the idea was created from. */
	form_submission_id: string | null;
	/** The idea in full, in the client's words. */
	description: string | null;
	/** The part of the body, such as `forearm`. Free text. */
	body_part: string | null;
	/** The exact place on the body, in the client's words. */
	placement: string | null;
	/** The side of the body, as the client sees it; null if it does not matter. */
	placement_side: "LEFT" | "RIGHT" | "CENTER" | "BOTH" | null;
	/** The size in the client's words. */
	size: string | null;
	/** The length of the longer side, in centimetres. */
	size_cm: number | null;
	/** The most important style, such as `fine line`. */
	style: string | null;
	/** All styles that fit. */
	styles: Array<string>;
	/** How the piece is to be coloured; null if nobody asked. */
	color_preference: "COLOR" | "BLACK_AND_GREY" | "BLACKWORK" | "UNDECIDED" | null;
	/** The colours that the client named. */
	colors: Array<string>;
	/** The least that the client wants to spend, in minor units: 4500 is 45.00 EUR. */
	budget_min: number | null;
	/** The most that the client wants to spend, in minor units: 4500 is 45.00 EUR. */
	budget_max: number | null;
	/** The currency of the budget and the deposit. ISO 4217. */
	currency: string | null;
	/** Links to pictures elsewhere. The service does not fetch them. */
	reference_urls: Array<string>;
	/** True: it is to cover an older tattoo. */
	is_cover_up: boolean;
	/** The tattoo underneath: its size, age and colours. */
	cover_up_description: string | null;
	/** True: it refreshes a tattoo that is there. */
	is_touch_up: boolean;
	/** True: the client has no tattoo yet. */
	is_first_tattoo: boolean;
	/** In the client's words. It matters for the choice of colours. */
	skin_tone: string | null;
	/** Conditions that the artist must know of. Sensitive: show it to the studio alone. */
	health_notes: string | null;
	/** Such as latex or certain inks. Sensitive: show it to the studio alone. */
	allergies: string | null;
	/** Such as blood thinners. Sensitive: show it to the studio alone. */
	medications: string | null;
	/** True: most studios postpone the session. Sensitive. */
	is_pregnant_or_nursing: boolean;
	/** The artist's estimate of the number of sessions. */
	estimated_sessions: number | null;
	/** The artist's estimate of all sessions together, in hours. */
	estimated_hours: number | null;
	/** The price that the studio named, in minor units: 4500 is 45.00 EUR. Null before a quote. */
	quote_amount: number | null;
	/** The currency of the quote, ISO 4217. It may differ from that of the budget. */
	quote_currency: string | null;
	/** When the quote was given. The service does not set it. */
	quoted_at: TimestampOrNull;
	/** The deposit that the studio asks for, in minor units: 4500 is 45.00 EUR. */
	deposit_amount: number | null;
	/** Days that suit the client. They hold no time free. */
	preferred_dates: Array<string>;
	/** When the client can come, in the client's words. */
	availability_notes: string | null;
	/** The day by which it must be done; null without one. */
	deadline: string | null;
	/** For the studio only. No page for clients shows it. */
	internal_notes: string | null;
	/** Labels of the studio. Lists of clients and ideas filter by them. */
	tags: Array<string>;
	/** How many pictures it has. The list of its pictures has them. */
	picture_count: number;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface FormSubmission {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "form_submission";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** The form that was answered. */
	form_id: string;
	/** The client who answered; null if the service could tie the answers to none. */
	client_id: string | null;
	/** The lead that was created from the submission. */
	lead_id: string | null;
	/** The idea that was created from the submission. */
	idea_id: string | null;
	/** The answers, each under the `key` of its field in the form. */
	submission_data: Record<string, unknown>;
	/** A typed name or a drawn image, as it was given. Null if nobody signed. */
	signature: string | null;
	/** The name of the person who signed, such as a parent's; null if none was given. */
	signer_name: string | null;
	/** When it was signed; null without a signature. */
	signed_at: TimestampOrNull;
	/** How many pictures it has. The list of its pictures has them. */
	picture_count: number;
	/** The address that the signature came from. */
	ip_address: string | null;
	/** When it was created. */
	created_at: Timestamp;
	/** Moves with a merge that gives the submission to another client, and with its pictures. */
	updated_at: Timestamp;
}

export interface Picture {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "picture";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** The record to which the picture belongs. */
	owner: {
		/** The `object` of that record. */
		type: "idea" | "lead" | "artist" | "form_submission" | "form";
		/** The id of that record. */
		id: string;
	};
	/** The type of the bytes at `url`, found from the bytes and not from what was claimed. */
	content_type: "image/jpeg" | "image/png" | "image/webp" | "image/avif" | "image/heic";
	/** In pixels, as the picture is shown. */
	width: number;
	/** In pixels, as the picture is shown. */
	height: number;
	/** The size of the bytes at `url`. It counts towards the plan's storage. */
	size_bytes: number;
	/** The SHA-256 of the bytes at `url`, in hexadecimal. */
	sha256: string;
	/** A sentence for people, also the alternative text. Null for none. */
	caption: string | null;
	/** The place among the pictures of its record, from 1. */
	position: number;
	/** The bytes, without a credential. The address of a private picture is valid for an hour; that of an artist's picture stays. */
	url: string;
	/** A WebP, at most 640 pixels wide. `?w=` takes 320, 640 and 1280. */
	thumbnail_url: string;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface ImportRowOfClient {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "import_row";
	/** Data rows count from 1. */
	row: number;
	/** `undone` and `left`: after an undo. */
	outcome: "created" | "updated" | "skipped" | "failed" | "undone" | "left";
	/** Why it failed or was skipped. */
	reason: string | null;
	/** The client whom it concerns; null if there is none. */
	client_id: string | null;
	/** The import. */
	import_id: string;
	/** The cells of a row that failed, in the order of the columns. */
	cells: Array<string> | null;
}

export interface AuditEntry {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "audit_entry";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** The studio to which this belongs. */
	tenant_id: string;
	/** The record and the verb, such as `client.updated`. */
	action: string;
	/** The record that was changed. */
	resource_id: string;
	/** The cause: the credential, the person or the part of the service. */
	actor: {
		/** `user` is a person at the dashboard, `booking_page` a visitor, `operator` this service's staff, `system` a schedule. */
		type: "api_key" | "oauth_app" | "user" | "booking_page" | "operator" | "system";
		/** The id of the key, the app or the person; null for visitors, operators and the system. */
		id: string | null;
	};
	/** The address from which the request came; null for the service's own work. */
	ip_address: string | null;
	/** The `X-Request-ID` of the request that made the change. */
	request_id: string;
	/** Whether a test-mode key made the change. */
	test_mode: boolean;
	/** Further facts, such as the `source_id` of a merge. */
	details: Record<string, string> | null;
	/** The old and new values. Of records with data of clients only the entry that is read alone has them, for 30 days. */
	changes: Record<
		string,
		{
			/** The value before the change. */
			old: unknown;
			/** The value after the change. */
			new: unknown;
		}
	> | null;
	/** When it was created. */
	created_at: Timestamp;
}

export interface Erasure {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "erasure";
	/** The `id` that the client had. */
	client_id: string;
	/** From then on no answer shows the person. */
	erased_at: Timestamp;
	/** The records that stay, without the person. */
	kept: Array<{
		/** The records and what is left of them. */
		what: string;
		/** The reason. */
		why: string;
	}>;
}

export interface Import {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "import";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** The kind of record that the rows make. */
	type: "clients";
	/** The state in which it is now. */
	status: "PENDING" | "RUNNING" | "DONE" | "CANCELLED" | "FAILED";
	/** As it was sent. */
	on_duplicate: "skip" | "update";
	/** The data rows of the file. */
	rows_total: number;
	/** Those that are done. */
	rows_done: number;
	/** Rows that made a client. */
	created: number;
	/** Rows that changed a client. */
	updated: number;
	/** Rows whose email a client has, or that would change nothing. */
	skipped: number;
	/** Rows that were refused. */
	failed: number;
	/** Columns that no field of a client has. */
	ignored_columns: Array<string>;
	/** Why the import ended as FAILED. */
	error: string | null;
	/** When the last `undo` ended. Null while it goes on. */
	undone_at: TimestampOrNull;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
	/** Null while it is under way. */
	finished_at: TimestampOrNull;
	/** Of a dry run: the first 100 rows that would fail. */
	faults?: Array<{
		/** Data rows count from 1. */
		row: number;
		/** Why it would fail. */
		reason: string;
	}>;
	/** Of `undoImport`: the created clients that stay. */
	left?: Array<string>;
}

export interface ImportRow {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "import_row";
	/** Data rows count from 1. */
	row: number;
	/** `undone` and `left`: after an undo. */
	outcome: "created" | "updated" | "skipped" | "failed" | "undone" | "left";
	/** Why it failed or was skipped. */
	reason: string | null;
	/** The client whom it concerns; null if there is none. */
	client_id: string | null;
}

export interface Export {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "export";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** The file of an EXPIRED export is gone. */
	status: "PENDING" | "RUNNING" | "DONE" | "CANCELLED" | "FAILED" | "EXPIRED";
	/** The size of the file; null until it is there. */
	size_bytes: number | null;
	/** The file, without a credential, for an hour. Each GET makes a new one. Null unless DONE. */
	url: string | null;
	/** Why it FAILED. */
	error: string | null;
	/** When the file goes: seven days after its end. */
	expires_at: TimestampOrNull;
	/** Nothing that was committed before is missing. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
	/** Null while it is under way. */
	finished_at: TimestampOrNull;
}

export interface DeletedLead {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "lead";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface DeletedIdea {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "idea";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface PatchedAppointment {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "appointment";
	/** The appointment as it is now. */
	data: Appointment;
	/** Whether the mail service took a notice of the move. */
	client_notified: boolean;
}

export interface DeletedAppointment {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "appointment";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface CancellationFeeOfAppointment {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "cancellation_fee";
	/** CHARGED until it is refunded in full. */
	status: "CHARGED" | "REFUNDED";
	/** The whole fee, in minor units: 4500 is 45.00 EUR. */
	amount: number;
	/** The fee's currency, ISO 4217. */
	currency: string;
	/** When the fee was charged. */
	charged_at: Timestamp;
	/** When it was refunded; null while it stands. */
	refunded_at: TimestampOrNull;
	/** The cancelled appointment for which it was charged. */
	appointment_id: string;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface DepositOfAppointment {
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
	due_at: Timestamp;
	/** How it was paid. Required with HELD. */
	method: "CARD" | "BANK_TRANSFER" | "CASH" | "OTHER" | null;
	/** When the studio received it. */
	held_at: TimestampOrNull;
	/** When it was no longer held. */
	released_at: TimestampOrNull;
	/** A remark of the studio, or why there is no amount. */
	note: string | null;
	/** The appointment for which it is. */
	appointment_id: string;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface Availability {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "list";
	/** The free times, the earliest first. Nothing holds them: a booking may still come first. */
	data: Array<{
		/** The start of a free time. */
		start_at: string;
		/** Its end: the start plus the duration of the event type. */
		end_at: string;
	}>;
	/** Always false: the window is read whole. */
	has_more: false;
	/** Always null. */
	next_cursor: null;
}

export interface Artist {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "artist";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** As the booking page shows it. */
	name: string;
	/** The artist's part of the booking address. */
	slug: string;
	/** The studio reaches the artist here; null if unknown. It is no login. */
	email: string | null;
	/** An IANA time zone. */
	timezone: string;
	/** The shop where the artist works; null for none. New appointments take it over. */
	shop_id: string | null;
	/** Whether the artist exists only to host the consultations of the shop. */
	is_consultation_desk: boolean;
	/** The service offers and takes no more on a day of the artist's time zone. Null: as many as fit. */
	max_appointments_per_day: number | null;
	/** A DEACTIVATED artist cannot be booked and has no booking page. Appointments stay. */
	status: "ACTIVE" | "DEACTIVATED";
	/** Shown on the booking page. */
	bio: string | null;
	/** The name on Instagram, as it was given. The service does not check it. */
	instagram_handle: string | null;
	/** An http or https address, shown as it is. */
	website_url: string | null;
	/** The address of a picture. The booking page shows it only from its own origin, and only without `avatar_picture_id`. */
	avatar_url: string | null;
	/** One of the artist's own pictures, shown as the avatar; null for none. */
	avatar_picture_id: string | null;
	/** How many pictures it has. The list of its pictures has them. */
	picture_count: number;
	/** When the artist can be booked. Empty: never. */
	working_hours: Array<WorkingHours>;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface DeletedArtist {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "artist";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface ArtistWorkingHours {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "working_hours";
	/** The artist whose hours they are. */
	artist_id: string;
	/** The IANA time zone of the artist, in which the hours are told. */
	timezone: string;
	/** The ranges of the week. Empty: the artist cannot be booked. */
	hours: Array<WorkingHours>;
	/** When it was created. */
	created_at: Timestamp;
	/** When the artist changed last. */
	updated_at: Timestamp;
}

export interface TimeBlock {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "time_block";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** The artist who is away. Nobody can book this artist meanwhile. */
	artist_id: string;
	/** From when on the artist is away. */
	start_at: Timestamp;
	/** Until when, exclusive. */
	end_at: Timestamp;
	/** For the studio, such as `Convention`. Clients do not see it. */
	reason: string | null;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface DeletedTimeBlock {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "time_block";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface ExternalCalendar {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "external_calendar";
	/** The artist whose free times the calendar narrows. */
	artist_id: string;
	/** When the busy times were last read from the URL. */
	fetched_at: TimestampOrNull;
	/** Why the last fetch failed. The last good busy times stay. */
	error: string | null;
	/** Null: the busy times were given directly. */
	next_fetch_at: TimestampOrNull;
	/** The number of stretches of busy time. Stretches that overlap or adjoin count as one. */
	busy_count: number;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface DeletedExternalCalendar {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "external_calendar";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface CalendarFeed {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "calendar_feed";
	/** How much the calendar tells. `full`: all. `initials`: the client's initials, title and event type alone. `busy`: the times alone. */
	details: "full" | "initials" | "busy";
	/** When a program last read it, within an hour; null until one has. */
	last_read_at: TimestampOrNull;
	/** When its address was made. */
	created_at: Timestamp;
}

export interface CalendarFeedWithUrl {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "calendar_feed";
	/** How much the calendar tells. */
	details: "full" | "initials" | "busy";
	/** Null: the address is new. */
	last_read_at: TimestampOrNull;
	/** When the address was made. */
	created_at: Timestamp;
	/** The secret address, for calendar programs. Only this answer shows it. */
	url: string;
}

export interface DeletedArtistCalendarFeed {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "calendar_feed";
	/** The id of the artist. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface DeletedShopCalendarFeed {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "calendar_feed";
	/** The id of the shop. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface Shop {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "shop";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
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
	website_url: string | null;
	/** For clients, in a few sentences. */
	description: string | null;
	/** The place where clients find the shop. Mails and calendar files show it. */
	address: AddressOut | null;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface DeletedShop {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "shop";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface EventType {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "event_type";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** The artist whose service it is. */
	artist_id: string;
	/** The artist's part of the booking address. */
	artist_slug: string;
	/** The artist's shop. */
	shop_id: string | null;
	/** The slug of the artist's shop; null without one. */
	shop_slug: string | null;
	/** The public booking page. */
	booking_url: string;
	/** As the booking page shows it. */
	name: string;
	/** Lower-case letters, digits and hyphens. */
	slug: string;
	/** CONSULTATION is the one that a consultation desk takes. The others sort the list. */
	kind: "CONSULTATION" | "TATTOO" | "TOUCH_UP" | "PIERCING" | "OTHER";
	/** The length of an appointment that is booked with it. */
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
	/** Shown on the booking page. */
	description: string | null;
	/** PUBLIC: on the booking page. UNLISTED: only at its own address. PRIVATE: only for the studio. */
	visibility: "PUBLIC" | "UNLISTED" | "PRIVATE";
	/** The service does not act on it. */
	min_duration_minutes: number | null;
	/** The service does not act on it. */
	max_duration_minutes: number | null;
	/** How the price is told: `price_amount` for FIXED and HOURLY, `price_from` for FROM, none for QUOTE and FREE. */
	price_type: "FIXED" | "HOURLY" | "FROM" | "QUOTE" | "FREE";
	/** The price, or the price of an hour, in minor units: 4500 is 45.00 EUR. */
	price_amount: number | null;
	/** The lowest price, in minor units: 4500 is 45.00 EUR. */
	price_from: number | null;
	/** The highest price, in minor units: 4500 is 45.00 EUR. */
	price_to: number | null;
	/** ISO 4217, upper-case: the currency of the amounts beside it. */
	currency: string | null;
	/** Whether the studio asks for a deposit. The service tells clients and charges nothing. */
	deposit_required: boolean;
	/** FIXED: an amount of money. PERCENTAGE: a part of the price. */
	deposit_type: "FIXED" | "PERCENTAGE";
	/** In minor units if the type is FIXED, in percent if it is PERCENTAGE. */
	deposit_amount: number | null;
	/** The deposit is due this long after the booking, and never after the start. Null: at the start. */
	deposit_due_hours: number | null;
	/** KEEP: the appointment stays. CANCEL: the service reminds the client half-way, and cancels the appointment when the deposit is due. */
	deposit_unpaid: "KEEP" | "CANCEL";
	/** How the client pays, in the studio's words. */
	deposit_instructions: string | null;
	/** An https address at which the client can pay, such as a payment link. */
	deposit_url: string | null;
	/** The appointment can be cancelled without a fee until this long before its start. */
	cancellation_window_hours: number | null;
	/** FIXED: an amount of money. PERCENTAGE: a part of the price. */
	cancellation_fee_type: "FIXED" | "PERCENTAGE";
	/** In minor units if the type is FIXED, in percent if it is PERCENTAGE. */
	cancellation_fee_amount: number | null;
	/** The terms in the studio's words. The booking page and mails show them. */
	cancellation_policy: string | null;
	/** The appointment can be moved until this long before its start. */
	reschedule_window_hours: number | null;
	/** How often the client may move a booking online. Null: as often as they like. */
	max_reschedules: number | null;
	/** SHOP: at the artist's shop, unless `location` names another place. ONLINE and CUSTOM: at `location`. */
	location_type: "SHOP" | "ONLINE" | "CUSTOM";
	/** The place or the link, for clients. Bookings of the booking page take it over. */
	location: string | null;
	/** The form that the booking page asks to fill in; null for none. */
	intake_form_id: string | null;
	/** The form that the booking page asks to sign; null for none. */
	consent_form_id: string | null;
	/** An appointment becomes COMPLETED only when the client has signed the consent form. Needs `consent_form_id`. */
	requires_consent: boolean;
	/** Whether the studio must confirm bookings from the booking page. */
	requires_approval: boolean;
	/** For calendars, such as `#1a6b4c`. */
	color: string | null;
	/** The address of a picture. The booking page shows it only from its own origin. */
	image_url: string | null;
	/** Shown after a booking, and in its mail. */
	confirmation_message: string | null;
	/** How the client should prepare. */
	instructions: string | null;
	/** The client gets a reminder this long before the start. */
	reminder_hours: Array<number>;
	/** The places on the body of which an appointment may name one. Empty: any. */
	allowed_placements: Array<string>;
	/** For your information: the service does not act on it. */
	tags: Array<string>;
	/** For your information: the service does not act on it. */
	max_participants: number;
	/** The age that a client must have on the day of the appointment. Null: any. */
	min_age: number | null;
	/** The position on the booking page. */
	position: number;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface Form {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "form";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** For the studio and as the heading of the form. */
	name: string;
	/** INTAKE is filled in before a booking, CUSTOM at any time. */
	kind: "INTAKE" | "CONSENT" | "CUSTOM";
	/** Shown above the questions; null for none. */
	description: string | null;
	/** The questions in their order. */
	fields: Array<FormFieldOut>;
	/** Only an active form takes submissions. Earlier ones stay. */
	is_active: boolean;
	/** The record that the service creates from each submission; null for none. An idea needs a client. */
	creates: "LEAD" | "IDEA" | null;
	/** True: the first email in the answers names the client, who is created if there is none. */
	links_client: boolean;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface FormFieldOut {
	/** Names the answer in `submission_data`. Unique within the form. */
	key: string;
	/** The question as people read it. */
	label: string;
	/** The kind of answer. It decides which values a submission may have. */
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
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "form";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface DeletedFormSubmission {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "form_submission";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface DeletedPicture {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "picture";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface Deletion {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "deletion";
	/** Given by the service. It never changes, and no other record ever gets it. */
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
		| "automation_hook"
		| "picture";
	/** The id of the record. */
	resource_id: string;
	/** When it was deleted. Remove it from your copies. */
	deleted_at: Timestamp;
}

export interface WebhookEndpoint {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "webhook_endpoint";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** The address to which events are posted. */
	url: string;
	/** DISABLED gets nothing. Setting it ACTIVE starts afresh, and `replay_missed` brings what it missed. */
	status: "ACTIVE" | "DISABLED";
	/** The types that are sent here; `["*"]` for all, future ones included. */
	events: Array<string>;
	/** For people who look at the list of endpoints. */
	description: string | null;
	/** True: events that the credential behind `created_by` caused are not sent here. */
	exclude_own: boolean;
	/** The lists that were given. Null: all events. */
	filter: {
		/** Events about one of these artists. */
		artist_id?: Array<string>;
		/** Events about one of these shops. */
		shop_id?: Array<string>;
		/** Events about one of these clients. */
		client_id?: Array<string>;
	} | null;
	/** True: events about one record come one after the other, in the order of `sequence`. */
	ordered: boolean;
	/** True: deliveries also carry a signature that public keys verify. */
	asymmetric: boolean;
	/** The API key or OAuth app that made the endpoint; null if a person made it. */
	created_by: {
		/** The kind of credential. */
		type: "api_key" | "oauth_app";
		/** The id of the key or the app. */
		id: string;
	} | null;
	/** Failed attempts since the last success. At 50 the service disables the endpoint. */
	consecutive_failures: number;
	/** When the service or a person stopped deliveries; null while they go out. */
	disabled_at: TimestampOrNull;
	/** `failures`: 50 attempts in a row failed. `manual`: somebody switched it off. `plan_limit`: a smaller plan has no room for it. */
	disabled_reason: "failures" | "manual" | "plan_limit" | null;
	/** Until this time the replaced secret signs deliveries, too. */
	previous_secret_expires_at: TimestampOrNull;
	/** Up to 50 strings of your own, which the service never reads. A PATCH merges them key by key. */
	metadata: Record<string, string>;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface WebhookEndpointWithSecret {
	/** The endpoint as it is now. */
	endpoint: WebhookEndpoint;
	/** The signing secret. Only this answer shows it. */
	secret: string;
}

export interface DeletedWebhookEndpoint {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "webhook_endpoint";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface Delivery {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "delivery";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** The webhook endpoint, or the automation hook, to which it goes. */
	endpoint_id: string;
	/** The event that is delivered. */
	event_id: string;
	/** The type of the event that is sent. */
	event_type: string;
	/** A PENDING delivery waits for its first or next attempt. SUCCEEDED and DEAD are final until a replay. */
	status: "PENDING" | "SUCCEEDED" | "DEAD";
	/** The number of attempts so far. */
	attempt_count: number;
	/** Null when the status is final, while the endpoint is disabled, and while an ordered endpoint waits for an earlier delivery about the same record. */
	next_attempt_at: TimestampOrNull;
	/** Each attempt that is kept, with what was sent and answered. */
	attempts: Array<DeliveryAttempt>;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface DeliveryAttempt {
	/** Counts from 1. A replay continues the count. */
	attempt: number;
	/** The body that was sent, to the byte. Its signature was made over it. */
	request_body: string;
	/** Null when no answer came. */
	response_status: number | null;
	/** At most its first 8192 bytes. */
	response_body: string | null;
	/** From the connection to the end of the answer, in milliseconds. */
	duration_ms: number;
	/** Why no answer came, such as a timeout; null if one came. */
	error_message: string | null;
	/** When it was sent. */
	attempted_at: Timestamp;
}

export interface SignatureCheck {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "signature_check";
	/** True: `verifyWebhook` would take it now. */
	valid: boolean;
	/** Why not, in the words of `verifyWebhook`; null if it is valid. */
	reason:
		| "missing_signature"
		| "malformed_signature"
		| "clock_off"
		| "body_reserialised"
		| "other_secret"
		| "malformed_body"
		| null;
	/** When it was signed; null if no header tells. */
	signed_at: TimestampOrNull;
}

export interface Recovery {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "recovery";
	/** How many deliveries were sent again, or would be in a dry run. */
	count: number;
	/** True: they were only counted. */
	dry_run: boolean;
}

export interface EventDelivery {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "event_delivery";
	/** A webhook endpoint of the studio. */
	endpoint_id: string;
	/** Its delivery of the event; null if it has none. */
	delivery_id: string | null;
	/** The state of the delivery; null without one. */
	status: "PENDING" | "SUCCEEDED" | "DEAD" | null;
	/** Why there is no delivery, by today's settings; null if there is one. */
	reason: "not_subscribed" | "filtered" | "own" | "disabled" | "plan_limit" | "created_later" | "light" | null;
}

export interface AutomationMe {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "me";
	/** The studio to which this belongs. */
	tenant_id: string;
	/** The studio's name, as people see it. */
	tenant_name: string;
	/** The plan that the studio pays for. It decides the features, the limits and the tier of keys. */
	plan_slug: "light" | "solo" | "duo" | "crew" | "studio" | "empire";
	/** The name of the connection, made of the tenant and the credential. */
	label: string;
}

export interface AutomationHook {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "automation_hook";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** The address to which the automation platform wants the records. */
	target_url: string;
	/** The kind of record that is sent. */
	trigger: "new_appointment" | "appointment_cancelled" | "new_lead" | "new_client" | "new_form_submission";
	/** After 50 failed attempts in a row a hook is DISABLED. Another subscription makes it ACTIVE. */
	status: "ACTIVE" | "DISABLED";
	/** Failed attempts since the last success; at 50 the hook is disabled. */
	consecutive_failures: number;
	/** When the service or a person stopped deliveries; null while they go out. */
	disabled_at: TimestampOrNull;
	/** `failures`: 50 attempts in a row failed. `manual`: somebody switched it off. `plan_limit`: a smaller plan has no room for it. */
	disabled_reason: "failures" | "manual" | "plan_limit" | null;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
}

export interface SubscribedAutomationHook {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "automation_hook";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** The address to which the automation platform wants the records. */
	target_url: string;
	/** The kind of record that is sent. */
	trigger: "new_appointment" | "appointment_cancelled" | "new_lead" | "new_client" | "new_form_submission";
	/** After 50 failed attempts in a row a hook is DISABLED. Another subscription makes it ACTIVE. */
	status: "ACTIVE" | "DISABLED";
	/** Failed attempts since the last success; at 50 the hook is disabled. */
	consecutive_failures: number;
	/** When the service or a person stopped deliveries; null while they go out. */
	disabled_at: TimestampOrNull;
	/** `failures`: 50 attempts in a row failed. `manual`: somebody switched it off. `plan_limit`: a smaller plan has no room for it. */
	disabled_reason: "failures" | "manual" | "plan_limit" | null;
	/** When it was created. */
	created_at: Timestamp;
	/** When it last changed, whoever changed it. */
	updated_at: Timestamp;
	/** Signs the deliveries. Only the answer that creates the hook has it: 201, and its repetition under the same `Idempotency-Key`. */
	secret?: string;
}

export interface DeletedAutomationHook {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "automation_hook";
	/** Given by the service. It never changes, and no other record ever gets it. */
	id: string;
	/** Always true: the record is gone. */
	deleted: true;
}

export interface AutomationHookWithSecret {
	/** The hook as it is now. */
	hook: AutomationHook;
	/** The signing secret. Only this answer shows it. */
	secret: string;
}

export interface AutomationNewAppointment {
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
	/** The id of the event. It is the same whenever this event is sent or listed. */
	id: string;
	/** The type of the event that is sent. */
	event_type: "appointment.created";
	/** When the event was committed. */
	created_at: Timestamp;
}

export interface AutomationAppointmentCancelled {
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
	/** The id of the event. It is the same whenever this event is sent or listed. */
	id: string;
	/** The type of the event that is sent. */
	event_type: "appointment.cancelled";
	/** When the event was committed. */
	created_at: Timestamp;
}

export interface AutomationNewLead {
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
	/** The id of the event. It is the same whenever this event is sent or listed. */
	id: string;
	/** The type of the event that is sent. */
	event_type: "lead.created";
	/** When the event was committed. */
	created_at: Timestamp;
}

export interface AutomationNewClient {
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
	/** The id of the event. It is the same whenever this event is sent or listed. */
	id: string;
	/** The type of the event that is sent. */
	event_type: "client.created";
	/** When the event was committed. */
	created_at: Timestamp;
}

export interface AutomationNewFormSubmission {
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
	/** The id of the event. It is the same whenever this event is sent or listed. */
	id: string;
	/** The type of the event that is sent. */
	event_type: "form_submission.created";
	/** When the event was committed. */
	created_at: Timestamp;
}

export interface ApiRequest {
	/** The kind of record. It tells records apart where several kinds come together. */
	object: "api_request";
	/** The service's own id of the request. It rises with time, and no two requests have the same. */
	id: string;
	/** The `X-Request-ID`. It is the `id`, unless the caller chose another one. */
	request_id: string;
	/** The HTTP method. */
	method: string;
	/** Without the query. Secrets of this service are left out of it, and it is cut after 500 characters. */
	path: string;
	/** The operation of this document that answered. */
	operation_id: string;
	/** The HTTP status of the answer. */
	status: number;
	/** The `code` of the error; null when there was none. */
	code: string | null;
	/** From the request to the answer. */
	duration_ms: number;
	/** The key or the app that sent it. */
	credential: {
		/** The kind of credential. */
		type: "api_key" | "oauth_app";
		/** The id of the key or the app. */
		id: string;
	};
	/** The names in `Service-Ignored-Fields`. */
	ignored_fields: Array<string>;
	/** When the request arrived. */
	created_at: Timestamp;
}
