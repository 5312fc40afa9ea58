import type { apiDocument } from "../../../api/openapi/document.ts";

type Document = ReturnType<typeof apiDocument>;
type Json = { [name: string]: unknown };

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Examples are data of a studio, in which a field may have any name. */
const isData = (name: string) => /^(examples?|default|enum)$/.test(name);

const sentencesOf = (text: string): string[] => text.split(/(?<=\.) (?=[A-Z`])/);
const firstOf = (text: string): string => sentencesOf(text)[0] ?? "";
const isText = (value: unknown): value is string => typeof value === "string";

/** The summary of an event says when it is sent. */
const withoutDescriptions = (webhooks: Document["webhooks"] = {}): unknown =>
	Object.fromEntries(
		Object.entries(webhooks).map(([type, item]) => {
			const { description: _, ...operation } = (item as { post: Json }).post;
			return [type, { post: operation }];
		}),
	);

/**
 * The document as programs get it, in 400 KB: it says the beginning of each text, and that of a field once. The whole
 * texts stand on the pages of the operations and in the types of the client.
 */
export function servedDocument(document: Document): Document {
	const said = new Set<string>();
	/** Bodies of changes, the data of events and errors have the fields of records, whose words they would repeat. */
	let isRecord = true;
	const isNew = (text: string) => said.size < said.add(text).size;
	const shorten = (part: unknown): unknown => {
		if (Array.isArray(part)) return part.map(shorten);
		if (!isObject(part)) return part;
		return Object.fromEntries(
			Object.entries(part).map(([name, value]) => {
				if (isData(name)) return [name, value];
				if (name === "properties" && isObject(value)) return [name, fieldsOf(value)];
				if (!isText(value)) return [name, shorten(value)];
				return [name, name === "description" ? firstOf(value) : value];
			}),
		);
	};
	const fieldsOf = (fields: Json): Json =>
		Object.fromEntries(
			Object.entries(fields).map(([name, field]) => {
				if (!isObject(field) || typeof field.description !== "string") return [name, shorten(field)];
				const { description, ...rest } = field;
				// The type says whether it may be null.
				const first = firstOf(description).replace(/; null [^;.]*\.$/, ".");
				// The fields of a body differ from those of the record in this.
				const omission = sentencesOf(description).find((sentence) => /^Default: |If it is left out/.test(sentence));
				const words = isRecord && isNew(first) ? first : "";
				const kept = omission && omission !== words ? `${words} ${omission}`.trim() : words;
				return [name, { ...(shorten(rest) as Json), ...(kept ? { description: kept } : {}) }];
			}),
		);
	const { info, paths, webhooks, components: all, ...others } = document;
	const { schemas, ...components } = all as { schemas: Json };
	const shortened = Object.entries(schemas).map(([name, schema]) => {
		isRecord = !/^(EventData|Problem)|Patch$/.test(name);
		return [name, shorten(schema)];
	});
	isRecord = true;
	return {
		...(shorten(others) as Json),
		info,
		paths: shorten(paths),
		webhooks: shorten(withoutDescriptions(webhooks)),
		components: { ...(shorten(components) as Json), schemas: Object.fromEntries(shortened) },
	} as Document;
}
