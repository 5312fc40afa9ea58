import type { Store } from "../../db/database.ts";
import { safeMessage } from "../../db/errors.ts";
import type { CommittedEvents } from "../../gate/object/waiting-sockets.ts";
import { log } from "../../log.ts";
import type { Writer } from "../writer.ts";

export function eventsIn(results: D1Result[]): Pick<CommittedEvents, "sequence" | "types"> | undefined {
	let sequence = 0;
	const types = new Set<string>();
	for (const { results: rows = [] } of results)
		for (const row of rows) {
			if (typeof row !== "object" || row === null || !("event_sequence" in row && "event_type" in row)) continue;
			sequence = Math.max(sequence, Number(row.event_sequence));
			types.add(String(row.event_type));
		}
	return types.size > 0 ? { sequence, types: [...types] } : undefined;
}

export const unknownEvents: Pick<CommittedEvents, "sequence" | "types"> = { sequence: null, types: null };

/**
 * Tells the tenant's gate of events that have committed. The gate notifies the requests that wait for them. The answer to
 * the change does not wait for this. If the gate cannot be reached, these callers find the events with their next request.
 */
export function notifyListeners(
	writer: Writer,
	store: Store,
	tenantId: string,
	events: Pick<CommittedEvents, "sequence" | "types"> | undefined,
): void {
	if (events) writer.afterResponse(notifyGate(writer, tenantId, { database: store.id, ...events }));
}

async function notifyGate(writer: Writer, tenantId: string, events: CommittedEvents): Promise<void> {
	try {
		const { heldLock } = writer;
		const lock = heldLock?.tenantId === tenantId ? await heldLock.releasedNow() : undefined;
		const gate = await writer.gateOf(tenantId);
		await gate.notify(events, lock);
	} catch (error) {
		log.warning("fault", { tenant_id: tenantId, message: `The gate was not told of events: ${safeMessage(error)}` });
	}
}
