import { type Names, namesOfActors } from "../../../domain/access/audit-log/actors.ts";
import { addValues, type EntryWithValues } from "../../../domain/access/audit-log/changed-values.ts";
import {
	type EventWindow,
	eventKeysIn,
	eventsOf,
	eventWindowOf,
	type StoredEvent,
} from "../../../domain/access/audit-log/events-of-entries.ts";
import { newestEntriesOf } from "../../../domain/access/audit-log/read-entries.ts";
import { getRequest } from "../../../domain/access/requests/operations.ts";
import { type ListedDelivery, readDeliveriesOf } from "../../../domain/events/deliveries/listed.ts";
import { together } from "../../../platform/db/together.ts";
import { notFound, Problem } from "../../../platform/problems/problem.ts";
import { type Records, recordsOf } from "../components/records.tsx";
import type { Visit } from "../frame/visit.ts";

type LoggedRequest = Awaited<ReturnType<typeof getRequest>>;

export interface Trace {
	id: string;
	/** Null if the log does not have the request. */
	logged: LoggedRequest | null;
	entries: EntryWithValues[];
	events: StoredEvent[];
	deliveries: ListedDelivery[];
	names: Names;
	/** Those that the audit entries name. */
	records: Records;
}

/** A page shows at most this many records of each kind. */
export const maxShown = 100;

export async function traceOf(visit: Visit, id: string): Promise<Trace> {
	const { ctx } = visit;
	const [logged, entries] = await Promise.all([
		getRequest(ctx, id).catch(nullIfNotFound),
		newestEntriesOf(ctx, id, maxShown),
	]);
	if (!logged && entries.length === 0) throw notFound("request");
	const windows = entries.map(eventWindowOf);
	const actors = entries.map(({ actorType, actorId }) => ({ type: actorType, id: actorId }));
	const [events, deliveries, names, records] = await together(
		visit,
		({ ctx }) => eventsOf(ctx, windows, maxShown),
		(visit) => deliveriesOf(visit, windows),
		({ ctx }) => namesOfActors(ctx, logged ? [...actors, logged.credential] : actors),
		(visit) =>
			recordsOf(
				visit,
				entries.map(({ resourceId }) => resourceId),
			),
	);
	return { id, logged, entries: addValues(entries, events), events, deliveries, names, records };
}

function nullIfNotFound(error: unknown): null {
	if (error instanceof Problem && error.status === 404) return null;
	throw error;
}

async function deliveriesOf({ ctx }: Visit, windows: EventWindow[]): Promise<ListedDelivery[]> {
	if (windows.length === 0) return [];
	const eventKeys = eventKeysIn(ctx.tenantId, windows, maxShown);
	return await readDeliveriesOf(ctx, eventKeys, maxShown);
}
