import type { Form, FormField } from "../../../domain/studio/forms/schema.ts";

export const kindOptions = [
	{ value: "INTAKE", text: "Intake, before a booking" },
	{ value: "CONSENT", text: "Consent, with a signature" },
	{ value: "CUSTOM", text: "Any other purpose" },
] as const satisfies { value: Form["kind"]; text: string }[];

export const kindWords: Record<Form["kind"], string> = { INTAKE: "Intake", CONSENT: "Consent", CUSTOM: "Other" };

export const createsOptions = [
	{ value: "", text: "Nothing" },
	{ value: "LEAD", text: "A lead" },
	{ value: "IDEA", text: "An idea of the client" },
] as const;

export const typeWords: Record<FormField["type"], string> = {
	text: "Short text",
	textarea: "Long text",
	number: "Number",
	email: "Email",
	phone: "Phone number",
	date: "Date",
	select: "One of several options",
	multi_select: "Several of the options",
	checkbox: "Box to tick",
	file_url: "Link to a file",
	picture: "Pictures",
	signature: "Signature",
};

export const typeOptions = Object.entries(typeWords).map(([value, text]) => ({ value, text }));

export const hasOptions = (type: string): boolean => type === "select" || type === "multi_select";

/** Null if a submission makes none. */
export function madeOf({ creates, links_client }: Form): string | null {
	const made = [links_client && "a client", creates === "LEAD" && "a lead", creates === "IDEA" && "an idea"];
	const words = made.filter(Boolean).join(" and ");
	return words === "" ? null : words.charAt(0).toUpperCase() + words.slice(1);
}
