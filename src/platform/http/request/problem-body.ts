import type { FieldError } from "../../problems/problem.ts";

/** Answers are stored under their keys, and a caller can cause errors at no cost (contract: Errors 16). */
const maxBytes = 8 * 1024;
const maxChars = 1000;

interface ProblemBody {
	detail: string;
	instance?: string;
	errors?: FieldError[];
}

/** The problem in at most 8 KiB: long texts are cut, and errors that find no room are left out. */
export function truncatedProblemBody<T extends ProblemBody>(body: T): T {
	if (bytesOf(body) <= maxBytes) return body;
	const { instance } = body;
	const { errors, ...rest } = {
		...body,
		detail: truncate(body.detail),
		...(instance === undefined ? {} : { instance: truncate(instance) }),
	};
	if (!errors) return rest as T;
	const listed: FieldError[] = [];
	let room = maxBytes - bytesOf({ ...rest, errors: listed });
	for (const error of errors) {
		// A comma stands between two of them.
		room -= bytesOf(error) + 1;
		if (room < 0) break;
		listed.push(error);
	}
	return { ...body, ...rest, errors: listed };
}

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

const truncate = (text: string): string =>
	text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
