import type { Credential } from "./credentials.ts";

/** A credential this isolate has read, and how the gate last spoke of it. */
export interface Remembered {
	/** Null: no such credential. It stays so: a value that was never given out never will be. */
	record: Credential | null;
	/** Tokens left at the last answer: with none, work is not begun before the gate has spoken. */
	remaining: number;
}

/** The least recently used entries are forgotten first. */
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

/** Some MiB at most. */
const known = new Recent(5000);
/** Apart from the known: whoever makes keys up must not drive out those that exist. */
const unknown = new Recent(1000);

export const credentialCache = {
	get: (hash: string): Remembered | undefined => known.get(hash) ?? unknown.get(hash),
	set(hash: string, entry: Remembered): Remembered {
		(entry.record ? known : unknown).set(hash, entry);
		return entry;
	},
	/** As a new isolate starts. */
	clear() {
		known.clear();
		unknown.clear();
	},
};
