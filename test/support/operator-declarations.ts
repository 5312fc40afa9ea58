import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { Schemas } from "../../lab/harness/schemas.ts";
import { developmentEndpoints, operatorEndpoints } from "../../src/api/operator/endpoints.ts";
import { codesOf } from "../../src/platform/http/endpoint/codes.ts";

const declared = [...operatorEndpoints, ...developmentEndpoints].map((endpoint) => ({
	endpoint,
	pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, "[^/]+")}$`),
}));

const response = await exports.default.fetch(
	new Request("https://api.test/admin/openapi.json", { headers: { Authorization: "Bearer svcop_test" } }),
);
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read by path
const document: any = await response.json();
const schemas = new Schemas(structuredClone(document.components));

/** The answer of the operator interface must be as its document and its declaration say. */
export function checkAgainstDeclaration(method: string, path: string, response: Response, body: unknown): void {
	if (!path.startsWith("/admin/")) return;
	const [pathname = ""] = path.split("?");
	const endpoint = declared.find((one) => one.endpoint.method === method && one.pattern.test(pathname))?.endpoint;
	if (!endpoint || response.status === 304) return;
	const at = `${method} ${endpoint.path} → ${response.status}`;
	const responses = document.paths[endpoint.path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()].responses;
	const [content] = Object.values<{ schema: object }>(responses[response.status]?.content ?? {});
	if (!content) expect.fail(`${at} is not in the document of the operator`);
	const { valid, errors } = schemas.validate(`operator ${at}`, () => content.schema, body);
	if (!valid) expect.fail(`${at}: ${JSON.stringify(errors.slice(-3))}\n${JSON.stringify(body)}`);
	if (response.status >= 400) {
		expect(codesOf(endpoint), at).toContain((body as { code: string }).code);
		return;
	}
	expect(response.headers.has("ETag"), `${at} has an ETag`).toBe(endpoint.hasEtag);
	const shown = endpoint.kind === "read" && endpoint.shape !== "record" ? (body as { data: unknown[] }).data : [body];
	// A schema drops what it does not declare, so the whole must come out as it went in.
	for (const record of shown) expect(endpoint.answer.safeParse(record), at).toEqual({ success: true, data: record });
}
