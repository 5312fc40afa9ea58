import { z } from "zod";

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema is read by path
type Json = any;

/** Three bytes for each of the characters that a length counts. */
const wide = "日";
const formats: Record<string, string> = { email: `${"a".repeat(60)}@example.com`, date: "2026-01-31" };

/** A body with the largest values that its schema allows. References to other records are left out. */
export function largestBody(schema: z.ZodObject): Record<string, unknown> {
	const json: Json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", override: asInDocument });
	return largest(json, json.$defs);
}

/** Fields say in their metadata how the API document shows them. */
function asInDocument({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
	const override = (z.globalRegistry.get(zodSchema) as Json)?.override;
	if (typeof override === "function") override({ jsonSchema });
	else Object.assign(jsonSchema, override);
}

function largest(given: Json, defs: Json): Json {
	const { anyOf, allOf, ...schema } = given.$ref ? defs[given.$ref.slice("#/$defs/".length)] : given;
	if (allOf) return Object.assign({}, ...allOf.map((part: Json) => largest(part, defs)));
	if (anyOf) return largest(anyOf[0], defs);
	if (schema.enum) return schema.enum[0];
	if (schema.type === "object") return largestObject(schema, defs);
	if (schema.type === "array") return largestArray(schema, defs);
	if (schema.type === "string") return largestText(schema);
	return schema.type === "boolean" ? false : undefined;
}

function largestObject({ properties = {}, additionalProperties, propertyNames }: Json, defs: Json): Json {
	if (propertyNames)
		return Object.fromEntries(
			Array.from({ length: 50 }, (_, n) => [
				String(n).padEnd(largestText(propertyNames)?.length ?? 0, wide),
				largest(additionalProperties, defs),
			]),
		);
	const values = Object.entries<Json>(properties).map(([name, schema]) => [name, largest(schema, defs)]);
	return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** No text comes twice, because many lists refuse that. */
function largestArray({ items, maxItems = 1 }: Json, defs: Json): Json {
	const one = largest(items, defs);
	if (one === undefined) return undefined;
	const texts = Array.from({ length: maxItems }, (_, n) => `${String(n).padStart(3, "0")}${String(one).slice(3)}`);
	if (typeof one !== "string" || items.enum || items.format) return [one];
	return one.startsWith("https:") ? texts.map((text) => `htt${text.slice(3)}${text.slice(0, 3)}`) : texts;
}

function largestText({ format, pattern, maxLength, description = "", example = "" }: Json): string | undefined {
	if (example.startsWith("https:")) return `https://example.com/${wide.repeat(maxLength - 30)}`;
	if (format) return formats[format];
	return pattern || maxLength === undefined || /\bid of\b/.test(description) ? undefined : wide.repeat(maxLength);
}
