import type { Credential } from "./credentials.ts";

/** A credential that this isolate has read, with the gate's last answer about it. */
export interface Remembered {
	/** Null when no such credential exists. This stays true, because new values are random. */
	record: Credential | null;
	/** Tokens that were left at the last answer. With none left, no work begins before the gate has decided. */
	remaining: number;
}

/** Forgets the least recently used entries first. */
class Recent {
	private readonly entries = new Map<string, Remembered>();
	private readonly capacity: number;

	constructor(capacity: number) {
		this.capacity = capacity;
	}

	get(hash: string): Remembered | undefined {
		const entry = this.entries.get(hash);
		if (entry) this.set(hash, entry);
		return entry;
	}

	set(hash: string, entry: Remembered): void {
		this.entries.delete(hash);
		this.entries.set(hash, entry);
		for (const oldest of this.entries.keys()) {
			if (this.entries.size <= this.capacity) break;
			this.entries.delete(oldest);
		}
	}

	clear(): void {
		this.entries.clear();
	}
}

/** This many take a few MiB at most. */
const known = new Recent(5000);
/** These have a place of their own, so that a caller who invents keys cannot push out those that exist. */
const unknown = new Recent(1000);

export const credentialCache = {
	get: (hash: string): Remembered | undefined => known.get(hash) ?? unknown.get(hash),
	set(hash: string, entry: Remembered): Remembered {
		(entry.record ? known : unknown).set(hash, entry);
		return entry;
	},
	/** For tests: afterwards the isolate is like a new one. */
	clear() {
		known.clear();
		unknown.clear();
	},
};
