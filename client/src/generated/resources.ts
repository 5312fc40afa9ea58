// Written by client/scripts/generate.ts from the API document. Change the declarations, not this file.

import type { Answer } from "../answer.ts";
import type { FeedPage, List } from "../list.ts";
import type { ChangeOptions, CreateOptions, DateTime, ReadOptions, RequestOptions, Several } from "../options.ts";
import type { EventOf, PublicEventType, StudioEvent } from "./events.ts";
import type {
	ApiRequest,
	Appointment,
	AppointmentPatch,
	Artist,
	ArtistPatch,
	ArtistWorkingHours,
	AuditEntry,
	AutomationAppointmentCancelled,
	AutomationHook,
	AutomationHookWithSecret,
	AutomationMe,
	AutomationNewAppointment,
	AutomationNewClient,
	AutomationNewFormSubmission,
	AutomationNewLead,
	Availability,
	CalendarFeed,
	CalendarFeedWithUrl,
	CancellationFeeOfAppointment,
	Client,
	ClientExport,
	ClientMerge,
	ClientPatch,
	DeletedAppointment,
	DeletedArtist,
	DeletedArtistCalendarFeed,
	DeletedAutomationHook,
	DeletedClient,
	DeletedExternalCalendar,
	DeletedForm,
	DeletedFormSubmission,
	DeletedIdea,
	DeletedLead,
	DeletedPicture,
	DeletedShop,
	DeletedShopCalendarFeed,
	DeletedTimeBlock,
	DeletedWebhookEndpoint,
	Deletion,
	Delivery,
	DepositOfAppointment,
	DepositPatch,
	Erasure,
	EventDelivery,
	EventType,
	Export,
	ExternalCalendar,
	Form,
	FormPatch,
	FormSubmission,
	Idea,
	IdeaPatch,
	Import,
	ImportRow,
	Lead,
	LeadConfirmation,
	LeadPatch,
	Me,
	NewAppointment,
	NewArtist,
	NewAutomationHook,
	NewCalendarFeed,
	NewCancellationFee,
	NewClient,
	NewExternalCalendar,
	NewForm,
	NewFormSubmission,
	NewIdea,
	NewLead,
	NewRecovery,
	NewShop,
	NewTimeBlock,
	NewWebhookEndpoint,
	NewWorkingHours,
	PatchedAppointment,
	Picture,
	PicturePatch,
	ReceivedRequest,
	Recovery,
	Shop,
	ShopPatch,
	SignatureCheck,
	SubscribedAutomationHook,
	TimeBlock,
	WebhookEndpoint,
	WebhookEndpointPatch,
	WebhookEndpointWithSecret,
	WebhookTest,
} from "./records.ts";

/** The tenant and the credential behind a request. */
export interface MeResource {
	/**
	 * Get the tenant and credential of the caller.
	 * The tenant and the credential of the request. It needs no scope, so it is the cheapest way to test a credential.
	 * `GET /v1/me`.
	 * @example await studio.me.get()
	 */
	get(options?: RequestOptions): Promise<Answer<Me>>;
}

/** The people a studio works for. */
export interface ClientsResource {
	/**
	 * List clients.
	 * With `q` the list is a search, the newest first. Case and accents make no difference. It combines with the filters, and not with `sort`. A page may be short, or empty, and still have more. To keep a copy, sync with `sort=updated_at` or follow `listEvents`. Reading the whole list again and again costs more and misses deletions.
	 * `GET /v1/clients`. Needs the scope `read:clients`.
	 * @throws {ValidationError} Validation failed
	 * @example for await (const record of studio.clients.list()) console.log(record)
	 */
	list(query?: ClientsListQuery, options?: RequestOptions): List<Client>;

	/**
	 * Create a client.
	 * For a person who may be known already, `automationFindOrCreateClient` finds or creates in one request. For somebody who only asks, create a lead.
	 * `POST /v1/clients`. Needs the scope `write:clients`.
	 * @throws {ValidationError} Validation failed
	 * @throws {DuplicateEmailError} Email already in use
	 * @throws {ConflictError} Conflict
	 * @example await studio.clients.create({ email: "noor@example.com", first_name: "Noor", last_name: "Haddad", tags: ["fine line"] })
	 */
	create(body: NewClient, options?: CreateOptions): Promise<Answer<Client>>;

	/** Get a client, or null while it is the version that you have. */
	get(clientId: string, options: ReadOptions): Promise<Answer<Client> | null>;
	/**
	 * Get a client.
	 * For changes, take webhooks or `listEvents`. Do not poll this.
	 * `GET /v1/clients/:client_id`. Needs the scope `read:clients`.
	 * @example await studio.clients.get("cli_019c7bf0e9c079229f0843b898ba44a6")
	 */
	get(clientId: string, options?: RequestOptions): Promise<Answer<Client>>;

	/**
	 * Update a client.
	 * Changes the fields that are sent. Null empties a field. A request that changes nothing emits no event.
	 * `PATCH /v1/clients/:client_id`. Needs the scope `write:clients`.
	 * @throws {ValidationError} Validation failed
	 * @throws {DuplicateEmailError} Email already in use
	 * @throws {ConflictError} Conflict
	 * @example await studio.clients.update("cli_019c7bf0e9c079229f0843b898ba44a6", { phone: "+49 30 5550142", marketing_consent: true })
	 */
	update(clientId: string, body: ClientPatch, options?: ChangeOptions): Promise<Answer<Client>>;

	/**
	 * Delete a client.
	 * Cancels the live appointments that the client has ahead. Each has an event and `cancellation_reason: "client_deleted"`, and no mail. Deletes the ideas of the client. Past appointments and signed consents stay and keep the id. Another client can have the email at once. To bar somebody from booking, set `is_blocked` instead. For two records of one person, merge them.
	 * `DELETE /v1/clients/:client_id`. Needs the scope `write:clients`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.clients.delete("cli_019c7bf0e9c079229f0843b898ba44a6")
	 */
	delete(clientId: string, options?: ChangeOptions): Promise<Answer<DeletedClient>>;

	/**
	 * Merge another client into this one.
	 * Moves everything that the other client owns to this one and removes the other client. The fields of this client stay as they are. It cannot be undone. A dry run shows the outcome first.
	 * `POST /v1/clients/:client_id/merge`. Needs the scope `write:clients`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.clients.merge("cli_019c7bf0e9c079229f0843b898ba44a6", { source_id: "cli_019caed9430071c49b1d7b2bbe18fc98" })
	 */
	merge(clientId: string, body: ClientMerge, options?: ChangeOptions): Promise<Answer<Client>>;

	/**
	 * Export a client's own data.
	 * All that is held about the person. It is found by the client, those merged into the client, and the email. For a person who asks what the studio knows of them. To copy records, use their lists.
	 * `GET /v1/clients/:client_id/export`. Needs the scope `read:clients,read:appointments,read:leads,read:ideas,read:form_submissions,read:events,read:audit_log`. At most 30 requests a minute.
	 * @throws {ConflictError} Conflict
	 * @example await studio.clients.export("cli_019c7bf0e9c079229f0843b898ba44a6")
	 */
	export(clientId: string, options?: RequestOptions): Promise<Answer<ClientExport>>;

	/**
	 * Erase a client.
	 * Deletes the client and everything that names the person. These are records, pictures, and what events, stored answers and logs hold. `kept` says what stays without the person, and a dry run says it beforehand. A repetition gets the same answer. 409 `conflict` while an import or its undo is under way: wait, and repeat it with a new Idempotency-Key. For a person who asks to be forgotten. To end a business relation, delete the client.
	 * `POST /v1/clients/:client_id/erase`. Needs the scope `write:clients`. At most 30 requests a minute.
	 * @throws {ConflictError} Conflict
	 * @example await studio.clients.erase("cli_019c7bf0e9c079229f0843b898ba44a6")
	 */
	erase(clientId: string, options?: ChangeOptions): Promise<Answer<Erasure>>;
}

/** Files of clients that a studio brings along. */
export interface ImportsResource {
	/** Files of clients that a studio brings along. */
	readonly rows: ImportsRowsResource;

	/**
	 * List imports.
	 * An import is kept for 30 days after its end.
	 * `GET /v1/imports`. Needs the scope `read:clients`.
	 * @example for await (const record of studio.imports.list()) console.log(record)
	 */
	list(query?: ImportsListQuery, options?: RequestOptions): List<Import>;

	/**
	 * Import clients from a file.
	 * Each row is a `POST /v1/clients` by you: the same rules, one event, one audit entry. CSV has a header with the names of fields; `address.city` and `metadata.key` name parts. An empty cell leaves its field as it is. Try it first: a dry run answers 200 with the counts and the first faults. For a single client, use `createClient`.
	 * `POST /v1/imports`. Needs the scope `write:clients`.
	 * @throws {ValidationError} Validation failed
	 * @throws {PlanLimitReachedError} Plan limit reached
	 * @throws {ConflictError} Conflict
	 * @example await studio.imports.create(file, { type: "clients" })
	 */
	create(file: Blob, query: ImportsCreateQuery, options?: CreateOptions): Promise<Answer<Import>>;

	/** Get an import, or null while it is the version that you have. */
	get(importId: string, options: ReadOptions): Promise<Answer<Import> | null>;
	/**
	 * Get an import.
	 * Read it every few seconds until `finished_at` is set.
	 * `GET /v1/imports/:import_id`. Needs the scope `read:clients`.
	 * @example await studio.imports.get("imp_019cebe5504073599b3e9cd37390a2aa")
	 */
	get(importId: string, options?: RequestOptions): Promise<Answer<Import>>;

	/**
	 * Cancel an import.
	 * The rows that are done stay. 409 `conflict` if the import is over.
	 * `POST /v1/imports/:import_id/cancel`. Needs the scope `write:clients`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.imports.cancel("imp_019cebe5504073599b3e9cd37390a2aa")
	 */
	cancel(importId: string, options?: ChangeOptions): Promise<Answer<Import>>;

	/**
	 * Undo an import.
	 * Within 7 days of its end, deletes the clients that it created and that nobody has changed or used since. More than 25 go in steps until `undone_at` is set. `left` has those that stay. Updates are not undone. To bring somebody back, import them again.
	 * `POST /v1/imports/:import_id/undo`. Needs the scope `write:clients`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.imports.undo("imp_019cebe5504073599b3e9cd37390a2aa")
	 */
	undo(importId: string, options?: ChangeOptions): Promise<Answer<Import>>;
}

/** Files of clients that a studio brings along. */
export interface ImportsRowsResource {
	/**
	 * List the rows of an import.
	 * In the order of the file, kept for 30 days. With `Accept: text/csv` the answer is one CSV file of all these rows. Failed rows have their cells in it, so that you can mend the file and send it again.
	 * `GET /v1/imports/:import_id/rows`. Needs the scope `read:clients`.
	 * @example for await (const record of studio.imports.rows.list("imp_019cebe5504073599b3e9cd37390a2aa")) console.log(record)
	 */
	list(importId: string, query?: ImportsRowsListQuery, options?: RequestOptions): List<ImportRow>;
}

/** All that a studio has, as one file. */
export interface ExportsResource {
	/**
	 * List exports.
	 * An export is kept for 30 days after its end.
	 * `GET /v1/exports`. Needs the scope `read:clients,read:appointments,read:leads,read:ideas,read:forms,read:form_submissions,read:artists,read:shops,read:webhook_endpoints,read:deliveries,read:automation,read:event_types,read:events,read:audit_log`.
	 * @example for await (const record of studio.exports.list()) console.log(record)
	 */
	list(query?: ExportsListQuery, options?: RequestOptions): List<Export>;

	/**
	 * Export the studio.
	 * Makes a ZIP of all that the studio has. It holds a file for each resource, tables of clients and appointments, pictures, and a `manifest.json`. 409 `conflict` while another one is under way.
	 * `POST /v1/exports`. Needs the scope `read:clients,read:appointments,read:leads,read:ideas,read:forms,read:form_submissions,read:artists,read:shops,read:webhook_endpoints,read:deliveries,read:automation,read:event_types,read:events,read:audit_log`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.exports.create()
	 */
	create(options?: CreateOptions): Promise<Answer<Export>>;

	/** Get an export, or null while it is the version that you have. */
	get(exportId: string, options: ReadOptions): Promise<Answer<Export> | null>;
	/**
	 * Get an export.
	 * Read it every few seconds until `finished_at` is set, and then download `url`.
	 * `GET /v1/exports/:export_id`. Needs the scope `read:clients,read:appointments,read:leads,read:ideas,read:forms,read:form_submissions,read:artists,read:shops,read:webhook_endpoints,read:deliveries,read:automation,read:event_types,read:events,read:audit_log`.
	 * @example await studio.exports.get("exp_019cebe5504073599b3e9cd37390a3ef")
	 */
	get(exportId: string, options?: RequestOptions): Promise<Answer<Export>>;

