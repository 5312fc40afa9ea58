import type { PictureRow } from "../../domain/pictures/schema.ts";
import type { AppContext } from "../../platform/http/request/app-env.ts";
import { rangeIn } from "../../platform/http/request/range.ts";
import { entityTagsIn, matchesTag } from "../../platform/http/versions/entity-tags.ts";
import { secondMs } from "../../platform/lib/time.ts";
import { log } from "../../platform/log.ts";
import { notFound } from "../../platform/problems/problem.ts";
import type { Thumbnail } from "./thumbnail.ts";

export type Validity = number | "always";

/** Nothing in the bytes can run, even if a browser opens the address as a page. */
const safe = {
	"Content-Security-Policy": "default-src 'none'; sandbox",
	"X-Content-Type-Options": "nosniff",
	// Integrators show pictures on pages of their own.
	"Cross-Origin-Resource-Policy": "cross-origin",
	"Access-Control-Allow-Origin": "*",
};

const longestCaching = "max-age=31536000, immutable";

/** A browser keeps a private picture no longer than its address is valid. */
const cacheControl = (c: AppContext, until: Validity): string =>
	until === "always"
		? `public, ${longestCaching}`
		: `private, max-age=${Math.floor((until - c.get("now")) / secondMs)}, immutable`;

const tagOf = ({ sha256 }: PictureRow): string => `"${sha256}"`;

/** Whether the caller has these bytes. A header of another form counts as none, because browsers send it. */
export const isKnown = (c: AppContext, etag: string): boolean => {
	const { tags } = entityTagsIn("If-None-Match", c.req.header("If-None-Match"));
	return tags !== undefined && matchesTag(tags, etag);
};

const headersOf = (c: AppContext, etag: string, contentType: string, until: Validity): Record<string, string> => ({
	...safe,
	"Content-Type": contentType,
	"Cache-Control": cacheControl(c, until),
	ETag: etag,
});

export function sendUnchanged(c: AppContext, etag: string, until: Validity): Response {
	return new Response(null, { status: 304, headers: { ...safe, "Cache-Control": cacheControl(c, until), ETag: etag } });
}

export function sendThumbnail(c: AppContext, { bytes, contentType, etag }: Thumbnail, until: Validity): Response {
	return new Response(bytes, { headers: headersOf(c, etag, contentType, until) });
}

export async function sendOriginal(c: AppContext, row: PictureRow, until: Validity): Promise<Response> {
	const etag = tagOf(row);
	if (isKnown(c, etag)) return sendUnchanged(c, etag, until);
	const headers = { ...headersOf(c, etag, row.contentType, until), "Accept-Ranges": "bytes" };
	const condition = c.req.header("If-Range");
	const range = condition === undefined || condition === etag ? rangeIn(c.req.header("Range"), row.sizeBytes) : null;
	if (range === "unsatisfiable")
		return new Response(null, { status: 416, headers: { ...safe, "Content-Range": `bytes */${row.sizeBytes}` } });
	const object = await c.get("writer").objects.get(row, range ?? undefined);
	if (!object) {
		log.error("fault", { request_id: c.get("requestId"), message: `The object of picture ${row.id} is missing.` });
		throw notFound("picture");
	}
	if (!range) return new Response(object.body, { headers: { ...headers, "Content-Length": String(row.sizeBytes) } });
	const { offset, length } = range;
	return new Response(object.body, {
		status: 206,
		headers: {
			...headers,
			"Content-Length": String(length),
			"Content-Range": `bytes ${offset}-${offset + length - 1}/${row.sizeBytes}`,
		},
	});
}
