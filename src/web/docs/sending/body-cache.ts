import { createHash } from "node:crypto";

/** The body of an answer, with its ETag. */
export interface TaggedBody {
	body: Uint8Array<ArrayBuffer>;
	etag: string;
}

const utf8 = new TextEncoder();

export function taggedBody(text: string): TaggedBody {
	const body = new Uint8Array(utf8.encode(text));
	return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}

/** About the memory that an entry takes in addition to its key and its body. */
const entryBytes = 500;

const bytesOf = (key: string, { body }: TaggedBody): number => 2 * key.length + body.byteLength + entryBytes;

/** Keeps bodies up to a limit of memory. Beyond the limit it drops the oldest ones. */
export class BodyCache {
	private readonly entries = new Map<string, TaggedBody>();
	private readonly maxBytes: number;
	private bytes = 0;

	constructor(maxBytes: number) {
		this.maxBytes = maxBytes;
	}

	get(key: string): TaggedBody | undefined {
		return this.entries.get(key);
	}

	set(key: string, entry: TaggedBody): void {
		if (bytesOf(key, entry) > this.maxBytes) return;
		this.delete(key);
		this.entries.set(key, entry);
		this.bytes += bytesOf(key, entry);
		for (const oldest of this.entries.keys()) {
			if (this.bytes <= this.maxBytes) return;
			this.delete(oldest);
		}
	}

	private delete(key: string): void {
		const entry = this.entries.get(key);
		if (entry) this.bytes -= bytesOf(key, entry);
		this.entries.delete(key);
	}
}