	/**
	 * Cancel an export.
	 * 409 `conflict` if it is over.
	 * `POST /v1/exports/:export_id/cancel`. Needs the scope `read:clients,read:appointments,read:leads,read:ideas,read:forms,read:form_submissions,read:artists,read:shops,read:webhook_endpoints,read:deliveries,read:automation,read:event_types,read:events,read:audit_log`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.exports.cancel("exp_019cebe5504073599b3e9cd37390a3ef")
	 */
	cancel(exportId: string, options?: ChangeOptions): Promise<Answer<Export>>;
}

/** People who are interested and are not clients yet. */
export interface LeadsResource {
	/** The pictures of ideas, leads, artists, forms and form submissions. */
	readonly pictures: LeadsPicturesResource;

	/**
	 * List leads.
	 * Without `archived` the list holds archived and other leads. `q` searches like that of clients. To keep a copy, sync with `sort=updated_at` or follow `listEvents`. Reading the whole list again and again costs more and misses deletions.
	 * `GET /v1/leads`. Needs the scope `read:leads`.
	 * @throws {ValidationError} Validation failed
	 * @example for await (const record of studio.leads.list()) console.log(record)
	 */
	list(query?: LeadsListQuery, options?: RequestOptions): List<Lead>;

	/**
	 * Create a lead.
	 * For a person who is not a client yet. Once they book, convert the lead: do not create a client beside it.
	 * `POST /v1/leads`. Needs the scope `write:leads`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.leads.create({ first_name: "Noor", email: "noor@example.com", message: "I would like a fern along my forearm, about 15 cm.", budget_range_max: 600 })
	 */
	create(body: NewLead, options?: CreateOptions): Promise<Answer<Lead>>;

	/** Get a lead, or null while it is the version that you have. */
	get(leadId: string, options: ReadOptions): Promise<Answer<Lead> | null>;
	/**
	 * Get a lead.
	 * For changes, take webhooks or `listEvents`. Do not poll this.
	 * `GET /v1/leads/:lead_id`. Needs the scope `read:leads`.
	 * @example await studio.leads.get("led_019c7bf0e9c0786394e95268f5ec6307")
	 */
	get(leadId: string, options?: RequestOptions): Promise<Answer<Lead>>;

	/**
	 * Update, move or assign a lead.
	 * Changes the fields that are sent. Null empties a field. A new stage emits `lead.stage_changed`. A new artist emits `lead.assigned`. Other edits emit no event. To decide a booking request, use `confirmLead` or `declineLead`: a new stage alone books nothing.
	 * `PATCH /v1/leads/:lead_id`. Needs the scope `write:leads`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.leads.update("led_019c7bf0e9c0786394e95268f5ec6307", { stage: "CONTACTED", assigned_artist_id: "art_019909b9de007a2d957f7e1fdd2f4409" })
	 */
	update(leadId: string, body: LeadPatch, options?: ChangeOptions): Promise<Answer<Lead>>;

	/**
	 * Delete a lead.
	 * Nobody can get a deleted lead back. To put a lead aside, archive it.
	 * `DELETE /v1/leads/:lead_id`. Needs the scope `write:leads`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.leads.delete("led_019c7bf0e9c0786394e95268f5ec6307")
	 */
	delete(leadId: string, options?: ChangeOptions): Promise<Answer<DeletedLead>>;

	/**
	 * Archive a lead.
	 * Emits `lead.archived`. Does nothing if the lead is already archived.
	 * `POST /v1/leads/:lead_id/archive`. Needs the scope `write:leads`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.leads.archive("led_019c7bf0e9c0786394e95268f5ec6307")
	 */
	archive(leadId: string, options?: ChangeOptions): Promise<Answer<Lead>>;

	/**
	 * Take a lead out of the archive.
	 * Does nothing if the lead is not archived.
	 * `POST /v1/leads/:lead_id/unarchive`. Needs the scope `write:leads`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.leads.unarchive("led_019c7bf0e9c0786394e95268f5ec6307")
	 */
	unarchive(leadId: string, options?: ChangeOptions): Promise<Answer<Lead>>;

	/**
	 * Make a client of a lead.
	 * Gives the lead the client whom it names already, or the one who has its email, or a new client. Upper and lower case make no difference. The lead becomes BOOKED and names the client. Does nothing if the lead was converted before. An open booking request is 409: confirm or decline it. The scope of this endpoint is enough to create the client. To confirm a booking request, use `confirmLead`, which also books.
	 * `POST /v1/leads/:lead_id/convert`. Needs the scope `write:leads`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.leads.convert("led_019c7bf0e9c0786394e95268f5ec6307")
	 */
	convert(leadId: string, options?: ChangeOptions): Promise<Answer<Lead>>;

	/**
	 * Confirm the booking request of a lead.
	 * Books the appointment that a visitor of the booking page asked for. The time is checked again, and the client gets a mail. The lead becomes BOOKED, and `booking_appointment_id` in its metadata names the appointment. The scope of this endpoint is enough to book it.
	 * `POST /v1/leads/:lead_id/confirm`. Needs the scope `write:leads`.
	 * @throws {ValidationError} Validation failed
	 * @throws {DeskConsultOnlyError} Consultations only
	 * @throws {SlotUnavailableError} Time not available
	 * @throws {ConflictError} Conflict
	 * @example await studio.leads.confirm("led_019c7bf0e9c0786394e95268f5ec6307", {})
	 */
	confirm(leadId: string, body?: LeadConfirmation, options?: ChangeOptions): Promise<Answer<Lead>>;

	/**
	 * Decline the booking request of a lead.
	 * The lead becomes LOST, and a mail tells the client. Only for open requests of the booking page. Set other leads to LOST.
	 * `POST /v1/leads/:lead_id/decline`. Needs the scope `write:leads`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.leads.decline("led_019c7bf0e9c0786394e95268f5ec6307")
	 */
	decline(leadId: string, options?: ChangeOptions): Promise<Answer<Lead>>;
}

/** The tattoos that clients want, from the first idea to the last session. */
export interface IdeasResource {
	/** The pictures of ideas, leads, artists, forms and form submissions. */
	readonly pictures: IdeasPicturesResource;

	/**
	 * List ideas.
	 * Without `archived` the list holds archived and other ideas. `q` searches like that of clients. To keep a copy, sync with `sort=updated_at` or follow `listEvents`. Reading the whole list again and again costs more and misses deletions.
	 * `GET /v1/ideas`. Needs the scope `read:ideas`.
	 * @throws {ValidationError} Validation failed
	 * @example for await (const record of studio.ideas.list()) console.log(record)
	 */
	list(query?: IdeasListQuery, options?: RequestOptions): List<Idea>;

	/**
	 * Create an idea.
	 * Needs a client. For somebody who is none yet, create a lead.
	 * `POST /v1/ideas`. Needs the scope `write:ideas`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.ideas.create({ client_id: "cli_019c7bf0e9c079229f0843b898ba44a6", subject: "Fern along the forearm", placement: "Left forearm, inside", size_cm: 15 })
	 */
	create(body: NewIdea, options?: CreateOptions): Promise<Answer<Idea>>;

	/** Get an idea, or null while it is the version that you have. */
	get(ideaId: string, options: ReadOptions): Promise<Answer<Idea> | null>;
	/**
	 * Get an idea.
	 * For changes, take webhooks or `listEvents`. Do not poll this.
	 * `GET /v1/ideas/:idea_id`. Needs the scope `read:ideas`.
	 * @example await studio.ideas.get("ide_019c7fe06ba070b99d7c5277a7a741fd")
	 */
	get(ideaId: string, options?: RequestOptions): Promise<Answer<Idea>>;

	/**
	 * Update, move or transfer an idea.
	 * Changes the fields that are sent. Null empties a field. Any `stage` may follow any other, except that an idea that is DONE or DECLINED can only go back to IN_REVIEW (409 `conflict` otherwise). A new stage emits `idea.stage_changed`. A move from one artist to another emits `idea.transferred`; a first assignment and a removal do not. Other edits emit no event.
	 * `PATCH /v1/ideas/:idea_id`. Needs the scope `write:ideas`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.ideas.update("ide_019c7fe06ba070b99d7c5277a7a741fd", { stage: "QUOTED", quote_amount: 45000, quote_currency: "EUR" })
	 */
	update(ideaId: string, body: IdeaPatch, options?: ChangeOptions): Promise<Answer<Idea>>;

	/**
	 * Delete an idea.
	 * Nobody can get a deleted idea back. To put an idea aside, archive it.
	 * `DELETE /v1/ideas/:idea_id`. Needs the scope `write:ideas`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.ideas.delete("ide_019c7fe06ba070b99d7c5277a7a741fd")
	 */
	delete(ideaId: string, options?: ChangeOptions): Promise<Answer<DeletedIdea>>;

	/**
	 * Archive an idea.
	 * Does nothing if the idea is already archived.
	 * `POST /v1/ideas/:idea_id/archive`. Needs the scope `write:ideas`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.ideas.archive("ide_019c7fe06ba070b99d7c5277a7a741fd")
	 */
	archive(ideaId: string, options?: ChangeOptions): Promise<Answer<Idea>>;

	/**
	 * Take an idea out of the archive.
	 * Does nothing if the idea is not archived.
	 * `POST /v1/ideas/:idea_id/unarchive`. Needs the scope `write:ideas`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.ideas.unarchive("ide_019c7fe06ba070b99d7c5277a7a741fd")
	 */
	unarchive(ideaId: string, options?: ChangeOptions): Promise<Answer<Idea>>;
}

/** The times that clients have with artists, and the times that are free. */
export interface AppointmentsResource {
	/**
	 * List appointments.
	 * For free times, ask `listAvailability`. Gaps between appointments are not all free. To keep a copy, sync with `sort=updated_at`.
	 * `GET /v1/appointments`. Needs the scope `read:appointments`.
	 * @example for await (const record of studio.appointments.list()) console.log(record)
	 */
	list(query?: AppointmentsListQuery, options?: RequestOptions): List<Appointment>;

	/**
	 * Book an appointment.
	 * The service checks the time like the booking page. A refusal lists every reason and the nearest free times. Without `event_type_id` it refuses only a time that another appointment or a hold has. A blocked client is not booked for an event type unless `allow_blocked` is true. Offer times of `listAvailability`. For a person to choose one, send them the artist's booking page.
	 * `POST /v1/appointments`. Needs the scope `write:appointments`. At most 30 requests a minute.
	 * @throws {ValidationError} Validation failed
	 * @throws {DeskConsultOnlyError} Consultations only
	 * @throws {SlotUnavailableError} Time not available
	 * @throws {ConflictError} Conflict
	 * @example await studio.appointments.create({ artist_id: "art_019909b9de007a2d957f7e1fdd2f4409", client_id: "cli_019c7bf0e9c079229f0843b898ba44a6", event_type_id: "ety_019933b6288078039aee2275970c4960", start_at: "2026-03-20T13:00:00.000Z", title: "Botanical forearm piece" })
	 */
	create(body: NewAppointment, options?: CreateOptions): Promise<Answer<Appointment>>;

	/** Get an appointment, or null while it is the version that you have. */
	get(appointmentId: string, options: ReadOptions): Promise<Answer<Appointment> | null>;
	/**
	 * Get an appointment.
	 * For changes, take webhooks or `listEvents`. Do not poll this.
	 * `GET /v1/appointments/:appointment_id`. Needs the scope `read:appointments`.
	 * @example await studio.appointments.get("apt_019caed9430071c49b1d7b2bbe18fc98")
	 */
	get(appointmentId: string, options?: RequestOptions): Promise<Answer<Appointment>>;

	/**
	 * Move, hand over, cancel, complete or edit an appointment.
	 * The service checks new times or another artist of a live appointment, and it mails the client one notice with an updated calendar file. It checks unchanged times only with another event type, or when the appointment becomes SCHEDULED again. With `artist_id` send an event type of the new artist, or `event_type_id: null`. A consultation desk keeps the event type of an appointment.
	 * `PATCH /v1/appointments/:appointment_id`. Needs the scope `write:appointments`.
	 * @throws {ValidationError} Validation failed
	 * @throws {DeskConsultOnlyError} Consultations only
	 * @throws {SlotUnavailableError} Time not available
	 * @throws {ConsentMissingError} Consent missing
	 * @throws {ConflictError} Conflict
	 * @example await studio.appointments.update("apt_019caed9430071c49b1d7b2bbe18fc98", { start_at: "2026-03-21T10:00:00+01:00" })
	 */
	update(appointmentId: string, body: AppointmentPatch, options?: ChangeOptions): Promise<Answer<PatchedAppointment>>;

