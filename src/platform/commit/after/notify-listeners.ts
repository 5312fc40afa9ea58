import type { Store } from "../../db/database.ts";
import { safeMessage } from "../../db/errors.ts";
import type { News } from "../../gate/object/waiting-sockets.ts";
import { log } from "../../log.ts";
import type { Writer } from "../writer.ts";

/** The events of a transaction, whose statements return their numbers and types; undefined when it made none. */
export function eventsIn(results: D1Result[]): Pick<News, "sequence" | "types"> | undefined {
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

/** The change has events, and the results of its transaction are lost. */
export const unknownEvents: Pick<News, "sequence" | "types"> = { sequence: null, types: null };

/**
 * Tells the tenant's gate of events that have committed, and the gate tells those who wait for them. The answer to the
 * change does not wait for this. When the gate is not told, who waits finds the events with the next request.
 */
export function tellEvents(
	writer: Writer,
	store: Store,
	tenantId: string,
	events: Pick<News, "sequence" | "types"> | undefined,
): void {
	if (events) writer.besides(tell(writer, tenantId, { database: store.id, ...events }));
}

async function tell(writer: Writer, tenantId: string, news: News): Promise<void> {
	try {
		const gate = await writer.gateOf(tenantId);
		await gate.tell(news);
	} catch (error) {
		log.warning("fault", { tenant_id: tenantId, message: `The gate was not told of events: ${safeMessage(error)}` });
	}
}
