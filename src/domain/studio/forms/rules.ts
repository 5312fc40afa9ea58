import type { FormField } from "../../../platform/db/tables/data/forms.ts";
import type { FieldError } from "../../../platform/problems/problem.ts";
import { type FormRow, maxOptions } from "./schema.ts";

/** The rules about several fields together that a form breaks. */
export function brokenRules({ fields, linksClient }: Pick<FormRow, "fields" | "linksClient">): FieldError[] {
	const keys = new Set<string>();
	const broken: FieldError[] = [];
	const add = (path: string, message: string) => broken.push({ location: "body", path, message });
	for (const [index, field] of fields.entries()) {
		if (keys.has(field.key)) add(`fields.${index}.key`, "is already the key of another field");
		keys.add(field.key);
		const message = brokenOptions(field);
		if (message) add(`fields.${index}.options`, message);
	}
	if (linksClient && !fields.some(({ type }) => type === "email")) add("links_client", "needs a field of type email");
	return broken;
}

function brokenOptions({ type, options }: FormField): string | undefined {
	if (type !== "select" && type !== "multi_select")
		return options.length > 0 ? "only select and multi_select have options" : undefined;
	if (options.length === 0 || options.length > maxOptions) return `must be 1 to ${maxOptions} options`;
	return new Set(options).size < options.length ? "must hold each option once" : undefined;
}
