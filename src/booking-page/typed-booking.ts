import { email as emailSchema } from "../http/fields.ts";
import type { Faults, Typed } from "../pages/components/fields.tsx";
import type { Booking } from "../resources/bookings/book.ts";
import { checkAnswers } from "../resources/form-submissions/answers.ts";
import type { FormRow } from "../resources/forms/schema.ts";
import { answersIn } from "./answers.ts";
import type { TypeForms } from "./details-page.tsx";

type Read = Pick<Booking, "contact" | "forms">;

const textIn = (typed: Typed, name: string): string => (typed[name]?.[0] ?? "").trim();

/** What a visitor typed, as a booking takes it; or what is wrong with it, at each field. */
export function readTyped(typed: Typed, { intake, consent }: TypeForms): Read | { faults: Faults } {
	const fields: Record<string, string> = {};
	const name = textIn(typed, "name");
	const email = emailSchema.safeParse(textIn(typed, "email"));
	const phone = textIn(typed, "phone");
	const signature = textIn(typed, "signature");
	if (name === "") fields.name = "Enter your name.";
	else if (name.length > 200 || name.includes("\0")) fields.name = "Enter a shorter name.";
	if (!email.success) fields.email = "Enter your email address, such as ana@example.com.";
	if (phone.length > 50 || phone.includes("\0")) fields.phone = "Enter a shorter phone number.";
	const forms = [
		...(intake ? [checked(intake, "intake", typed, fields)] : []),
		...(consent ? [{ ...checked(consent, "consent", typed, fields), signature, signerName: name }] : []),
	];
	if (consent && signature === "") fields.signature = "Type your full name as your signature.";
	if (Object.keys(fields).length > 0 || !email.success)
		return { faults: { summary: "Something is missing or wrong. Nothing is booked yet.", fields } };
	const [first_name = name, ...rest] = name.split(/\s+/);
	const last_name = rest.join(" ") || undefined;
	return { contact: { email: email.data, first_name, last_name, phone: phone || undefined }, forms };
}

function checked(form: FormRow, prefix: string, typed: Typed, faults: Record<string, string>) {
	const { answers, failures } = checkAnswers(form.fields, answersIn(typed, form, prefix));
	for (const { key, message } of failures) {
		const label = form.fields.find((field) => field.key === key)?.label ?? key;
		faults[`${prefix}.${key}`] = `${label} ${message}.`;
	}
	return { formId: form.id, answers };
}
