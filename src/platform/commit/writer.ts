import type { Store, StoreOptions } from "../db/database.ts";
import { Databases } from "../db/databases.ts";
import type { Statement } from "../db/statements/statement.ts";
import type { Env } from "../env.ts";
import { type DueDelivery, sendJobsMessage, sendMoveMessages, sendNudges } from "../events/nudges.ts";
import { gateOf, relayOf, requestsOf } from "../gate/gates.ts";
import type { Gate } from "../gate/object/gate.ts";
import type { VersionRelay } from "../gate/object/version-relay.ts";
import { LruCache } from "../lib/lru.ts";
import { ObjectStore } from "../objects/object-store.ts";
import type { HeldLock } from "./after/held-lock.ts";

/** The means with which `execute` commits: the databases, the gates, and the queue. Operations do not get it. */
export interface Writer {
	databases: Databases;
	/** The data database in which the service works through all tenants. If absent, each change names its tenant. */
	dataDatabase?: Store;
	transaction(store: Store, statements: Statement[]): Promise<D1Result[]>;
	gateOf(tenantId: string): Promise<DurableObjectStub<Gate>>;
	forgetAtGates(tenantId: string): Promise<void>;
	/** One of the objects that tell the gates of many tenants. */
	relay(n: number): DurableObjectStub<VersionRelay>;
	objects: ObjectStore;
	nudge(database: string, due: DueDelivery[]): void;
	/** Sends a queue message to continue the move of a tenant that a change found between two databases. */
	wakeMove(tenantId: string): void;
	/** Sends a queue message to take steps of the long work in a data database. */
	wakeJobs(database: string): void;
	/** Whether this invocation may begin another transaction of work that has many. If absent, it may. */
	hasCallsLeft?(): boolean;
	heldLock?: HeldLock;
	afterResponse(work: Promise<unknown>): void;
}

/** When this isolate last woke the move of a tenant. Without it every refused change would send a message. */
const wokenAt = new LruCache<number>(1000);
const wakeIntervalMs = 1000;

interface WriterOptions extends StoreOptions {
	dataDatabaseId?: string;
	hasCallsLeft?: () => boolean;
}

export function openWriter(
	env: Env,
	waitUntil: (work: Promise<unknown>) => void,
	{ dataDatabaseId, hasCallsLeft, ...options }: WriterOptions = {},
): { databases: Databases; writer: Writer } {
	const databases = new Databases(env, options);
	return {
		databases,
		writer: {
			databases,
			...(dataDatabaseId === undefined ? {} : { dataDatabase: databases.data(dataDatabaseId) }),
			...(hasCallsLeft && { hasCallsLeft }),
			transaction: (store, statements) => store.transaction(statements),
			gateOf: async (tenantId) => {
				const placement = await databases.placementOf(tenantId);
				if (!placement) throw new Error("There is no such tenant, so it has no gate.");
				return gateOf(env, placement);
			},
			forgetAtGates: async (tenantId) => {
				const placement = await databases.placementOf(tenantId);
				if (!placement) return;
				await Promise.all([gateOf(env, placement).forgetTenant(), requestsOf(env, placement).forgetTenant()]);
			},
			objects: new ObjectStore(env),
			relay: (n) => relayOf(env, n),
			nudge: (database, due) => waitUntil(sendNudges(env.WEBHOOKS, database, due)),
			wakeMove: (tenantId) => {
				const now = Date.now();
				if (now - (wokenAt.get(tenantId) ?? 0) < wakeIntervalMs) return;
				wokenAt.set(tenantId, now);
				waitUntil(sendMoveMessages(env.JOBS, [tenantId]));
			},
			wakeJobs: (database) => waitUntil(sendJobsMessage(env.JOBS, database)),
			afterResponse: waitUntil,
		},
	};
}