	/**
	 * Delete an appointment that is not live.
	 * A SCHEDULED appointment is 409. Cancel or complete it first, so that everybody who listens learns of it. So is one with a charged cancellation fee. The manage link of the client goes along.
	 * `DELETE /v1/appointments/:appointment_id`. Needs the scope `write:appointments`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.appointments.delete("apt_019caed9430071c49b1d7b2bbe18fc98")
	 */
	delete(appointmentId: string, options?: ChangeOptions): Promise<Answer<DeletedAppointment>>;
}

/** The times that clients have with artists, and the times that are free. */
export interface CancellationFeesResource {
	/**
	 * Charge a cancellation fee.
	 * Notes the fee of an appointment that is CANCELLED or NO_SHOW. The service moves no money. The status of the appointment cannot change before the fee is refunded.
	 * `POST /v1/appointments/:appointment_id/cancellation_fee`. Needs the scope `write:appointments`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.cancellationFees.charge("apt_019caed9430071c49b1d7b2bbe18fc98", { amount: 5000, currency: "EUR" })
	 */
	charge(
		appointmentId: string,
		body: NewCancellationFee,
		options?: CreateOptions,
	): Promise<Answer<CancellationFeeOfAppointment>>;

	/** Get an appointment's cancellation fee, or null while it is the version that you have. */
	get(appointmentId: string, options: ReadOptions): Promise<Answer<CancellationFeeOfAppointment> | null>;
	/**
	 * Get an appointment's cancellation fee.
	 * 404 if none was charged. The appointment shows it, too, in `cancellation_fee`.
	 * `GET /v1/appointments/:appointment_id/cancellation_fee`. Needs the scope `read:appointments`.
	 * @example await studio.cancellationFees.get("apt_019caed9430071c49b1d7b2bbe18fc98")
	 */
	get(appointmentId: string, options?: RequestOptions): Promise<Answer<CancellationFeeOfAppointment>>;

	/**
	 * Refund a cancellation fee.
	 * Notes that the whole fee was paid back. The service moves no money.
	 * `POST /v1/appointments/:appointment_id/cancellation_fee/refund`. Needs the scope `write:appointments`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.cancellationFees.refund("apt_019caed9430071c49b1d7b2bbe18fc98")
	 */
	refund(appointmentId: string, options?: ChangeOptions): Promise<Answer<CancellationFeeOfAppointment>>;
}

/** The times that clients have with artists, and the times that are free. */
export interface DepositsResource {
	/**
	 * Note what became of a deposit.
	 * REQUESTED becomes HELD or WAIVED, WAIVED REQUESTED, HELD APPLIED, REFUNDING, REFUNDED or FORFEITED, and REFUNDING REFUNDED. Anything else is 409, and so is HELD once the appointment is over. The service moves no money. `If-Match` names the version of the appointment.
	 * `PATCH /v1/appointments/:appointment_id/deposit`. Needs the scope `write:appointments`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.deposits.update("apt_019caed9430071c49b1d7b2bbe18fc98", { status: "HELD", method: "BANK_TRANSFER" })
	 */
	update(appointmentId: string, body: DepositPatch, options?: ChangeOptions): Promise<Answer<DepositOfAppointment>>;
}

/** The times that clients have with artists, and the times that are free. */
export interface AvailabilityResource {
	/**
	 * List the free times of an artist.
	 * Free times start every 15 minutes, counted from each opening, and are as long as the event type. They follow the same rules as a booking. One page holds the whole range. Nothing holds the times: book soon, and offer `suggested_slots` when somebody was faster.
	 * `GET /v1/availability`. Needs the scope `read:appointments`.
	 * @throws {ValidationError} Validation failed
	 * @example await studio.availability.list({ artist_id: "art_019909b9de007a2d957f7e1fdd2f4409", event_type_id: "ety_019933b6288078039aee2275970c4960", from: "2026-03-16T00:00:00+01:00", to: "2026-03-23T00:00:00+01:00" })
	 */
	list(query: AvailabilityListQuery, options?: RequestOptions): List<Availability["data"][number]>;
}

/** The people who tattoo, with their working hours and places. */
export interface ArtistsResource {
	/** The pictures of ideas, leads, artists, forms and form submissions. */
	readonly pictures: ArtistsPicturesResource;

	/**
	 * List artists.
	 * To keep a copy, sync with `sort=updated_at` or follow `listEvents`. Reading the whole list again and again costs more and misses deletions.
	 * `GET /v1/artists`. Needs the scope `read:artists`.
	 * @example for await (const record of studio.artists.list()) console.log(record)
	 */
	list(query?: ArtistsListQuery, options?: RequestOptions): List<Artist>;

	/**
	 * Create an artist.
	 * An artist cannot be booked before the working hours are set.
	 * `POST /v1/artists`. Needs the scope `write:artists`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.artists.create({ name: "Mika Sørensen", email: "mika@example.com", shop_id: "shp_019909b54a2072d99a67458ee0773ce6" })
	 */
	create(body: NewArtist, options?: CreateOptions): Promise<Answer<Artist>>;

	/** Get an artist, or null while it is the version that you have. */
	get(artistId: string, options: ReadOptions): Promise<Answer<Artist> | null>;
	/**
	 * Get an artist.
	 * For changes, take webhooks or `listEvents`. Do not poll this.
	 * `GET /v1/artists/:artist_id`. Needs the scope `read:artists`.
	 * @example await studio.artists.get("art_019909b9de007a2d957f7e1fdd2f4409")
	 */
	get(artistId: string, options?: RequestOptions): Promise<Answer<Artist>>;

	/**
	 * Update or deactivate an artist.
	 * Changes the fields that are sent. Null empties a field. A new name does not change the slug. `status: DEACTIVATED` emits `artist.deactivated`. Existing appointments stay.
	 * `PATCH /v1/artists/:artist_id`. Needs the scope `write:artists`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.artists.update("art_019909b9de007a2d957f7e1fdd2f4409", { max_appointments_per_day: 3 })
	 */
	update(artistId: string, body: ArtistPatch, options?: ChangeOptions): Promise<Answer<Artist>>;

	/**
	 * Delete an artist whom no record names.
	 * Deletes the artist's working hours, time blocks and external calendar, too, and frees the slug. If appointments, event types, clients, leads or ideas name the artist, the answer is 409, and `referenced_by` has one of each kind. To end the bookings of such an artist, set `status: DEACTIVATED`.
	 * `DELETE /v1/artists/:artist_id`. Needs the scope `write:artists`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.artists.delete("art_019909b9de007a2d957f7e1fdd2f4409")
	 */
	delete(artistId: string, options?: ChangeOptions): Promise<Answer<DeletedArtist>>;
}

/** The people who tattoo, with their working hours and places. */
export interface WorkingHoursResource {
	/** Get an artist's working hours, or null while it is the version that you have. */
	get(artistId: string, options: ReadOptions): Promise<Answer<ArtistWorkingHours> | null>;
	/**
	 * Get an artist's working hours.
	 * For times that can be booked, ask `listAvailability`. Time blocks and appointments narrow the hours.
	 * `GET /v1/artists/:artist_id/working_hours`. Needs the scope `read:artists`.
	 * @example await studio.workingHours.get("art_019909b9de007a2d957f7e1fdd2f4409")
	 */
	get(artistId: string, options?: RequestOptions): Promise<Answer<ArtistWorkingHours>>;

	/**
	 * Set an artist's working hours.
	 * Replaces all working hours. An artist without working hours cannot be booked. Appointments that are there already stay. For days off, block the time: the hours are those of every week.
	 * `PUT /v1/artists/:artist_id/working_hours`. Needs the scope `write:artists`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.workingHours.set("art_019909b9de007a2d957f7e1fdd2f4409", { hours: [{ weekday: 2, start: "10:00", end: "18:00" }] })
	 */
	set(artistId: string, body: NewWorkingHours, options?: ChangeOptions): Promise<Answer<ArtistWorkingHours>>;
}

/** The people who tattoo, with their working hours and places. */
export interface TimeBlocksResource {
	/**
	 * List an artist's time blocks.
	 * `listAllTimeBlocks` has those of everybody, for a copy.
	 * `GET /v1/artists/:artist_id/time_blocks`. Needs the scope `read:artists`.
	 * @example for await (const record of studio.timeBlocks.list("art_019909b9de007a2d957f7e1fdd2f4409")) console.log(record)
	 */
	list(artistId: string, query?: TimeBlocksListQuery, options?: RequestOptions): List<TimeBlock>;

	/**
	 * List the time blocks of all artists.
	 * A time block never changes. `GET /v1/deletions` has those that were freed.
	 * `GET /v1/time_blocks`. Needs the scope `read:artists`.
	 * @example for await (const record of studio.timeBlocks.listAll()) console.log(record)
	 */
	listAll(query?: TimeBlocksListAllQuery, options?: RequestOptions): List<TimeBlock>;

	/**
	 * Block a time of an artist.
	 * The artist cannot be booked in this time. Appointments that are there already stay.
	 * `POST /v1/artists/:artist_id/time_blocks`. Needs the scope `write:artists`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.timeBlocks.create("art_019909b9de007a2d957f7e1fdd2f4409", { start_at: "2026-04-06T08:00:00.000Z", end_at: "2026-04-10T18:00:00.000Z", reason: "Convention" })
	 */
	create(artistId: string, body: NewTimeBlock, options?: CreateOptions): Promise<Answer<TimeBlock>>;

	/** Get a time block, or null while it is the version that you have. */
	get(artistId: string, blockId: string, options: ReadOptions): Promise<Answer<TimeBlock> | null>;
	/**
	 * Get a time block.
	 * A time block never changes. It is gone once it is freed.
	 * `GET /v1/artists/:artist_id/time_blocks/:block_id`. Needs the scope `read:artists`.
	 * @example await studio.timeBlocks.get("art_019909b9de007a2d957f7e1fdd2f4409", "tbl_019cebe55040793e92bc3ceb3e7bb31e")
	 */
	get(artistId: string, blockId: string, options?: RequestOptions): Promise<Answer<TimeBlock>>;

	/**
	 * Free a blocked time.
	 * The time can be booked at once. To change a block, free it and block the other time.
	 * `DELETE /v1/artists/:artist_id/time_blocks/:block_id`. Needs the scope `write:artists`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.timeBlocks.delete("art_019909b9de007a2d957f7e1fdd2f4409", "tbl_019cebe55040793e92bc3ceb3e7bb31e")
	 */
	delete(artistId: string, blockId: string, options?: ChangeOptions): Promise<Answer<DeletedTimeBlock>>;
}

/** The people who tattoo, with their working hours and places. */
export interface ExternalCalendarsResource {
	/** Get an artist's external calendar, or null while it is the version that you have. */
	get(artistId: string, options: ReadOptions): Promise<Answer<ExternalCalendar> | null>;
	/**
	 * Get an artist's external calendar.
	 * Tells when it was read, and why it could not be read. Its address is not shown.
	 * `GET /v1/artists/:artist_id/external_calendar`. Needs the scope `read:artists`.
	 * @example await studio.externalCalendars.get("art_019909b9de007a2d957f7e1fdd2f4409")
	 */
	get(artistId: string, options?: RequestOptions): Promise<Answer<ExternalCalendar>>;

	/**
	 * Set an artist's external calendar.
	 * Takes exactly one of `ics_url` and `busy`. The artist cannot be booked in the busy times. The service keeps a URL that it cannot fetch, and `error` says why.
	 * `PUT /v1/artists/:artist_id/external_calendar`. Needs the scope `write:artists`. At most 30 requests a minute.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.externalCalendars.set("art_019909b9de007a2d957f7e1fdd2f4409", { ics_url: "https://calendar.example.com/mika.ics" })
	 */
	set(artistId: string, body: NewExternalCalendar, options?: ChangeOptions): Promise<Answer<ExternalCalendar>>;

	/**
	 * Remove an artist's external calendar.
	 * Its busy times can be booked at once.
	 * `DELETE /v1/artists/:artist_id/external_calendar`. Needs the scope `write:artists`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.externalCalendars.delete("art_019909b9de007a2d957f7e1fdd2f4409")
	 */
	delete(artistId: string, options?: ChangeOptions): Promise<Answer<DeletedExternalCalendar>>;
}

/** The people who tattoo, with their working hours and places. */
export interface ArtistCalendarFeedsResource {
	/**
	 * Get an artist's calendar feed.
	 * Tells what it shows and when it was last read. Its address is not shown.
	 * `GET /v1/artists/:artist_id/calendar_feed`. Needs the scope `read:artists`.
	 * @example await studio.artistCalendarFeeds.get("art_019909b9de007a2d957f7e1fdd2f4409")
	 */
	get(artistId: string, options?: RequestOptions): Promise<Answer<CalendarFeed>>;

