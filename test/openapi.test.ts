import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { operatorEndpoints } from "../src/api/operator/endpoints.ts";
import { endpoints } from "../src/api/v1.ts";
import { appointment } from "../src/domain/booking/appointments/schema.ts";
import { kindOfId, newId } from "../src/platform/lib/ids.ts";
import { call } from "./support/api.ts";
import { document, exampleIn, resolved } from "./support/document.ts";

it("serves the same document as JSON and as YAML, to every origin", async () => {
	for (const [form, read] of [
		["json", JSON.parse],
		["yaml", (text: string) => parse(text, { maxAliasCount: 0 })],
	] as const) {
		const answer = await call(200, `/openapi.${form}`);
		expect(answer.headers.get("Content-Type")).toBe(`application/${form}`);
		expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
		expect(read(answer.text)).toEqual(document);
	}
});

it.each(["json", "yaml"])("does not send the document as %s again to who has it", async (form) => {
	const tag = (await call(200, `/openapi.${form}`)).headers.get("ETag") ?? "";
	expect(tag).toMatch(/^"[\w-]{22}"$/);
	for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
		const answer = await call(304, `/openapi.${form}`, { headers: { "If-None-Match": known } });
		expect(answer.text).toBe("");
		expect(answer.headers.get("ETag")).toBe(tag);
	}
	await call(200, `/openapi.${form}`, { headers: { "If-None-Match": '"other"' } });
	await call(200, `/openapi.${form}`, { headers: { "If-None-Match": "nonsense" } });
});

it("has another tag for each form", async () => {
	const [json, yaml] = await Promise.all([call(200, "/openapi.json"), call(200, "/openapi.yaml")]);
	expect(json.headers.get("ETag")).not.toBe(yaml.headers.get("ETag"));
});

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read by path
type Json = any;

interface Described {
	name: string;
	operation: Json;
}

/** Every operation of the document, those of the authorization server included. */
const operations: Described[] = Object.values<Json>(document.paths).flatMap(({ parameters: _, ...methods }) =>
	Object.values<Json>(methods).map((operation) => ({ name: operation.operationId, operation })),
);

describe("every operation of the document", () => {
	it("names what it answers to a request that is wrong", () => {
		const without = operations.filter(
			({ operation }) => !Object.keys(operation.responses).some((status) => status.startsWith("4")),
		);
		expect(without.map(({ name }) => name)).toEqual([]);
	});

	it("has an example of its body and of each answer that succeeds", () => {
		const contents = operations.flatMap(({ name, operation }) => {
			const succeeds = Object.entries<Json>(operation.responses).filter(([status]) => status.startsWith("2"));
			return [["body", operation.requestBody] as const, ...succeeds].flatMap(([part, given]) =>
				Object.entries<Json>(resolved(given)?.content ?? {}).map(([type, content]) => ({
					part: `${name} ${part} ${type}`,
					content,
				})),
			);
		});
		expect(contents.length).toBeGreaterThan(operations.length);
		const without = contents.filter(
			// JSON has no example of the bytes of a picture.
			({ content }) => content.schema?.format !== "binary" && exampleIn(content) === undefined,
		);
		expect(without.map(({ part }) => part)).toEqual([]);
	});

	it("has a page on which every field of its body and its answer has an address", async () => {
		const pages = await Promise.all(
			["createAppointment", "createShop", "exchangeToken"].map(
				async (name) => (await call(200, `/docs/reference/${name}`, { headers: { Accept: "text/html" } })).text,
			),
		);
		const ids = pages.flatMap((html) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
		for (const id of [
			"body.artist_id",
			"answer-201.cancellation_fee.charged_at",
			"header.Idempotency-Key",
			"body.address.postal_code",
			"body-1.code_verifier",
			"body-2.refresh_token",
			"answer-429",
			"answer-5xx",
		])
			expect(ids).toContain(id);
		for (const html of pages) {
			const own = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
			expect(new Set(own).size).toBe(own.length);
		}
	});

	it.each(operations.map(({ name, operation }) => [name, operation]))(
		"%s has a page that names each error code under its status",
		async (name, operation) => {
			const page = (await call(200, `/docs/reference/${name}.md`)).text;
			const html = (await call(200, `/docs/reference/${name}`, { headers: { Accept: "text/html" } })).text;
			for (const given of Object.values<Json>(operation.responses)) {
				const schema = resolved(given).content?.["application/problem+json"]?.schema;
				if (!schema) continue;
				for (const problem of schema.oneOf ?? [schema]) {
					const {
						code: { const: code },
						status: { const: status },
					} = resolved(problem).allOf[1].properties;
					const row = page.split("\n").find((line) => line.startsWith(`| ${status} |`)) ?? "";
					expect(row, `${name} ${status}`).toContain(`[\`${code}\`](/docs/errors/${code})`);
					// With a sentence about the next step.
					expect(html).toMatch(
						new RegExp(`>${status}</span> <a href="/docs/errors/${code}"><code>.*?</code></a><p>[A-Z].{15,}?</p>`),
					);
				}
			}
		},
	);
});

it("each record that an endpoint answers names its type in `object`, also where a secret stands beside it", () => {
	const isNamed = (schema: unknown) => schema instanceof z.ZodObject && "object" in schema.shape;
	/** Automation platforms show the bare records of a trigger to people. */
	const isTrigger = ({ path }: { path: string }) => path.startsWith("/v1/automation/triggers/");
	const without = [...endpoints, ...operatorEndpoints].filter(
		({ answer }) => !isNamed(answer) && !Object.values(answer.shape).some(isNamed),
	);
	expect(without.filter((one) => !isTrigger(one)).map(({ id }) => id)).toEqual([]);
	expect(isNamed(appointment.shape.cancellation_fee.unwrap())).toBe(true);
});

describe("the forms of ids that descriptions show", () => {
	const shownIn = (text: string) => [...text.matchAll(/`([a-z]+)_…`/g)].map(([, prefix = ""]) => prefix);

	it("begin as ids of the service do", () => {
		const shown: string[] = [];
		JSON.stringify(document, (name, value) => {
			if (name === "description" && typeof value === "string") shown.push(...shownIn(value));
			return value;
		});
		expect(shown.length).toBeGreaterThan(5);
		const isOfToken = (prefix: string) => prefix === "svcoat";
		expect(shown.filter((prefix) => !isOfToken(prefix) && !kindOfId(`${prefix}_${"0".repeat(32)}`))).toEqual([]);
	});

	it("are those of the parameter of the path", () => {
		const parameters = document.components?.parameters as Record<string, { in: string; description?: string }>;
		let checked = 0;
		for (const { params } of endpoints)
			for (const [name, kind] of Object.entries(params ?? {}))
				for (const prefix of shownIn(parameters[name]?.description ?? "")) {
					checked++;
					expect(newId(kind, 0).split("_")[0], name).toBe(prefix);
				}
		expect(checked).toBeGreaterThan(5);
	});
});
