import { clock } from "../../lib/clock.ts";
import { secondMs } from "../../lib/time.ts";
import { problem } from "../../problems/problem.ts";
import type { AppContext } from "./app-env.ts";

/** Contract: Wire 15. */
const maxBytes = 1024 * 1024;

/** Contract: Wire 16. */
const jsonMediaType = /^application\/([\w.!#$&^+-]+\+)?json$/i;

const tooSlow = () => problem("request_timeout", `The body did not arrive within ${bodyTimeoutMs / secondMs} seconds.`);

const tooLarge = () => problem("payload_too_large", "The body is larger than 1 MiB.");

/**
 * Reads the whole body and refuses one that is too large or has another content type than JSON. Afterwards
 * `c.req.json()` gives the value, parsed once, and nothing else can read the body. The fingerprint of an Idempotency-Key
 * needs the returned bytes.
 */
export async function readJsonBody(c: AppContext, { bodyOptional }: { bodyOptional?: boolean }): Promise<Uint8Array> {
	const length = c.req.header("Content-Length");
	// Nobody can tell an empty stream from a missing body before reading it.
	if (bodyOptional && (length === undefined || length === "0")) {
		const bytes = await readBytes(c);
		if (bytes.length === 0) return provideJson(c, bytes, "{}");
		requireJson(c);
		return provideJson(c, bytes, decode(bytes));
	}
	requireJson(c);
	const bytes = await readBytes(c);
	if (bytes.length === 0) throw problem("malformed_json", "The body is empty.");
	return provideJson(c, bytes, decode(bytes));
}

/** The content type without its parameters. */
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

/** The type of which the validator takes the body. Those with a suffix of other characters are JSON, too. */
const acceptedByValidator = /^application\/([\w.-]+\+)?json$/i;

function provideJson(c: AppContext, bytes: Uint8Array, text: string): Uint8Array {
	let parsed: Promise<unknown> | undefined;
	c.req.json = async <T>() => {
		parsed ??= parse(text);
		return (await parsed) as T;
	};
	if (!acceptedByValidator.test(mediaTypeOf(c))) {
		const headers = new Headers(c.req.raw.headers);
		headers.set("Content-Type", "application/json");
		headers.delete("Content-Length");
		c.req.raw = new Request(c.req.raw.url, { method: c.req.method, headers });
	}
	return bytes;
}

const parse = async (text: string): Promise<unknown> => JSON.parse(text);

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
 * The whole body. Throws when it is too large or too slow. When the body is there, the clock is read again, so that the
 * time of a request with a slow body is not before what happened meanwhile.
 */
export async function readBytes(c: AppContext): Promise<Uint8Array> {
	const { body, headers } = c.req.raw;
	if (Number(headers.get("Content-Length")) > maxBytes) throw tooLarge();
	if (!body) return new Uint8Array();
	const bytes = await readWithTimeout(bodyTimeoutMs, body);
	c.set("now", clock.now());
	return bytes;
}

async function readWithTimeout(ms: number, body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
	const reader = body.getReader({ mode: "byob" });
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(tooSlow()), ms);
	});
	try {
		return await Promise.race([readAll(reader), timeout]);
	} catch (error) {
		await reader.cancel().catch(() => {});
		throw error;
	} finally {
		clearTimeout(timer);
	}
}

const initialBufferBytes = 16 * 1024;
/** Past the first, a slow body takes this many times the memory of what has arrived, whatever length it announced. */
const growthFactor = 4;

/** Reads in few and large pieces. One that is not filled is the last. */
async function readAll(reader: ReadableStreamBYOBReader): Promise<Uint8Array> {
	let buffer = new ArrayBuffer(initialBufferBytes);
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
