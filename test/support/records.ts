import { type Answer, call } from "./api.ts";
import { actionsOn, eventsOf, typesOf } from "./history.ts";

// biome-ignore lint/suspicious/noExplicitAny: records of every resource as JSON
type Json = any;

interface Resource {
	/** Such as `/v1/clients`. */
	path: string;
	/** The key that a test uses unless it passes another. */
	key: () => string;
	least: () => object;
	/** The name of its id in the data of events. */
	idInEvents: string;
}

/** Common operations on the records of a resource. */
export const recordsOf = ({ path, key: own, least, idInEvents }: Resource) => ({
	create: async (given: object = {}, key = own()): Promise<Json> =>
		(await call(201, path, { key, body: { ...least(), ...given } })).body,
	get: async (id: string): Promise<Json> => (await call(200, `${path}/${id}`, { key: own() })).body,
	patch: (status: number, id: string, body: object, key = own()): Promise<Answer> =>
		call(status, `${path}/${id}`, { method: "PATCH", key, body }),
	remove: (status: number, id: string): Promise<Answer> =>
		call(status, `${path}/${id}`, { method: "DELETE", key: own() }),
	act: (status: number, id: string, verb: string, key = own()): Promise<Answer> =>
		call(status, `${path}/${id}/${verb}`, { method: "POST", key }),
	eventsOf: (id: string): Promise<Json[]> => eventsOf(own(), { [idInEvents]: id }),
	typesOf: async (id: string): Promise<string[]> => typesOf(await eventsOf(own(), { [idInEvents]: id })),
	actionsOn: (id: string): Promise<string[]> => actionsOn(own(), id),
});
