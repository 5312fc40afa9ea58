import { instantIn } from "../forms/form-values.ts";
import type { Visit } from "../frame/visit.ts";

// What the query of an address asks for. What means nothing counts as left out: the address is not what somebody typed.

export function queryChoice<T extends string>({ c }: Visit, name: string, values: readonly T[]): T | undefined {
	const asked = c.req.query(name);
	return values.find((value) => value === asked);
}

/** A text that is neither empty nor longer than anything it could name. */
export function queryText({ c }: Visit, name: string): string | undefined {
	const asked = c.req.query(name)?.trim();
	return asked === undefined || asked === "" || asked.length > 500 ? undefined : asked;
}

/** A field for a date and time, in the studio's zone, as milliseconds. */
export function queryTime({ c, studio }: Visit, name: string): number | undefined {
	const instant = instantIn(c.req.query(name)?.trim() ?? "", studio.timezone);
	return instant === undefined ? undefined : Date.parse(instant);
}
