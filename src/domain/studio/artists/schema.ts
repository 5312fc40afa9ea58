import * as z from "zod";
import { artistStatuses, type artists } from "../../../platform/db/tables/data/artists.ts";
import { email, id, name, reference, text, time, timezone } from "../../../platform/http/fields/fields.ts";
import { metadata, metadataOut, metadataPatch } from "../../../platform/http/fields/metadata.ts";
import { webUrl } from "../../../platform/http/fields/web-url.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { slug } from "../../../platform/lib/text/slug.ts";
import { timestamp } from "../../../platform/lib/time.ts";

export { artistStatuses };

const settable = {
	slug: slug.meta({
		description: "Unique in the whole service, and not an address of the service itself, such as `docs`.",
		leftOut: "If it is left out, the service makes it from the name.",
	}),
	email: email.nullable(),
	timezone: timezone.meta({
		description: "An IANA time zone.",
		leftOut: "Default: that of the shop, or else that of the tenant.",
	}),
	shop_id: reference("a shop of the tenant").nullable(),
	is_consultation_desk: z.boolean(),
	max_appointments_per_day: z.int().min(1).nullable(),
	status: z.enum(artistStatuses),
	bio: text(10_000).nullable(),
	instagram_handle: text(100).nullable(),
	website_url: webUrl.nullable(),
	avatar_url: webUrl.nullable(),
	avatar_picture_id: reference("the picture of the artist that stands for the artist").nullable(),
	metadata,
};

export const newArtist = z.object({ name: name(), ...z.object(settable).partial().shape }).meta({ id: "NewArtist" });

export const artistPatch = newArtist.partial().extend({ metadata: metadataPatch }).meta({ id: "ArtistPatch" });

const hour = "(?:[01][0-9]|2[0-3]):[0-5][0-9]";

const workingHours = z
	.object({
		weekday: z.int().min(0).max(6).meta({ description: "0 is Sunday." }),
		start: z
			.string()
			.regex(new RegExp(`^${hour}$`), "must be a time of day from 00:00 to 23:59")
			.meta({ example: "10:00" }),
		end: z
			.string()
			.regex(new RegExp(`^(?:${hour}|24:00)$`), "must be a time of day from 00:01 to 24:00")
			.meta({ example: "18:00" }),
	})
	.meta({ id: "WorkingHours", description: "A range of time on a weekday, in the artist's time zone." });

/** Far more ranges than anybody needs for a week. */
const maxRanges = 100;

export const newWorkingHours = z
	.object({ hours: z.array(workingHours).max(maxRanges).meta({ description: "Empty: the artist cannot be booked." }) })
	.meta({ id: "NewWorkingHours" });

export const artistWorkingHours = z
	.object({
		object: z.literal("working_hours"),
		artist_id: id("artist"),
		timezone: z.string().meta({ description: "The IANA time zone of the artist, in which the hours are told." }),
		hours: z.array(workingHours),
		created_at: time,
		updated_at: time.meta({ description: "When the artist changed last." }),
	})
	.meta({ id: "ArtistWorkingHours" });

export const artist = z
	.object({
		object: z.literal("artist"),
		id: id("artist"),
		name: z.string(),
		slug: z.string(),
		email: z.string().nullable(),
		timezone: z.string().meta({ description: "An IANA time zone." }),
		shop_id: id("shop").nullable(),
		is_consultation_desk: z
			.boolean()
			.meta({ description: "Whether the artist exists only to host the consultations of the shop." }),
		max_appointments_per_day: z.int().nullable(),
		status: z.enum(artistStatuses),
		bio: z.string().nullable(),
		instagram_handle: z.string().nullable(),
		website_url: z.string().nullable(),
		avatar_url: z.string().nullable(),
		avatar_picture_id: z.string().nullable(),
		picture_count: z.int(),
		working_hours: z.array(workingHours).meta({ description: "When the artist can be booked. Empty: never." }),
		metadata: metadataOut,
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "Artist" });

export type Artist = z.output<typeof artist>;
export type NewArtist = z.output<typeof newArtist>;
export type ArtistPatch = z.output<typeof artistPatch>;
export type NewWorkingHours = z.output<typeof newWorkingHours>;
export type ArtistWorkingHours = z.output<typeof artistWorkingHours>;
export type ArtistRow = typeof artists.$inferSelect;

export const toArtist = (row: ArtistRow): Artist =>
	withVersion(row.revision, {
		object: "artist",
		id: row.id,
		name: row.name,
		slug: row.slug,
		email: row.email,
		timezone: row.timezone,
		shop_id: row.shopId,
		is_consultation_desk: row.isConsultationDesk,
		max_appointments_per_day: row.maxAppointmentsPerDay,
		status: row.status,
		bio: row.bio,
		instagram_handle: row.instagramHandle,
		website_url: row.websiteUrl,
		avatar_url: row.avatarUrl,
		avatar_picture_id: row.avatarPictureId,
		picture_count: row.pictureCount,
		working_hours: row.workingHours,
		metadata: row.metadata,
		created_at: timestamp(row.createdAt),
		updated_at: timestamp(row.updatedAt),
	});
