import { type Schema, Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import { apiDocument } from "../../src/api/openapi/document.ts";
import { endpoints } from "../../src/api/v1.ts";
import { codesOf } from "../../src/platform/http/endpoint/codes.ts";
import { type Code, problems } from "../../src/platform/problems/table.ts";
import { closed, components, document, operationFor, resolved } from "../support/document.ts";

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read by path
type Json = any;

const codesIn = (answer: Json): string[] => {
	const { schema } = resolved(answer).content["application/problem+json"];
	return (schema.oneOf ?? [schema]).map((problem: Json) => resolved(problem).allOf[1].properties.code.const);
};

describe("the API document", () => {
	it("takes at most 400 KB", () => {
		const origin = "https://api.tattoo-studio.example";
		const text = JSON.stringify(apiDocument(origin, `${origin}/docs`));
		expect(new TextEncoder().encode(text).byteLength).toBeLessThanOrEqual(400_000);
	});

	it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
		"names every error of %s under its status, and no other",
		(_, endpoint) => {
			const failures = Object.entries<Json>(operationFor(endpoint).responses).filter(
				([status]) => Number(status) >= 400,
			);
			const named = failures.flatMap(([status, answer]) => codesIn(answer).map((code) => [code, Number(status)]));
			expect(Object.fromEntries(named)).toEqual(
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

	const operations = endpoints.map((endpoint) => [endpoint.id, operationFor(endpoint)] as const);

	/** The examples of a body or an answer. */
	const examplesIn = ({ example, examples }: Json): Json[] =>
		examples ? Object.values(examples).map((shown) => resolved(shown).value) : [example];

	const refusals = (schema: Json, value: Json) =>
		new Validator({ ...closed(schema), components } as Schema, "2020-12", false).validate(value).errors;

	it.each(operations)("has examples of the parameters, the body and the answers of %s", (_, operation) => {
		const bodies = operation.requestBody ? [operation.requestBody.content["application/json"]] : [];
		const answers = Object.entries(operation.responses)
			.filter(([status]) => status.startsWith("20"))
			.map(([, answer]) => resolved(answer).content["application/json"]);
		expect(answers.length).toBeGreaterThan(0);
		for (const content of [...bodies, ...answers]) {
			expect(examplesIn(content)).toHaveLength(1);
			for (const value of examplesIn(content)) expect(refusals(content.schema, value)).toEqual([]);
		}
		for (const parameter of operation.parameters.map(resolved).filter((p: Json) => p.in !== "header"))
			expect(refusals(parameter.schema, parameter.example), parameter.name).toEqual([]);
	});

	it.each(Object.keys(problems))("has an example of the error %s", (code) => {
		const name = `Problem${code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
		const [example] = document.components.schemas[name].examples;
		expect(example.code).toBe(code);
		expect(refusals({ $ref: `#/components/schemas/${name}` }, example)).toEqual([]);
	});

	it.each(operations)("shows how to call %s", (_, operation) => {
		const [shell, typed, ...others] = operation["x-codeSamples"];
		expect(others).toEqual([]);
		expect(shell).toMatchObject({ lang: "Shell", source: expect.stringContaining("curl ") });
		expect(shell.source).not.toMatch(/undefined|\/:\w/);
		expect(typed).toMatchObject({ lang: "TypeScript", source: expect.stringMatching(/studio\.\w+\.\w+\(/) });
	});

	it("calls each operation by another method of the typed client", () => {
		const calls = operations.map(([, operation]) => /studio\.\w+\.\w+/.exec(operation["x-codeSamples"][1].source)?.[0]);
		expect(new Set(calls).size).toBe(operations.length);
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
		["NewShop", ["slug", "timezone"]],
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
