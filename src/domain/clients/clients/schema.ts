import * as z from "zod";
import type { PostalAddress } from "../../../platform/db/columns.ts";
import { type clients, preferredCommunications } from "../../../platform/db/tables/data/clients.ts";
import { address, email, id, name, reference, text, time } from "../../../platform/http/fields/fields.ts";
import { metadata, metadataOut, metadataPatch } from "../../../platform/http/fields/metadata.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { languages } from "../../../platform/lib/languages.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { wordsQuery } from "../search-words.ts";

/** The columns that a list reads only if they have room on its page. */
export const largeColumns = ["notes", "tags", "metadata"] as const;

const settable = {
	last_name: text(200).nullable(),
	phone: text(50).nullable(),
	pronouns: text(50).nullable(),
	date_of_birth: z.iso.date().nullable(),
	preferred_communication: z.enum(preferredCommunications).nullable(),
	language: z.enum(languages).nullable(),
	instagram_handle: text(100).nullable(),
	address: address.nullable().meta({ description: "A PATCH replaces the whole object." }),
	notes: text(10_000).nullable(),
	tags: z.array(name(100)).max(50),
	source: text(100).nullable(),
	is_blocked: z.boolean(),
	do_not_contact: z.boolean(),
	marketing_consent: z.boolean(),
	assigned_artist_id: reference("an artist of the tenant").nullable(),
	metadata,
};

export const newClient = z
	.object({ email, first_name: name(), ...z.object(settable).partial().shape })
	.meta({ id: "NewClient" });

export const clientPatch = newClient.partial().extend({ metadata: metadataPatch }).meta({ id: "ClientPatch" });

export const mergeClients = z
	.object({ source_id: reference("the client that is merged into this one and then removed") })
	.meta({ id: "ClientMerge" });

export const searchQuery = wordsQuery("clients whose names, email, phone or Instagram handle have");

export const client = z
	.object({
		object: z.literal("client"),
		id: id("client"),
		email: z.string(),
		first_name: z.string(),
		last_name: z.string().nullable(),
		phone: z.string().nullable(),
		pronouns: z.string().nullable(),
		date_of_birth: z.string().nullable(),
		preferred_communication: z.enum(preferredCommunications).nullable(),
		language: z.enum(languages).nullable(),
		instagram_handle: z.string().nullable(),
		address: address.nullable(),
		notes: z.string().nullable(),
		tags: z.array(z.string()),
		source: z.string().nullable(),
		is_blocked: z.boolean(),
		do_not_contact: z.boolean(),
		marketing_consent: z.boolean(),
		assigned_artist_id: z.string().nullable(),
		metadata: metadataOut,
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "Client" });

export type Client = z.output<typeof client>;
export type NewClient = z.output<typeof newClient>;
export type ClientPatch = z.output<typeof clientPatch>;
export type ClientRow = typeof clients.$inferSelect;

export const toClient = (row: ClientRow): Client =>
	withVersion(row.revision, {
		object: "client",
		id: row.id,
		email: row.email,
		first_name: row.firstName,
		last_name: row.lastName,
		phone: row.phone,
		pronouns: row.pronouns,
		date_of_birth: row.dateOfBirth,
		preferred_communication: row.preferredCommunication,
		language: row.language,
		instagram_handle: row.instagramHandle,
		address: row.address as PostalAddress | null,
		notes: row.notes,
		tags: row.tags,
		source: row.source,
		is_blocked: row.isBlocked,
		do_not_contact: row.doNotContact,
		marketing_consent: row.marketingConsent,
		assigned_artist_id: row.assignedArtistId,
		metadata: row.metadata,
		created_at: timestamp(row.createdAt),
		updated_at: timestamp(row.updatedAt),
	});
