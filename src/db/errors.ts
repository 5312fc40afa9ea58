/** The database's own words. Drizzle wraps errors of reads in a message that holds bound parameters, which must not leak. */
export function errorText(error: unknown): string {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	return cause instanceof Error ? cause.message : "";
}

/** The error in words that are fit for the log: without parameters. */
export const safeMessage = (error: unknown): string => errorText(error) || String(error);

/** The database did not answer, or it answered that it is overloaded: the caller may try again. */
export const isOutage = (error: unknown): boolean =>
	/overloaded|Network connection lost|timed? ?out|was reset|reset because|storage operation exceeded|Internal error|D1 DB|Cannot resolve D1/i.test(
		errorText(error),
	);
