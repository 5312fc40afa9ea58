import type { PostalAddress } from "../../../platform/db/columns.ts";
import type { Field, FieldInput } from "../../../platform/http/fields/field-table.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { isTicked, linesOf, numberOrNull, textOf, textOrNull } from "../forms/form-values.ts";
import { moneyField, moneyOf } from "../forms/money.ts";
import { addressOf, addressValues } from "./address.ts";
import type { Fields } from "./inputs.tsx";

export function bodyOf(fields: Fields, values: FormValues): Record<string, unknown> {
	const currency = textOrNull(values, "currency")?.toUpperCase() ?? null;
	return Object.fromEntries(
		Object.entries(fields).flatMap(([name, field]) =>
			field.input ? [[name, bodyValue(name, field, field.input, values, currency)]] : [],
		),
	);
}

function bodyValue(
	name: string,
	field: Field,
	input: FieldInput,
	values: FormValues,
	currency: string | null,
): unknown {
	const empty = field.keepsWhenEmpty ? undefined : null;
	switch (input.as) {
		case "check":
			return isTicked(values, name);
		case "number":
			return numberOrNull(values, name) ?? empty;
		case "numbers":
			return (textOf(values, name) ?? "")
				.split(/[\s,;]+/)
				.filter(Boolean)
				.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
		case "lines":
			return linesOf(values, name);
		case "money":
			return moneyOf(values, name, currency);
		case "share":
			return textOf(values, input.type) === "PERCENTAGE" ? numberOrNull(values, name) : moneyOf(values, name, currency);
		case "currency":
			return currency;
		case "address":
			return addressOf(values, name);
		case "choice":
			return input.none === undefined ? textOf(values, name) : textOrNull(values, name);
		default:
			return field.required ? textOf(values, name) : (textOrNull(values, name) ?? empty);
	}
}

export function valuesOf(fields: Fields, record: object): FormValues {
	const values: Record<string, readonly string[]> = {};
	for (const [name, { input }] of Object.entries(fields)) {
		const value = (record as Record<string, unknown>)[name] ?? null;
		if (input?.as === "address") Object.assign(values, addressValues(name, value as PostalAddress | null));
		else if (input) values[name] = [fieldValue(input, value, record)];
	}
	return values;
}

function fieldValue(input: FieldInput, value: unknown, record: object): string {
	if (value === null) return "";
	const { currency = null, ...others } = record as { currency?: string | null } & Record<string, unknown>;
	switch (input.as) {
		case "lines":
			return (value as string[]).join("\n");
		case "numbers":
			return (value as number[]).join(", ");
		case "money":
			return moneyField(value as number, currency);
		case "share":
			return others[input.type] === "PERCENTAGE" ? String(value) : moneyField(value as number, currency);
		default:
			return String(value);
	}
}
