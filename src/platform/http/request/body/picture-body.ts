import { type Settled, settle } from "../../../lib/async/settle.ts";
import { withTimeout } from "../../../lib/async/with-timeout.ts";
import { clock } from "../../../lib/clock.ts";
import { sha256 } from "../../../lib/secrets/crypto.ts";
import { type PictureType, pictureTypeOf, pictureTypes } from "../../../pictures/picture-type.ts";
import type { Upload } from "../../endpoint/upload.ts";
import type { AppContext } from "../app-env.ts";
import { type JsonBody, mediaTypeOf } from "./read-body.ts";
import {
	emptyPicture,
	giveBack,
	headBytes,
	longestPictureMs,
	longestPieceMs,
	maxPictureBytes,
	pictureTooLarge,
	pictureTooSlow,
	pieceBytes,
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
	const length = lengthIn(c);
	if (length !== null && length > maxPictureBytes) throw pictureTooLarge();
	const { body } = c.req.raw;
	if (!body || length === 0) return { ...noBytes, picture: { error: emptyPicture() } };
	const room = length ?? maxPictureBytes;
	const release = await takeMemory({ kind: "studio", id: tenantId }, room);
	let picture: Settled<Upload> | undefined;
	onRelease(() => giveBack(release, picture));
	const file = await readWhole(body, room, type);
	c.set("now", clock.now());
	// A hash stands for the bytes in the fingerprint of an Idempotency-Key, because they are stripped in place.
	const bytes = new TextEncoder().encode(sha256(file));
	picture = await settle(uploadOf(file));
	return { bytes, text: "", picture };
}

const noBytes: JsonBody = { bytes: new Uint8Array(), text: "" };

function typeIn(c: AppContext): PictureType {
	const mediaType = mediaTypeOf(c).toLowerCase();
	const type = pictureTypes.find((one) => one === mediaType);
	if (!type) throw wrongType(mediaType ? `The content type ${mediaType.slice(0, 100)} is none of them.` : "");
	return type;
}

function lengthIn(c: AppContext): number | null {
	const sent = c.req.header("Content-Length");
	return sent === undefined ? null : Number(sent);
}

async function readWhole(body: ReadableStream<Uint8Array>, room: number, type: PictureType): Promise<Uint8Array> {
	const reader = body.getReader({ mode: "byob" });
	const until = Date.now() + longestPictureMs;
	let buffer = new ArrayBuffer(room);
	try {
		for (let length = 0; ; ) {
			const piece = Math.min(pieceBytes, room - length);
			// Nothing may follow a full buffer.
			const view: Uint8Array<ArrayBuffer> = piece > 0 ? new Uint8Array(buffer, length, piece) : new Uint8Array(1);
			const ms = Math.min(longestPieceMs, until - Date.now());
			const { value, done }: ReadableStreamReadResult<Uint8Array<ArrayBuffer>> = await withTimeout(
				ms,
				reader.readAtLeast(view.byteLength, view),
				pictureTooSlow,
			);
			if (piece === 0) {
				if (value && value.byteLength > 0) throw pictureTooLarge();
				return new Uint8Array(buffer, 0, length);
			}
			if (!value) return new Uint8Array(0);
			buffer = value.buffer;
			if (length === 0) requireType(new Uint8Array(buffer, 0, Math.min(headBytes, value.byteLength)), type);
			length += value.byteLength;
			if (done || value.byteLength < piece) return new Uint8Array(buffer, 0, length);
		}
	} catch (error) {
		await reader.cancel().catch(() => {});
		throw error;
	}
}

function requireType(head: Uint8Array, type: PictureType): void {
	if (head.byteLength === 0) return;
	const found = pictureTypeOf(head);
	if (found === type) return;
	throw wrongType(found ? `The bytes are ${found}, and the content type says ${type}.` : `The bytes are not ${type}.`);
}
