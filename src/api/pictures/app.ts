import { Hono } from "hono";
import { mayShow, type PictureAddress, validityOf } from "../../domain/pictures/addresses.ts";
import { findForAddress } from "../../domain/pictures/find-for-address.ts";
import type { PictureRow } from "../../domain/pictures/schema.ts";
import type { AppContext, AppEnv } from "../../platform/http/request/app-env.ts";
import { notFound } from "../../platform/problems/problem.ts";
import { isKnown, sendOriginal, sendThumbnail, sendUnchanged, type Validity } from "./send.ts";
import { thumbnailOf, thumbnailTag, widthIn } from "./thumbnail.ts";

/** The bytes of pictures. The address itself is the credential (contract: Pictures 9). */
export const pictures = new Hono<AppEnv>();

const path = "/pictures/:tenant_id/:picture_id/:code";

pictures.get(path, async (c) => {
	const { row, until } = await pictureOf(c);
	return await sendOriginal(c, row, until);
});

/** If the thumbnail cannot be made, the picture itself stands for it. */
pictures.get(`${path}/thumbnail`, async (c) => {
	const width = widthIn(c);
	const { row, until } = await pictureOf(c);
	const etag = thumbnailTag(row, width);
	if (isKnown(c, etag)) return sendUnchanged(c, etag, until);
	const thumbnail = await thumbnailOf(c, row, width);
	return thumbnail ? sendThumbnail(c, thumbnail, until) : await sendOriginal(c, row, until);
});

/** Any fault of the address gets the same answer. */
async function pictureOf(c: AppContext): Promise<{ row: PictureRow; until: Validity }> {
	const { tenant_id: tenantId = "", picture_id: id = "", code = "" } = c.req.param();
	const address: PictureAddress = { tenantId, id, code };
	const until = validityOf(c.get("vault"), address, c.get("now"));
	const row = until === null ? undefined : await findForAddress(c.get("databases"), address);
	if (until === null || !row || !mayShow(row, until)) throw notFound("picture");
	return { row, until };
}
