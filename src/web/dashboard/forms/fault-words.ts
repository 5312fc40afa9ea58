import type * as z from "zod";

/** A name of the API with two words or more. A single word could be a normal word of the sentence. */
const apiName = /\b[a-z]+(?:_[a-z0-9]+)+\b/g;

/** A name in braces stands for the label of that field. */
export function faultSentence(name: string, message: string): string {
	if (message === chooseOne) return `{${name}}: ${message}.`;
	const words = message.replace(/^names no (.+)$/, "is no $1 of this studio").replace(apiName, "{$&}");
	return `{${name}} ${words}.`;
}

const chooseOne = "choose at least one";

const formats: Partial<Record<string, string>> = {
	email: "must be an email address",
	date: "must be a date such as 2026-01-31",
	url: "must be an address such as https://example.com",
};

const kinds: Partial<Record<string, string>> = {
	number: "must be a number",
	int: "must be a whole number",
	string: "must be a text",
	boolean: "must be yes or no",
};

export function issueText(issue: z.core.$ZodRawIssue): string | undefined {
	switch (issue.code) {
		case "invalid_type":
			return issue.input === undefined || issue.input === null ? "is required" : kindOf(issue);
		case "too_small":
			return issue.origin === "array" && Number(issue.minimum) === 1
				? chooseOne
				: `must ${sizeOf(issue.origin, issue.inclusive === false ? "more than" : "at least", Number(issue.minimum))}`;
		case "too_big":
			return `must ${sizeOf(issue.origin, issue.inclusive === false ? "less than" : "at most", Number(issue.maximum))}`;
		case "invalid_format":
			return formats[issue.format] ?? "has a wrong format";
		case "invalid_key":
			return `has a key that ${issue.issues?.[0]?.code === "too_big" ? "is too long" : "is empty"}`;
		case "invalid_value":
			return "must be one of the choices";
		default:
			return undefined;
	}
}

/** A decimal must be a whole number; a text must be a number. */
const kindOf = ({ expected, input }: { expected: string; input?: unknown }): string | undefined =>
	expected === "int" && typeof input !== "number" ? kinds.number : kinds[expected];

const units: Partial<Record<string, string>> = { string: "characters", array: "entries" };

function sizeOf(origin: string, bound: string, limit: number): string {
	const unit = units[origin];
	return unit === undefined ? `be ${bound} ${limit}` : `have ${bound} ${limit} ${unit}`;
}
