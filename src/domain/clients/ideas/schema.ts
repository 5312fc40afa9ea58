import * as z from "zod";
import { bttStatuses, ideaSources, ideaStages, type ideas } from "../../../platform/db/tables/data/ideas.ts";
import { id, instant, name, reference, text, time } from "../../../platform/http/fields/fields.ts";
import { metadata, metadataOut, metadataPatch } from "../../../platform/http/fields/metadata.ts";
import { amount, currency } from "../../../platform/http/fields/payload-fields.ts";
import { webUrl } from "../../../platform/http/fields/web-url.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { timestamp, timestampOrNull } from "../../../platform/lib/time.ts";
import { wordsIn } from "../search-words.ts";

const longText = text(10_000).nullable();
const shortText = text(200).nullable();
const instantAsText = instant.transform((ms) => timestamp(ms));

/** The properties that only describe the idea, each with its default. */
const details = z.object({
	description: longText.default(null),
	body_part: shortText.default(null),
	placement: shortText.default(null),
	placement_side: z.enum(["LEFT", "RIGHT", "CENTER", "BOTH"]).nullable().default(null),
	size: shortText.default(null),
	size_cm: z.number().min(0).max(1000).nullable().default(null),
	style: shortText.default(null),
	styles: z.array(name(100)).max(50).default([]),
	color_preference: z.enum(["COLOR", "BLACK_AND_GREY", "BLACKWORK", "UNDECIDED"]).nullable().default(null),
	colors: z.array(name(100)).max(50).default([]),
	budget_min: amount.nullable().default(null),
	budget_max: amount.nullable().default(null),
	currency: currency
		.nullable()
		.meta({ description: "The currency of the budget and the deposit. ISO 4217." })
		.default(null),
	reference_urls: z.array(webUrl).max(50).default([]),
	is_cover_up: z.boolean().default(false),
	cover_up_description: longText.default(null),
	is_touch_up: z.boolean().default(false),
	is_first_tattoo: z.boolean().default(false),
	skin_tone: shortText.default(null),
	health_notes: longText.default(null),
	allergies: longText.default(null),
	medications: longText.default(null),
	is_pregnant_or_nursing: z.boolean().default(false),
	estimated_sessions: z.int().min(0).max(1000).nullable().default(null),
	estimated_hours: z.number().min(0).max(10_000).nullable().default(null),
	quote_amount: amount.nullable().default(null),
	quote_currency: currency.nullable().default(null),
	quoted_at: instantAsText.nullable().default(null),
	deposit_amount: amount.nullable().default(null),
	preferred_dates: z.array(z.iso.date()).max(50).default([]),
	availability_notes: longText.default(null),
	deadline: z.iso.date().nullable().default(null),
	internal_notes: longText.default(null),
	tags: z.array(name(100)).max(50).default([]),
});

type DetailsShape = typeof details.shape;
/** In a body, the parser must not fill in properties that the caller left out. */
const detailsWithoutDefaults = Object.fromEntries(
	Object.entries(details.shape).map(([key, schema]) => [key, schema.unwrap()]),
) as unknown as { [K in keyof DetailsShape]: ReturnType<DetailsShape[K]["unwrap"]> };

export type Details = z.output<typeof details>;
const defaults = details.parse({});
export const detailNames = Object.keys(detailsWithoutDefaults) as (keyof Details)[];

const stage = z.enum(ideaStages).meta({
	description:
		"An idea that is DONE or DECLINED must go back to IN_REVIEW first. Otherwise any stage may follow any other.",
});
const source = z.enum(ideaSources).meta({ description: "The origin of the idea.", leftOut: "Default: API." });
const btt = z.enum(bttStatuses);

export const newIdea = z
	.object({
		client_id: reference("the client whose idea it is"),
		subject: name(),
		...z
			.object({
				artist_id: reference("the artist it is meant for").nullable(),
				stage,
				source_type: source,
				btt_status: btt,
				...detailsWithoutDefaults,
				metadata,
			})
			.partial().shape,
	})
	.meta({ id: "NewIdea" });

export const ideaPatch = newIdea.partial().extend({ metadata: metadataPatch }).meta({ id: "IdeaPatch" });

export const idea = z
	.object({
		object: z.literal("idea"),
		id: id("idea"),
		client_id: z.string(),
		artist_id: z.string().nullable(),
		subject: z.string(),
		stage,
		source_type: source,
		btt_status: btt,
		archived: z.boolean(),
		archived_at: time.nullable(),
		form_submission_id: z.string().nullable().meta({ description: "The submission that the idea was created from." }),
		...detailsWithoutDefaults,
		quoted_at: time.nullable(),
		picture_count: z.int(),
		metadata: metadataOut,
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "Idea" });

export type Idea = z.output<typeof idea>;
export type NewIdea = z.output<typeof newIdea>;
export type IdeaPatch = z.output<typeof ideaPatch>;
export type IdeaRow = typeof ideas.$inferSelect;

export const detailsOf = (row: IdeaRow): Details => ({ ...defaults, ...(row.details as Partial<Details>) });

export const toIdea = (row: IdeaRow): Idea =>
	withVersion(row.revision, {
		object: "idea",
		id: row.id,
		client_id: row.clientId,
		artist_id: row.artistId,
		subject: row.subject,
		stage: row.stage,
		source_type: row.sourceType,
		btt_status: row.bttStatus,
		archived: row.archived,
		archived_at: timestampOrNull(row.archivedAt),
		form_submission_id: row.formSubmissionId,
		...detailsOf(row),
		picture_count: row.pictureCount,
		metadata: row.metadata,
		created_at: timestamp(row.createdAt),
		updated_at: timestamp(row.updatedAt),
	});

export const withSearchWords = (row: Omit<IdeaRow, "searchWords">): IdeaRow => ({
	...row,
	searchWords: [...new Set([row.subject, (row.details as Partial<Details>).description ?? null].flatMap(wordsIn))],
});
