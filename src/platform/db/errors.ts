/** The message of the database. Drizzle's own message contains bound parameters, which must not leak. */
export function errorText(error: unknown): string {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	return cause instanceof Error ? cause.message : "";
}

/** The message of an error for the log, without bound parameters (contract: Observability 2). */
export const safeMessage = (error: unknown): string => errorText(error) || String(error);

/**
 * The service has stopped waiting for a database. A transaction may still wait there for its turn, and commit later.
 */
export class NoAnswerInTime extends Error {
	constructor(ms: number) {
		super(`D1 DB gave no answer within ${ms} ms.`);
	}
}

/** Whether the database did not answer or was overloaded, so that the caller may try again. */
export const isOutage = (error: unknown): boolean =>
	/overloaded|Network connection lost|timed? ?out|was reset|reset because|storage operation exceeded|Internal error|D1 DB|R2 bucket|Cannot resolve D1|long-running import/i.test(
		errorText(error),
	);