	/**
	 * Make an artist's calendar feed.
	 * Answers a new secret address for calendar programs, and an earlier one ends. The address needs no credential.
	 * `PUT /v1/artists/:artist_id/calendar_feed`. Needs the scope `write:artists`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.artistCalendarFeeds.set("art_019909b9de007a2d957f7e1fdd2f4409", { details: "initials" })
	 */
	set(artistId: string, body?: NewCalendarFeed, options?: ChangeOptions): Promise<Answer<CalendarFeedWithUrl>>;

	/**
	 * End an artist's calendar feed.
	 * Its address is 404 at once.
	 * `DELETE /v1/artists/:artist_id/calendar_feed`. Needs the scope `write:artists`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.artistCalendarFeeds.delete("art_019909b9de007a2d957f7e1fdd2f4409")
	 */
	delete(artistId: string, options?: ChangeOptions): Promise<Answer<DeletedArtistCalendarFeed>>;
}

/** The places where artists work. */
export interface ShopCalendarFeedsResource {
	/**
	 * Get a shop's calendar feed.
	 * Tells what it shows and when it was last read. Its address is not shown.
	 * `GET /v1/shops/:shop_id/calendar_feed`. Needs the scope `read:shops`.
	 * @example await studio.shopCalendarFeeds.get("shp_019909b54a2072d99a67458ee0773ce6")
	 */
	get(shopId: string, options?: RequestOptions): Promise<Answer<CalendarFeed>>;

	/**
	 * Make a shop's calendar feed.
	 * Answers a new secret address for calendar programs, and an earlier one ends. The address needs no credential.
	 * `PUT /v1/shops/:shop_id/calendar_feed`. Needs the scope `write:shops`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.shopCalendarFeeds.set("shp_019909b54a2072d99a67458ee0773ce6", { details: "initials" })
	 */
	set(shopId: string, body?: NewCalendarFeed, options?: ChangeOptions): Promise<Answer<CalendarFeedWithUrl>>;

	/**
	 * End a shop's calendar feed.
	 * Its address is 404 at once.
	 * `DELETE /v1/shops/:shop_id/calendar_feed`. Needs the scope `write:shops`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.shopCalendarFeeds.delete("shp_019909b54a2072d99a67458ee0773ce6")
	 */
	delete(shopId: string, options?: ChangeOptions): Promise<Answer<DeletedShopCalendarFeed>>;
}

/** The places where artists work. */
export interface ShopsResource {
	/**
	 * List shops.
	 * To keep a copy, sync with `sort=updated_at` or follow `listEvents`. Reading the whole list again and again costs more and misses deletions.
	 * `GET /v1/shops`. Needs the scope `read:shops`.
	 * @example for await (const record of studio.shops.list()) console.log(record)
	 */
	list(query?: ShopsListQuery, options?: RequestOptions): List<Shop>;

	/**
	 * Create a shop.
	 * Artists join it with their `shop_id`.
	 * `POST /v1/shops`. Needs the scope `write:shops`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.shops.create({ name: "Kreuzberg", timezone: "Europe/Berlin", address: { line1: "Oranienstraße 1", line2: null, city: "Berlin", state: null, postal_code: "10999", country: "DE" } })
	 */
	create(body: NewShop, options?: CreateOptions): Promise<Answer<Shop>>;

	/** Get a shop, or null while it is the version that you have. */
	get(shopId: string, options: ReadOptions): Promise<Answer<Shop> | null>;
	/**
	 * Get a shop.
	 * For changes, take webhooks or `listEvents`. Do not poll this.
	 * `GET /v1/shops/:shop_id`. Needs the scope `read:shops`.
	 * @example await studio.shops.get("shp_019909b54a2072d99a67458ee0773ce6")
	 */
	get(shopId: string, options?: RequestOptions): Promise<Answer<Shop>>;

	/**
	 * Update a shop.
	 * Changes the fields that are sent. Null empties a field. A new name does not change the slug.
	 * `PATCH /v1/shops/:shop_id`. Needs the scope `write:shops`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.shops.update("shp_019909b54a2072d99a67458ee0773ce6", { phone: "+49 30 5550100" })
	 */
	update(shopId: string, body: ShopPatch, options?: ChangeOptions): Promise<Answer<Shop>>;

	/**
	 * Delete a shop.
	 * A shop that artists belong to, or that appointments name, cannot be deleted.
	 * `DELETE /v1/shops/:shop_id`. Needs the scope `write:shops`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.shops.delete("shp_019909b54a2072d99a67458ee0773ce6")
	 */
	delete(shopId: string, options?: ChangeOptions): Promise<Answer<DeletedShop>>;
}

/** The services that people can book with an artist, and their terms. */
export interface EventTypesResource {
	/**
	 * List event types.
	 * The studio makes them at the dashboard. Their ids go into bookings.
	 * `GET /v1/event_types`. Needs the scope `read:event_types`.
	 * @example for await (const record of studio.eventTypes.list()) console.log(record)
	 */
	list(query?: EventTypesListQuery, options?: RequestOptions): List<EventType>;

	/** Get an event type, or null while it is the version that you have. */
	get(eventTypeId: string, options: ReadOptions): Promise<Answer<EventType> | null>;
	/**
	 * Get an event type.
	 * Its rules decide what `createAppointment` and the booking page accept.
	 * `GET /v1/event_types/:event_type_id`. Needs the scope `read:event_types`.
	 * @example await studio.eventTypes.get("ety_019933b6288078039aee2275970c4960")
	 */
	get(eventTypeId: string, options?: RequestOptions): Promise<Answer<EventType>>;
}

/** The questions of a studio: intake, consent and others. */
export interface FormsResource {
	/** The pictures of ideas, leads, artists, forms and form submissions. */
	readonly pictures: FormsPicturesResource;

	/**
	 * List forms.
	 * For answers, list the submissions.
	 * `GET /v1/forms`. Needs the scope `read:forms`.
	 * @example for await (const record of studio.forms.list()) console.log(record)
	 */
	list(query?: FormsListQuery, options?: RequestOptions): List<Form>;

	/**
	 * Create a form.
	 * A form cannot change what people have answered. Submissions keep their answers.
	 * `POST /v1/forms`. Needs the scope `write:forms`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.forms.create({ name: "Tattoo request", kind: "INTAKE", creates: "LEAD", links_client: true, fields: [{ key: "email", label: "Email", type: "email", required: true, options: [] }] })
	 */
	create(body: NewForm, options?: CreateOptions): Promise<Answer<Form>>;

	/** Get a form, or null while it is the version that you have. */
	get(formId: string, options: ReadOptions): Promise<Answer<Form> | null>;
	/**
	 * Get a form.
	 * Show `fields` to people in this order, and send the answers with `createFormSubmission`.
	 * `GET /v1/forms/:form_id`. Needs the scope `read:forms`.
	 * @example await studio.forms.get("frm_0199337f3a007caa937fc74bc9ade512")
	 */
	get(formId: string, options?: RequestOptions): Promise<Answer<Form>>;

	/**
	 * Update a form.
	 * Changes the fields that are sent. Null empties a field. Existing submissions stay as they are.
	 * `PATCH /v1/forms/:form_id`. Needs the scope `write:forms`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.forms.update("frm_0199337f3a007caa937fc74bc9ade512", { is_active: false })
	 */
	update(formId: string, body: FormPatch, options?: ChangeOptions): Promise<Answer<Form>>;

	/**
	 * Delete a form.
	 * A form that has submissions, or that an event type names, cannot be deleted. Set `is_active` to false instead.
	 * `DELETE /v1/forms/:form_id`. Needs the scope `write:forms`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.forms.delete("frm_0199337f3a007caa937fc74bc9ade512")
	 */
	delete(formId: string, options?: ChangeOptions): Promise<Answer<DeletedForm>>;
}

/** The answers and signatures that people gave. */
export interface FormSubmissionsResource {
	/** The pictures of ideas, leads, artists, forms and form submissions. */
	readonly pictures: FormSubmissionsPicturesResource;

	/**
	 * List a form's submissions.
	 * For new answers, listen to `form_submission.created`. `listAllFormSubmissions` has those of every form.
	 * `GET /v1/forms/:form_id/submissions`. Needs the scope `read:form_submissions`.
	 * @example for await (const record of studio.formSubmissions.list("frm_0199337f3a007caa937fc74bc9ade512")) console.log(record)
	 */
	list(formId: string, query?: FormSubmissionsListQuery, options?: RequestOptions): List<FormSubmission>;

	/**
	 * List the submissions of all forms.
	 * For new answers, listen to `form_submission.created`.
	 * `GET /v1/form_submissions`. Needs the scope `read:form_submissions`.
	 * @example for await (const record of studio.formSubmissions.listAll()) console.log(record)
	 */
	listAll(query?: FormSubmissionsListAllQuery, options?: RequestOptions): List<FormSubmission>;

	/**
	 * Submit a form.
	 * The service checks the answers against the form's fields. Depending on the form, it links or creates a client and creates a lead or an idea, in one transaction with the submission. It cannot be changed afterwards. A correction is another submission.
	 * `POST /v1/forms/:form_id/submissions`. Needs the scope `write:form_submissions`. At most 60 requests a minute.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.formSubmissions.create("frm_0199337f3a007caa937fc74bc9ade512", { submission_data: { email: "noor@example.com", placement: "Left forearm" } })
	 */
	create(formId: string, body: NewFormSubmission, options?: CreateOptions): Promise<Answer<FormSubmission>>;

	/** Get a form submission, or null while it is the version that you have. */
	get(formId: string, submissionId: string, options: ReadOptions): Promise<Answer<FormSubmission> | null>;
	/**
	 * Get a form submission.
	 * With the id alone, use `getFormSubmissionById`.
	 * `GET /v1/forms/:form_id/submissions/:submission_id`. Needs the scope `read:form_submissions`.
	 * @example await studio.formSubmissions.get("frm_0199337f3a007caa937fc74bc9ade512", "fsb_019cebe55040747a9b3e9cd37390a1dc")
	 */
	get(formId: string, submissionId: string, options?: RequestOptions): Promise<Answer<FormSubmission>>;

	/**
	 * Delete a form submission.
	 * The client, lead or idea that the submission made stays. The lead or idea then has no `form_submission_id`.
	 * `DELETE /v1/form_submissions/:submission_id`. Needs the scope `write:form_submissions`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.formSubmissions.delete("fsb_019cebe55040747a9b3e9cd37390a1dc")
	 */
	delete(submissionId: string, options?: ChangeOptions): Promise<Answer<DeletedFormSubmission>>;
}

/** The answers and signatures that people gave. */
export interface FormSubmissionByIdsResource {
	/** Get a form submission by its id alone, or null while it is the version that you have. */
	get(submissionId: string, options: ReadOptions): Promise<Answer<FormSubmission> | null>;
	/**
	 * Get a form submission by its id alone.
	 * For events, which name the submission and not always its form.
	 * `GET /v1/form_submissions/:submission_id`. Needs the scope `read:form_submissions`.
	 * @example await studio.formSubmissionByIds.get("fsb_019cebe55040747a9b3e9cd37390a1dc")
	 */
	get(submissionId: string, options?: RequestOptions): Promise<Answer<FormSubmission>>;
}

/** The pictures of ideas, leads, artists, forms and form submissions. */
export interface IdeasPicturesResource {
	/**
	 * List the pictures of an idea.
	 * In the order of `position`. All are on one page.
	 * `GET /v1/ideas/:idea_id/pictures`. Needs the scope `read:ideas`.
	 * @example for await (const record of studio.ideas.pictures.list("ide_019c7fe06ba070b99d7c5277a7a741fd")) console.log(record)
	 */
	list(ideaId: string, query?: IdeasPicturesListQuery, options?: RequestOptions): List<Picture>;

	/**
	 * Add a picture to an idea.
	 * Takes the bytes themselves, not JSON. The picture comes last among those of an idea. For a field of a form, upload with `createFormPicture`.
	 * `POST /v1/ideas/:idea_id/pictures`. Needs the scope `write:ideas`.
	 * @throws {ValidationError} Validation failed
	 * @throws {PlanLimitReachedError} Plan limit reached
	 * @throws {ConflictError} Conflict
	 * @example await studio.ideas.pictures.create("ide_019c7fe06ba070b99d7c5277a7a741fd", picture)
	 */
	create(
		ideaId: string,
		picture: Blob,
		query?: IdeasPicturesCreateQuery,
		options?: CreateOptions,
	): Promise<Answer<Picture>>;

	/** Get a picture of an idea, or null while it is the version that you have. */
	get(ideaId: string, pictureId: string, options: ReadOptions): Promise<Answer<Picture> | null>;
	/**
	 * Get a picture of an idea.
	 * Gives a new `url`. Those of private pictures end after an hour, so do not store them.
	 * `GET /v1/ideas/:idea_id/pictures/:picture_id`. Needs the scope `read:ideas`.
	 * @example await studio.ideas.pictures.get("ide_019c7fe06ba070b99d7c5277a7a741fd", "pic_019cebe5504073599b3e9cd37390a1dc")
	 */
	get(ideaId: string, pictureId: string, options?: RequestOptions): Promise<Answer<Picture>>;

