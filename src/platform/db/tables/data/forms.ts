import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { changed, created, flag, json, key, metadata, pictureCount } from "../../columns.ts";

export const formKinds = ["INTAKE", "CONSENT", "CUSTOM"] as const;

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
	"picture",
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
		/** The kind of record that each submission creates; null if none (contract: Forms 6). */
		creates: text("creates", { enum: ["LEAD", "IDEA"] }),
		/** Whether the answer to the email field names the client (contract: Forms 6). */
		linksClient: flag("links_client"),
		metadata: metadata(),
		...changed,
	},
	(t) => [primaryKey({ columns: [t.tenantId, t.id] }), index("forms_updated").on(t.tenantId, t.updatedAt, t.id)],
);

export const formSubmissions = sqliteTable(
	"form_submissions",
	{
		...key,
		formId: text("form_id").notNull(),
		clientId: text("client_id"),
		/** The email of the person who answers, in lower case: an export and an erasure find the submission by it. */
		emailKey: text("email_key"),
		leadId: text("lead_id"),
		ideaId: text("idea_id"),
		submissionData: json<Record<string, unknown>>("submission_data").notNull(),
		signature: text("signature"),
		signerName: text("signer_name"),
		signedAt: integer("signed_at"),
		ipAddress: text("ip_address"),
		pictureCount: pictureCount(),
		...created,
		/** Changes when a merge gives the submission to another client, and with its pictures. */
		updatedAt: integer("updated_at").notNull().default(0),
		revision: integer("revision").notNull().default(1),
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		index("form_submissions_form").on(t.tenantId, t.formId, t.id),
		index("form_submissions_updated").on(t.tenantId, t.updatedAt, t.id),
		index("form_submissions_form_updated").on(t.tenantId, t.formId, t.updatedAt, t.id),
		index("form_submissions_client").on(t.tenantId, t.clientId, t.id),
		index("form_submissions_email").on(t.tenantId, t.emailKey, t.id).where(sql`${t.emailKey} IS NOT NULL`),
		foreignKey({
			name: "form_submissions_form_fk",
			columns: [t.tenantId, t.formId],
			foreignColumns: [forms.tenantId, forms.id],
		}),
	],
);
