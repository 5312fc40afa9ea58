import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { gapsIn } from "../src/api/openapi/words/gaps.ts";
import { developmentEndpoints, operatorEndpoints } from "../src/api/operator/endpoints.ts";
import worker from "../src/worker.ts";
import { call } from "./support/api.ts";
import { expectProblem } from "./support/expect.ts";

const path = "/admin/openapi.json";
const key = "svcop_test";

it("the document of the operator's interface is for who has the token alone, also after somebody has read it", async () => {
	const { body, headers } = await call(200, path, { key });
	expect(body.servers).toEqual([{ url: "https://api.test" }]);
	expect(headers.get("Cache-Control")).toBe("no-store");
	expectProblem(await call(401, path), path, "missing_api_key");
	expectProblem(await call(401, path, { key: "svcop_other" }), path, "invalid_api_key");
	for (const file of ["/operator.json", "/docs/operator.json"])
		expect((await exports.default.fetch(new Request(`https://api.test${file}`))).status).toBe(404);
});

it("the document has every endpoint of the operator, with words for each field and parameter", async () => {
	const { body } = await call(200, path, { key });
	for (const endpoint of [...operatorEndpoints, ...developmentEndpoints]) {
		const operation = body.paths[endpoint.path.replace(/:(\w+)/g, "{$1}")]?.[endpoint.method.toLowerCase()];
		expect(operation?.operationId, endpoint.path).toBe(endpoint.id);
		expect(operation.security ?? body.security).toEqual([{ operator: [] }]);
	}
	expect(gapsIn(body).filter((gap) => !gap.endsWith("has no example."))).toEqual([]);
});

it("the document of a production has no route of development", async () => {
	const headers = { Authorization: `Bearer ${key}` };
	const production = { ...env, ENVIRONMENT: "production", BASE_URL: "https://api.test" };
	const request = new Request(`https://api.test${path}`, { headers });
	const answer = await worker.fetch(request, production, createExecutionContext());
	const { paths } = (await answer.json()) as { paths: object };
	expect(Object.keys(paths)).toContain("/admin/tenants");
	expect(Object.keys(paths)).not.toContain("/admin/dev/advance");
	const without = { ...env, OPERATOR_TOKEN: undefined as never };
	expect((await worker.fetch(new Request(request), without, createExecutionContext())).status).toBe(404);
});

it("the guide of the operator names every endpoint", async () => {
	const { text } = await call(200, "/docs/operator.md");
	for (const { method, path } of [...operatorEndpoints, ...developmentEndpoints])
		expect(text).toContain(`\`${method} ${path.replace(/:(\w+)/g, "{$1}")}\``);
});
