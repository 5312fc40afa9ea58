import { createHash } from "node:crypto";

/** A text as it is sent, with the tag by which caches know it. */
export interface Made {
	body: Uint8Array<ArrayBuffer>;
	etag: string;
}

const utf8 = new TextEncoder();

export function made(text: string): Made {
	const body = new Uint8Array(utf8.encode(text));
	return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}

/** Keeps what was made, and forgets the oldest when it would take more than this. */
export class MadeBefore {
	private readonly entries = new Map<string, Made>();
	private readonly maxBytes: number;
	private bytes = 0;

	constructor(maxBytes: number) {
		this.maxBytes = maxBytes;
	}

	get(key: string): Made | undefined {
		return this.entries.get(key);
	}

	set(key: string, entry: Made): void {
		this.delete(key);
		this.entries.set(key, entry);
		this.bytes += entry.body.byteLength;
		for (const oldest of this.entries.keys()) {
			if (this.bytes <= this.maxBytes) return;
			this.delete(oldest);
		}
	}

	private delete(key: string): void {
		this.bytes -= this.entries.get(key)?.body.byteLength ?? 0;
		this.entries.delete(key);
	}
}