	/**
	 * Change the caption or the place of a picture of an idea.
	 * The bytes stay. For other bytes, add a picture and delete this one.
	 * `PATCH /v1/ideas/:idea_id/pictures/:picture_id`. Needs the scope `write:ideas`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.ideas.pictures.update("ide_019c7fe06ba070b99d7c5277a7a741fd", "pic_019cebe5504073599b3e9cd37390a1dc", { caption: "The fern on the forearm", position: 1 })
	 */
	update(ideaId: string, pictureId: string, body: PicturePatch, options?: ChangeOptions): Promise<Answer<Picture>>;

	/**
	 * Delete a picture of an idea.
	 * Its bytes are gone for good. Its addresses stop working.
	 * `DELETE /v1/ideas/:idea_id/pictures/:picture_id`. Needs the scope `write:ideas`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.ideas.pictures.delete("ide_019c7fe06ba070b99d7c5277a7a741fd", "pic_019cebe5504073599b3e9cd37390a1dc")
	 */
	delete(ideaId: string, pictureId: string, options?: ChangeOptions): Promise<Answer<DeletedPicture>>;
}

/** The pictures of ideas, leads, artists, forms and form submissions. */
export interface LeadsPicturesResource {
	/**
	 * List the pictures of a lead.
	 * In the order of `position`. All are on one page.
	 * `GET /v1/leads/:lead_id/pictures`. Needs the scope `read:leads`.
	 * @example for await (const record of studio.leads.pictures.list("led_019c7bf0e9c0786394e95268f5ec6307")) console.log(record)
	 */
	list(leadId: string, query?: LeadsPicturesListQuery, options?: RequestOptions): List<Picture>;

	/**
	 * Add a picture to a lead.
	 * Takes the bytes themselves, not JSON. The picture comes last among those of a lead. For a field of a form, upload with `createFormPicture`.
	 * `POST /v1/leads/:lead_id/pictures`. Needs the scope `write:leads`.
	 * @throws {ValidationError} Validation failed
	 * @throws {PlanLimitReachedError} Plan limit reached
	 * @throws {ConflictError} Conflict
	 * @example await studio.leads.pictures.create("led_019c7bf0e9c0786394e95268f5ec6307", picture)
	 */
	create(
		leadId: string,
		picture: Blob,
		query?: LeadsPicturesCreateQuery,
		options?: CreateOptions,
	): Promise<Answer<Picture>>;

	/** Get a picture of a lead, or null while it is the version that you have. */
	get(leadId: string, pictureId: string, options: ReadOptions): Promise<Answer<Picture> | null>;
	/**
	 * Get a picture of a lead.
	 * Gives a new `url`. Those of private pictures end after an hour, so do not store them.
	 * `GET /v1/leads/:lead_id/pictures/:picture_id`. Needs the scope `read:leads`.
	 * @example await studio.leads.pictures.get("led_019c7bf0e9c0786394e95268f5ec6307", "pic_019cebe5504073599b3e9cd37390a1dc")
	 */
	get(leadId: string, pictureId: string, options?: RequestOptions): Promise<Answer<Picture>>;

	/**
	 * Change the caption or the place of a picture of a lead.
	 * The bytes stay. For other bytes, add a picture and delete this one.
	 * `PATCH /v1/leads/:lead_id/pictures/:picture_id`. Needs the scope `write:leads`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.leads.pictures.update("led_019c7bf0e9c0786394e95268f5ec6307", "pic_019cebe5504073599b3e9cd37390a1dc", { caption: "The fern on the forearm", position: 1 })
	 */
	update(leadId: string, pictureId: string, body: PicturePatch, options?: ChangeOptions): Promise<Answer<Picture>>;

	/**
	 * Delete a picture of a lead.
	 * Its bytes are gone for good. Its addresses stop working.
	 * `DELETE /v1/leads/:lead_id/pictures/:picture_id`. Needs the scope `write:leads`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.leads.pictures.delete("led_019c7bf0e9c0786394e95268f5ec6307", "pic_019cebe5504073599b3e9cd37390a1dc")
	 */
	delete(leadId: string, pictureId: string, options?: ChangeOptions): Promise<Answer<DeletedPicture>>;
}

/** The pictures of ideas, leads, artists, forms and form submissions. */
export interface ArtistsPicturesResource {
	/**
	 * List the pictures of an artist.
	 * In the order of `position`. All are on one page.
	 * `GET /v1/artists/:artist_id/pictures`. Needs the scope `read:artists`.
	 * @example for await (const record of studio.artists.pictures.list("art_019909b9de007a2d957f7e1fdd2f4409")) console.log(record)
	 */
	list(artistId: string, query?: ArtistsPicturesListQuery, options?: RequestOptions): List<Picture>;

	/**
	 * Add a picture to an artist.
	 * Takes the bytes themselves, not JSON. The picture comes last among those of an artist. For a field of a form, upload with `createFormPicture`.
	 * `POST /v1/artists/:artist_id/pictures`. Needs the scope `write:artists`.
	 * @throws {ValidationError} Validation failed
	 * @throws {PlanLimitReachedError} Plan limit reached
	 * @throws {ConflictError} Conflict
	 * @example await studio.artists.pictures.create("art_019909b9de007a2d957f7e1fdd2f4409", picture)
	 */
	create(
		artistId: string,
		picture: Blob,
		query?: ArtistsPicturesCreateQuery,
		options?: CreateOptions,
	): Promise<Answer<Picture>>;

	/** Get a picture of an artist, or null while it is the version that you have. */
	get(artistId: string, pictureId: string, options: ReadOptions): Promise<Answer<Picture> | null>;
	/**
	 * Get a picture of an artist.
	 * Gives a new `url`. Those of private pictures end after an hour, so do not store them.
	 * `GET /v1/artists/:artist_id/pictures/:picture_id`. Needs the scope `read:artists`.
	 * @example await studio.artists.pictures.get("art_019909b9de007a2d957f7e1fdd2f4409", "pic_019cebe5504073599b3e9cd37390a1dc")
	 */
	get(artistId: string, pictureId: string, options?: RequestOptions): Promise<Answer<Picture>>;

	/**
	 * Change the caption or the place of a picture of an artist.
	 * The bytes stay. For other bytes, add a picture and delete this one.
	 * `PATCH /v1/artists/:artist_id/pictures/:picture_id`. Needs the scope `write:artists`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.artists.pictures.update("art_019909b9de007a2d957f7e1fdd2f4409", "pic_019cebe5504073599b3e9cd37390a1dc", { caption: "The fern on the forearm", position: 1 })
	 */
	update(artistId: string, pictureId: string, body: PicturePatch, options?: ChangeOptions): Promise<Answer<Picture>>;

	/**
	 * Delete a picture of an artist.
	 * Its bytes are gone for good. Its addresses stop working.
	 * `DELETE /v1/artists/:artist_id/pictures/:picture_id`. Needs the scope `write:artists`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.artists.pictures.delete("art_019909b9de007a2d957f7e1fdd2f4409", "pic_019cebe5504073599b3e9cd37390a1dc")
	 */
	delete(artistId: string, pictureId: string, options?: ChangeOptions): Promise<Answer<DeletedPicture>>;
}

/** The pictures of ideas, leads, artists, forms and form submissions. */
export interface FormSubmissionsPicturesResource {
	/**
	 * List the pictures of a form submission.
	 * In the order of `position`. All are on one page.
	 * `GET /v1/form_submissions/:submission_id/pictures`. Needs the scope `read:form_submissions`.
	 * @example for await (const record of studio.formSubmissions.pictures.list("fsb_019cebe55040747a9b3e9cd37390a1dc")) console.log(record)
	 */
	list(submissionId: string, query?: FormSubmissionsPicturesListQuery, options?: RequestOptions): List<Picture>;

	/**
	 * Add a picture to a form submission.
	 * Takes the bytes themselves, not JSON. The picture comes last among those of a form submission. For a field of a form, upload with `createFormPicture`.
	 * `POST /v1/form_submissions/:submission_id/pictures`. Needs the scope `write:form_submissions`.
	 * @throws {ValidationError} Validation failed
	 * @throws {PlanLimitReachedError} Plan limit reached
	 * @throws {ConflictError} Conflict
	 * @example await studio.formSubmissions.pictures.create("fsb_019cebe55040747a9b3e9cd37390a1dc", picture)
	 */
	create(
		submissionId: string,
		picture: Blob,
		query?: FormSubmissionsPicturesCreateQuery,
		options?: CreateOptions,
	): Promise<Answer<Picture>>;

	/** Get a picture of a form submission, or null while it is the version that you have. */
	get(submissionId: string, pictureId: string, options: ReadOptions): Promise<Answer<Picture> | null>;
	/**
	 * Get a picture of a form submission.
	 * Gives a new `url`. Those of private pictures end after an hour, so do not store them.
	 * `GET /v1/form_submissions/:submission_id/pictures/:picture_id`. Needs the scope `read:form_submissions`.
	 * @example await studio.formSubmissions.pictures.get("fsb_019cebe55040747a9b3e9cd37390a1dc", "pic_019cebe5504073599b3e9cd37390a1dc")
	 */
	get(submissionId: string, pictureId: string, options?: RequestOptions): Promise<Answer<Picture>>;

	/**
	 * Change the caption or the place of a picture of a form submission.
	 * The bytes stay. For other bytes, add a picture and delete this one.
	 * `PATCH /v1/form_submissions/:submission_id/pictures/:picture_id`. Needs the scope `write:form_submissions`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.formSubmissions.pictures.update("fsb_019cebe55040747a9b3e9cd37390a1dc", "pic_019cebe5504073599b3e9cd37390a1dc", { caption: "The fern on the forearm", position: 1 })
	 */
	update(
		submissionId: string,
		pictureId: string,
		body: PicturePatch,
		options?: ChangeOptions,
	): Promise<Answer<Picture>>;

	/**
	 * Delete a picture of a form submission.
	 * Its bytes are gone for good. Its addresses stop working.
	 * `DELETE /v1/form_submissions/:submission_id/pictures/:picture_id`. Needs the scope `write:form_submissions`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.formSubmissions.pictures.delete("fsb_019cebe55040747a9b3e9cd37390a1dc", "pic_019cebe5504073599b3e9cd37390a1dc")
	 */
	delete(submissionId: string, pictureId: string, options?: ChangeOptions): Promise<Answer<DeletedPicture>>;
}

/** The pictures of ideas, leads, artists, forms and form submissions. */
export interface FormsPicturesResource {
	/**
	 * Add a picture for a submission of a form.
	 * A field of the type `picture` takes its id. A picture that no submission names is deleted within a day.
	 * `POST /v1/forms/:form_id/pictures`. Needs the scope `write:form_submissions`.
	 * @throws {ValidationError} Validation failed
	 * @throws {PlanLimitReachedError} Plan limit reached
	 * @throws {ConflictError} Conflict
	 * @example await studio.forms.pictures.create("frm_0199337f3a007caa937fc74bc9ade512", picture)
	 */
	create(
		formId: string,
		picture: Blob,
		query?: FormsPicturesCreateQuery,
		options?: CreateOptions,
	): Promise<Answer<Picture>>;
}

/** The log of what happened in a studio. */
export interface EventsResource {
	/**
	 * List events.
	 * The tenant's event log of the last 30 days, newest first. With `after_sequence` it is the feed: rising, and it waits for what comes where `wait` says so. Go on with `next_after_sequence`. To follow along, keep `after_sequence`: pages by `cursor` do not go on to new events.
	 * `GET /v1/events`. Needs the scope `read:events`.
	 * @throws {ValidationError} Validation failed
	 * @throws {EventsExpiredError} Events no longer kept
	 * @example for await (const record of studio.events.list()) console.log(record)
	 */
	list<T extends PublicEventType = PublicEventType>(
		query?: EventsListQuery<T>,
		options?: RequestOptions,
	): List<EventOf<T>, FeedPage<EventOf<T>>>;

	/**
	 * Get an event.
	 * Events are kept for 30 days. The data is that of the moment of the change; read the record for the present state.
	 * `GET /v1/events/:event_id`. Needs the scope `read:events`.
	 * @example await studio.events.get("evt_019cebe550407bd99a783b3c2e63fd7e")
	 */
	get(eventId: string, options?: RequestOptions): Promise<Answer<StudioEvent>>;
}

