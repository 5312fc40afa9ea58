import * as z from "zod";
import { preferredCommunications } from "../../../platform/db/tables/data/clients.ts";
import { leadStages, type leads } from "../../../platform/db/tables/data/leads.ts";
import { email, id, name, reference, text, time } from "../../../platform/http/fields/fields.ts";
import { metadata, metadataOut, metadataPatch } from "../../../platform/http/fields/metadata.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { timestamp, timestampOrNull } from "../../../platform/lib/time.ts";

export { leadStages };

const budget = z.number().min(0).nullable();
const stage = z.enum(leadStages);

/** The columns that a list reads only if they have room on its page. */
export const largeColumns = ["message", "metadata", "searchWords"] as const;

const settable = {
	last_name: text(200).nullable(),
	email: email.nullable(),
	phone: text(50).nullable(),
	message: text(10_000).nullable(),
	source: text(100).nullable(),
	stage: stage.meta({ leftOut: "Default: NEW." }),
	assigned_artist_id: reference("an artist of the tenant").nullable(),
	preferred_communication: z.enum(preferredCommunications).nullable(),
	budget_range_min: budget,
	budget_range_max: budget,
	metadata,
};

export const newLead = z.object({ first_name: name(), ...z.object(settable).partial().shape }).meta({ id: "NewLead" });

export const leadPatch = newLead.partial().extend({ metadata: metadataPatch }).meta({ id: "LeadPatch" });

export const lead = z
	.object({
		object: z.literal("lead"),
		id: id("lead"),
		first_name: z.string(),
		last_name: z.string().nullable(),
		email: z.string().nullable(),
		phone: z.string().nullable(),
		message: z.string().nullable(),
		source: z.string().nullable(),
		stage,
		assigned_artist_id: z.string().nullable(),
		preferred_communication: z.enum(preferredCommunications).nullable(),
		budget_range_min: budget,
		budget_range_max: budget,
		archived: z.boolean(),
		archived_at: time.nullable(),
		client_id: z
			.string()
			.nullable()
			.meta({ description: "The client whom the lead names: by its form, its booking request or its conversion." }),
		converted_at: time.nullable(),
		form_submission_id: z.string().nullable().meta({ description: "The submission that the lead was created from." }),
		picture_count: z.int(),
		metadata: metadataOut,
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "Lead" });

export type Lead = z.output<typeof lead>;
export type NewLead = z.output<typeof newLead>;
export type LeadPatch = z.output<typeof leadPatch>;
export type LeadRow = typeof leads.$inferSelect;

export const toLead = (row: LeadRow): Lead =>
	withVersion(row.revision, {
		object: "lead",
		id: row.id,
		first_name: row.firstName,
		last_name: row.lastName,
		email: row.email,
		phone: row.phone,
		message: row.message,
		source: row.source,
		stage: row.stage,
		assigned_artist_id: row.assignedArtistId,
		preferred_communication: row.preferredCommunication,
		budget_range_min: row.budgetRangeMin,
		budget_range_max: row.budgetRangeMax,
		archived: row.archived,
		archived_at: timestampOrNull(row.archivedAt),
		client_id: row.clientId,
		converted_at: timestampOrNull(row.convertedAt),
		form_submission_id: row.formSubmissionId,
		picture_count: row.pictureCount,
		metadata: row.metadata,
		created_at: timestamp(row.createdAt),
		updated_at: timestamp(row.updatedAt),
	});
