import type { EventType } from "../../../domain/studio/event-types/schema.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { isTicked, linesOf, numberOrNull, textOf, textOrNull } from "../forms/form-values.ts";
import { metadataBody, metadataValues } from "../forms/metadata.tsx";
import { moneyField, moneyOf, moneyText } from "../forms/money.ts";
import { allProperties, type Property } from "./properties.ts";

/** The values of the form, as the API takes them. */
export function bodyIn(values: FormValues): Record<string, unknown> {
	const currency = textOrNull(values, "currency")?.toUpperCase() ?? null;
	const entries = allProperties.map((property) => [property.name, bodyValue(property, values, currency)]);
	return { ...Object.fromEntries(entries), currency, metadata: metadataBody(values) };
}

/** Numbers that cannot be null. An empty field leaves them unchanged. */
const neverEmpty = new Set<string>(["buffer_before_minutes", "buffer_after_minutes", "max_participants", "position"]);

function bodyValue(property: Property, values: FormValues, currency: string | null): unknown {
	const { name, kind } = property;
	switch (kind) {
		case "check":
			return isTicked(values, name);
		case "number":
			return numberOrNull(values, name) ?? (neverEmpty.has(name) ? undefined : null);
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
			return textOf(values, property.type) === "PERCENTAGE"
				? numberOrNull(values, name)
				: moneyOf(values, name, currency);
		case "choice":
			return textOf(values, name);
		case "text":
			return name === "name" ? textOf(values, name) : textOrNull(values, name);
		default:
			return textOrNull(values, name);
	}
}

/** The values of an event type, as the form takes them. */
export const valuesOf = (type: EventType): FormValues => ({
	...Object.fromEntries(allProperties.map((property) => [property.name, [fieldValue(property, type)]])),
	...metadataValues(type.metadata),
});

function fieldValue(property: Property, type: EventType): string {
	const value = type[property.name];
	if (value === null) return "";
	switch (property.kind) {
		case "lines":
			return (value as string[]).join("\n");
		case "numbers":
			return (value as number[]).join(", ");
		case "money":
			return moneyField(value as number, type.currency);
		case "share":
			return type[property.type] === "PERCENTAGE" ? String(value) : moneyField(value as number, type.currency);
		default:
			return String(value);
	}
}

/** The types of amounts that are not set, so the page leaves them out. */
export const idleTypes = (type: EventType): ReadonlySet<string> =>
	new Set(
		allProperties.flatMap((property) =>
			property.kind === "share" && type[property.name] === null ? [property.type] : [],
		),
	);

/** The text of a property; null for an empty value. */
export function shownValue(property: Property, type: EventType, forms: ReadonlyMap<string, string>): string | null {
	const value = type[property.name];
	if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return null;
	switch (property.kind) {
		case "check":
			return value === true ? "Yes" : "No";
		case "choice":
			return property.options.find(([one]) => one === value)?.[1] ?? String(value);
		case "lines":
		case "numbers":
			return (value as (string | number)[]).join(", ");
		case "money":
			return moneyText(value as number, type.currency);
		case "share":
			return type[property.type] === "PERCENTAGE" ? `${value} percent` : moneyText(value as number, type.currency);
		case "form":
			return forms.get(String(value)) ?? String(value);
		default:
			return String(value);
	}
}
