import * as z from "zod";

interface Limit {
	most: number;
	tooMany: string;
}

/** Values by name. Too many names are refused before anything looks at one of them, as a list of too many values is. */
export function entries<Name extends z.ZodString, Value extends z.ZodType>(
	name: Name,
	value: Value,
	{ most, tooMany }: Limit,
) {
	const counted = z.transform((given: unknown, ctx): unknown => {
		if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
		if (Object.keys(given).length <= most) return given;
		ctx.issues.push({ code: "custom", input: given, message: tooMany });
		return z.NEVER;
	});
	return z.pipe(counted, z.record(name, value));
}
