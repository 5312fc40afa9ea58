import type { FormState } from "../../ui/components/fields.tsx";

/** The problem about a taken slug names no field. This shows it at the field of the slug. */
export function withSlugFault(of: FormState): FormState {
	const { faults, extra } = of;
	if (!faults || extra?.code !== "conflict" || !faults.summary.includes("slug")) return of;
	const slug = "This slug is taken. Choose another one, or leave the field empty to make one from the name.";
	return { ...of, faults: { ...faults, fields: { ...faults.fields, slug } } };
}
