import type * as z from "zod";
import { instantMessage } from "./fields.ts";

/**
 * The message of each issue of a schema that has no message of its own (contract: Errors 5). It goes on from the name of
 * the field: `phone: must be a string, not a number`.
 */
export function issueWords(issue: z.core.$ZodRawIssue): string {
	if (issue.input === undefined && issue.code !== "custom") return "is required";
	switch (issue.code) {
		case "invalid_type":
			return typeWords(issue);
		case "too_small":
			return isEmpty(issue) ? "must not be empty" : sizeWords(issue.origin, "at least", issue.minimum, issue.inclusive);
		case "too_big":
			return sizeWords(issue.origin, "at most", issue.maximum, issue.inclusive);
		case "invalid_format":
			return formatWords(issue);
		case "not_multiple_of":
			return `must be a multiple of ${issue.divisor}`;
		case "unrecognized_keys":
			return `must not have ${issue.keys.slice(0, 10).join(", ")}`;
		case "invalid_union":
			return "has none of the forms that it can have";
		case "invalid_key":
			return `has a name that ${issue.issues[0]?.message ?? "is not valid"}`;
		case "invalid_element":
			return `has an entry that ${issue.issues[0]?.message ?? "is not valid"}`;
		case "invalid_value":
			return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`;
		case "custom":
			return "is not valid";
	}
}

const kinds: Partial<Record<string, string>> = {
	string: "a string",
	number: "a number",
	int: "a whole number",
	boolean: "true or false",
	array: "an array",
	object: "an object",
	record: "an object",
	null: "null",
};

function typeWords({ expected, input }: { expected: string; input?: unknown }): string {
	// A parameter of a query that is given several times arrives as an array.
	if (expected === "string" && Array.isArray(input)) return "must be given once, as a string";
	const wanted = kinds[expected] ?? `of the type ${expected}`;
	const given = kindOf(input);
	return `must be ${wanted}${given === undefined || given === wanted ? "" : `, not ${given}`}`;
}

/** The kind of a value that is not of the wanted one; undefined if the message says enough without it. */
function kindOf(input: unknown): string | undefined {
	if (input === null) return "null";
	if (Array.isArray(input)) return "an array";
	if (typeof input === "boolean") return "a boolean";
	// A decimal in place of a whole number is a number, too.
	return typeof input === "number" ? (Number.isInteger(input) ? "a number" : undefined) : kinds[typeof input];
}

function formatWords({ format, pattern, prefix }: { format: string; pattern?: string; prefix?: unknown }): string {
	if (prefix !== undefined) return `must start with ${prefix}`;
	return formats[format] ?? (pattern ? `must match ${pattern}` : `must be a valid ${format}`);
}

const formats: Partial<Record<string, string>> = {
	email: "must be an email address",
	url: "must be a URL, such as https://example.com",
	date: "must be a date, such as 2026-01-31",
	datetime: instantMessage,
};

const units: Partial<Record<string, [one: string, several: string]>> = {
	string: ["character", "characters"],
	array: ["entry", "entries"],
	set: ["entry", "entries"],
	map: ["entry", "entries"],
	object: ["entry", "entries"],
};

const isEmpty = ({ origin, minimum }: { origin: string; minimum: number | bigint }): boolean =>
	origin in units && Number(minimum) === 1;

function sizeWords(origin: string, inclusive: "at least" | "at most", limit: number | bigint, isInclusive = true) {
	const bound = isInclusive ? inclusive : inclusive === "at least" ? "more than" : "less than";
	const [one, several] = units[origin] ?? [];
	return several === undefined
		? `must be ${bound} ${limit}`
		: `must have ${bound} ${limit} ${Number(limit) === 1 ? one : several}`;
}
