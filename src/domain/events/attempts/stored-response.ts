import type { StoredAttempt } from "../../../platform/db/tables/data/webhooks.ts";

type StoredResponse = Pick<StoredAttempt, "response_body" | "response_gzip">;

/** A shorter text does not become smaller: the header and the trailer of gzip take 18 bytes, and base64 adds a third. */
const minCharsToCompress = 100;

export async function storedResponse(text: string | null): Promise<StoredResponse> {
	if (text === null || text.length < minCharsToCompress) return { response_body: text };
	const bytes = new TextEncoder().encode(text);
	const gzip = Buffer.from(await transform(bytes, new CompressionStream("gzip"))).toString("base64");
	return gzip.length < bytes.length ? { response_body: null, response_gzip: gzip } : { response_body: text };
}

/** `ignoreBOM` keeps a byte order mark, because it is part of the answer. */
export async function readStoredResponse({ response_body, response_gzip }: StoredResponse): Promise<string | null> {
	if (response_gzip === undefined) return response_body;
	const bytes = await transform(Buffer.from(response_gzip, "base64"), new DecompressionStream("gzip"));
	return new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes);
}

async function transform(
	bytes: Uint8Array,
	stream: { readable: ReadableStream<Uint8Array>; writable: WritableStream<BufferSource> },
): Promise<Uint8Array> {
	return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
