import type { Booking } from "../../../domain/booking/bookings/book.ts";
import { checkAnswers } from "../../../domain/clients/form-submissions/answers.ts";
import type { FormField } from "../../../platform/db/tables/data/forms.ts";
import { email as emailSchema } from "../../../platform/http/fields/fields.ts";
import type { Faults } from "../../ui/components/faults.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { answersFrom, type CommonAnswers, inputNameOf, type TypeForm } from "./answers.ts";

/** The typed values, as a booking takes them. */
export type ParsedBooking = Pick<Booking, "contact" | "forms">;

const textIn = (values: FormValues, name: string): string => (values[name]?.[0] ?? "").trim();

/** Parses the typed values into a booking, or into the faults of each field. */
export function parseBooking(values: FormValues, typeForms: readonly TypeForm[]): ParsedBooking | { faults: Faults } {
	const fields: Record<string, string> = {};
	const name = textIn(values, "name");
	const email = emailSchema.safeParse(textIn(values, "email"));
	const phone = textIn(values, "phone");
	const signature = textIn(values, "signature");
	if (name === "") fields.name = "Enter your name.";
	else if (name.length > 200 || name.includes("\0")) fields.name = "Enter a shorter name.";
	if (!email.success) fields.email = "Enter your email address, such as ana@example.com.";
	if (phone.length > 50 || phone.includes("\0")) fields.phone = "Enter a shorter phone number.";
	const [first_name = name, ...rest] = name.split(/\s+/);
	const last_name = rest.join(" ") || undefined;
	const common = { name, first_name, last_name, email: textIn(values, "email"), phone };
	const forms = typeForms.map((one) => ({
		...parseAnswers(one, values, common, fields),
		...(one.isSigned ? { signature, signerName: name } : {}),
	}));
	if (typeForms.some(({ isSigned }) => isSigned) && signature === "")
		fields.signature = "Type your full name as your signature.";
	if (Object.keys(fields).length > 0 || !email.success)
		return { faults: { summary: "Something is missing or wrong. Nothing is booked yet.", fields } };
	return { contact: { email: email.data, first_name, last_name, phone: phone || undefined }, forms };
}

function parseAnswers(
	{ form, prefix }: TypeForm,
	values: FormValues,
	common: CommonAnswers,
	faults: Record<string, string>,
) {
	const { answers, failures } = checkAnswers(form.fields, answersFrom(values, form, prefix, common));
	for (const { key, message } of failures) {
		const field = form.fields.find((field) => field.key === key);
		if (field) faults[inputNameOf(form, field, prefix)] ??= faultText(field, message);
	}
	return { formId: form.id, answers };
}

/** The fault of an answer as a sentence for a person. */
function faultText({ type, label, key }: FormField, message: string): string {
	if (key === "last_name" && message === "is required") return "Enter your first and last name.";
	if (message === "is required") return `“${label}” is required.`;
	return `“${label}”: ${advice[type]}`;
}

const advice: Record<FormField["type"], string> = {
	text: "enter a shorter text.",
	textarea: "enter a shorter text.",
	number: "enter a number, such as 12.",
	email: "enter an email address, such as ana@example.com.",
	phone: "enter a shorter phone number.",
	date: "enter a date, such as 2026-05-17.",
	select: "choose one of the options.",
	multi_select: "choose among the options.",
	checkbox: "please tick it.",
	file_url: "enter a link to the file, such as https://example.com/picture.jpg.",
	signature: "enter a shorter signature.",
};

/** The instant in ISO 8601 that a button sent. */
export const instantField = (values: FormValues, name: string): number | undefined => instantIn(textIn(values, name));

export function instantIn(text: string): number | undefined {
	const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isFinite(ms) ? ms : undefined;
}
