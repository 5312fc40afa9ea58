import * as z from "zod";

/** A string up to this length. Nothing looks at a longer one: zod goes on after a length that does not abort. */
export const bounded = (max: number, error?: string) =>
	z.string(error).max(max, { abort: true, ...(error === undefined ? {} : { error }) });
