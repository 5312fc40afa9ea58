import { examplesOf } from "../../../platform/http/fields/field-table.ts";
import { appointmentFields } from "../../booking/appointments/fields.ts";
import type { Appointment } from "../../booking/appointments/schema.ts";
import { clientFields } from "../../clients/clients/fields.ts";
import type { Client } from "../../clients/clients/schema.ts";
import { ideaFields } from "../../clients/ideas/fields.ts";
import type { Idea } from "../../clients/ideas/schema.ts";
import { leadFields } from "../../clients/leads/fields.ts";
import type { Lead } from "../../clients/leads/schema.ts";
import { artistFields } from "../../studio/artists/fields.ts";
import type { Artist } from "../../studio/artists/schema.ts";
import { shopFields } from "../../studio/shops/fields.ts";
import type { Shop } from "../../studio/shops/schema.ts";
import { earlier, ids, now } from "./example-ids.ts";

export const exampleClient: Client = {
	object: "client",
	id: ids.client,
	...examplesOf(clientFields),
	assigned_artist_id: ids.artist,
	metadata: { crm_id: "4711" },
	created_at: earlier,
	updated_at: now,
};

export const duplicateClient: Client = {
	...exampleClient,
	id: ids.mergedClient,
	email: "noor.haddad@example.com",
	tags: [],
	updated_at: earlier,
};

export const exampleLead: Lead = {
	object: "lead",
	id: ids.lead,
	...examplesOf(leadFields),
	metadata: {},
	created_at: earlier,
	updated_at: now,
};
export const exampleIdea: Idea = {
	object: "idea",
	id: ids.idea,
	client_id: ids.client,
	artist_id: ids.artist,
	form_submission_id: ids.submission,
	...examplesOf(ideaFields),
	metadata: {},
	created_at: earlier,
	updated_at: now,
};
export const exampleAppointment: Appointment = {
	object: "appointment",
	id: ids.appointment,
	artist_id: ids.artist,
	client_id: ids.client,
	shop_id: ids.shop,
	event_type_id: ids.eventType,
	...examplesOf(appointmentFields),
	metadata: { campaign: "spring" },
	created_at: earlier,
	updated_at: now,
};

export const exampleArtist: Artist = {
	object: "artist",
	id: ids.artist,
	shop_id: ids.shop,
	...examplesOf(artistFields),
	metadata: {},
	created_at: earlier,
	updated_at: now,
};

export const exampleShop: Shop = {
	object: "shop",
	id: ids.shop,
	...examplesOf(shopFields),
	metadata: {},
	created_at: now,
	updated_at: now,
};
