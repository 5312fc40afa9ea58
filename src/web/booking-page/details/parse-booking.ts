import * as z from "zod";
import type { Booking } from "../../../domain/booking/bookings/book.ts";
import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import { placementErrors, refusalsOfAge } from "../../../domain/booking/slots/conditions.ts";
import { checkAnswers } from "../../../domain/clients/form-submissions/answers.ts";
import type { Words } from "../../../domain/languages/words.ts";
import { email as emailSchema } from "../../../platform/http/fields/fields.ts";
import type { Faults } from "../../ui/components/faults.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { faultOfAnswer } from "../../ui/questions/answer.ts";
import { answersFrom, type CommonAnswers, inputNameOf, type TypeForm } from "./answers.ts";

export type ParsedBooking = Pick<Booking, "contact" | "placement" | "forms">;

/** The appointment that the visitor books. */
interface Chosen {
	type: BookableType;
	start: number;
	timezone: string;
}

const textIn = (values: FormValues, name: string): string => (values[name]?.[0] ?? "").trim();

export function parseBooking(
	values: FormValues,
	typeForms: readonly TypeForm[],
	chosen: Chosen,
	words: Words,
): ParsedBooking | { faults: Faults } {
	const { refusals } = words;
	const { min_age, allowed_placements } = chosen.type.details;
	const fields: Record<string, string> = {};
	const name = textIn(values, "name");
	const email = emailSchema.safeParse(textIn(values, "email"));
	const phone = textIn(values, "phone");
	const signature = textIn(values, "signature");
	const birth = min_age === null ? undefined : textIn(values, "date_of_birth");
	const placement = allowed_placements.length === 0 ? "" : textIn(values, "placement");
	if (name === "") fields.name = refusals.enterName;
	else if (name.length > 200 || name.includes("\0")) fields.name = refusals.shorterName;
	if (!email.success) fields.email = refusals.enterEmail;
	if (phone.length > 50 || phone.includes("\0")) fields.phone = refusals.shorterPhone;
	if (birth !== undefined && min_age !== null) {
		const [wrong] = ageRefusals(birth, chosen);
		if (wrong === "too_young") fields.date_of_birth = refusals.tooYoung(min_age);
		else if (wrong) fields.date_of_birth = refusals.enterBirthDate;
	}
	if (placementErrors(chosen.type.row, placement).length > 0) fields.placement = refusals.choosePlacement;
	const [first_name = name, ...rest] = name.split(/\s+/);
	const last_name = rest.join(" ") || undefined;
	const common = { name, first_name, last_name, email: textIn(values, "email"), phone, date_of_birth: birth };
	const forms = typeForms.map((one) => ({
		...parseAnswers(one, { values, words }, common, fields),
		...(one.isSigned ? { signature, signerName: name } : {}),
	}));
	if (typeForms.some(({ isSigned }) => isSigned) && signature === "") fields.signature = refusals.enterSignature;
	if (Object.keys(fields).length > 0 || !email.success) return { faults: { summary: refusals.somethingWrong, fields } };
	const contact = { email: email.data, first_name, last_name, phone: phone || undefined, date_of_birth: birth };
	return { contact, placement: placement || undefined, forms };
}

/** The page refuses by what is typed. Only the domain knows the date that the studio has. */
const ageRefusals = (birth: string, { type, start, timezone }: Chosen): string[] =>
	refusalsOfAge({
		eventType: type.row,
		dateOfBirth: z.iso.date().safeParse(birth).success ? birth : undefined,
		start,
		timezone,
	}).map(({ code }) => code);

function parseAnswers(
	one: TypeForm,
	{ values, words }: { values: FormValues; words: Words },
	common: CommonAnswers,
	faults: Record<string, string>,
) {
	const { form } = one;
	const { answers, failures } = checkAnswers(form.fields, answersFrom(values, one, common));
	for (const { key, message } of failures) {
		const field = form.fields.find((field) => field.key === key);
		if (field) faults[inputNameOf(one, field)] ??= faultOfAnswer(field, message, words);
	}
	return { formId: form.id, answers };
}

/** The button sends ISO 8601. */
export const instantField = (values: FormValues, name: string): number | undefined => instantIn(textIn(values, name));

export function instantIn(text: string): number | undefined {
	const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isFinite(ms) ? ms : undefined;
}
