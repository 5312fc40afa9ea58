import type { FormRow } from "../../../domain/studio/forms/schema.ts";
import type { FormField } from "../../../platform/db/tables/data/forms.ts";
import type { FormValues } from "../../ui/components/fields.tsx";

/** A form of an event type. */
export interface TypeForm {
	form: FormRow;
	/** Begins the names of its inputs. */
	prefix: "intake" | "consent";
	isSigned: boolean;
}

/** What the page asks everybody, by the keys and types of the fields of forms that ask the same. */
const commonFields = {
	name: { type: "text", input: "name" },
	first_name: { type: "text", input: "name" },
	last_name: { type: "text", input: "name" },
	email: { type: "email", input: "email" },
	phone: { type: "phone", input: "phone" },
} as const;

type CommonKey = keyof typeof commonFields;

/** What a visitor typed about themselves. */
export type CommonAnswers = Partial<Record<CommonKey, string | undefined>>;

/** A form that links the client asks for that client's name and address; any other may ask about somebody else. */
const commonKeyOf = ({ linksClient }: FormRow, { key, type }: FormField): CommonKey | undefined =>
	linksClient && Object.hasOwn(commonFields, key) && commonFields[key as CommonKey].type === type
		? (key as CommonKey)
		: undefined;

/** The fields that the page shows. Nobody is asked the same twice. */
export const shownFields = (form: FormRow): FormField[] =>
	form.fields.filter((field) => commonKeyOf(form, field) === undefined);

/** The name of the input for a field. */
export function inputNameOf(form: FormRow, field: FormField, prefix: string): string {
	const key = commonKeyOf(form, field);
	return key ? commonFields[key].input : `${prefix}.${field.key}`;
}

/** Whether one of the forms wants to know the phone number. */
export const wantsPhone = (forms: readonly TypeForm[]): boolean =>
	forms.some(({ form }) => form.fields.some((field) => commonKeyOf(form, field) === "phone" && field.required));

/** The answers to a form, as the API takes them. What is left empty is left out. */
export function answersFrom(
	values: FormValues,
	form: FormRow,
	prefix: string,
	common: CommonAnswers,
): Record<string, unknown> {
	return Object.fromEntries(
		form.fields.flatMap((field) => {
			const key = commonKeyOf(form, field);
			const answer = answerTo(field, values[`${prefix}.${field.key}`] ?? []) ?? (key && common[key]);
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
