import type { Child } from "hono/jsx";
import type { PostalAddress } from "../../../platform/db/columns.ts";
import type { Field } from "../../../platform/http/fields/field-table.ts";
import { inWords } from "../components/words.ts";
import { moneyText } from "../forms/money.ts";
import { addressText } from "./address.ts";
import type { Choices, Fields } from "./inputs.tsx";

type Fact = readonly [label: string, value: Child];

interface Shown {
	fields: Fields;
	names?: readonly string[];
	choices?: Choices;
}

/** The fields of a record that have a value, with their labels. */
export const factsOf = (record: object, { fields, names = Object.keys(fields), choices = {} }: Shown): Fact[] =>
	names.flatMap((name) => {
		const field = fields[name];
		const value = field && shownValue(field, (record as Record<string, unknown>)[name], record, choices);
		return field && value !== null && value !== undefined ? [[field.label, value] as const] : [];
	});

const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const lines = (text: string): Child => <span class="pre">{text}</span>;

function shownValue({ input }: Field, value: unknown, record: object, choices: Choices): Child | null {
	if (isEmpty(value)) return null;
	const { currency = null, ...others } = record as { currency?: string | null } & Record<string, unknown>;
	switch (input?.as) {
		case "check":
			return value === true ? "Yes" : "No";
		case "choice": {
			const option = input.options.find((one) => typeof one !== "string" && one[0] === value);
			return option ? (option[1] ?? null) : inWords(String(value));
		}
		case "artist":
		case "shop":
		case "form":
			return choices[input.as]?.find(({ id }) => id === value)?.name ?? String(value);
		case "lines":
		case "numbers":
			return lines((value as (string | number)[]).join(", "));
		case "long":
			return lines(String(value));
		case "money":
			return moneyText(value as number, currency);
		case "share":
			return others[input.type] === "PERCENTAGE" ? `${value} percent` : moneyText(value as number, currency);
		case "address":
			return lines(addressText(value as PostalAddress));
		case "timezone":
			return String(value).replaceAll("_", " ");
		case "text":
			if (input.type === "email") return <a href={`mailto:${encodeURIComponent(String(value))}`}>{String(value)}</a>;
			if (input.type === "tel") return <a href={`tel:${String(value).replace(/[^\d+]/g, "")}`}>{String(value)}</a>;
			if (input.type === "url") return <a href={String(value)}>{String(value)}</a>;
			return String(value);
		default:
			return plainValue(value);
	}
}

/** A value without an input: a text, a list, a flag, or the name of a state. */
function plainValue(value: unknown): Child | null {
	if (value === false) return null;
	if (value === true) return "Yes";
	if (typeof value === "number") return String(value);
	if (Array.isArray(value)) return lines(value.join("\n"));
	const text = String(value);
	return /^[A-Z]+(_[A-Z]+)*$/.test(text) ? inWords(text) : lines(text);
}
