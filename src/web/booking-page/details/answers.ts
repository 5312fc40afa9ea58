import type { FormField, FormRow } from "../../../domain/studio/forms/schema.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { answerTyped } from "../../ui/questions/answer.ts";
import { idIn } from "./pictures/reference.ts";

export interface TypeForm {
	form: FormRow;
	/** The beginning of the names of its inputs. */
	prefix: "intake" | "consent";
	isSigned: boolean;
	/** The page itself asks for the date of birth. */
	asksBirth: boolean;
}

/** The fields of forms that repeat a question of the page itself: their key and type, and the input of the page. */
const commonFields = {
	name: { type: "text", input: "name" },
	first_name: { type: "text", input: "name" },
	last_name: { type: "text", input: "name" },
	email: { type: "email", input: "email" },
	phone: { type: "phone", input: "phone" },
	date_of_birth: { type: "date", input: "date_of_birth" },
} as const;

type CommonKey = keyof typeof commonFields;

export type CommonAnswers = Partial<Record<CommonKey, string | undefined>>;

/** Only a form with `linksClient` asks about the client. The name in another form may be that of somebody else. */
function commonKeyOf({ form, asksBirth }: TypeForm, { key, type }: FormField): CommonKey | undefined {
	if (!form.linksClient || !Object.hasOwn(commonFields, key)) return undefined;
	if (key === "date_of_birth" && !asksBirth) return undefined;
	return commonFields[key as CommonKey].type === type ? (key as CommonKey) : undefined;
}

/** The others repeat a question of the page itself. */
export const shownFields = (one: TypeForm): FormField[] =>
	one.form.fields.filter((field) => commonKeyOf(one, field) === undefined);

export function inputNameOf(one: TypeForm, field: FormField): string {
	const key = commonKeyOf(one, field);
	return key ? commonFields[key].input : `${one.prefix}.${field.key}`;
}

/** The page asks for the number itself. */
export const wantsPhone = (forms: readonly TypeForm[]): boolean =>
	forms.some((one) => one.form.fields.some((field) => commonKeyOf(one, field) === "phone" && field.required));

/** As the API takes them, without empty ones. */
export function answersFrom(values: FormValues, one: TypeForm, common: CommonAnswers): Record<string, unknown> {
	const { form, prefix } = one;
	return Object.fromEntries(
		form.fields.flatMap((field) => {
			const key = commonKeyOf(one, field);
			const typed = values[`${prefix}.${field.key}`] ?? [];
			const answer = field.type === "picture" ? typed.map(idIn) : (answerTyped(field, typed) ?? (key && common[key]));
			return answer === undefined || answer === "" ? [] : [[field.key, answer]];
		}),
	);
}
