import type { FormState } from "../../ui/components/fields.tsx";

/** The API names no field when a slug is taken. A form says it at the field. */
export function withSlugFault(of: FormState): FormState {
	const { faults, extra } = of;
	if (!faults || extra?.code !== "conflict" || !faults.summary.includes("slug")) return of;
	const slug = "It is taken. Choose another one, or leave it empty so that one is made from the name.";
	return { ...of, faults: { ...faults, fields: { ...faults.fields, slug } } };
}
