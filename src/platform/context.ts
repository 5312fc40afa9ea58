import type { Database } from "./db/database.ts";
import type { Databases } from "./db/databases.ts";
import type { Region } from "./db/placement.ts";
import type { ActorType } from "./db/tables/data/audit-log.ts";
import { bookingUrlOf, type Env, isDevelopment, senderOf, serviceOrigin } from "./env.ts";
import type { Credential } from "./gate/credentials/credentials.ts";
import type { RequestReads } from "./gate/requests/request-reads.ts";
import type { Vault } from "./lib/secrets/vault.ts";
import { notFound } from "./problems/problem.ts";

export type Actor =
	| { type: Exclude<ActorType, "booking_page" | "operator" | "system">; id: string }
	| { type: "booking_page" | "operator" | "system"; id: null };

/** The caller of an operation, the time, and the means that it may use. It knows nothing else of the request. */
export interface Caller {
	actor: Actor;
	control: Database;
	/** For reads of a tenant's data. Throws a 404 for an unknown tenant. */
	dataOf(tenantId: string): Promise<Database>;
	/** For reads that name no tenant: each data database with the name of its binding. */
	allData(): DataDatabase[];
	/** The time of the request. The clock is read once. */
	now: number;
	/** How often the operation has already decided. Each time another request was faster. */
	tries: number;
	requestId: string;
	ipAddress: string | null;
	testMode: boolean;
	vault: Vault;
	/**
	 * Gives a mail that a change has just written to the mail service, and removes it from the outbox. Returns false if it
	 * stays there: the mail service did not take it, or a limit of the tenant or the recipient is reached.
	 */
	send(mail: WaitingMail): Promise<boolean>;
	/** Whether such a mail to this address would leave at once, for a dry run. Nothing is sent or counted. */
	wouldSend(mail: WaitingMail, to: string): Promise<boolean>;
	/** Holds the address of an artist's page for a change before its commit: see platform/commit/booking-addresses.ts. */
	holdAddress(wanted: WantedAddress): Promise<string | undefined>;
	/** Tells the gates of a committed change of an app. Resolves to the number that could not be told in time. */
	tellGatesOf(appId: string): Promise<number>;
	settings: Settings;
	/** Absent if no limit applies: for the operator, for the service, and for deletions. */
	storage?: StorageLimit;
}

export interface WaitingMail {
	id: string;
	tenantId: string;
	kind: string;
	data: Record<string, unknown>;
}

export interface StorageLimit {
	/** The limit of the tenant's plan. */
	bytes: number;
	/** The change creates records, so it is refused as soon as the tenant stores that much. */
	creates: boolean;
}

export interface WantedAddress {
	tenantId: string;
	/** The best first. The first free one is held. */
	candidates: string[];
	/** The caller chose the address. It may then belong to the same tenant already: the tenant's data decides. */
	given: boolean;
	/** The address that the change gives up. */
	instead?: string;
}

interface DataDatabase {
	id: string;
	region: Region;
	db: Database;
}

export interface Settings {
	development: boolean;
	/** The base of the public booking pages, without a slash at its end. */
	bookingUrl: string;
	sender: string;
	/** The origin of the service's own pages; null if no address is configured. */
	origin: string | null;
}

const knownSettings = new WeakMap<Env, Map<string, Settings>>();
/** In development a caller chooses the origin of a request. */
const maxOrigins = 100;

/** `requestUrl`: the address of the request, if there is one. Of it, the settings depend on the origin alone. */
export function settingsOf(env: Env, requestUrl = ""): Settings {
	let ofOrigins = knownSettings.get(env);
	if (!ofOrigins || ofOrigins.size >= maxOrigins) {
		ofOrigins = new Map();
		knownSettings.set(env, ofOrigins);
	}
	const origin = requestUrl.slice(0, requestUrl.indexOf("/", "https://".length));
	let settings = ofOrigins.get(origin);
	if (!settings) {
		settings = readSettings(env, requestUrl || undefined);
		ofOrigins.set(origin, settings);
	}
	return settings;
}

const readSettings = (env: Env, requestUrl?: string): Settings => ({
	development: isDevelopment(env),
	bookingUrl: bookingUrlOf(env, requestUrl),
	sender: senderOf(env),
	origin: serviceOrigin(env, requestUrl),
});

/** A caller that works within one data database. */
export interface LocalCaller extends Caller {
	db: Database;
}

export interface TenantCaller extends Caller {
	tenantId: string;
}

/** A caller that acts within one tenant, with the tenant's data. */
export interface Ctx extends LocalCaller, TenantCaller {}

export const inTenant = async (caller: Caller, tenantId: string): Promise<Ctx> => ({
	...caller,
	tenantId,
	db: await caller.dataOf(tenantId),
});

/** A caller of /v1 with the credential that the gate admitted. */
export interface ApiCtx extends Ctx {
	credential: Credential;
	requests: RequestReads;
}

export const readsOf = (databases: Databases): Pick<Caller, "control" | "dataOf" | "allData"> => ({
	control: databases.control.db,
	dataOf: async (tenantId) => {
		const store = await databases.of(tenantId);
		if (!store) throw notFound("tenant");
		return store.db;
	},
	allData: () => databases.ids().map((id) => ({ id, region: databases.regionOf(id), db: databases.data(id).db })),
});
