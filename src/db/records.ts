import { foreignKey, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { changed, created, flag, json, metadata } from "./columns.ts";
import { preferredCommunications } from "./schema.ts";
import { artists } from "./studio.ts";

const key = { id: text("id").notNull(), tenantId: text("tenant_id").notNull() };

export const leadStages = ["NEW", "CONTACTED", "QUALIFIED", "BOOKED", "LOST"] as const;
export const ideaStages = ["NEW", "IN_REVIEW", "QUOTED", "APPROVED", "SCHEDULED", "DONE", "DECLINED"] as const;
export const ideaSources = ["MANUAL", "FORM", "BOOKING_PAGE", "API", "IMPORT"] as const;
export const bttStatuses = ["NONE", "PENDING", "SENT", "COMPLETED"] as const;
export const formKinds = ["INTAKE", "CONSENT", "CUSTOM"] as const;

export const leads = sqliteTable(
	"leads",
	{
		...key,
		firstName: text("first_name").notNull(),
		lastName: text("last_name"),
		email: text("email"),
		phone: text("phone"),
		message: text("message"),
		source: text("source"),
		stage: text("stage", { enum: leadStages }).notNull(),
		assignedArtistId: text("assigned_artist_id"),
		preferredCommunication: text("preferred_communication", { enum: preferredCommunications }),
		budgetRangeMin: real("budget_range_min"),
		budgetRangeMax: real("budget_range_max"),
		archived: flag("archived"),
		archivedAt: integer("archived_at"),
		/** The client that the lead became. */
		clientId: text("client_id"),
		convertedAt: integer("converted_at"),
		formSubmissionId: text("form_submission_id"),
		metadata: metadata(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		index("leads_updated").on(t.tenantId, t.updatedAt),
		index("leads_facets").on(t.tenantId, t.stage, t.archived, t.id),
		index("leads_artist").on(t.tenantId, t.assignedArtistId, t.id),
		index("leads_client").on(t.tenantId, t.clientId),
		foreignKey({
			name: "leads_assigned_artist",
			columns: [t.tenantId, t.assignedArtistId],
			foreignColumns: [artists.tenantId, artists.id],
		}),
	],
);

export const ideas = sqliteTable(
	"ideas",
	{
		...key,
		clientId: text("client_id").notNull(),
		artistId: text("artist_id"),
		subject: text("subject").notNull(),
		stage: text("stage", { enum: ideaStages }).notNull(),
		sourceType: text("source_type", { enum: ideaSources }).notNull(),
		bttStatus: text("btt_status", { enum: bttStatuses }).notNull(),
		archived: flag("archived"),
		archivedAt: integer("archived_at"),
		formSubmissionId: text("form_submission_id"),
		/** The properties that describe and that no filter asks for. */
		details: json<Record<string, unknown>>("details").notNull().default({}),
		metadata: metadata(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		index("ideas_updated").on(t.tenantId, t.updatedAt),
		index("ideas_facets").on(t.tenantId, t.stage, t.sourceType, t.bttStatus, t.archived, t.id),
		index("ideas_artist_facets").on(t.tenantId, t.artistId, t.stage, t.sourceType, t.bttStatus, t.archived, t.id),
		index("ideas_client").on(t.tenantId, t.clientId, t.id),
		index("ideas_artist").on(t.tenantId, t.artistId, t.id),
		foreignKey({
			name: "ideas_artist_fk",
			columns: [t.tenantId, t.artistId],
			foreignColumns: [artists.tenantId, artists.id],
		}),
	],
);

export const fieldTypes = [
	"text",
	"textarea",
	"number",
	"email",
	"phone",
	"date",
	"select",
	"multi_select",
	"checkbox",
	"file_url",
	"signature",
] as const;

export interface FormField {
	key: string;
	label: string;
	type: (typeof fieldTypes)[number];
	required: boolean;
	options: string[];
}

export const forms = sqliteTable(
	"forms",
	{
		...key,
		name: text("name").notNull(),
		kind: text("kind", { enum: formKinds }).notNull(),
		description: text("description"),
		fields: json<FormField[]>("fields").notNull(),
		isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
		/** What a submission makes of itself: a lead, an idea, or nothing. */
		creates: text("creates", { enum: ["LEAD", "IDEA"] }),
		/** Whether the form's email field links or creates the client. */
		linksClient: flag("links_client"),
		metadata: metadata(),
		...changed,
	},
	(t) => [primaryKey({ columns: [t.tenantId, t.id] }), index("forms_updated").on(t.tenantId, t.updatedAt)],
);

export const formSubmissions = sqliteTable(
	"form_submissions",
	{
		...key,
		formId: text("form_id").notNull(),
		clientId: text("client_id"),
		leadId: text("lead_id"),
		ideaId: text("idea_id"),
		submissionData: json<Record<string, unknown>>("submission_data").notNull(),
		signature: text("signature"),
		signerName: text("signer_name"),
		signedAt: integer("signed_at"),
		ipAddress: text("ip_address"),
		...created,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		index("form_submissions_form").on(t.tenantId, t.formId, t.id),
		index("form_submissions_client").on(t.tenantId, t.clientId),
		foreignKey({
			name: "form_submissions_form_fk",
			columns: [t.tenantId, t.formId],
			foreignColumns: [forms.tenantId, forms.id],
		}),
	],
);
