import type * as z from "zod";
import type { FieldError } from "./requests.ts";
import { type Code, problems } from "./table.ts";

export type { FieldError } from "./requests.ts";
export type { Code } from "./table.ts";

type Extra<C extends Code> = (typeof problems)[C] extends { extra: infer E extends z.ZodObject }
	? Partial<z.output<E>> extends z.output<E>
		? [extra?: z.output<E>]
		: [extra: z.output<E>]
	: [];

export class Problem extends Error {
	readonly code: Code;
	readonly extra: Record<string, unknown>;
	readonly headers: Record<string, string>;

	constructor(code: Code, detail: string, extra: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
		super(detail);
		this.code = code;
		this.extra = extra;
		this.headers = headers;
	}

	get status(): number {
		return problems[this.code].status;
	}

	get title(): string {
		return problems[this.code].title;
	}

	with(headers: Record<string, string>): Problem {
		return new Problem(this.code, this.message, this.extra, { ...this.headers, ...headers });
	}
}

export const problem = <C extends Code>(code: C, detail: string, ...extra: Extra<C>): Problem =>
	new Problem(code, detail, extra[0]);

/** An answer with all faults of a large body would be too large to store (contract: Errors 5). */
export const maxErrors = 100;

/** A problem about fields of the body that break a rule across fields or records (contract: Errors 6). */
export function fieldProblems(faults: FieldError[]): Problem {
	const errors = faults.slice(0, maxErrors);
	return problem("validation_error", errors.map(({ path, message }) => `${path}: ${message}`).join("; "), { errors });
}

export const fieldProblem = (path: string, message: string): Problem =>
	fieldProblems([{ location: "body", path, message }]);

export const notFound = (what: string): Problem => problem("resource_not_found", `No such ${what}.`);
