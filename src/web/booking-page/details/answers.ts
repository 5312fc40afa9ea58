import type { FormField, FormRow } from "../../../domain/studio/forms/schema.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { answerTyped } from "../../ui/questions/answer.ts";
import { idIn } from "./pictures/reference.ts";

export interface TypeForm {
	form: FormRow;
	/** The beginning of the names of its inputs. */
	prefix: "intake" | "consent";
	isSigned: boolean;
}

/** The fields of forms that repeat a question of the page itself: their key and type, and the input of the page. */
const commonFields = {
	name: { type: "text", input: "name" },
	first_name: { type: "text", input: "name" },
	last_name: { type: "text", input: "name" },
	email: { type: "email", input: "email" },
	phone: { type: "phone", input: "phone" },
} as const;

type CommonKey = keyof typeof commonFields;

export type CommonAnswers = Partial<Record<CommonKey, string | undefined>>;

/** Only a form with `linksClient` asks about the client. The name in another form may be that of somebody else. */
const commonKeyOf = ({ linksClient }: FormRow, { key, type }: FormField): CommonKey | undefined =>
	linksClient && Object.hasOwn(commonFields, key) && commonFields[key as CommonKey].type === type
		? (key as CommonKey)
		: undefined;

/** The others repeat a question of the page itself. */
export const shownFields = (form: FormRow): FormField[] =>
	form.fields.filter((field) => commonKeyOf(form, field) === undefined);

export function inputNameOf(form: FormRow, field: FormField, prefix: string): string {
	const key = commonKeyOf(form, field);
	return key ? commonFields[key].input : `${prefix}.${field.key}`;
}

/** The page asks for the number itself. */
export const wantsPhone = (forms: readonly TypeForm[]): boolean =>
	forms.some(({ form }) => form.fields.some((field) => commonKeyOf(form, field) === "phone" && field.required));

/** As the API takes them, without empty ones. */
export function answersFrom(
	values: FormValues,
	form: FormRow,
	prefix: string,
	common: CommonAnswers,
): Record<string, unknown> {
	return Object.fromEntries(
		form.fields.flatMap((field) => {
			const key = commonKeyOf(form, field);
			const typed = values[`${prefix}.${field.key}`] ?? [];
			const answer = field.type === "picture" ? typed.map(idIn) : (answerTyped(field, typed) ?? (key && common[key]));
			return answer === undefined || answer === "" ? [] : [[field.key, answer]];
		}),
	);
}
