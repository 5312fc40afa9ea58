/** A shorter text does not become smaller: the header and the trailer of gzip take 18 bytes. */
const minCharsToCompress = 100;

/** An answer as it is stored: as text, or compressed if that makes it smaller. */
export interface StoredResponse {
	responseBody: string | null;
	responseGzip: Buffer | null;
}

const asText = (responseBody: string | null): StoredResponse => ({ responseBody, responseGzip: null });

export async function compressResponse(text: string | null): Promise<StoredResponse> {
	if (text === null || text.length < minCharsToCompress) return asText(text);
	const bytes = new TextEncoder().encode(text);
	const gzip = await transform(bytes, new CompressionStream("gzip"));
	return gzip.length < bytes.length ? { responseBody: null, responseGzip: Buffer.from(gzip) } : asText(text);
}

/** `ignoreBOM` keeps a byte order mark, because it is part of the answer. */
export async function readStoredResponse({ responseBody, responseGzip }: StoredResponse): Promise<string | null> {
	if (responseGzip === null) return responseBody;
	const bytes = await transform(responseGzip, new DecompressionStream("gzip"));
	return new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes);
}

async function transform(
	bytes: Uint8Array,
	stream: { readable: ReadableStream<Uint8Array>; writable: WritableStream<BufferSource> },
): Promise<Uint8Array> {
	return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
