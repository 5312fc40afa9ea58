import { appointmentFields } from "../../../domain/booking/appointments/fields.ts";
import { clientFields } from "../../../domain/clients/clients/fields.ts";
import { submissionFields } from "../../../domain/clients/form-submissions/fields.ts";
import { ideaFields } from "../../../domain/clients/ideas/fields.ts";
import { leadFields } from "../../../domain/clients/leads/fields.ts";
import { artistFields } from "../../../domain/studio/artists/fields.ts";
import { shopFields } from "../../../domain/studio/shops/fields.ts";
import type { Field } from "../../../platform/http/fields/field-table.ts";
import { quotedText } from "./quoted-text.ts";

/** The records whose fields have names for people. */
const fieldTables: Record<string, Record<string, Field>> = {
	appointment: appointmentFields,
	artist: artistFields,
	client: clientFields,
	form_submission: submissionFields,
	idea: ideaFields,
	lead: leadFields,
	shop: shopFields,
};

/** The name of a field for people. Names that callers choose stand in quotes. */
export function fieldWords(kind: unknown, [first = "", ...rest]: readonly string[]): string {
	const label = fieldTables[String(kind)]?.[first]?.label ?? plainName(first);
	const part = chosenByCallers.has(first) ? (name: string) => quotedText(name, 100) : plainPart;
	return [label, ...rest.map(part)].join(" ");
}

/** Objects whose names callers choose. */
const chosenByCallers = new Set(["metadata", "submission_data", "fields"]);

const isChosenByService = (name: string): boolean => /^[A-Z]?[a-z][a-z_]{0,40}$/.test(name);
const plainPart = (name: string): string =>
	isChosenByService(name) ? name.replaceAll("_", " ") : quotedText(name, 100);

function plainName(name: string): string {
	const words = plainPart(name);
	return words.charAt(0).toUpperCase() + words.slice(1);
}
