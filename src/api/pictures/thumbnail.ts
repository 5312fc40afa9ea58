import type { PictureRow } from "../../domain/clients/pictures/schema.ts";
import { type ThumbnailWidth, thumbnailKey, thumbnailWidths } from "../../domain/clients/pictures/thumbnails.ts";
import { safeMessage } from "../../platform/db/errors.ts";
import type { AppContext } from "../../platform/http/request/app-env.ts";
import { LruCache } from "../../platform/lib/lru.ts";
import { secondMs } from "../../platform/lib/time.ts";
import { withTimeout } from "../../platform/lib/with-timeout.ts";
import { log } from "../../platform/log.ts";
import { problem } from "../../platform/problems/problem.ts";

const defaultWidth: ThumbnailWidth = 640;
const contentType = "image/webp";

/** The width that the request asks for. */
export function widthIn(c: AppContext): ThumbnailWidth {
	const sent = c.req.query("w");
	const width = sent === undefined ? defaultWidth : thumbnailWidths.find((one) => String(one) === sent);
	if (width === undefined) {
		const message = `must be one of ${thumbnailWidths.join(", ")}`;
		throw problem("validation_failed", `w: ${message}`, { errors: [{ location: "querystring", path: "w", message }] });
	}
	return width;
}

/** Thumbnails are small, so that one is in memory as a whole. */
export interface Thumbnail {
	bytes: ArrayBuffer;
	contentType: string;
	etag: string;
}

export const thumbnailTag = ({ sha256 }: PictureRow, width: ThumbnailWidth): string => `"${sha256}-${width}"`;

/** The thumbnail, made once and kept. Undefined if it cannot be made. */
export async function thumbnailOf(
	c: AppContext,
	row: PictureRow,
	width: ThumbnailWidth,
): Promise<Thumbnail | undefined> {
	const { objects } = c.get("writer");
	const place = { bucket: row.bucket, objectKey: thumbnailKey(row.objectKey, width) };
	const kept = await objects.get(place);
	const etag = thumbnailTag(row, width);
	if (kept) return { bytes: await kept.arrayBuffer(), contentType, etag };
	const bytes = await make(c, row, width);
	if (!bytes) return undefined;
	c.executionCtx.waitUntil(
		objects.put(place, { bytes: new Uint8Array(bytes), contentType }).catch((error) => warn(c, error)),
	);
	return { bytes, contentType, etag };
}

const longestMs = 10 * secondMs;

/** The picture is of a format or a size that Images does not take. Each try is paid for. */
const neverWorks = /\b(?:9412|9413|9420|9520)\b/;
const unmakable = new LruCache<true>(1000);

async function make(c: AppContext, row: PictureRow, width: ThumbnailWidth): Promise<ArrayBuffer | undefined> {
	const { IMAGES } = c.env;
	if (!IMAGES || unmakable.get(row.objectKey)) return undefined;
	const original = await c.get("writer").objects.get(row);
	if (!original) return undefined;
	try {
		const made = IMAGES.input(original.body)
			.transform({ width, fit: "scale-down" })
			.output({ format: contentType, quality: 80, anim: false })
			.then((result) => result.response().arrayBuffer());
		return await withTimeout(longestMs, made);
	} catch (error) {
		if (neverWorks.test(safeMessage(error))) unmakable.set(row.objectKey, true);
		warn(c, error);
		return undefined;
	}
}

const warn = (c: AppContext, error: unknown): void =>
	log.warning("fault", { request_id: c.get("requestId"), message: `Thumbnail: ${safeMessage(error)}` });
