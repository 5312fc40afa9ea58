import type { PictureRow } from "../../domain/pictures/schema.ts";
import { type ThumbnailWidth, thumbnailKey, thumbnailWidths } from "../../domain/pictures/thumbnails.ts";
import { safeMessage } from "../../platform/db/errors.ts";
import type { AppContext } from "../../platform/http/request/app-env.ts";
import { withTimeout } from "../../platform/lib/async/with-timeout.ts";
import { dayMs, secondMs } from "../../platform/lib/time.ts";
import { log } from "../../platform/log.ts";
import { problem } from "../../platform/problems/problem.ts";

const defaultWidth: ThumbnailWidth = 640;
const contentType = "image/webp";

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
	if (kept && kept.httpMetadata?.contentType !== failureType)
		return { bytes: await kept.arrayBuffer(), contentType, etag };
	if (kept && Number(await kept.text()) > c.get("now")) return undefined;
	const keep = (object: { bytes: Uint8Array; contentType: string }) =>
		c.executionCtx.waitUntil(objects.put(place, object).catch((error) => warn(c, error)));
	const made = await make(c, row, width);
	if (made === "not worth a try")
		keep({ bytes: new TextEncoder().encode(String(c.get("now") + retryAfterMs)), contentType: failureType });
	if (typeof made !== "object") return undefined;
	keep({ bytes: new Uint8Array(made), contentType });
	return { bytes: made, contentType, etag };
}

const longestMs = 10 * secondMs;

/** An object in the place of the thumbnail says until when none is made, because each try is paid for. */
const failureType = "text/plain";
const retryAfterMs = dayMs;

/** The picture is of a format or a size that Images does not take. */
const neverWorks = /\b(?:9412|9413|9420|9520)\b/;
const tooLate = "no thumbnail in time";

async function make(
	c: AppContext,
	row: PictureRow,
	width: ThumbnailWidth,
): Promise<ArrayBuffer | "not worth a try" | undefined> {
	const { IMAGES } = c.env;
	if (!IMAGES) return undefined;
	const original = await c.get("writer").objects.get(row);
	if (!original) return undefined;
	try {
		const made = IMAGES.input(original.body)
			.transform({ width, fit: "scale-down" })
			.output({ format: contentType, quality: 80, anim: false })
			.then((result) => result.response().arrayBuffer());
		return await withTimeout(longestMs, made, () => new Error(tooLate));
	} catch (error) {
		warn(c, error);
		const message = safeMessage(error);
		return neverWorks.test(message) || message.includes(tooLate) ? "not worth a try" : undefined;
	}
}

const warn = (c: AppContext, error: unknown): void =>
	log.warning("fault", { request_id: c.get("requestId"), message: `Thumbnail: ${safeMessage(error)}` });
