import { LruCache } from "../../lib/lru.ts";
import type { LastWrite } from "../object/gate.ts";
import type { Credential } from "./credentials.ts";
import { locationCache } from "./location-cache.ts";
import { untoldChanges } from "./untold-changes.ts";

/** A credential that this isolate has read, with the gate's last answer about it. */
export interface CachedCredential {
	/** Null when no such credential exists. This stays true, because new values are random. */
	record: Credential | null;
	/** The tokens left at the last answer. When none is left, no work begins before the gate has decided. */
	remaining: number;
	/** The last commit in the tenant's data, as the gate last reported it. */
	lastWrite?: LastWrite | null;
}

/** 5000 credentials take a few MiB at most. */
const known = new LruCache<CachedCredential>(5000);
/** Unknown credentials have their own cache, so that a caller who invents keys cannot push out existing ones. */
const unknown = new LruCache<CachedCredential>(1000);

export const credentialCache = {
	get: (hash: string): CachedCredential | undefined => known.get(hash) ?? unknown.get(hash),
	set(hash: string, entry: CachedCredential): CachedCredential {
		(entry.record ? known : unknown).set(hash, entry);
		return entry;
	},
	/** For tests: makes the isolate like a new one, in a location that does not know its credentials either. */
	clear() {
		this.forget();
		locationCache.clear();
	},
	/** For tests: makes the isolate like a new one of the same location. */
	forget() {
		known.clear();
		unknown.clear();
		untoldChanges.forget();
	},
};
