/**
 * One request that makes or changes something. A record that an earlier step made goes by that step's name: as
 * `{artist/mika}` in a path, and as `artist/mika` in a body's fields that end in `_id`, alone or in a list.
 */
export interface Step {
	name: string;
	method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
	path: string;
	body?: object;
	/** The name of the picture that is sent in place of a body. */
	picture?: string;
	/** The wanted time in milliseconds. Steps that need its record may draw it forward. */
	at?: number;
	/** The status of a refusal that means that there is nothing to do. */
	accept?: number;
}

export const post = (name: string, path: string, body: object = {}): Step => ({ name, method: "POST", path, body });
export const put = (name: string, path: string, body: object): Step => ({ name, method: "PUT", path, body });
/** If the record is gone already, an earlier start deleted it. */
export const remove = (name: string, path: string): Step => ({ name, method: "DELETE", path, accept: 404 });
export const patch = (name: string, path: string, body: object): Step => ({ name, method: "PATCH", path, body });

/** `idOf` returns the id of the record that a step made. */
export function withIds({ path, body, ...step }: Step, idOf: (name: string) => string): Step {
	return {
		...step,
		path: path.replace(/\{(.+?)\}/g, (_, name: string) => idOf(name)),
		...(body === undefined ? {} : { body: idsIn(body, idOf) }),
	};
}

const idsIn = (body: object, idOf: (name: string) => string): object =>
	Object.fromEntries(
		Object.entries(body).map(([field, value]) => {
			if (field.endsWith("_id") && typeof value === "string") return [field, idOf(value)];
			if (field.endsWith("_id") && Array.isArray(value)) return [field, value.map(idOf)];
			return [field, field === "filter" ? idsIn(value, idOf) : value];
		}),
	);
