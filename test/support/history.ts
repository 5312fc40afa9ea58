import { readAllPages } from "./read-all-pages.ts";

// biome-ignore lint/suspicious/noExplicitAny: events and audit entries as JSON
type Json = any;

/** The tenant's events from the first to the last: all, or those in whose data these ids stand under these names. */
export const eventsOf = async (key: string, named: Record<string, string> = {}): Promise<Json[]> =>
	(await readAllPages("/v1/events?limit=100", key))
		.flat()
		.filter(({ data }) => Object.entries(named).every(([name, id]) => data[name] === id))
		.sort((a, b) => a.sequence - b.sequence);

export const typesOf = (events: { type: string }[]): string[] => events.map(({ type }) => type);

export const entriesOn = async (key: string, id: string): Promise<Json[]> =>
	(await readAllPages("/v1/audit_log?limit=100", key))
		.flat()
		.filter(({ resource_id }) => resource_id === id)
		.reverse();

export const actionsOn = async (key: string, id: string): Promise<string[]> =>
	(await entriesOn(key, id)).map(({ action }) => action);