/** The log of what happened in a studio. */
export interface DeletionsResource {
	/**
	 * List what was deleted.
	 * Every record that was deleted or merged into another, by itself or with its owner, as long as the audit log is kept. The list leaves out records of types that the credential may not read. The types, each with the scope that it also needs: `client` (read:clients), `appointment` (read:appointments), `lead` (read:leads), `idea` (read:ideas), `form` (read:forms), `form_submission` (read:form_submissions), `artist` (read:artists), `shop` (read:shops), `event_type` (read:event_types), `time_block` (read:artists), `webhook_endpoint` (read:webhook_endpoints), `delivery` (read:deliveries), `automation_hook` (read:automation), `picture` (the scope that reads its record). Records that the service forgets because of their age, such as old events, are no deletions.
	 * `GET /v1/deletions`. Needs the scope `read:events`.
	 * @example for await (const record of studio.deletions.list()) console.log(record)
	 */
	list(query?: DeletionsListQuery, options?: RequestOptions): List<Deletion>;
}

/** The addresses that receive events, and the secrets that sign them. */
export interface WebhookEndpointsResource {
	/**
	 * List webhook endpoints.
	 * No answer shows their secrets again.
	 * `GET /v1/webhook_endpoints`. Needs the scope `read:webhook_endpoints`.
	 * @example for await (const record of studio.webhookEndpoints.list()) console.log(record)
	 */
	list(query?: WebhookEndpointsListQuery, options?: RequestOptions): List<WebhookEndpoint>;

	/**
	 * Create a webhook endpoint.
	 * Only this answer shows the secret that signs the deliveries.
	 * `POST /v1/webhook_endpoints`. Needs the scope `write:webhook_endpoints`.
	 * @throws {ValidationError} Validation failed
	 * @throws {PlanLimitReachedError} Plan limit reached
	 * @throws {ConflictError} Conflict
	 * @example await studio.webhookEndpoints.create({ url: "https://crm.example.com/webhooks", events: ["appointment.created", "appointment.rescheduled"], exclude_own: true })
	 */
	create(body: NewWebhookEndpoint, options?: CreateOptions): Promise<Answer<WebhookEndpointWithSecret>>;

	/** Get a webhook endpoint, or null while it is the version that you have. */
	get(endpointId: string, options: ReadOptions): Promise<Answer<WebhookEndpoint> | null>;
	/**
	 * Get a webhook endpoint.
	 * To see how deliveries fare, list them.
	 * `GET /v1/webhook_endpoints/:endpoint_id`. Needs the scope `read:webhook_endpoints`.
	 * @example await studio.webhookEndpoints.get("whe_019c7bf0-e9c0-7922-9f08-43b898ba44a6")
	 */
	get(endpointId: string, options?: RequestOptions): Promise<Answer<WebhookEndpoint>>;

	/**
	 * Update, disable or re-activate a webhook endpoint.
	 * While the endpoint is disabled, its pending deliveries wait. `status: ACTIVE` sends them at once and sets the count of failures to 0.
	 * `PATCH /v1/webhook_endpoints/:endpoint_id`. Needs the scope `write:webhook_endpoints`.
	 * @throws {ValidationError} Validation failed
	 * @throws {PlanLimitReachedError} Plan limit reached
	 * @throws {ConflictError} Conflict
	 * @example await studio.webhookEndpoints.update("whe_019c7bf0-e9c0-7922-9f08-43b898ba44a6", { status: "ACTIVE", replay_missed: true })
	 */
	update(endpointId: string, body: WebhookEndpointPatch, options?: ChangeOptions): Promise<Answer<WebhookEndpoint>>;

	/**
	 * Delete a webhook endpoint.
	 * Deletes its deliveries, too, including pending ones.
	 * `DELETE /v1/webhook_endpoints/:endpoint_id`. Needs the scope `write:webhook_endpoints`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.webhookEndpoints.delete("whe_019c7bf0-e9c0-7922-9f08-43b898ba44a6")
	 */
	delete(endpointId: string, options?: ChangeOptions): Promise<Answer<DeletedWebhookEndpoint>>;

	/**
	 * Give a webhook endpoint a new secret.
	 * For 48 hours the service signs deliveries with both the new and the replaced secret. A secret that was replaced earlier ends at once.
	 * `POST /v1/webhook_endpoints/:endpoint_id/rotate_secret`. Needs the scope `write:webhook_endpoints`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.webhookEndpoints.rotateSecret("whe_019c7bf0-e9c0-7922-9f08-43b898ba44a6")
	 */
	rotateSecret(endpointId: string, options?: ChangeOptions): Promise<Answer<WebhookEndpointWithSecret>>;

	/**
	 * Send a sample event to a webhook endpoint.
	 * The envelope has `test: true` and no `sequence`. The service sends it once, to this endpoint alone, even if the endpoint is disabled. The event log does not show it. To send a real event again, replay its delivery.
	 * `POST /v1/webhook_endpoints/:endpoint_id/test`. Needs the scope `write:webhook_endpoints`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.webhookEndpoints.test("whe_019c7bf0-e9c0-7922-9f08-43b898ba44a6", { type: "appointment.created" })
	 */
	test(endpointId: string, body?: WebhookTest, options?: ChangeOptions): Promise<Answer<Delivery>>;

	/**
	 * Check the signature of a request that a receiver got.
	 * When your receiver refuses a request. Nothing of it is kept.
	 * `POST /v1/webhook_endpoints/:endpoint_id/verify`. Needs the scope `read:webhook_endpoints`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.webhookEndpoints.verify("whe_019c7bf0-e9c0-7922-9f08-43b898ba44a6", { headers: { "service-signature": "t=1790000000,v1=5f0c…" }, body: "{}" })
	 */
	verify(endpointId: string, body: ReceivedRequest, options?: ChangeOptions): Promise<Answer<SignatureCheck>>;

	/**
	 * Replay every dead or waiting delivery of a webhook endpoint.
	 * After an outage of your receiver. Count first with `dry_run`. A single delivery is sent again with `replayDelivery`.
	 * `POST /v1/webhook_endpoints/:endpoint_id/recover`. Needs the scope `write:deliveries`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.webhookEndpoints.recover("whe_019c7bf0-e9c0-7922-9f08-43b898ba44a6", { since: "2026-03-02T14:00:00.000Z", dry_run: true })
	 */
	recover(endpointId: string, body: NewRecovery, options?: ChangeOptions): Promise<Answer<Recovery>>;
}

/** The addresses that receive events, and the secrets that sign them. */
export interface ReplacedWebhookEndpointValuesResource {
	/**
	 * End the replaced secret of a webhook endpoint.
	 * If a secret has leaked, rotate it and end the replaced one. The next deliveries are signed with the new secret alone. Does nothing if no replaced secret signs.
	 * `POST /v1/webhook_endpoints/:endpoint_id/end_replaced_value`. Needs the scope `write:webhook_endpoints`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.replacedWebhookEndpointValues.end("whe_019c7bf0-e9c0-7922-9f08-43b898ba44a6")
	 */
	end(endpointId: string, options?: ChangeOptions): Promise<Answer<WebhookEndpoint>>;
}

/** The attempts to send each event to each endpoint. */
export interface DeliveriesResource {
	/**
	 * List a webhook endpoint's deliveries.
	 * Deliveries of the last 30 days. Each has every attempt. To find all deliveries of one event, use `listAllDeliveries` with `event_id`.
	 * `GET /v1/webhook_endpoints/:endpoint_id/deliveries`. Needs the scope `read:deliveries`.
	 * @example for await (const record of studio.deliveries.list("whe_019c7bf0-e9c0-7922-9f08-43b898ba44a6")) console.log(record)
	 */
	list(endpointId: string, query?: DeliveriesListQuery, options?: RequestOptions): List<Delivery>;

	/**
	 * List the deliveries of all webhook endpoints.
	 * Deliveries of the last 30 days. Each has every attempt.
	 * `GET /v1/deliveries`. Needs the scope `read:deliveries`.
	 * @example for await (const record of studio.deliveries.listAll()) console.log(record)
	 */
	listAll(query?: DeliveriesListAllQuery, options?: RequestOptions): List<Delivery>;

	/** Get a delivery, or null while it is the version that you have. */
	get(deliveryId: string, options: ReadOptions): Promise<Answer<Delivery> | null>;
	/**
	 * Get a delivery.
	 * Its attempts show the bytes that were sent and the answer of the receiver.
	 * `GET /v1/deliveries/:delivery_id`. Needs the scope `read:deliveries`.
	 * @example await studio.deliveries.get("wbd_019cebe550407c2d9dfcabbfb1b604db")
	 */
	get(deliveryId: string, options?: RequestOptions): Promise<Answer<Delivery>>;

	/**
	 * Send a delivery once more.
	 * Adds one attempt to a delivery that is SUCCEEDED or DEAD; if it fails, the delivery is DEAD. Of a PENDING one it makes the next attempt now, and a failure is followed by the wait of its number. 409 `conflict` while an attempt at a PENDING one is under way or its endpoint is not ACTIVE. For many deliveries, use `recoverWebhookEndpoint`. Receivers must drop events that they know.
	 * `POST /v1/deliveries/:delivery_id/replay`. Needs the scope `write:deliveries`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.deliveries.replay("wbd_019cebe550407c2d9dfcabbfb1b604db")
	 */
	replay(deliveryId: string, options?: ChangeOptions): Promise<Answer<Delivery>>;
}

/** The attempts to send each event to each endpoint. */
export interface EventDeliveriesResource {
	/**
	 * List the deliveries of an event, and why endpoints have none.
	 * When a webhook is missed. One entry for each webhook endpoint.
	 * `GET /v1/events/:event_id/deliveries`. Needs the scope `read:deliveries`.
	 * @example for await (const record of studio.eventDeliveries.list("evt_019cebe550407bd99a783b3c2e63fd7e")) console.log(record)
	 */
	list(eventId: string, query?: EventDeliveriesListQuery, options?: RequestOptions): List<EventDelivery>;
}

/** REST hooks, triggers to poll, actions and searches for automation platforms. */
export interface AutomationResource {
	/**
	 * Get the name of the connection.
	 * For automation platforms, which show `label` beside the connection. Others use `getMe`.
	 * `GET /v1/automation/me`. Needs the scope `read:automation`.
	 * @example await studio.automation.getMe()
	 */
	getMe(options?: RequestOptions): Promise<Answer<AutomationMe>>;

	/**
	 * List an automation hook's deliveries.
	 * Deliveries of the last 30 days. Each has every attempt. The service keeps no response bodies of hooks.
	 * `GET /v1/automation/hooks/:hook_id/deliveries`. Needs the scope `read:automation`.
	 * @example for await (const record of studio.automation.listHookDeliveries("hok_019cebe550407a3e92bc3ceb3e7bb31e")) console.log(record)
	 */
	listHookDeliveries(
		hookId: string,
		query?: AutomationListHookDeliveriesQuery,
		options?: RequestOptions,
	): List<Delivery>;

	/**
	 * Give an automation hook a new secret.
	 * The answer shows the new secret, with which a receiver verifies deliveries as at a webhook endpoint. The old one signs, too, for 48 hours.
	 * `POST /v1/automation/hooks/:hook_id/rotate_secret`. Needs the scope `write:automation`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.automation.rotateHookSecret("hok_019cebe550407a3e92bc3ceb3e7bb31e")
	 */
	rotateHookSecret(hookId: string, options?: ChangeOptions): Promise<Answer<AutomationHookWithSecret>>;

	/**
	 * List the latest events of the trigger new_appointment.
	 * An appointment was booked. The last 30 days, newest first. Each entry is what a hook of this trigger gets.
	 * `GET /v1/automation/triggers/new_appointment`. Needs the scope `read:automation`.
	 * @example await studio.automation.listTriggeredNewAppointment()
	 */
	listTriggeredNewAppointment(
		query?: AutomationListTriggeredNewAppointmentQuery,
		options?: RequestOptions,
	): Promise<Answer<Array<AutomationNewAppointment>>>;

	/**
	 * List the latest events of the trigger appointment_cancelled.
	 * An appointment was cancelled. The last 30 days, newest first. Each entry is what a hook of this trigger gets.
	 * `GET /v1/automation/triggers/appointment_cancelled`. Needs the scope `read:automation`.
	 * @example await studio.automation.listTriggeredAppointmentCancelled()
	 */
	listTriggeredAppointmentCancelled(
		query?: AutomationListTriggeredAppointmentCancelledQuery,
		options?: RequestOptions,
	): Promise<Answer<Array<AutomationAppointmentCancelled>>>;

	/**
	 * List the latest events of the trigger new_lead.
	 * A lead was created. The last 30 days, newest first. Each entry is what a hook of this trigger gets.
	 * `GET /v1/automation/triggers/new_lead`. Needs the scope `read:automation`.
	 * @example await studio.automation.listTriggeredNewLead()
	 */
	listTriggeredNewLead(
		query?: AutomationListTriggeredNewLeadQuery,
		options?: RequestOptions,
	): Promise<Answer<Array<AutomationNewLead>>>;

