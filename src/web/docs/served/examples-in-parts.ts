import { isDeepStrictEqual } from "node:util";
import { schemaExample } from "../../../api/openapi/schema-example.ts";
import { isPart, nameIn, type Part, same } from "./parts.ts";

type Schemas = Record<string, Part>;

/**
 * Gives the examples to the schemas of which a body is made, so that the parts of an `allOf` do not repeat each
 * other's. Tools put the example of the whole together from them, and so does `schemaExample`.
 */
export function moveExamplesIntoParts(webhooks: Part, schemas: Schemas): void {
	const bodies = Object.values(webhooks).map(bodyOf);
	const [first] = bodies;
	if (first && schemas.EventEnvelope && schemas.Problem) {
		schemas.EventEnvelope.examples = [{ ...(first.example as Part), data: {} }];
		schemas.Problem.examples = schemas.ProblemInternalError?.examples;
	}
	for (const { schema, example } of bodies) {
		const payload = schemas[nameIn(payloadOf(schemas[nameIn((schema as Part).$ref)]).$ref)];
		if (payload) payload.examples ??= [(example as Part).data];
	}
	for (const schema of Object.values(schemas)) moveIntoLastPart(schema, schemas);
	for (const body of bodies)
		if (isDeepStrictEqual(schemaExample(body.schema as Part, schemas), body.example)) delete body.example;
}

const bodyOf = (item: unknown): Part => {
	const { requestBody } = (item as { post: { requestBody: { content: Record<string, Part> } } }).post;
	return requestBody.content["application/json"] ?? {};
};

/** The schema of `data` in the schema of an event. */
function payloadOf(event: Part | undefined): Part {
	const parts = (event?.allOf ?? []) as { properties?: { data?: Part } }[];
	return parts.find(({ properties }) => properties?.data)?.properties?.data ?? {};
}

/** Leaves to the last part of an `allOf` what the example of the whole adds to those of the other parts. */
function moveIntoLastPart(schema: Part, schemas: Schemas): void {
	const { allOf, examples } = schema as { allOf?: Part[]; examples?: Part[] };
	const [whole] = examples ?? [];
	const last = allOf?.at(-1);
	if (!allOf || !last || !whole || allOf.length < 2) return;
	const others = schemaExample({ allOf: allOf.slice(0, -1) }, schemas);
	if (!isPart(others)) return;
	const own = Object.entries(whole).filter(([name, value]) => !same(others[name], value));
	const part = last.$ref ? { ...last, examples: [Object.fromEntries(own)] } : withExamples(last, own);
	const parts = [...allOf.slice(0, -1), part];
	if (!isDeepStrictEqual(schemaExample({ allOf: parts }, schemas), whole)) return;
	schema.allOf = parts;
	delete schema.examples;
}

/** The part with an example of each property. Linters refuse an example of a part that has fields of other parts. */
function withExamples(part: Part, values: [name: string, value: unknown][]): Part {
	const properties = { ...(part.properties as Record<string, Part>) };
	for (const [name, value] of values)
		if (properties[name]?.const !== value) properties[name] = { ...properties[name], examples: [value] };
	return { ...part, properties };
}
