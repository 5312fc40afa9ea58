import { type Settled, settle } from "../../../lib/async/settle.ts";
import { clock } from "../../../lib/clock.ts";
import { sha256 } from "../../../lib/secrets/crypto.ts";
import { type PictureType, pictureTypeOf, pictureTypes } from "../../../pictures/picture-type.ts";
import type { Upload } from "../../endpoint/upload.ts";
import type { AppContext } from "../app-env.ts";
import { lengthIn, noBytes, readWhole } from "./file-body.ts";
import { type JsonBody, mediaTypeOf } from "./read-body.ts";
import {
	emptyPicture,
	giveBack,
	maxPictureBytes,
	pictureTooLarge,
	takeMemory,
	uploadOf,
	wrongType,
} from "./uploads.ts";

/**
 * Reads a body that is a picture. Only one copy of its bytes is in memory, and until its release it counts against the
 * memory of the tenant. The caller has been admitted before, because nobody else may take memory.
 */
export async function readPictureBody(
	c: AppContext,
	tenantId: string,
	onRelease: (release: () => Promise<void>) => void,
): Promise<JsonBody> {
	const type = typeIn(c);
	const length = lengthIn(c, maxPictureBytes, pictureTooLarge);
	const { body } = c.req.raw;
	if (!body || length === 0) return { ...noBytes, file: { error: emptyPicture() } };
	const room = length ?? maxPictureBytes;
	const release = await takeMemory({ kind: "studio", id: tenantId }, room);
	let picture: Settled<Upload> | undefined;
	onRelease(() => giveBack(release, picture));
	const file = await readWhole(body, room, pictureTooLarge, (head) => requireType(head, type));
	c.set("now", clock.now());
	// A hash stands for the bytes in the fingerprint of an Idempotency-Key, because they are stripped in place.
	const bytes = new TextEncoder().encode(sha256(file));
	picture = await settle(uploadOf(file));
	return { bytes, text: "", file: picture };
}

function typeIn(c: AppContext): PictureType {
	const mediaType = mediaTypeOf(c).toLowerCase();
	const type = pictureTypes.find((one) => one === mediaType);
	if (!type) throw wrongType(mediaType ? `The content type ${mediaType.slice(0, 100)} is none of them.` : "");
	return type;
}

function requireType(head: Uint8Array, type: PictureType): void {
	if (head.byteLength === 0) return;
	const found = pictureTypeOf(head);
	if (found === type) return;
	throw wrongType(found ? `The bytes are ${found}, and the content type says ${type}.` : `The bytes are not ${type}.`);
}
