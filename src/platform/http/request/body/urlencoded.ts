import type { AppContext } from "../app-env.ts";
import { mediaTypeOf, readBytes } from "./read-body.ts";

/** Parameters by name. A parameter without a value counts as left out (RFC 6749 3.1 and 3.2). */
export type Parameters = Partial<Record<string, string>>;

export class MalformedBody extends Error {}

/** The parameters that came once, and the names of those that came more often. */
export function parametersOf(search: URLSearchParams): { parameters: Parameters; repeated: Set<string> } {
	const parameters: Parameters = Object.create(null);
	const [seen, repeated] = [new Set<string>(), new Set<string>()];
	for (const [name, value] of search) {
		if (seen.has(name)) repeated.add(name);
		seen.add(name);
		if (value !== "") parameters[name] = value;
	}
	for (const name of repeated) delete parameters[name];
	return { parameters, repeated };
}

/** The parameters of a form. Each may come once. */
export async function readUrlencoded(c: AppContext): Promise<Parameters> {
	const { parameters, repeated } = parametersOf(await readFields(c));
	if (repeated.size > 0) throw new MalformedBody("A parameter is repeated.");
	return parameters;
}

/** The fields of a form with all their values: several ticked boxes share one name. */
export async function readUrlencodedValues(c: AppContext): Promise<Record<string, string[]>> {
	const values: Record<string, string[]> = Object.create(null);
	for (const [name, value] of await readFields(c)) {
		values[name] ??= [];
		values[name].push(value);
	}
	return values;
}

/** Far more than any form of the service has. */
const maxFields = 1000;

async function readFields(c: AppContext): Promise<URLSearchParams> {
	if (mediaTypeOf(c).toLowerCase() !== "application/x-www-form-urlencoded")
		throw new MalformedBody("Send the body as application/x-www-form-urlencoded.");
	const bytes = await readBytes(c);
	if (hasMoreFields(bytes, maxFields)) throw new MalformedBody(`A form has at most ${maxFields} fields.`);
	return new URLSearchParams(new TextDecoder().decode(bytes));
}

const ampersand = 0x26;

/** Counts before it parses, so that a flood of fields costs nothing. */
function hasMoreFields(bytes: Uint8Array, max: number): boolean {
	let fields = 1;
	for (let at = bytes.indexOf(ampersand); at >= 0; at = bytes.indexOf(ampersand, at + 1)) {
		fields += 1;
		if (fields > max) return true;
	}
	return false;
}
