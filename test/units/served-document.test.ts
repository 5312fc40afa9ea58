import { describe, expect, it } from "vitest";
import { apiDocument } from "../../src/api/openapi/document.ts";
import { schemaExample } from "../../src/api/openapi/schema-example.ts";
import { nameIn } from "../../src/web/docs/served/parts.ts";
import { ranges } from "../../src/web/docs/served/ranges-of-failures.ts";
import { servedDocument } from "../../src/web/docs/served/served-document.ts";
import { sharedFields } from "../../src/web/docs/served/shared-fields.ts";
import { isReference } from "../../src/web/docs/served/words-once.ts";

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read by path
type Json = any;

const whole: Json = apiDocument("https://api.example.com", "https://api.example.com/docs");
const served: Json = servedDocument(whole);

/** A part of the document with what it shares in its place, the parts of an `allOf` as one, and without examples. */
function spelledOut(part: Json, { components: { schemas } }: Json): Json {
	const of = (one: Json): Json => {
		if (Array.isArray(one)) return one.map(of);
		if (typeof one !== "object" || one === null) return one;
		if (nameIn(one.$ref) in sharedFields) return of(schemas[nameIn(one.$ref)]);
		const entries = Object.entries<Json>(one).filter(([name]) => !/^(examples?|x-codeSamples|allOf)$/.test(name));
		const own = Object.fromEntries(entries.map(([name, value]) => [name, of(value)]));
		if (typeof own.description === "string") own.description = wordsBehind(own.description);
		return one.allOf ? joined([...one.allOf.map(of), own]) : own;
	};
	const wordsBehind = (words: string): string => {
		const [, record = "", field = ""] = isReference.exec(words) ?? [];
		return record ? of(schemas[record].properties[field]).description : words;
	};
	return of(part);
}

/** The parts of an `allOf`, whose fields add to each other. */
function joined(parts: Json[]): Json {
	const names = new Set(parts.flatMap(({ properties = {} }) => Object.keys(properties)));
	const fieldOf = (name: string) => Object.assign({}, ...parts.map(({ properties }) => properties?.[name]));
	return Object.assign({}, ...parts, {
		refs: parts.map(({ $ref }) => $ref).filter(Boolean),
		properties: Object.fromEntries([...names].map((name) => [name, fieldOf(name)])),
	});
}

const withoutRanges = (paths: Json): Json =>
	Object.fromEntries(
		Object.entries<Json>(paths).map(([path, item]) => [
			path,
			Object.fromEntries(
				Object.entries<Json>(item).map(([method, operation]) => [
					method,
					operation.responses ? { ...operation, responses: statusesOf(operation.responses) } : operation,
				]),
			),
		]),
	);

function statusesOf(responses: Json): Json {
	const { ...all } = responses;
	for (const [range, statuses] of Object.entries(ranges)) {
		if (!all[range]?.$ref?.endsWith(`/${range}`)) continue;
		delete all[range];
		for (const status of statuses) all[status] ??= { $ref: `#/components/responses/${status}` };
	}
	return all;
}

describe("the document as it is served", () => {
	it("takes at most 400 KB", () => {
		expect(new TextEncoder().encode(JSON.stringify(served)).byteLength).toBeLessThanOrEqual(400_000);
	});

	it("says all that the whole document says of every schema, the words of its fields included", () => {
		const { schemas } = whole.components;
		expect(Object.keys(served.components.schemas).sort()).toEqual(
			[...Object.keys(schemas), ...Object.keys(sharedFields)].sort(),
		);
		for (const name of Object.keys(schemas)) {
			const inAllOf = (document: Json) => {
				const schema = document.components.schemas[name];
				const [base, ...others] = schema.allOf ?? [];
				// The words that the first part has already are left out of the others.
				return base?.$ref && others.length > 0
					? spelledOut({ ...schema, allOf: [document.components.schemas[nameIn(base.$ref)], ...others] }, document)
					: spelledOut(schema, document);
			};
			expect(inAllOf(served), name).toEqual(inAllOf(whole));
		}
	});

	it("names the same parameters, bodies, answers and errors of every operation and webhook", () => {
		const plain = (document: Json) =>
			JSON.parse(
				JSON.stringify(spelledOut([withoutRanges(document.paths), document.webhooks], document), (name, value) =>
					name === "type" && value === "object" ? undefined : value,
				),
			);
		expect(plain(served)).toEqual(plain(whole));
		const { schemas: _, responses, ...others } = whole.components;
		const { schemas: __, responses: ofServed, ...ofOthers } = served.components;
		expect(ofOthers).toEqual(others);
		for (const [range, statuses] of Object.entries(ranges)) {
			const problems = (answer: Json) => {
				const { schema } = answer.content["application/problem+json"];
				return schema.oneOf ?? [schema];
			};
			expect(problems(ofServed[range])).toEqual(statuses.flatMap((status) => problems(responses[status])));
		}
	});

	it("has the same examples, which tools put together from those of the parts", () => {
		let parts = 0;
		for (const [name, schema] of Object.entries<Json>(whole.components.schemas)) {
			if (schemaExample(schema, whole.components.schemas) === undefined) continue;
			const own = served.components.schemas[name];
			if (!own.examples) parts++;
			expect(schemaExample(own, served.components.schemas), name).toEqual(
				schemaExample(schema, whole.components.schemas),
			);
		}
		expect(parts).toBeGreaterThan(40);
		const bodyOf = (document: Json, type: string) =>
			document.webhooks[type].post.requestBody.content["application/json"];
		for (const type of Object.keys(whole.webhooks)) {
			const { example, schema } = bodyOf(served, type);
			expect(example ?? schemaExample(schema, served.components.schemas), type).toEqual(bodyOf(whole, type).example);
		}
	});

	it("has words for every field of every schema", () => {
		let fields = 0;
		const without: string[] = [];
		const hasWords = ({ $ref, description }: Json) =>
			description ?? (nameIn($ref) in sharedFields && served.components.schemas[nameIn($ref)].description);
		const look = (part: Json, path: string, elsewhere: Json = {}) => {
			for (const one of part.allOf ?? []) {
				const base = one.$ref ? served.components.schemas[nameIn(one.$ref)] : one;
				look(one, path, elsewhere);
				elsewhere = { ...elsewhere, ...base.properties };
			}
			for (const one of [...(part.anyOf ?? []), ...(part.oneOf ?? []), part.items].filter(Boolean)) look(one, path);
			for (const [name, field] of Object.entries<Json>(part.properties ?? {})) {
				fields++;
				if (![field, elsewhere[name] ?? {}].some(hasWords)) without.push(`${path}.${name}`);
				look(field, `${path}.${name}`);
			}
		};
		for (const [name, schema] of Object.entries<Json>(served.components.schemas)) look(schema, name);
		expect(without).toEqual([]);
		expect(fields).toBeGreaterThan(700);
	});

	it("calls each operation by the names of its parameters", () => {
		const sampleOf = (path: string, method: string) => served.paths[path][method]["x-codeSamples"][0].source;
		expect(sampleOf("/v1/leads/{lead_id}", "patch")).toBe("await studio.leads.update(lead_id, body)");
		expect(sampleOf("/v1/artists/{artist_id}/time_blocks/{block_id}", "get")).toBe(
			"await studio.timeBlocks.get(artist_id, block_id)",
		);
	});
});
