import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endpoints } from "../../src/api/v1.ts";
import { scopes, scopesIn } from "../../src/platform/gate/scopes.ts";
import { call, newAddress, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { expectLimits, expectProblem } from "../support/expect.ts";
import { everyPair } from "../support/pairs.ts";
import { createKey, newWorld, operate, type Tenant } from "../support/world.ts";
import { pathOf } from "./requests.ts";

let world: Tenant;
beforeAll(async () => {
	world = await newWorld({ plan: "empire" });
});
beforeEach(() => advance(60));

describe("the surface", () => {
	it("names each operation once", () => {
		const ids = endpoints.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it("has each method and path once", () => {
		const routes = endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ":")}`);
		expect(new Set(routes).size).toBe(routes.length);
	});

	it("knows 25 scopes and asks for no other", () => {
		expect(new Set(scopes).size).toBe(25);
		for (const { id, scope } of endpoints) expect(scopes, id).toEqual(expect.arrayContaining([...scopesIn(scope)]));
	});

	it("asks for read scopes to read and for write scopes to change", () => {
		for (const { id, method, scope } of endpoints) {
			const needed = scopesIn(scope).join();
			if (needed.startsWith("write:")) expect(method, id).not.toBe("GET");
			// They look at what is sent, or read all that there is, and change nothing.
			const reads = method === "GET" || ["verifyWebhookEndpoint", "createExport", "cancelExport"].includes(id);
			if (!reads) expect(needed, id).toMatch(/^write:/);
		}
	});

	const patterns = endpoints.map(({ method, path }) => ({
		method,
		pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`),
	}));
	const undeclared = [...new Map(endpoints.map((endpoint) => [endpoint.path, endpoint])).values()].flatMap((endpoint) =>
		["GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"]
			.filter((method) => !patterns.some((known) => known.method === method && known.pattern.test(endpoint.path)))
			.map((method) => ({ method, endpoint })),
	);
	const callers: Record<string, () => string | undefined> = {
		nobody: () => undefined,
		"an invented key": () => "nonsense",
		"a key": () => world.key,
	};

	it.each(
		everyPair(undeclared, Object.entries(callers)).map(
			([{ method, endpoint }, [who, key]]) => [method, endpoint.path, who, endpoint, key] as const,
		),
	)("does not know %s %s, be it asked by %s", async (method, _, __, endpoint, key) => {
		const path = pathOf(endpoint);
		const answer = await send(path, { method, key: key() });
		expectProblem(answer, path, "resource_not_found");
		expectLimits(answer);
		const ofAddress = answer.headers.get("RateLimit-Limit") === "60";
		expect(ofAddress).toBe(key() !== world.key);
	});

	it.each(["/v1", "/v1/", "/v1/nothing", "/v2/clients", "/v1/clients/", "/V1/clients", "/v1//clients", "/nothing"])(
		"does not know %s",
		async (path) => {
			const answer = await send(path, { headers: { "X-Request-ID": "mine" } });
			expectProblem(answer, path, "resource_not_found");
			expect(answer.body.request_id).toBe("mine");
			expectLimits(answer);
		},
	);

	it("counts the request of a valid key against the key, with the limit of the key, and not against the address", async () => {
		const { id } = await newWorld();
		const { key } = await createKey(id, { rate_limit_tier: "custom", rate_limit_per_minute: 3 });
		const from = newAddress();
		const before = await call(200, "/v1/me", { key, from });
		const after = await call(404, "/v1/nothing", { key, from });
		for (const [{ headers }, remaining] of [
			[before, "2"],
			[after, "1"],
		] as const)
			expect([headers.get("RateLimit-Limit"), headers.get("RateLimit-Remaining")]).toEqual(["3", remaining]);
		await call(404, "/v2/nothing", { key, from });
		const { body, headers } = await call(429, "/v1/nothing", { key, from });
		expect([body.extra.scope, body.extra.limit, headers.get("X-RateLimit-Scope")]).toEqual(["key", 3, "key"]);
		expect((await call(404, "/v1/nothing", { from })).headers.get("RateLimit-Remaining")).toBe("59");
	});

	it("tells nobody at an unknown route whether a key is valid, and counts what is not against the address", async () => {
		const { id, key, keyId } = await newWorld();
		const from = newAddress();
		await operate(200, `/admin/api_keys/${keyId}`, { method: "PATCH", body: { status: "INACTIVE" } });
		const unknown = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
		for (const [n, other] of [key, unknown, "nonsense"].entries()) {
			const { headers } = await call(404, "/v1/nothing", { key: other, from });
			expect(headers.get("RateLimit-Remaining")).toBe(String(59 - n));
			expect(headers.has("WWW-Authenticate")).toBe(false);
		}
		const light = await createKey(id, {});
		await operate(200, `/admin/tenants/${id}`, { method: "PATCH", body: { plan: "light" } });
		await call(404, "/v1/nothing", { key: light.key, from });
	});

	it("counts unknown routes against the address", async () => {
		const from = newAddress();
		const { headers: before } = await call(404, "/v1/nothing", { from });
		const { headers: after } = await call(404, "/v2/nothing", { method: "POST", from });
		expect(before.get("RateLimit-Remaining")).toBe("59");
		expect(after.get("RateLimit-Remaining")).toBe("58");
		const answers = await Promise.all(Array.from({ length: 70 }, () => send("/v1/nothing", { from })));
		const refused = answers.find(({ status }) => status === 429);
		expect(refused?.body.code).toBe("rate_limit_exceeded");
		expect(refused?.headers.get("X-RateLimit-Scope")).toBe("key");
	});
});
