import { instantIn } from "../forms/form-values.ts";
import type { Visit } from "../frame/visit.ts";

// An invalid value counts as absent, because nobody typed the address.

export function queryChoice<T extends string>({ c }: Visit, name: string, values: readonly T[]): T | undefined {
	const asked = c.req.query(name);
	return values.find((value) => value === asked);
}

/** Undefined if the text is empty or too long to name anything. */
export function queryText({ c }: Visit, name: string): string | undefined {
	const asked = c.req.query(name)?.trim();
	return asked === undefined || asked === "" || asked.length > 500 ? undefined : asked;
}

/** In the studio's time zone. */
export function queryTime({ c, studio }: Visit, name: string): number | undefined {
	const instant = instantIn(c.req.query(name)?.trim() ?? "", studio.timezone);
	return instant === undefined ? undefined : Date.parse(instant);
}
