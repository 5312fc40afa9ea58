/** What the database says when it refuses, brought down to the name of what refused. */
export type Violation =
	| { kind: "unique"; columns: string }
	| { kind: "foreign_key" }
	| { kind: "raised"; name: string };

const text = (error: unknown): string => {
	// Drizzle wraps reads; its own message holds the bound parameters and must not be used.
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	return cause instanceof Error ? cause.message : "";
};

export function violation(error: unknown): Violation | undefined {
	const message = text(error);
	const unique = /UNIQUE constraint failed: ([^:]+?)(?::|$)/.exec(message);
	if (unique?.[1]) return { kind: "unique", columns: unique[1].trim() };
	if (message.includes("FOREIGN KEY constraint failed")) return { kind: "foreign_key" };
	const raised = /(?:^|: )([a-z_]+): SQLITE_CONSTRAINT/.exec(message);
	return raised?.[1] ? { kind: "raised", name: raised[1] } : undefined;
}

/** The error's own words without parameters, for the log. */
export const safeMessage = (error: unknown): string => text(error) || String(error);

/** The database did not answer or answered that it is overloaded: the caller may try again. */
export const isOutage = (error: unknown): boolean =>
	/overloaded|Network connection lost|timed? ?out|reset because|storage operation exceeded|Internal error in D1|D1 DB is/i.test(
		text(error),
	);