	/**
	 * List the latest events of the trigger new_client.
	 * A client was created. The last 30 days, newest first. Each entry is what a hook of this trigger gets.
	 * `GET /v1/automation/triggers/new_client`. Needs the scope `read:automation`.
	 * @example await studio.automation.listTriggeredNewClient()
	 */
	listTriggeredNewClient(
		query?: AutomationListTriggeredNewClientQuery,
		options?: RequestOptions,
	): Promise<Answer<Array<AutomationNewClient>>>;

	/**
	 * List the latest events of the trigger new_form_submission.
	 * A form was submitted. Consent forms are included. The last 30 days, newest first. Each entry is what a hook of this trigger gets.
	 * `GET /v1/automation/triggers/new_form_submission`. Needs the scope `read:automation`.
	 * @example await studio.automation.listTriggeredNewFormSubmission()
	 */
	listTriggeredNewFormSubmission(
		query?: AutomationListTriggeredNewFormSubmissionQuery,
		options?: RequestOptions,
	): Promise<Answer<Array<AutomationNewFormSubmission>>>;

	/**
	 * Action: create a client.
	 * For automation platforms, with the scope `write:automation` alone. Others use `createClient`.
	 * `POST /v1/automation/actions/create_client`. Needs the scope `write:automation`.
	 * @throws {ValidationError} Validation failed
	 * @throws {DuplicateEmailError} Email already in use
	 * @throws {ConflictError} Conflict
	 * @example await studio.automation.createClient({ email: "noor@example.com", first_name: "Noor", last_name: "Haddad", tags: ["fine line"] })
	 */
	createClient(body: NewClient, options?: CreateOptions): Promise<Answer<Client>>;

	/**
	 * Action: find a client by email, or create one.
	 * Answers 200 with the client that has this email, unchanged, or 201 with a new client. Upper and lower case make no difference.
	 * `POST /v1/automation/actions/find_or_create_client`. Needs the scope `write:automation`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.automation.findOrCreateClient({ email: "noor@example.com", first_name: "Noor", last_name: "Haddad", tags: ["fine line"] })
	 */
	findOrCreateClient(body: NewClient, options?: CreateOptions): Promise<Answer<Client>>;

	/**
	 * Action: create a lead.
	 * For automation platforms, with the scope `write:automation` alone. Others use `createLead`.
	 * `POST /v1/automation/actions/create_lead`. Needs the scope `write:automation`.
	 * @throws {ValidationError} Validation failed
	 * @throws {ConflictError} Conflict
	 * @example await studio.automation.createLead({ first_name: "Noor", email: "noor@example.com", message: "I would like a fern along my forearm, about 15 cm.", budget_range_max: 600 })
	 */
	createLead(body: NewLead, options?: CreateOptions): Promise<Answer<Lead>>;

	/** Get a client that an action made, or null while it is the version that you have. */
	getClient(clientId: string, options: ReadOptions): Promise<Answer<Client> | null>;
	/**
	 * Get a client that an action made.
	 * The `Location` of an action leads here. Others use `getClient`.
	 * `GET /v1/automation/clients/:client_id`. Needs the scope `read:automation`.
	 * @example await studio.automation.getClient("cli_019c7bf0e9c079229f0843b898ba44a6")
	 */
	getClient(clientId: string, options?: RequestOptions): Promise<Answer<Client>>;

	/** Get a lead that an action made, or null while it is the version that you have. */
	getLead(leadId: string, options: ReadOptions): Promise<Answer<Lead> | null>;
	/**
	 * Get a lead that an action made.
	 * The `Location` of an action leads here. Others use `getLead`.
	 * `GET /v1/automation/leads/:lead_id`. Needs the scope `read:automation`.
	 * @example await studio.automation.getLead("led_019c7bf0e9c0786394e95268f5ec6307")
	 */
	getLead(leadId: string, options?: RequestOptions): Promise<Answer<Lead>>;

	/**
	 * Search: find a client by email.
	 * An array with the client that has this email, or an empty array. Upper and lower case make no difference.
	 * `GET /v1/automation/searches/client`. Needs the scope `read:automation`.
	 * @example await studio.automation.searchClient({ email: "noor@example.com" })
	 */
	searchClient(query: AutomationSearchClientQuery, options?: RequestOptions): Promise<Answer<Array<Client>>>;
}

/** REST hooks, triggers to poll, actions and searches for automation platforms. */
export interface AutomationHooksResource {
	/**
	 * List automation hooks.
	 * Hooks of automation platforms. Webhook endpoints have a list of their own.
	 * `GET /v1/automation/hooks`. Needs the scope `read:automation`.
	 * @example for await (const record of studio.automationHooks.list()) console.log(record)
	 */
	list(query?: AutomationHooksListQuery, options?: RequestOptions): List<AutomationHook>;

	/**
	 * Subscribe to a trigger.
	 * Answers 201 with a new hook and its signing secret, or 200 with the hook that this URL and trigger already have, without it. Hooks do not count towards the webhook endpoints of the plan; a tenant has at most 100 of them. A hook gets what its trigger lists, with the headers and the retries of webhooks. An answer of 410 removes the hook. After 50 failed attempts in a row the service disables it, without a mail, until it is subscribed again. For automation platforms. Other programs get more with a webhook endpoint: choice of events, filters and order.
	 * `POST /v1/automation/hooks`. Needs the scope `write:automation`.
	 * @throws {ValidationError} Validation failed
	 * @throws {PlanLimitReachedError} Plan limit reached
	 * @throws {ConflictError} Conflict
	 * @example await studio.automationHooks.create({ target_url: "https://hooks.example.com/4711", trigger: "new_client" })
	 */
	create(body: NewAutomationHook, options?: CreateOptions): Promise<Answer<SubscribedAutomationHook>>;

	/** Get an automation hook, or null while it is the version that you have. */
	get(hookId: string, options: ReadOptions): Promise<Answer<AutomationHook> | null>;
	/**
	 * Get an automation hook.
	 * To see how deliveries fare, list them.
	 * `GET /v1/automation/hooks/:hook_id`. Needs the scope `read:automation`.
	 * @example await studio.automationHooks.get("hok_019cebe550407a3e92bc3ceb3e7bb31e")
	 */
	get(hookId: string, options?: RequestOptions): Promise<Answer<AutomationHook>>;

	/**
	 * Unsubscribe from a trigger.
	 * The service does not send the hook's pending deliveries any more.
	 * `DELETE /v1/automation/hooks/:hook_id`. Needs the scope `write:automation`.
	 * @throws {ConflictError} Conflict
	 * @example await studio.automationHooks.delete("hok_019cebe550407a3e92bc3ceb3e7bb31e")
	 */
	delete(hookId: string, options?: ChangeOptions): Promise<Answer<DeletedAutomationHook>>;
}

/** Every change, with its actor and address. */
export interface AuditLogResource {
	/**
	 * List audit entries.
	 * Every change to the tenant's data. An entry tells what changed, who changed it, from which address and in which request.
	 * `GET /v1/audit_log`. Needs the scope `read:audit_log`.
	 * @example for await (const record of studio.auditLog.list()) console.log(record)
	 */
	list(query?: AuditLogListQuery, options?: RequestOptions): List<AuditEntry>;
}

/** Every change, with its actor and address. */
export interface AuditEntriesResource {
	/**
	 * Get an audit entry with its old values.
	 * The event of the same request has the values of records that are no settings.
	 * `GET /v1/audit_log/:audit_entry_id`. Needs the scope `read:audit_log`.
	 * @example await studio.auditEntries.get("aud_019cebe55040744e92bc3ceb3e7bb31e")
	 */
	get(auditEntryId: string, options?: RequestOptions): Promise<Answer<AuditEntry>>;
}

/** The requests with the tenant's credentials in the last three days, and how they were answered. */
export interface RequestsResource {
	/**
	 * List requests.
	 * The requests of the last three days to /v1. These are at most the latest 50 000, refused ones included. A request appears about a second after its answer, so those of the last second may be missing. For finding out why a request failed. It is no record of changes: that is the audit log.
	 * `GET /v1/requests`. Needs the scope `read:audit_log`.
	 * @example for await (const record of studio.requests.list()) console.log(record)
	 */
	list(query?: RequestsListQuery, options?: RequestOptions): List<ApiRequest>;

	/**
	 * Get a request.
	 * The request with this `X-Request-ID`. When a caller used the id several times, it is the latest. A request of the last second may be missing.
	 * `GET /v1/requests/:request_id`. Needs the scope `read:audit_log`.
	 * @example await studio.requests.get("req_019cebe55040714e92bc3ceb3e7bb31e")
	 */
	get(requestId: string, options?: RequestOptions): Promise<Answer<ApiRequest>>;
}

