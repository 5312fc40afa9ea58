import type * as z from "zod";
import { brokenRules } from "../../../domain/studio/forms/rules.ts";
import type { Form, FormField } from "../../../domain/studio/forms/schema.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { FormRefusal, parseBody, wrongFields } from "../forms/execute-form.ts";
import { faultSentence } from "../forms/fault-words.ts";
import { isTicked, textOf, textOrNull } from "../forms/form-values.ts";
import { metadataBody, metadataValues } from "../forms/metadata.tsx";
import { fieldName, fieldsIn, questionNumber, stepField, valuesOfQuestions } from "./question-rows.ts";

/** The values of a form, as the page that edits it takes them. */
export const valuesOf = (form: Form): FormValues => ({
	name: [form.name],
	description: [form.description ?? ""],
	kind: [form.kind],
	creates: [form.creates ?? ""],
	links_client: [String(form.links_client)],
	is_active: [String(form.is_active)],
	updated_at: [form.updated_at],
	...valuesOfQuestions(form.fields),
	...metadataValues(form.metadata),
});

export function bodyIn<S extends z.ZodType>(schema: S, values: FormValues) {
	if (stepField in values) throw new FormRefusal(undefined, 200);
	const fields = fieldsIn(values);
	const nameOf = ([name, index, property]: readonly PropertyKey[]): string => {
		const row = name === "fields" && typeof index === "number" ? fields[index]?.row : undefined;
		return row === undefined ? String(name ?? "form") : fieldName(row, String(property) as "label");
	};
	const raw = {
		name: textOf(values, "name"),
		description: textOrNull(values, "description"),
		kind: textOf(values, "kind"),
		creates: textOrNull(values, "creates"),
		links_client: isTicked(values, "links_client"),
		is_active: isTicked(values, "is_active"),
		fields: fields.map(({ body }) => body),
		metadata: metadataBody(values),
	};
	return inQuestions(() => {
		const body = parseBody(schema, raw, nameOf);
		const broken = brokenRules({ fields: raw.fields as FormField[], linksClient: raw.links_client });
		const faults = broken.map(({ path = "", message }) => {
			const name = nameOf(path.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part)));
			return [name, faultSentence(name, message)];
		});
		if (faults.length > 0) throw wrongFields(Object.fromEntries(faults));
		return body;
	});
}

/** The faults get the number of their question. */
function inQuestions<T>(parse: () => T): T {
	try {
		return parse();
	} catch (error) {
		if (!(error instanceof FormRefusal)) throw error;
		const faults = Object.entries(error.faults?.fields ?? {}).map(([name, sentence]) => {
			const number = questionNumber(name);
			return [name, number === undefined ? sentence : `Question ${number}: ${sentence}`];
		});
		throw wrongFields(Object.fromEntries(faults));
	}
}
