import { expect, it } from "vitest";
import { parse } from "yaml";
import { call } from "./support/api.ts";
import { document } from "./support/document.ts";

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
