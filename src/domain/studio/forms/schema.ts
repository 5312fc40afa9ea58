import * as z from "zod";
import { type FormField, fieldTypes, formKinds, type forms } from "../../../platform/db/tables/data/forms.ts";
import { id, name, text, time } from "../../../platform/http/fields/fields.ts";
import { metadata, metadataOut, metadataPatch } from "../../../platform/http/fields/metadata.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { timestamp } from "../../../platform/lib/time.ts";

export { type FormField, formKinds };

export const maxOptions = 100;
/** More than `maxOptions` are refused with the other faults of the form, and of a list beyond this nothing is read. */
const maxOptionsRead = 1000;

/** An audit entry has the old and the new fields of a form, and D1 no value of more than 2 MB. */
const maxFieldsKiB = 128;

const isWithinFieldsBytes = (fields: unknown): boolean =>
	new TextEncoder().encode(JSON.stringify(fields)).length <= maxFieldsKiB * 1024;

const field = z
	.object({
		key: z
			.string()
			.regex(
				/^[a-z][a-z0-9_]{0,63}$/,
				"must be up to 64 lower-case letters, digits and underscores and begin with a letter",
			)
			.meta({ description: "Names the answer in `submission_data`. Unique within the form." }),
		label: name(500),
		type: z.enum(fieldTypes),
		required: z.boolean().default(false).meta({
			description:
				"An empty text, null and an empty list count as no answer. 0 and false are answers. A required checkbox must be true.",
		}),
		options: z
			.array(name())
			.max(maxOptionsRead)
			.default([])
			.meta({
				description: `A select or multi_select has 1 to ${maxOptions} different options. Other types have none.`,
				override: ({ jsonSchema }) => {
					delete jsonSchema.maxItems;
				},
			}),
	})
	.meta({ id: "FormField", outputId: "FormFieldOut" });

const settable = {
	kind: z.enum(formKinds).meta({ description: "A submission of a CONSENT form needs a signature." }),
	description: text(10_000).nullable(),
	is_active: z.boolean(),
	creates: z
		.enum(["LEAD", "IDEA"])
		.nullable()
		.meta({ description: "The record that the service creates from each submission. An idea needs a client." }),
	links_client: z.boolean().meta({
		description:
			"The answer to the first email field names the client. If no client has that email, the service creates one. The form needs an email field.",
	}),
	metadata,
};

export const newForm = z
	.object({
		name: name(),
		fields: z
			.array(field)
			.min(1)
			.max(100)
			.refine(isWithinFieldsBytes, `must not take more than ${maxFieldsKiB} KiB together`)
			.meta({ description: `A PATCH replaces the whole list. It takes at most ${maxFieldsKiB} KiB as JSON.` }),
		...z.object(settable).partial().shape,
	})
	.meta({ id: "NewForm" });

export const formPatch = newForm.partial().extend({ metadata: metadataPatch }).meta({ id: "FormPatch" });

export const form = z
	.object({
		object: z.literal("form"),
		id: id("form"),
		name: z.string(),
		kind: z.enum(formKinds),
		description: z.string().nullable(),
		fields: z.array(field),
		is_active: z.boolean(),
		creates: z.enum(["LEAD", "IDEA"]).nullable(),
		links_client: z.boolean(),
		metadata: metadataOut,
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "Form" });

export type Form = z.output<typeof form>;
export type NewForm = z.output<typeof newForm>;
export type FormPatch = z.output<typeof formPatch>;
export type FormRow = typeof forms.$inferSelect;

export const toForm = (row: FormRow): Form =>
	withVersion(row.revision, {
		object: "form",
		id: row.id,
		name: row.name,
		kind: row.kind,
		description: row.description,
		fields: row.fields,
		is_active: row.isActive,
		creates: row.creates,
		links_client: row.linksClient,
		metadata: row.metadata,
		created_at: timestamp(row.createdAt),
		updated_at: timestamp(row.updatedAt),
	});
