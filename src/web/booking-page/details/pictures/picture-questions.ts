import type { FormValues } from "../../../ui/components/fields.tsx";
import type { TypeForm } from "../answers.ts";

export interface PictureQuestion {
	/** The name of its inputs. */
	name: string;
	label: string;
	formId: string;
}

export const pictureQuestionsOf = (forms: readonly TypeForm[]): PictureQuestion[] =>
	forms.flatMap(({ form, prefix }) =>
		form.fields
			.filter(({ type }) => type === "picture")
			.map(({ key, label }) => ({ name: `${prefix}.${key}`, label, formId: form.id })),
	);

/** The pictures that the visitor keeps, of those that the form names. */
export function keptIn(values: FormValues, name: string): string[] {
	const removed = new Set(values[`${name}.remove`]);
	return [...new Set(values[name])].filter((reference) => !removed.has(reference));
}
