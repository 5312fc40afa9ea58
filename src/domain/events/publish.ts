import { sql } from "drizzle-orm";
import type * as z from "zod";
import type { ChangeDecidedByCommit } from "../../platform/commit/change.ts";
import type { Caller } from "../../platform/context.ts";
import { appointments } from "../../platform/db/tables/data/appointments.ts";
import { events, type PublicEventType } from "../../platform/db/tables/data/events.ts";
import { newId } from "../../platform/lib/ids.ts";
import { problem } from "../../platform/problems/problem.ts";
import { findOpenTenant } from "../access/tenants/operations.ts";
import { type event as eventSchema, toEvent } from "./feed/operations.ts";

type Event = z.output<typeof eventSchema>;

interface GivenEvent {
	type: PublicEventType;
	data: Record<string, unknown>;
}

/** The data of the event is delivered as given. */
export async function publishEvent(
	caller: Caller,
	tenantId: string,
	given: GivenEvent,
): Promise<ChangeDecidedByCommit<Event>> {
	await findOpenTenant(caller, tenantId);
	const id = newId("event", caller.now);
	const { type: actorType, id: actorId } = caller.actor;
	const eventWith = (sequence: number): Event =>
		toEvent({ id, tenantId, ...given, sequence, createdAt: caller.now, actorType, actorId });
	const sequence = sql`(SELECT sequence FROM ${events} WHERE tenant_id = ${tenantId} AND id = ${id})`;
	return {
		// The transaction gives the event its number.
		resultFrom: (results) => eventWith(sequenceIn(results)),
		replayable: {
			draft: eventWith(0),
			field: "sequence",
			drafted: 0,
			value: sequence,
			withValue: (value) => eventWith(Number(value)),
		},
		tenantId,
		writes: [],
		...unlessTracked(tenantId, given),
		events: [{ id, ...given }],
		audit: { action: "event.published", resourceId: id },
	};
}

/** The events that the service emits itself for the deposits that it keeps. Others about them would contradict these. */
const ofDeposits: ReadonlySet<PublicEventType> = new Set(["deposit.held", "deposit.released"]);
const ofPayments: ReadonlySet<PublicEventType> = new Set(["payment.succeeded", "payment.refunded"]);

/** Contract: Deposits 11. */
function unlessTracked(
	tenantId: string,
	{ type, data: { appointmentId, purpose } }: GivenEvent,
): Pick<ChangeDecidedByCommit<Event>, "precondition"> {
	const isOfDeposit = ofDeposits.has(type) || (ofPayments.has(type) && purpose === "DEPOSIT");
	if (!isOfDeposit || typeof appointmentId !== "string") return {};
	const isTracked = sql`SELECT 1 FROM ${appointments} WHERE tenant_id = ${tenantId} AND id = ${appointmentId} AND deposit IS NOT NULL`;
	const detail = `The service keeps the deposit of this appointment and emits its events. Send PATCH /v1/appointments/${appointmentId}/deposit instead.`;
	return { precondition: { conditions: [sql`NOT EXISTS (${isTracked})`], otherwise: problem("conflict", detail) } };
}

function sequenceIn(results: D1Result[]): number {
	for (const { results: rows } of results)
		for (const row of rows)
			if (typeof row === "object" && row && "event_sequence" in row) return Number(row.event_sequence);
	throw new Error("an event without a number");
}
