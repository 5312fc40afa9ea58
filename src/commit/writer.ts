import type { Statement } from "../db/client.ts";
import { type Database, openDatabase } from "../db/database.ts";
import type { Env } from "../env.ts";
import type { Gate } from "../gate/gate.ts";
import { gateOf } from "../gate/gates.ts";
import type { Meter } from "../lib/meter.ts";
import { sendNudges } from "./nudge.ts";

/** What `execute` needs to commit: a transaction, the gates, and the queue. Operations do not get it. */
export interface Writer {
	transaction(statements: Statement[]): Promise<D1Result[]>;
	gateOf(tenantId: string): DurableObjectStub<Gate>;
	/** Nudges the deliveries that a transaction made due. */
	nudge(deliveryIds: string[]): void;
}

/** The database for reads, and the writer. */
export function openWriter(
	env: Env,
	waitUntil: (work: Promise<unknown>) => void,
	meter?: Meter,
): { db: Database; writer: Writer } {
	const { db, transaction } = openDatabase(env, meter);
	return {
		db,
		writer: {
			transaction,
			gateOf: (tenantId) => gateOf(env, tenantId),
			nudge: (deliveryIds) => waitUntil(sendNudges(env.WEBHOOKS, deliveryIds)),
		},
	};
}
