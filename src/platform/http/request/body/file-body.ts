import { withTimeout } from "../../../lib/async/with-timeout.ts";
import type { Problem } from "../../../problems/problem.ts";
import type { AppContext } from "../app-env.ts";
import type { JsonBody } from "./read-body.ts";
import { fileTooSlow, headBytes, longestFileMs, longestPieceMs, pieceBytes } from "./uploads.ts";

export const noBytes: JsonBody = { bytes: new Uint8Array(), text: "" };

/** The announced length of a file. Null if none is. */
export function lengthIn(c: AppContext, most: number, tooLarge: () => Problem): number | null {
	const sent = c.req.header("Content-Length");
	const length = sent === undefined ? null : Number(sent);
	if (length !== null && length > most) throw tooLarge();
	return length;
}

/** The whole body, of which only one copy is in memory. `onHead` may refuse it for its first bytes. */
export async function readWhole(
	body: ReadableStream<Uint8Array>,
	room: number,
	tooLarge: () => Problem,
	onHead: (head: Uint8Array) => void = () => {},
): Promise<Uint8Array> {
	const reader = body.getReader({ mode: "byob" });
	const until = Date.now() + longestFileMs;
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
				fileTooSlow,
			);
			if (piece === 0) {
				if (value && value.byteLength > 0) throw tooLarge();
				return new Uint8Array(buffer, 0, length);
			}
			if (!value) return new Uint8Array(0);
			buffer = value.buffer;
			if (length === 0) onHead(new Uint8Array(buffer, 0, Math.min(headBytes, value.byteLength)));
			length += value.byteLength;
			if (done || value.byteLength < piece) return new Uint8Array(buffer, 0, length);
		}
	} catch (error) {
		await reader.cancel().catch(() => {});
		throw error;
	}
}
