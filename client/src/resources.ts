import { List, type Page } from "./list.ts";
import type { Transport } from "./transport.ts";

/**
 * The request of a method, such as `POST /v1/clients/:client_id/merge body`. The last word is `body`, `query`, `file`
 * or missing.
 */
type Operation = string;

/** The methods of each resource, such as `studio.clients.create`. */
export function resourcesOf(table: Operations, transport: Transport): Record<string, unknown> {
	return mapped(table, (one) => (typeof one === "string" ? methodOf(one, transport) : resourcesOf(one, transport)));
}

/** A resource can have parts, such as `studio.ideas.pictures`. */
interface Operations {
	[name: string]: Operation | Operations;
}

const mapped = <A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> =>
	Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/** Makes a method that takes the ids of its path, then its body or query, then options. */
function methodOf(operation: Operation, transport: Transport) {
	const [verb = "", template = "", takes] = operation.split(" ");
	const parts = template.split(/:\w+/);
	return (...given: unknown[]) => {
		const ids = given.splice(0, parts.length - 1);
		const path = parts.map((part, n) => part + (n < parts.length - 1 ? idIn(ids[n]) : "")).join("");
		const input = takes ? given.shift() : undefined;
		// The words beside a file are in the query.
		const beside = takes === "file" ? (given.shift() as object | undefined) : undefined;
		const options = given[0] as object | undefined;
		if (takes === "file") return transport.send(verb, path, { ...options, file: input as Blob, query: beside });
		if (verb !== "LIST")
			return transport.send(
				verb,
				path,
				takes === "body" ? { ...options, body: input ?? {} } : { ...options, query: input as object },
			);
		const query = input as object | undefined;
		return new List(
			(more) => transport.send<Page<unknown>>("GET", path, { ...options, query: { ...query, ...more } }),
			query,
		);
	};
}

/** Encodes an id for a path. Refuses a value that would lead to another path. */
function idIn(id: unknown): string {
	if (typeof id !== "string" || /^\.{0,2}$/.test(id)) throw new TypeError(`${JSON.stringify(id)} is no id.`);
	return encodeURIComponent(id);
}
