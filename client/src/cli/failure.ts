import { ApiErrorBase, ConnectionError, type Problem } from "../errors.ts";
import { visible } from "./text/visible.ts";

/** Scripts may rely on these codes (contract: Command line 2). */
export const exitCodes = {
	/** The service refused the request, or something else failed. */
	failed: 1,
	/** The command cannot be run as it was typed. */
	usage: 2,
	/** Nobody is signed in, or the credential is no longer valid. */
	signedOut: 3,
	/** The service did not answer. */
	unreachable: 4,
	interrupted: 130,
} as const;

/** A failure that the person can do something about. */
export class Failure extends Error {
	readonly exitCode: number;
	readonly hint: string | undefined;

	constructor(message: string, { exitCode = exitCodes.failed as number, hint = undefined as string | undefined } = {}) {
		super(message);
		this.exitCode = exitCode;
		this.hint = hint;
	}
}

export const usageFailure = (message: string, hint?: string): Failure =>
	new Failure(message, { exitCode: exitCodes.usage, hint });

export function explain(error: unknown): { lines: string[]; exitCode: number } {
	const [lines, exitCode] = describe(error);
	return {
		lines: lines.filter((line) => line !== "").map(visible),
		exitCode,
	};
}

function describe(error: unknown): [string[], number] {
	if (error instanceof Failure) return [[error.message, error.hint ?? ""], error.exitCode];
	if (error instanceof ApiErrorBase) {
		const { status, code, detail, requestId, problem } = error;
		const exitCode = status === 401 ? exitCodes.signedOut : exitCodes.failed;
		const about = [requestId && `Request ${requestId}`, /^https?:/.test(problem.type) && problem.type];
		return [
			[`${detail || problem.title} (${status} ${code})`, hintFor(problem), about.filter(Boolean).join(", ")],
			exitCode,
		];
	}
	if (error instanceof ConnectionError)
		return [
			[`No answer. ${error.message.replace(/: fetch failed$/, "")}${reasonOf(error.cause)}`],
			exitCodes.unreachable,
		];
	return [[error instanceof Error ? error.message : String(error)], exitCodes.failed];
}

/** Advice that the detail does not give; may be empty. */
const hintFor = (problem: Problem): string =>
	problem.status === 401 ? "Sign in again: tattoo-studio login. Or check TATTOO_STUDIO_API_KEY." : fieldsOf(problem);

/** The errors of the fields that the detail does not name. */
function fieldsOf({ errors, detail }: Problem & { errors?: { path: string; message: string }[] }): string {
	const faults = (errors ?? []).filter(({ message }) => !detail.includes(message));
	const shown = faults.slice(0, 3).map(({ path, message }) => `${path}: ${message}`);
	// `--set` parses its value as JSON (`setAll`).
	const unquoted = (errors ?? []).find(({ message }) => /must be a string, not a (number|boolean)/.test(message));
	return [
		...shown,
		...(faults.length > 3 ? [`and ${faults.length - 3} more`] : []),
		...(unquoted ? [`to send text, quote it: --set '${unquoted.path}="…"'`] : []),
	].join("; ");
}

/** In brackets. `fetch failed` alone says nothing. */
export function reasonOf(error: unknown): string {
	const cause = error instanceof Error ? (error.cause ?? error) : error;
	const { code, message, errors } = (cause ?? {}) as { code?: string; message?: string; errors?: Error[] };
	const reason = message || errors?.[0]?.message || code;
	return reason && reason !== "fetch failed" ? ` (${reason})` : "";
}
