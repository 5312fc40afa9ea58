import type { Settled } from "../../../lib/async/settle.ts";
import { clock } from "../../../lib/clock.ts";
import { secondMs } from "../../../lib/time.ts";
import { problem } from "../../../problems/problem.ts";
import type { RowsUpload, Upload } from "../../endpoint/upload.ts";
import type { AppContext } from "../app-env.ts";

/** Contract: Wire 15. */
const maxBytes = 1024 * 1024;

/** Contract: Wire 16. */
const jsonMediaType = /^application\/([\w.!#$&^+-]+\+)?json$/i;

const tooSlow = () => problem("request_timeout", `The body did not arrive within ${bodyTimeoutMs / secondMs} seconds.`);

const tooLarge = () => problem("payload_too_large", "The body is larger than 1 MiB.");

export interface JsonBody {
	/** The fingerprint of an Idempotency-Key is made of them. */
	bytes: Uint8Array;
	/** UTF-8, but not necessarily JSON: the check of the fields parses it. */
	text: string;
	/** Of an endpoint that takes a file: throws its fault when it is read. */
	file?: Settled<Upload | RowsUpload>;
}

const absentBody: JsonBody = { bytes: new Uint8Array(), text: "{}" };

/** Reads the whole body of a change. Refuses one that is too large or has another content type than JSON. */
export async function readJsonBody(
	c: AppContext,
	{ body, bodyOptional }: { body: object | null; bodyOptional: boolean },
): Promise<JsonBody> {
	if (!body) return absentBody;
	const length = c.req.header("Content-Length");
	// Nobody can tell an empty stream from a missing body before reading it.
	if (bodyOptional && (length === undefined || length === "0")) {
		const bytes = await readBytes(c);
		if (bytes.length === 0) return absentBody;
		requireJson(c);
		return { bytes, text: decode(bytes) };
	}
	requireJson(c);
	const bytes = await readBytes(c);
	if (bytes.length === 0) throw problem("malformed_json", "The body is empty.");
	return { bytes, text: decode(bytes) };
}

export const mediaTypeOf = (c: AppContext): string =>
	(c.req.header("Content-Type") ?? "").split(";", 1)[0]?.trim() ?? "";

function requireJson(c: AppContext): void {
	const mediaType = mediaTypeOf(c);
	if (!jsonMediaType.test(mediaType))
		throw problem(
			"unsupported_media_type",
			mediaType ? `The content type ${mediaType.slice(0, 100)} is not JSON.` : "The request has no content type.",
		);
}

function decode(bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
	} catch {
		throw problem("malformed_json", "The body is not UTF-8.");
	}
}

/** The service waits for a body no longer than this. */
const bodyTimeoutMs = 15 * secondMs;

/**
 * The whole body. Throws when it is too large or too slow. Reads the clock again when the body is there, so that a
 * request with a slow body is not dated before the changes that were made meanwhile.
 */
export async function readBytes(c: AppContext): Promise<Uint8Array> {
	const { body, headers } = c.req.raw;
	const announced = Number(headers.get("Content-Length"));
	if (announced > maxBytes) throw tooLarge();
	if (!body) return new Uint8Array();
	const bytes = await readWithTimeout(bodyTimeoutMs, body, announced);
	c.set("now", clock.now());
	return bytes;
}

async function readWithTimeout(ms: number, body: ReadableStream<Uint8Array>, announced: number): Promise<Uint8Array> {
	const reader = body.getReader({ mode: "byob" });
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(tooSlow()), ms);
	});
	try {
		return await Promise.race([readAll(reader, announced), timeout]);
	} catch (error) {
		await reader.cancel().catch(() => {});
		throw error;
	} finally {
		clearTimeout(timer);
	}
}

const initialBufferBytes = 16 * 1024;
/** A new buffer is this many times as large as what has arrived, so a body that announces much costs no memory yet. */
const growthFactor = 4;

/**
 * Reads in few and large pieces. A buffer that is not full marks the end of the body. A short body that announces its
 * length gets no larger buffer, because a large one takes longer to make than such a body takes to read.
 */
async function readAll(reader: ReadableStreamBYOBReader, announced: number): Promise<Uint8Array> {
	let buffer = new ArrayBuffer(announced > 0 ? Math.min(announced + 1, initialBufferBytes) : initialBufferBytes);
	for (let length = 0; ; ) {
		const { value } = await reader.readAtLeast(buffer.byteLength - length, new Uint8Array(buffer, length));
		if (!value) return new Uint8Array();
		length += value.byteLength;
		if (length > maxBytes) throw tooLarge();
		if (length < value.buffer.byteLength) return new Uint8Array(value.buffer, 0, length);
		buffer = new ArrayBuffer(Math.min(growthFactor * length, maxBytes + 1));
		new Uint8Array(buffer).set(new Uint8Array(value.buffer));
	}
}
