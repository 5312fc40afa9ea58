import type { KeyRecord } from "./api-keys.ts";

/** A credential this isolate has read, and how the gate last spoke of it. */
export interface Remembered {
	/** Null: no such key. It stays so: a value that was never given out never will be. */
	record: KeyRecord | null;
	/** Tokens left at the last answer: with none, work is not begun before the gate has spoken. */
	remaining: number;
}

/** Some MiB at most. */
const capacity = 5000;

/** Credentials by hash, the least recently used ones forgotten first. */
const remembered = new Map<string, Remembered>();

export const credentialCache = {
	get(hash: string): Remembered | undefined {
		const entry = remembered.get(hash);
		if (entry) {
			remembered.delete(hash);
			remembered.set(hash, entry);
		}
		return entry;
	},
	set(hash: string, entry: Remembered): Remembered {
		remembered.delete(hash);
		remembered.set(hash, entry);
		for (const oldest of remembered.keys()) {
			if (remembered.size <= capacity) break;
			remembered.delete(oldest);
		}
		return entry;
	},
	delete: (hash: string) => remembered.delete(hash),
	/** As a new isolate starts. */
	clear: () => remembered.clear(),
};
