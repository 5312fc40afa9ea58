import { type Schema, Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import { Schemas } from "../../lab/harness/schemas.ts";
import { clientCall } from "../../src/api/examples/client-call.ts";
import { apiDocument } from "../../src/api/openapi/document.ts";
import { gapsIn, wrongNullsIn } from "../../src/api/openapi/words/gaps.ts";
import { unusedUses } from "../../src/api/openapi/words/operations.ts";
import { unusedWords } from "../../src/api/openapi/words/words.ts";
import { endpoints } from "../../src/api/v1.ts";
import { tierLimits } from "../../src/platform/gate/plans.ts";
import { codesOf } from "../../src/platform/http/endpoint/codes.ts";
import type { Endpoint } from "../../src/platform/http/endpoint/endpoint.ts";
import { type Code, problems } from "../../src/platform/problems/table.ts";
import { servedDocument } from "../../src/web/docs/content/served-document.ts";
import { call } from "../support/api.ts";
import { closed, components, document, exampleIn, operationFor, parametersFor, resolved } from "../support/document.ts";

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read by path
type Json = any;

/** The objects in all examples of a part of the document. */
function examplesWithin(part: Json, isExample = false): Record<string, Json>[] {
	if (typeof part !== "object" || part === null) return [];
	const inner = Object.entries(part).flatMap(([name, value]) =>
		examplesWithin(value, isExample || /^examples?$/.test(name)),
	);
	return isExample && !Array.isArray(part) ? [part, ...inner] : inner;
}

/** Ids that other parts of the product give, in the events that they publish. */
const ofOtherParts = ["pay", "rfd", "pyo", "dep", "msg", "cnv", "bkl"];

/** The errors of an answer: the code and the status of each. */
const errorsIn = (answer: Json): [code: string, status: number][] => {
	const { schema } = resolved(answer).content["application/problem+json"];
	return (schema.oneOf ?? [schema]).map((problem: Json) => {
		const { code, status } = resolved(problem).allOf[1].properties;
		return [code.const, status.const];
	});
};

describe("the API document", () => {
	const api = apiDocument("https://api.example.com", "https://api.example.com/docs");

	it("describes every field and parameter, and has an example of every answer and the codes of every error", () => {
		expect(gapsIn(api)).toEqual([]);
	});

	it("has words for no field that it does not have", () => {
		expect(unusedWords(api.components?.schemas as never)).toEqual([]);
		expect(unusedUses(endpoints.map(({ id }) => id))).toEqual([]);
	});

	it("says of no field when it is null that never is", () => {
		expect(wrongNullsIn(api.components?.schemas as never)).toEqual([]);
	});

	it("takes at most 400 KB where it is served, and says there all that it says but the length of its texts", () => {
		const served = servedDocument(api);
		expect(new TextEncoder().encode(JSON.stringify(served)).byteLength).toBeLessThanOrEqual(400_000);
		const withoutTexts = (part: Json): Json =>
			JSON.parse(
				JSON.stringify(part, (name, value) =>
					name === "description" && typeof value === "string" ? undefined : value,
				),
			);
		expect(withoutTexts(served)).toEqual(withoutTexts(api));
		expect(JSON.stringify(served).split('"description":').length).toBeGreaterThan(800);
	});

	it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
		"names every error of %s, and no other: under its status, or with those of every request under `default`",
		(_, endpoint) => {
			const { default: ofEvery, ...responses } = operationFor(endpoint).responses;
			const failures = Object.entries<Json>(responses).filter(([status]) => Number(status) >= 400);
			for (const [status, answer] of failures)
				for (const [code, its] of errorsIn(answer)) expect([code, its]).toEqual([code, Number(status)]);
			for (const [code, status] of errorsIn(ofEvery))
				expect([403, 408, 413, 415, 429, 500, 503], code).toContain(status);
			expect(Object.fromEntries([...failures.map(([, answer]) => answer), ofEvery].flatMap(errorsIn))).toEqual(
				Object.fromEntries(codesOf(endpoint).map((code) => [code, problems[code as Code].status])),
			);
		},
	);

	it("is held to the letter by the tests, also where a schema is made of several", () => {
		const schema = closed({ $ref: "#/components/schemas/EventClientMerged" });
		const valid = (body: Json) => new Validator({ ...schema, components } as Schema, "2020-12").validate(body).valid;
		const { example } = document.webhooks["client.merged"].post.requestBody.content["application/json"];
		expect(valid(example)).toBe(true);
		expect(valid({ ...example, added: 1 })).toBe(false);
		expect(valid({ ...example, data: { ...example.data, added: 1 } })).toBe(false);
		const { sourceClient } = example.data;
		expect(valid({ ...example, data: { ...example.data, sourceClient: { ...sourceClient, added: 1 } } })).toBe(false);
		const { sourceClientId: _, ...less } = example.data;
		expect(valid({ ...example, data: less })).toBe(false);
	});

	const methodOf = (endpoint: Endpoint) => /studio(\.\w+){2,3}(?=\()/.exec(clientCall(endpoint))?.[0];

	const schemas = new Schemas(structuredClone(components));
	const refusals = (schema: Json, value: Json) =>
		schemas.validate(JSON.stringify(schema), () => closed(schema), value).errors;

	it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
		"has examples of the parameters, the body and the answers of %s",
		(_, endpoint) => {
			const operation = operationFor(endpoint);
			const body = resolved(operation.requestBody ?? {})?.content?.["application/json"];
			const bodies = body ? [body] : [];
			const answers = Object.entries(operation.responses)
				.filter(([status]) => status.startsWith("20"))
				.map(([, answer]) => resolved(answer).content["application/json"]);
			expect(answers.length).toBeGreaterThan(0);
			for (const content of [...bodies, ...answers]) {
				expect(exampleIn(content)).toBeDefined();
				expect(refusals(content.schema, exampleIn(content))).toEqual([]);
			}
			const parameters = parametersFor(endpoint).filter((one) => one.in !== "header");
			expect(parameters.filter((one) => one.in === "path").length).toBe(Object.keys(endpoint.params).length);
			for (const { name, schema, example } of parameters) expect(refusals(schema, example), name).toEqual([]);
		},
	);

	/** Every body and answer that is written down once: those of operations and webhooks, and the components. */
	const contents = [
		...Object.values<Json>({ ...document.paths, ...document.webhooks })
			.flatMap(({ parameters: _, ...methods }) => Object.values<Json>(methods))
			.flatMap(({ operationId, requestBody = {}, responses }) => [
				[`${operationId} body`, requestBody] as const,
				...Object.entries<Json>(responses).map(([status, answer]) => [`${operationId} ${status}`, answer] as const),
			]),
		...Object.entries<Json>({ ...document.components.responses, ...document.components.requestBodies }),
	].flatMap(([name, { content = {} }]) =>
		Object.entries<Json>(content)
			// JSON has no example of the bytes of a picture.
			.filter(([type]) => !type.startsWith("image/"))
			.map(([type, one]) => [`${name} ${type}`, one] as const),
	);

	it("has an example of every body and answer, errors and webhooks included, and none that does not fit", () => {
		expect(contents.length).toBeGreaterThan(150);
		expect(contents.filter(([, content]) => exampleIn(content) === undefined).map(([name]) => name)).toEqual([]);
		expect(contents.filter(([, content]) => refusals(content.schema, exampleIn(content)).length > 0)).toEqual([]);
	});

	it("has examples of nothing that does not exist: prefixes of ids, tiers and their limits", () => {
		const shown = examplesWithin(document);
		const values = shown.flatMap((one) => Object.values(one)).filter((value) => typeof value === "string");
		const ids = values.flatMap((value) => /^([a-z]+)_[0-9a-f-]{32,36}$/.exec(value)?.[1] ?? []);
		expect(ids.length).toBeGreaterThan(100);
		const patterns = JSON.stringify(document.components.schemas).matchAll(/"\^([a-z]{3})_/g);
		const known = [...[...patterns].map(([, prefix]) => prefix), "usr", "req", ...ofOtherParts];
		expect([...new Set(ids)].filter((prefix) => !known.includes(prefix))).toEqual([]);
		for (const { rate_limit_tier: tier, rate_limit_per_minute: limit } of shown.filter(
			(one) => "rate_limit_tier" in one,
		))
			expect(limit).toBe(tierLimits[tier as keyof typeof tierLimits]);
		for (const { scope, limit } of shown.filter((one) => "retry_after_seconds" in one))
			expect([scope, Object.values(tierLimits)]).toEqual(["key", expect.arrayContaining([limit])]);
	});

	it.each(Object.keys(problems))("has an example of the error %s", (code) => {
		const name = `Problem${code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
		const [example] = document.components.schemas[name].examples;
		expect(example.code).toBe(code);
		expect(refusals({ $ref: `#/components/schemas/${name}` }, example)).toEqual([]);
	});

	it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
		"has a page of %s that calls it with the typed client and with curl",
		async (id, endpoint) => {
			const { text } = await call(200, `/docs/reference/${id}.md`);
			const [, inClient = ""] = /```typescript\n([\s\S]*?)\n```/.exec(text) ?? [];
			expect(inClient).toContain(methodOf(endpoint));
			const [, shell = ""] = /```sh\n(curl [\s\S]*?)\n```/.exec(text) ?? [];
			expect(shell).toMatch(
				/^curl (-X (PATCH|PUT|POST|DELETE) )?"https:\/\/api\.test\/v1\/[^ {}]*" \\\n {2}-H "Authorization: Bearer \$TATTOO_STUDIO_API_KEY"/,
			);
			expect(text).toMatch(/^Answer 20\d(:|\.)$/m);
			expect(shell).not.toContain("undefined");
		},
	);

	it("calls each operation by another method of the typed client", () => {
		const calls = endpoints.map(methodOf);
		expect(new Set(calls).size).toBe(endpoints.length);
		expect(calls).toEqual(expect.arrayContaining(["studio.me.get", "studio.clients.create", "studio.leads.archive"]));
	});

	/** The description of each property of a body, including those of its `allOf`. */
	const told = (given: Json): [name: string, words: string][] => {
		const schema = resolved(given);
		return [
			...(schema.allOf ?? []).flatMap(told),
			...Object.entries<Json>(schema.properties ?? {}).map(([name, one]): [string, string] => [
				name,
				`${one.description ?? ""}${"default" in one ? `Default: ${one.default}` : ""}`,
			]),
		];
	};
	const ofOmission = ([, words]: [string, string]) => /Default: |If it is left out/.test(words);

	it.each(endpoints.filter(({ method }) => method === "PATCH").map((endpoint) => [endpoint.id, endpoint] as const))(
		"claims no default for a field that %s leaves as it is",
		(_, endpoint) => {
			const { schema } = operationFor(endpoint).requestBody.content["application/json"];
			expect(told(schema).length).toBeGreaterThan(1);
			expect(told(schema).filter(ofOmission)).toEqual([]);
		},
	);

	it.each([
		["NewLead", ["stage"]],
		["NewIdea", ["source_type"]],
		["NewArtist", ["slug", "timezone"]],
		["NewShop", ["slug", "timezone", "language"]],
	])("says in %s what a field is that is left out", (name, fields) => {
		const words = told(components.schemas[name]).filter(ofOmission);
		expect(words.map(([field]) => field)).toEqual(fields);
	});

	it("has no component that nothing refers to", () => {
		const text = JSON.stringify(document);
		for (const [kind, components] of Object.entries<Json>(document.components)) {
			if (kind === "securitySchemes") continue;
			for (const name of Object.keys(components)) {
				expect(text.includes(`"#/components/${kind}/${name}"`), `${kind}/${name}`).toBe(true);
			}
		}
	});
});
