import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { nudge } from "../commit/nudge.ts";
import type { Env } from "../env.ts";
import type { Gate } from "../gate/gate.ts";
import type { Meter } from "../lib/meter.ts";
import { meteredD1 } from "./metered-d1.ts";

/** What an operation may do with the database: read. */
export type Database = Pick<DrizzleD1Database, "select" | "selectDistinct" | "batch">;

export interface Statement {
	sql: string;
	params: unknown[];
}

/** What `commit` alone is given: one transaction, and whom to tell of it. */
export interface Writer {
	transaction(statements: Statement[]): Promise<D1Result[]>;
	gateOf(tenantId: string): DurableObjectStub<Gate>;
	/** Deliveries that a transaction made or moved and whose turn it is. */
	nudge(deliveryIds: string[]): void;
}

/** The one place that knows where a tenant's data lies. */
export function openDatabase(
	env: Env,
	waitUntil: (work: Promise<unknown>) => void,
	meter?: Meter,
): { db: Database; writer: Writer } {
	const client = meter ? meteredD1(env.DB, meter) : env.DB;
	return {
		db: drizzle(client),
		writer: {
			transaction: (statements) =>
				client.batch(statements.map(({ sql, params }) => client.prepare(sql).bind(...params))),
			gateOf: (tenantId) => env.GATE.getByName(tenantId),
			nudge: (deliveryIds) => waitUntil(nudge(env.WEBHOOKS, deliveryIds)),
		},
	};
}
