import * as z from "zod";

/**
 * A string up to this length. Nothing looks at a longer one: zod goes on after a length that does not abort. `error` is
 * the message for any wrong value, but not for a missing one.
 */
export const bounded = (max: number, error?: string) =>
	z
		.string({ error: ({ input }) => (input === undefined ? undefined : error) })
		.max(max, { abort: true, ...(error === undefined ? {} : { error }) });
