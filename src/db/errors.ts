/** What the database says when it refuses, brought down to the name of what refused. */
export type Violation =
	| { kind: "unique"; columns: string }
	| { kind: "foreign_key" }
	| { kind: "raised"; name: RaisedName };

/** What the triggers of the migrations say. */
const raisedNames = ["stale_write", "plan_limit", "gone", "appointment_conflict", "max_appointments_per_day"] as const;
type RaisedName = (typeof raisedNames)[number];

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
	// By name alone: how the platform dresses the message is not documented.
	const raised = raisedNames.find((name) => new RegExp(`\\b${name}\\b`).test(message));
	return raised ? { kind: "raised", name: raised } : undefined;
}

/** The error's own words without parameters, for the log. */
export const safeMessage = (error: unknown): string => text(error) || String(error);

/** The database did not answer or answered that it is overloaded: the caller may try again. */
export const isOutage = (error: unknown): boolean =>
	/overloaded|Network connection lost|timed? ?out|was reset|reset because|storage operation exceeded|Internal error|D1 DB|Cannot resolve D1/i.test(
		text(error),
	);
