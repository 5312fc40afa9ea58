import type { FormRow } from "../../../domain/studio/forms/schema.ts";
import type { FormField } from "../../../platform/db/tables/data/forms.ts";
import type { Typed } from "../../ui/components/fields.tsx";

/** A form of an event type. */
export interface TypeForm {
	form: FormRow;
	/** Begins the names of its inputs. */
	prefix: "intake" | "consent";
	isSigned: boolean;
}

/** What the page asks everybody, by the keys and types of the fields of forms that ask the same. */
const askedOfAll = {
	name: { type: "text", input: "name" },
	first_name: { type: "text", input: "name" },
	last_name: { type: "text", input: "name" },
	email: { type: "email", input: "email" },
	phone: { type: "phone", input: "phone" },
} as const;

type Key = keyof typeof askedOfAll;

/** What a visitor typed about themselves. */
export type Told = Partial<Record<Key, string | undefined>>;

/** A form that links the client asks for that client's name and address; any other may ask about somebody else. */
const keyOf = ({ linksClient }: FormRow, { key, type }: FormField): Key | undefined =>
	linksClient && Object.hasOwn(askedOfAll, key) && askedOfAll[key as Key].type === type ? (key as Key) : undefined;

/** The fields that the page shows. Nobody is asked the same twice. */
export const shownOf = (form: FormRow): FormField[] => form.fields.filter((field) => keyOf(form, field) === undefined);

/** The name of the input for a field. */
export function inputOf(form: FormRow, field: FormField, prefix: string): string {
	const key = keyOf(form, field);
	return key ? askedOfAll[key].input : `${prefix}.${field.key}`;
}

/** Whether one of the forms wants to know the phone number. */
export const wantsPhone = (forms: readonly TypeForm[]): boolean =>
	forms.some(({ form }) => form.fields.some((field) => keyOf(form, field) === "phone" && field.required));

/** The answers to a form, as the API takes them. What is left empty is left out. */
export function answersIn(typed: Typed, form: FormRow, prefix: string, told: Told): Record<string, unknown> {
	return Object.fromEntries(
		form.fields.flatMap((field) => {
			const key = keyOf(form, field);
			const answer = answerTo(field, typed[`${prefix}.${field.key}`] ?? []) ?? (key && told[key]);
			return answer === undefined || answer === "" ? [] : [[field.key, answer]];
		}),
	);
}

function answerTo({ type }: FormField, values: readonly string[]): unknown {
	const [first = ""] = values;
	if (type === "checkbox") return first === "true";
	if (type === "multi_select") return values.length === 0 ? undefined : values.filter(Boolean);
	if (first.trim() === "") return undefined;
	// What is no number stays text, and the form's rules say what is wrong with it.
	if (type === "number") return Number.isFinite(Number(first)) ? Number(first) : first;
	return first;
}
