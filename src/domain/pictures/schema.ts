import * as z from "zod";
import type { Answer } from "../../platform/commit/keys/answer.ts";
import type { Ctx } from "../../platform/context.ts";
import { pictureOwners, type pictures } from "../../platform/db/tables/data/pictures.ts";
import { id, text, time } from "../../platform/http/fields/fields.ts";
import { tagOf, versionOfTag, withVersion } from "../../platform/http/versions/version.ts";
import { timestamp } from "../../platform/lib/time.ts";
import { pictureTypes } from "../../platform/pictures/picture-type.ts";
import { addressesOf } from "./addresses.ts";

const caption = text(500).nullable();

export const uploadQuery = z.object({
	caption: text(500).optional().meta({ description: "Words for people who cannot see the picture." }),
});

export const picturePatch = z
	.object({
		caption,
		position: z
			.int()
			.min(1)
			.meta({ description: "The new place among the pictures of the record, from 1. The others make room." }),
	})
	.partial()
	.meta({ id: "PicturePatch" });

export const picture = z
	.object({
		object: z.literal("picture"),
		id: id("picture"),
		owner: z.object({ type: z.enum(pictureOwners).exclude(["tenant"]), id: z.string() }),
		content_type: z.enum(pictureTypes),
		width: z.int().meta({ description: "In pixels, as the picture is shown." }),
		height: z.int(),
		size_bytes: z.int(),
		sha256: z.string().meta({ description: "The SHA-256 of the bytes at `url`, in hexadecimal." }),
		caption: z.string().nullable(),
		position: z.int(),
		url: z.string().meta({
			description:
				"The bytes, without a credential. The address of a private picture is valid for an hour; that of an artist's picture stays.",
		}),
		thumbnail_url: z.string().meta({ description: "A WebP, at most 640 pixels wide. `?w=` takes 320, 640 and 1280." }),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "Picture" });

export type Picture = z.output<typeof picture>;
export type PicturePatch = z.output<typeof picturePatch>;
export type PictureRow = typeof pictures.$inferSelect;

/** The addresses in a stored answer lapse earlier than the answer. The rest stays as it was. */
export function withNewAddresses(ctx: Pick<Ctx, "now" | "vault" | "settings" | "tenantId">, stored: Answer): Answer {
	const shown = JSON.parse(stored.body) as Picture;
	const { state, ...addresses } = addressesOf(ctx, {
		tenantId: ctx.tenantId,
		id: shown.id,
		ownerType: shown.owner.type,
	});
	const record = { ...shown, ...addresses };
	const version = stored.etag === null ? undefined : versionOfTag(stored.etag);
	const etag = version === undefined ? stored.etag : tagOf(withVersion(version, record, state));
	return { ...stored, body: JSON.stringify(record), etag };
}

export function toPicture(ctx: Pick<Ctx, "now" | "vault" | "settings">, row: PictureRow): Picture {
	const { state, url, thumbnail_url } = addressesOf(ctx, row);
	return withVersion(
		row.revision,
		{
			object: "picture",
			id: row.id,
			// A logo is no picture of a record, and no endpoint shows it.
			owner: { type: row.ownerType as Picture["owner"]["type"], id: row.ownerId },
			content_type: row.contentType as Picture["content_type"],
			width: row.width,
			height: row.height,
			size_bytes: row.sizeBytes,
			sha256: row.sha256,
			caption: row.caption,
			position: row.position,
			url,
			thumbnail_url,
			created_at: timestamp(row.createdAt),
			updated_at: timestamp(row.updatedAt),
		},
		state,
	);
}
