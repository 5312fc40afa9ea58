// Written by client/scripts/generate.ts from the API document. Change the declarations, not this file.

/** The request of each method: its verb, its path, and whether it takes a body or a query. */
export const operations = {
	me: {
		get: "GET /v1/me",
	},
	clients: {
		list: "LIST /v1/clients query",
		create: "POST /v1/clients body",
		get: "GET /v1/clients/:client_id",
		update: "PATCH /v1/clients/:client_id body",
		delete: "DELETE /v1/clients/:client_id",
		merge: "POST /v1/clients/:client_id/merge body",
	},
	leads: {
		list: "LIST /v1/leads query",
		create: "POST /v1/leads body",
		get: "GET /v1/leads/:lead_id",
		update: "PATCH /v1/leads/:lead_id body",
		delete: "DELETE /v1/leads/:lead_id",
		archive: "POST /v1/leads/:lead_id/archive",
		unarchive: "POST /v1/leads/:lead_id/unarchive",
		convert: "POST /v1/leads/:lead_id/convert",
		confirm: "POST /v1/leads/:lead_id/confirm body",
		decline: "POST /v1/leads/:lead_id/decline",
	},
	ideas: {
		list: "LIST /v1/ideas query",
		create: "POST /v1/ideas body",
		get: "GET /v1/ideas/:idea_id",
		update: "PATCH /v1/ideas/:idea_id body",
		delete: "DELETE /v1/ideas/:idea_id",
		archive: "POST /v1/ideas/:idea_id/archive",
		unarchive: "POST /v1/ideas/:idea_id/unarchive",
	},
	appointments: {
		list: "LIST /v1/appointments query",
		create: "POST /v1/appointments body",
		get: "GET /v1/appointments/:appointment_id",
		update: "PATCH /v1/appointments/:appointment_id body",
		delete: "DELETE /v1/appointments/:appointment_id",
	},
	cancellationFees: {
		charge: "POST /v1/appointments/:appointment_id/cancellation_fee body",
		get: "GET /v1/appointments/:appointment_id/cancellation_fee",
		refund: "POST /v1/appointments/:appointment_id/cancellation_fee/refund",
	},
	availability: {
		list: "LIST /v1/availability query",
	},
	artists: {
		list: "LIST /v1/artists query",
		create: "POST /v1/artists body",
		get: "GET /v1/artists/:artist_id",
		update: "PATCH /v1/artists/:artist_id body",
		delete: "DELETE /v1/artists/:artist_id",
	},
	workingHours: {
		get: "GET /v1/artists/:artist_id/working_hours",
		set: "PUT /v1/artists/:artist_id/working_hours body",
	},
	timeBlocks: {
		list: "LIST /v1/artists/:artist_id/time_blocks query",
		listAll: "LIST /v1/time_blocks query",
		create: "POST /v1/artists/:artist_id/time_blocks body",
		get: "GET /v1/artists/:artist_id/time_blocks/:block_id",
		delete: "DELETE /v1/artists/:artist_id/time_blocks/:block_id",
	},
	externalCalendars: {
		get: "GET /v1/artists/:artist_id/external_calendar",
		set: "PUT /v1/artists/:artist_id/external_calendar body",
		delete: "DELETE /v1/artists/:artist_id/external_calendar",
	},
	shops: {
		list: "LIST /v1/shops query",
		create: "POST /v1/shops body",
		get: "GET /v1/shops/:shop_id",
		update: "PATCH /v1/shops/:shop_id body",
		delete: "DELETE /v1/shops/:shop_id",
	},
	eventTypes: {
		list: "LIST /v1/event_types query",
		get: "GET /v1/event_types/:event_type_id",
	},
	forms: {
		list: "LIST /v1/forms query",
		create: "POST /v1/forms body",
		get: "GET /v1/forms/:form_id",
		update: "PATCH /v1/forms/:form_id body",
		delete: "DELETE /v1/forms/:form_id",
	},
	formSubmissions: {
		list: "LIST /v1/forms/:form_id/submissions query",
		listAll: "LIST /v1/form_submissions query",
		create: "POST /v1/forms/:form_id/submissions body",
		get: "GET /v1/forms/:form_id/submissions/:submission_id",
		delete: "DELETE /v1/form_submissions/:submission_id",
	},
	formSubmissionByIds: {
		get: "GET /v1/form_submissions/:submission_id",
	},
	events: {
		list: "LIST /v1/events query",
		get: "GET /v1/events/:event_id",
	},
	deletions: {
		list: "LIST /v1/deletions query",
	},
	webhookEndpoints: {
		list: "LIST /v1/webhook_endpoints query",
		create: "POST /v1/webhook_endpoints body",
		get: "GET /v1/webhook_endpoints/:endpoint_id",
		update: "PATCH /v1/webhook_endpoints/:endpoint_id body",
		delete: "DELETE /v1/webhook_endpoints/:endpoint_id",
		rotateSecret: "POST /v1/webhook_endpoints/:endpoint_id/rotate_secret",
		test: "POST /v1/webhook_endpoints/:endpoint_id/test body",
		recover: "POST /v1/webhook_endpoints/:endpoint_id/recover body",
	},
	replacedWebhookEndpointValues: {
		end: "POST /v1/webhook_endpoints/:endpoint_id/end_replaced_value",
	},
	deliveries: {
		list: "LIST /v1/webhook_endpoints/:endpoint_id/deliveries query",
		listAll: "LIST /v1/deliveries query",
		get: "GET /v1/deliveries/:delivery_id",
		replay: "POST /v1/deliveries/:delivery_id/replay",
	},
	automation: {
		getMe: "GET /v1/automation/me",
		rotateHookSecret: "POST /v1/automation/hooks/:hook_id/rotate_secret",
		listTriggeredNewAppointment: "GET /v1/automation/triggers/new_appointment query",
		listTriggeredAppointmentCancelled: "GET /v1/automation/triggers/appointment_cancelled query",
		listTriggeredNewLead: "GET /v1/automation/triggers/new_lead query",
		listTriggeredNewClient: "GET /v1/automation/triggers/new_client query",
		listTriggeredNewFormSubmission: "GET /v1/automation/triggers/new_form_submission query",
		createClient: "POST /v1/automation/actions/create_client body",
		findOrCreateClient: "POST /v1/automation/actions/find_or_create_client body",
		createLead: "POST /v1/automation/actions/create_lead body",
		searchClient: "GET /v1/automation/searches/client query",
	},
	automationHooks: {
		list: "LIST /v1/automation/hooks query",
		create: "POST /v1/automation/hooks body",
		get: "GET /v1/automation/hooks/:hook_id",
		delete: "DELETE /v1/automation/hooks/:hook_id",
	},
	auditLog: {
		list: "LIST /v1/audit_log query",
	},
	auditEntries: {
		get: "GET /v1/audit_log/:audit_entry_id",
	},
	requests: {
		list: "LIST /v1/requests query",
		get: "GET /v1/requests/:request_id",
	},
};