/** The query parameters of `clients.list`. */
export interface ClientsListQuery {
	/** Case makes no difference. At most 254 characters. */
	email?: string | undefined;
	/** Exactly this tag. At most 100 characters. */
	tag?: string | undefined;
	/** The id of an artist. */
	assigned_artist_id?: string | undefined;
	/** Exactly this source. At most 100 characters. */
	source?: string | undefined;
	/** `true`: only blocked clients. `false`: only the others. */
	is_blocked?: "true" | "false" | undefined;
	/** Only clients whose names, email, phone or Instagram handle have all of these up to 8 words, each from its beginning. At most 200 characters. */
	q?: string | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records created at or after this time. */
	created_since?: DateTime | undefined;
	/** Only records created before this time. */
	created_until?: DateTime | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `imports.list`. */
export interface ImportsListQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `imports.create`. */
export interface ImportsCreateQuery {
	/** The kind of record that the rows make. */
	type: "clients";
	/** Of a row whose email a client has: it is skipped, or updates the client. Default: "skip". */
	on_duplicate?: "skip" | "update" | undefined;
}

/** The query parameters of `imports.rows.list`. */
export interface ImportsRowsListQuery {
	/** Only rows with this outcome. */
	outcome?: "created" | "updated" | "skipped" | "failed" | "undone" | "left" | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
}

/** The query parameters of `exports.list`. */
export interface ExportsListQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `leads.list`. */
export interface LeadsListQuery {
	/** Only leads whose names, email, phone or message have all of these up to 8 words, each from its beginning. At most 200 characters. */
	q?: string | undefined;
	/** Only records in this stage. */
	stage?: "NEW" | "CONTACTED" | "QUALIFIED" | "BOOKED" | "LOST" | undefined;
	/** Case makes no difference. At most 254 characters. */
	email?: string | undefined;
	/** The id of the client that the leads became. */
	client_id?: string | undefined;
	/** The id of an artist. */
	assigned_artist_id?: string | undefined;
	/** Exactly this source. At most 100 characters. */
	source?: string | undefined;
	/** `true`: only archived records. `false`: only the others. Left out: both. */
	archived?: "true" | "false" | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records created at or after this time. */
	created_since?: DateTime | undefined;
	/** Only records created before this time. */
	created_until?: DateTime | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `ideas.list`. */
export interface IdeasListQuery {
	/** Only ideas whose subject or description have all of these up to 8 words, each from its beginning. At most 200 characters. */
	q?: string | undefined;
	/** The id of a client. */
	client_id?: string | undefined;
	/** Exactly this tag. At most 100 characters. */
	tag?: string | undefined;
	/** The id of an artist. */
	artist_id?: string | undefined;
	/** Only records in this stage. */
	stage?: "NEW" | "IN_REVIEW" | "QUOTED" | "APPROVED" | "SCHEDULED" | "DONE" | "DECLINED" | undefined;
	/** Only ideas that came from there. */
	source_type?: "MANUAL" | "FORM" | "BOOKING_PAGE" | "API" | "IMPORT" | undefined;
	/** Only ideas with this BTT status. */
	btt_status?: "NONE" | "PENDING" | "SENT" | "COMPLETED" | undefined;
	/** `true`: only archived records. `false`: only the others. Left out: both. */
	archived?: "true" | "false" | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records created at or after this time. */
	created_since?: DateTime | undefined;
	/** Only records created before this time. */
	created_until?: DateTime | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `appointments.list`. */
export interface AppointmentsListQuery {
	/** The id of an artist. */
	artist_id?: string | undefined;
	/** The id of a client. */
	client_id?: string | undefined;
	/** The id of a shop. */
	shop_id?: string | undefined;
	/** The id of an event type. */
	event_type_id?: string | undefined;
	/** The id of another system. At most 200 characters. */
	crm_appointment_id?: string | undefined;
	/** One status, or several, separated by commas. */
	status?: Several<"SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW"> | undefined;
	/** The status of the deposit. */
	deposit_status?: "REQUESTED" | "HELD" | "APPLIED" | "REFUNDING" | "REFUNDED" | "FORFEITED" | "WAIVED" | undefined;
	/** Only appointments that start at or after this time. */
	start_from?: DateTime | undefined;
	/** Only appointments that start before this time. */
	start_to?: DateTime | undefined;
	/** `updated_at`: by time of change, to sync. `start_at`: the earliest start first; `-start_at`: the latest. Without it the newest record comes first. */
	sort?: "updated_at" | "start_at" | "-start_at" | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
}

/** The query parameters of `availability.list`. */
export interface AvailabilityListQuery {
	/** The id of an active artist. At most 100 characters. */
	artist_id: string;
	/** The id of an event type of the artist. At most 100 characters. */
	event_type_id: string;
	/** Only times that start at or after this time. */
	from: DateTime;
	/** Only times that start before this time. At most 62 days after `from`. */
	to: DateTime;
}

/** The query parameters of `artists.list`. */
export interface ArtistsListQuery {
	/** The id of a shop. */
	shop_id?: string | undefined;
	/** Only the artist with this slug. At most 200 characters. */
	slug?: string | undefined;
	/** Only those in this state. */
	status?: "ACTIVE" | "DEACTIVATED" | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `timeBlocks.list`. */
export interface TimeBlocksListQuery {
	/** Only time blocks that end after this time. */
	from?: DateTime | undefined;
	/** Only time blocks that begin before this time. */
	to?: DateTime | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
}

/** The query parameters of `timeBlocks.listAll`. */
export interface TimeBlocksListAllQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records created at or after this time. */
	created_since?: DateTime | undefined;
	/** Only records created before this time. */
	created_until?: DateTime | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `shops.list`. */
export interface ShopsListQuery {
	/** Only the shop with this slug. At most 200 characters. */
	slug?: string | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `eventTypes.list`. */
export interface EventTypesListQuery {
	/** The id of an artist. */
	artist_id?: string | undefined;
	/** The id of the shop whose artists' event types are wanted. */
	shop_id?: string | undefined;
	/** Only those of this kind. */
	kind?: "CONSULTATION" | "TATTOO" | "TOUCH_UP" | "PIERCING" | "OTHER" | undefined;
	/** Each artist has at most one. At most 200 characters. */
	slug?: string | undefined;
	/** `true`: only those in use. `false`: only the others. */
	is_active?: "true" | "false" | undefined;
	/** Only event types that are shown like this. */
	visibility?: "PUBLIC" | "UNLISTED" | "PRIVATE" | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `forms.list`. */
export interface FormsListQuery {
	/** Only those of this kind. */
	kind?: "INTAKE" | "CONSENT" | "CUSTOM" | undefined;
	/** `true`: only those in use. `false`: only the others. */
	is_active?: "true" | "false" | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `formSubmissions.list`. */
export interface FormSubmissionsListQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records created at or after this time. */
	created_since?: DateTime | undefined;
	/** Only records created before this time. */
	created_until?: DateTime | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `formSubmissions.listAll`. */
export interface FormSubmissionsListAllQuery {
	/** The id of a client. */
	client_id?: string | undefined;
	/** The id of a form. */
	form_id?: string | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records created at or after this time. */
	created_since?: DateTime | undefined;
	/** Only records created before this time. */
	created_until?: DateTime | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `ideas.pictures.list`. */
export interface IdeasPicturesListQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
}

/** The query parameters of `ideas.pictures.create`. */
export interface IdeasPicturesCreateQuery {
	/** Words for people who cannot see the picture. At most 500 characters. */
	caption?: string | undefined;
}

/** The query parameters of `leads.pictures.list`. */
export interface LeadsPicturesListQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
}

/** The query parameters of `leads.pictures.create`. */
export interface LeadsPicturesCreateQuery {
	/** Words for people who cannot see the picture. At most 500 characters. */
	caption?: string | undefined;
}

/** The query parameters of `artists.pictures.list`. */
export interface ArtistsPicturesListQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
}

/** The query parameters of `artists.pictures.create`. */
export interface ArtistsPicturesCreateQuery {
	/** Words for people who cannot see the picture. At most 500 characters. */
	caption?: string | undefined;
}

/** The query parameters of `formSubmissions.pictures.list`. */
export interface FormSubmissionsPicturesListQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
}

/** The query parameters of `formSubmissions.pictures.create`. */
export interface FormSubmissionsPicturesCreateQuery {
	/** Words for people who cannot see the picture. At most 500 characters. */
	caption?: string | undefined;
}

/** The query parameters of `forms.pictures.create`. */
export interface FormsPicturesCreateQuery {
	/** Words for people who cannot see the picture. At most 500 characters. */
	caption?: string | undefined;
}

/** The query parameters of `events.list`. */
export interface EventsListQuery<T extends PublicEventType = PublicEventType> {
	/** Only events of this type. With `after_sequence` several types can be given. */
	type?: T | readonly T[] | undefined;
	/** The id of the record that the events are about. At most 200 characters. */
	about?: string | undefined;
	/** The id of their request (`X-Request-ID`). */
	request_id?: string | undefined;
	/** Lists what comes after this `sequence` in rising order: the feed. 0 begins with the oldest that is kept. It goes with `limit`, `type`, `about`, `request_id` and `wait`, and with no other parameter. At least 0. */
	after_sequence?: number | undefined;
	/** How many seconds the feed waits where there is nothing yet. It answers as soon as there is something. Only with `after_sequence`. From 0 to 25. */
	wait?: number | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records created at or after this time. */
	created_since?: DateTime | undefined;
	/** Only records created before this time. */
	created_until?: DateTime | undefined;
}

/** The query parameters of `deletions.list`. */
export interface DeletionsListQuery {
	/** Only records deleted at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records deleted before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of deletion. Without it the latest deletion comes first. */
	sort?: "updated_at" | undefined;
	/** Only deletions of records of this kind. */
	type?:
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
		| "picture"
		| undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
}

/** The query parameters of `webhookEndpoints.list`. */
export interface WebhookEndpointsListQuery {
	/** Only those in this state. */
	status?: "ACTIVE" | "DISABLED" | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `deliveries.list`. */
export interface DeliveriesListQuery {
	/** Only those in this state. */
	status?: "PENDING" | "SUCCEEDED" | "DEAD" | undefined;
	/** Only deliveries of events of this type. */
	event_type?: PublicEventType | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `deliveries.listAll`. */
export interface DeliveriesListAllQuery {
	/** The id of an event. */
	event_id?: string | undefined;
	/** The id of a webhook endpoint. */
	endpoint_id?: string | undefined;
	/** Only those in this state. */
	status?: "PENDING" | "SUCCEEDED" | "DEAD" | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records created at or after this time. */
	created_since?: DateTime | undefined;
	/** Only records created before this time. */
	created_until?: DateTime | undefined;
}

/** The query parameters of `eventDeliveries.list`. */
export interface EventDeliveriesListQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
}

/** The query parameters of `automationHooks.list`. */
export interface AutomationHooksListQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `automation.listHookDeliveries`. */
export interface AutomationListHookDeliveriesQuery {
	/** Only those in this state. */
	status?: "PENDING" | "SUCCEEDED" | "DEAD" | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records changed at or after this time. */
	updated_since?: DateTime | undefined;
	/** Only records changed before this time. */
	updated_until?: DateTime | undefined;
	/** With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first. */
	sort?: "updated_at" | undefined;
}

/** The query parameters of `automation.listTriggeredNewAppointment`. */
export interface AutomationListTriggeredNewAppointmentQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
}

/** The query parameters of `automation.listTriggeredAppointmentCancelled`. */
export interface AutomationListTriggeredAppointmentCancelledQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
}

/** The query parameters of `automation.listTriggeredNewLead`. */
export interface AutomationListTriggeredNewLeadQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
}

/** The query parameters of `automation.listTriggeredNewClient`. */
export interface AutomationListTriggeredNewClientQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
}

/** The query parameters of `automation.listTriggeredNewFormSubmission`. */
export interface AutomationListTriggeredNewFormSubmissionQuery {
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
}

/** The query parameters of `automation.searchClient`. */
export interface AutomationSearchClientQuery {
	/** The client with this email, without regard to case. At most 254 characters. */
	email: string;
}

/** The query parameters of `auditLog.list`. */
export interface AuditLogListQuery {
	/** Such as `client.updated`. At most 100 characters. */
	action?: string | undefined;
	/** The id of a record. At most 100 characters. */
	resource_id?: string | undefined;
	/** The id of a key, app or user; or `operator`, `system` or `booking_page`. At most 100 characters. */
	actor?: string | undefined;
	/** The id of the request (`X-Request-ID`). */
	request_id?: string | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records created at or after this time. */
	created_since?: DateTime | undefined;
	/** Only records created before this time. */
	created_until?: DateTime | undefined;
}

/** The query parameters of `requests.list`. */
export interface RequestsListQuery {
	/** The id of the API key or the OAuth app. */
	credential_id?: string | undefined;
	/** A status, or a class of them such as `4xx`. */
	status?: string | undefined;
	/** The `operationId`, such as `createClient`. At most 100 characters. */
	operation_id?: string | undefined;
	/** The whole path as the log shows it, such as `/v1/clients`. At most 500 characters. */
	path?: string | undefined;
	/** How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`. From 1 to 100. Default: 50. */
	limit?: number | undefined;
	/** The `next_cursor` of the page before, with the same filters. Without a value it counts as left out. */
	cursor?: string | undefined;
	/** Only records created at or after this time. */
	created_since?: DateTime | undefined;
	/** Only records created before this time. */
	created_until?: DateTime | undefined;
}

/** Every resource, by its name. */
export interface Resources {
	/** The tenant and the credential behind a request. */
	readonly me: MeResource;
	/** The people a studio works for. */
	readonly clients: ClientsResource;
	/** Files of clients that a studio brings along. */
	readonly imports: ImportsResource;
	/** All that a studio has, as one file. */
	readonly exports: ExportsResource;
	/** People who are interested and are not clients yet. */
	readonly leads: LeadsResource;
	/** The tattoos that clients want, from the first idea to the last session. */
	readonly ideas: IdeasResource;
	/** The times that clients have with artists, and the times that are free. */
	readonly appointments: AppointmentsResource;
	/** The times that clients have with artists, and the times that are free. */
	readonly cancellationFees: CancellationFeesResource;
	/** The times that clients have with artists, and the times that are free. */
	readonly deposits: DepositsResource;
	/** The times that clients have with artists, and the times that are free. */
	readonly availability: AvailabilityResource;
	/** The people who tattoo, with their working hours and places. */
	readonly artists: ArtistsResource;
	/** The people who tattoo, with their working hours and places. */
	readonly workingHours: WorkingHoursResource;
	/** The people who tattoo, with their working hours and places. */
	readonly timeBlocks: TimeBlocksResource;
	/** The people who tattoo, with their working hours and places. */
	readonly externalCalendars: ExternalCalendarsResource;
	/** The people who tattoo, with their working hours and places. */
	readonly artistCalendarFeeds: ArtistCalendarFeedsResource;
	/** The places where artists work. */
	readonly shopCalendarFeeds: ShopCalendarFeedsResource;
	/** The places where artists work. */
	readonly shops: ShopsResource;
	/** The services that people can book with an artist, and their terms. */
	readonly eventTypes: EventTypesResource;
	/** The questions of a studio: intake, consent and others. */
	readonly forms: FormsResource;
	/** The answers and signatures that people gave. */
	readonly formSubmissions: FormSubmissionsResource;
	/** The answers and signatures that people gave. */
	readonly formSubmissionByIds: FormSubmissionByIdsResource;
	/** The log of what happened in a studio. */
	readonly events: EventsResource;
	/** The log of what happened in a studio. */
	readonly deletions: DeletionsResource;
	/** The addresses that receive events, and the secrets that sign them. */
	readonly webhookEndpoints: WebhookEndpointsResource;
	/** The addresses that receive events, and the secrets that sign them. */
	readonly replacedWebhookEndpointValues: ReplacedWebhookEndpointValuesResource;
	/** The attempts to send each event to each endpoint. */
	readonly deliveries: DeliveriesResource;
	/** The attempts to send each event to each endpoint. */
	readonly eventDeliveries: EventDeliveriesResource;
	/** REST hooks, triggers to poll, actions and searches for automation platforms. */
	readonly automation: AutomationResource;
	/** REST hooks, triggers to poll, actions and searches for automation platforms. */
	readonly automationHooks: AutomationHooksResource;
	/** Every change, with its actor and address. */
	readonly auditLog: AuditLogResource;
	/** Every change, with its actor and address. */
	readonly auditEntries: AuditEntriesResource;
	/** The requests with the tenant's credentials in the last three days, and how they were answered. */
	readonly requests: RequestsResource;
}
