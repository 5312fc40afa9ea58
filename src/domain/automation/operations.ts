import { and, desc, eq, gte, sql } from "drizzle-orm";
import { type Change, decideAgain } from "../../platform/commit/change.ts";
import type { Ctx } from "../../platform/context.ts";
import { pageWithLargeColumns } from "../../platform/db/lists/page-with-large-columns.ts";
import { events } from "../../platform/db/tables/data/events.ts";
import { firstIdAt } from "../../platform/lib/ids.ts";
import { dayMs } from "../../platform/lib/time.ts";
import { isEmailTaken } from "../clients/clients/lookup.ts";
import { createNewcomer, listClients } from "../clients/clients/operations.ts";
import type { Client, NewClient } from "../clients/clients/schema.ts";
import { type Snapshot, snapshot, type Trigger, triggers } from "../events/attempts/request/triggers.ts";
import { isOfType } from "../events/feed/of-type.ts";

/** The event log is kept this long (contract: Automation 3, Events 20). */
const listedMs = 30 * dayMs;

/** An erased event has none of the fields that automations read (contract: Erasure 5). */
const isNotErased = sql`${events.data} ->> '$.erased' IS NULL`;

export async function listTriggered(ctx: Ctx, trigger: Trigger, limit: number): Promise<Snapshot[]> {
	const where = and(
		eq(events.tenantId, ctx.tenantId),
		isOfType(triggers[trigger]),
		gte(events.id, firstIdAt("event", ctx.now - listedMs)),
		isNotErased,
	);
	const order = [desc(events.id)];
	const { rows } = await pageWithLargeColumns(ctx, events, { large: ["data"], where, order, take: limit });
	return rows.map(snapshot);
}

export const searchClients = async (ctx: Ctx, email: string): Promise<Client[]> =>
	(await listClients(ctx, { email }, { after: undefined, take: 1 })).rows;

/** Of several requests at the same time only one creates the client. */
export async function findOrCreateClient(ctx: Ctx, given: NewClient): Promise<Change<Client>> {
	const [client] = await searchClients(ctx, given.email);
	if (client) return { result: client, existed: true, writes: [] };
	const change = await createNewcomer(ctx, given);
	return {
		...change,
		onRefused: (refusal) => (isEmailTaken(refusal) ? decideAgain : change.onRefused?.(refusal)),
	};
}
