import * as z from "zod";
import type { FormField } from "../../../platform/db/tables/data/forms.ts";
import { email, name, text } from "../../../platform/http/fields/fields.ts";
import { webUrl } from "../../../platform/http/fields/web-url.ts";

export type Answers = Record<string, unknown>;

interface CheckedAnswers {
	/** The answers to the form's fields, as they were given. */
	answers: Answers;
	/** The errors, by the key of the field. */
	failures: { key: string; message: string }[];
	/** Keys that no field of the form has. */
	unknown: string[];
}

export function checkAnswers(fields: FormField[], given: Answers): CheckedAnswers {
	const keys = new Set(fields.map(({ key }) => key));
	const entries = Object.entries(given);
	const answers = Object.fromEntries(entries.filter(([key]) => keys.has(key)));
	const failures = fields.flatMap((field) => {
		const message = failure(field, answerTo(answers, field.key));
		return message === undefined ? [] : [{ key: field.key, message }];
	});
	return { answers, failures, unknown: entries.flatMap(([key]) => (keys.has(key) ? [] : [key])) };
}

/** A key may be a name that every object inherits, such as `constructor`. */
const answerTo = (answers: Answers, key: string): unknown => (Object.hasOwn(answers, key) ? answers[key] : undefined);

/** 0 and false are answers (contract: Submissions 4). */
const isMissing = (answer: unknown): boolean =>
	answer === undefined || answer === null || answer === "" || (Array.isArray(answer) && answer.length === 0);

function failure(field: FormField, answer: unknown): string | undefined {
	if (isMissing(answer)) return field.required ? "is required" : undefined;
	// A required checkbox asks for agreement, and false is no agreement.
	if (field.required && field.type === "checkbox" && answer === false) return "must be true";
	if (field.type === "select") return isOption(field, answer) ? undefined : "must be one of the field's options";
	if (field.type === "multi_select") return areOptions(field, answer);
	if (field.type === "picture") return arePictures(answer);
	return schemas[field.type].safeParse(answer).error?.issues[0]?.message;
}

const isOption = ({ options }: FormField, answer: unknown): boolean => options.some((option) => option === answer);

function areOptions(field: FormField, answer: unknown): string | undefined {
	const options = new Set<unknown>(field.options);
	if (!Array.isArray(answer) || !answer.every((item) => options.has(item)))
		return "must be a list of the field's options";
	return new Set(answer).size < answer.length ? "must hold each option once" : undefined;
}

/** Contract: Submissions 14. */
export const maxPicturesOfAnswer = 6;

const arePictures = (answer: unknown): string | undefined =>
	Array.isArray(answer) && answer.length <= maxPicturesOfAnswer && answer.every((id) => typeof id === "string")
		? undefined
		: `must be a list of 1 to ${maxPicturesOfAnswer} picture ids`;

const schemas = {
	text: text(500),
	textarea: text(10_000),
	number: z.number(),
	email,
	phone: text(50),
	date: z.iso.date(),
	checkbox: z.boolean(),
	file_url: webUrl,
	signature: name(10_000),
} satisfies Partial<Record<FormField["type"], z.ZodType>>;

/** The first answer that is a text, among the fields that `wanted` accepts. */
export function textAnswered(
	fields: FormField[],
	answers: Answers,
	wanted: (field: FormField) => boolean,
): string | undefined {
	for (const field of fields) {
		if (!wanted(field)) continue;
		const answer = answerTo(answers, field.key);
		if (typeof answer === "string" && answer.trim() !== "") return answer.trim();
	}
	return undefined;
}
