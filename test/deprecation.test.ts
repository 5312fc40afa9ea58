import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { beforeAll, describe, expect, it } from "vitest";
import { operationOf } from "../src/api/openapi/operation.ts";
import { sendMailNow } from "../src/domain/mail/outbox/outbox.ts";
import { shopRoutes } from "../src/domain/studio/shops/routes.ts";
import type { Deprecation } from "../src/platform/http/endpoint/deprecation.ts";
import { handlerOf } from "../src/platform/http/endpoint/handle.ts";
import type { AppEnv } from "../src/platform/http/request/app-env.ts";
import { requestLifecycle } from "../src/platform/http/request/lifecycle.ts";
import { answerError } from "../src/platform/http/request/respond.ts";
import { newAddress } from "./support/api.ts";
import { newWorld } from "./support/world.ts";

const deprecated: Deprecation = { since: "2027-01-01", sunset: "2027-07-01", instead: "Use places." };
const page = "https://api.test/docs/reference/listShops";

const [list, create] = shopRoutes;
if (!list || !create) throw new Error("The list and the creation of shops come first.");

/** The service with one endpoint that callers should leave, and one that they need not leave. */
const app = new Hono<AppEnv>();
app.use(requestLifecycle(sendMailNow));
app.get("/v1/shops", handlerOf({ ...list, deprecated }));
app.post("/v1/shops", handlerOf(create));
app.onError(answerError);

let key: string;
beforeAll(async () => {
	({ key } = await newWorld());
});

async function ask(path: string, { as = key, body }: { as?: string; body?: object } = {}): Promise<Response> {
	const ctx = createExecutionContext();
	const headers = {
		Authorization: `Bearer ${as}`,
		"CF-Connecting-IP": newAddress(),
		"Content-Type": "application/json",
	};
	const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
	const response = await app.fetch(new Request(`https://api.test${path}`, init), env, ctx);
	await response.clone().text();
	await waitOnExecutionContext(ctx);
	return response;
}

describe("an endpoint that callers should leave", () => {
	it("says so on every answer, errors included: since when, until when, and where to read what to use", async () => {
		for (const [status, options] of [
			[200, {}],
			[401, { as: "none" }],
		] as const) {
			const { status: got, headers } = await ask("/v1/shops", options);
			expect(got).toBe(status);
			expect(headers.get("Deprecation")).toBe("@1798761600");
			expect(headers.get("Sunset")).toBe("Thu, 01 Jul 2027 00:00:00 GMT");
			expect(headers.get("Link")).toBe(`<${page}>; rel="deprecation"; type="text/html"`);
		}
	});

	it("keeps the link to the next page", async () => {
		for (const name of ["A", "B"]) {
			const made = await ask("/v1/shops", { body: { name } });
			expect([made.status, made.headers.has("Deprecation"), made.headers.has("Sunset")]).toEqual([201, false, false]);
		}
		const link = (await ask("/v1/shops?limit=1")).headers.get("Link") ?? "";
		expect(link).toMatch(/rel="next", <https:.*>; rel="deprecation"/);
	});

	it("stands as such in the API document, which says what to use in its place", () => {
		const operation = operationOf({ ...list, deprecated });
		expect(operation.deprecated).toBe(true);
		expect(operation.description).toMatch(
			/^Deprecated since 2027-01-01, and may stop on 2027-07-01\. Use places\.\n\n/,
		);
		expect(operationOf(create).deprecated).toBeUndefined();
	});
});
