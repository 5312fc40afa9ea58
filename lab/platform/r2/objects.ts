import { Readable } from "node:stream";
import { withLength } from "../streams.ts";
import { Checksums, type checksumsOf } from "./checksums.ts";
import { type HttpMetadata, writeHttpMetadata } from "./metadata.ts";
import type { Range } from "./ranges.ts";

export interface Stored {
	key: string;
	version: string;
	bytes: Uint8Array;
	etag: string;
	uploadedAt: number;
	checksums: ReturnType<typeof checksumsOf>;
	httpMetadata: HttpMetadata;
	customMetadata: Record<string, string>;
}

/** An object as the caller sees it, without its bytes. */
export class HeadResult {
	readonly key: string;
	readonly version: string;
	readonly size: number;
	readonly etag: string;
	readonly httpEtag: string;
	readonly checksums: Checksums;
	readonly uploaded: Date;
	readonly httpMetadata: HttpMetadata;
	readonly customMetadata: Record<string, string>;
	readonly range: Range | undefined;
	readonly storageClass = "";
	readonly ssecKeyMd5 = undefined;

	constructor(stored: Stored, range?: Range) {
		this.key = stored.key;
		this.version = stored.version;
		this.size = stored.bytes.length;
		this.etag = stored.etag;
		this.httpEtag = `"${stored.etag}"`;
		this.checksums = new Checksums(stored.checksums);
		this.uploaded = new Date(stored.uploadedAt);
		this.httpMetadata = { ...stored.httpMetadata };
		this.customMetadata = { ...stored.customMetadata };
		this.range = range;
	}

	writeHttpMetadata(headers: Headers): void {
		writeHttpMetadata(this.httpMetadata, headers);
	}
}

/** An object with the bytes of the range that was asked for. */
export class GetResult extends HeadResult {
	readonly #body: ReadableStream<Uint8Array>;

	constructor(stored: Stored, range: Range) {
		super(stored, range);
		this.#body = streamOf(stored.bytes.subarray(range.offset, range.offset + range.length));
	}

	get body(): ReadableStream<Uint8Array> {
		return this.#body;
	}

	get bodyUsed(): boolean {
		return Readable.isDisturbed(this.#body as never);
	}

	async bytes(): Promise<Uint8Array<ArrayBuffer>> {
		if (this.bodyUsed)
			throw new TypeError(
				"Body has already been used. It can only be used once. Use tee() first if you need to read it twice.",
			);
		if (this.#body.locked) throw new TypeError("This ReadableStream is currently locked to a reader.");
		const chunks: Uint8Array[] = [];
		for await (const chunk of this.#body) chunks.push(chunk);
		return Uint8Array.from(Buffer.concat(chunks));
	}

	arrayBuffer = async (): Promise<ArrayBuffer> => (await this.bytes()).buffer;

	text = async (): Promise<string> => new TextDecoder().decode(await this.bytes());

	json = async (): Promise<unknown> => JSON.parse(await this.text());

	blob = async (): Promise<Blob> => new Blob([await this.bytes()], { type: this.httpMetadata.contentType ?? "" });
}

const chunkBytes = 65_536;

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
	let at = 0;
	const stream: ReadableStream<Uint8Array> = new ReadableStream({
		type: "bytes",
		pull(controller) {
			if (at < bytes.length) controller.enqueue(bytes.slice(at, at + chunkBytes));
			at += chunkBytes;
			if (at < bytes.length) return;
			controller.close();
			controller.byobRequest?.respond(0);
		},
	});
	return withLength(stream, bytes.length);
}
