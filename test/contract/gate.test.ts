import { beforeAll, beforeEach, describe, expect } from "vitest";
import { endpoints } from "../../src/api/v1.ts";
import { scopes, scopesIn } from "../../src/platform/gate/scopes.ts";
import { send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { challenges, expectLimits, expectProblem } from "../support/expect.ts";
import { newKey, newWorld, type Tenant } from "../support/world.ts";
import { atEach, pathOf, requestOf } from "./requests.ts";

let world: Tenant;
let light: Tenant;
beforeAll(async () => {
	[world, light] = await Promise.all([newWorld({ plan: "empire" }), newWorld({ plan: "light" })]);
});
beforeEach(() => advance(60));

describe("the gate of", () => {
	atEach(endpoints, {
		"refuses a request without a credential, before it looks at body and ids": async (endpoint) => {
			const path = pathOf(endpoint, Object.fromEntries(Object.keys(endpoint.params).map((name) => [name, "bad"])));
			const raw = endpoint.body ? { raw: "{", headers: { "Content-Type": "text/plain" } } : {};
			const answer = await send(path, { method: endpoint.method, ...raw });
			expectProblem(answer, path, "missing_api_key");
			expect(answer.headers.get("WWW-Authenticate")).toBe(challenges.missing);
			expectLimits(answer);
			expect(answer.headers.get("RateLimit-Limit")).toBe("60");
		},

		"refuses a scheme other than Bearer as a missing credential": async (endpoint) => {
			const path = pathOf(endpoint);
			const headers = { Authorization: `Basic ${btoa("a:b")}` };
			const answer = await send(path, { method: endpoint.method, headers });
			expectProblem(answer, path, "missing_api_key");
			expect(answer.headers.get("WWW-Authenticate")).toBe(challenges.missing);
		},

		"refuses a mistyped key": async (endpoint) => {
			const path = pathOf(endpoint);
			const key = world.key.slice(0, -1) + (world.key.endsWith("0") ? "1" : "0");
			const answer = await send(path, { method: endpoint.method, key });
			expectProblem(answer, path, "invalid_api_key");
			expect(answer.headers.get("WWW-Authenticate")).toBe(challenges.invalid);
			expectLimits(answer);
		},

		"refuses a tenant on the Light plan": async (endpoint) => {
			const path = pathOf(endpoint);
			const answer = await send(path, { method: endpoint.method, key: light.key });
			expectProblem(answer, path, "feature_not_available");
			expectLimits(answer);
		},

		"lets a key pass that has no scope but those it needs": async (endpoint) => {
			const { key } = await newKey(world.id, { scopes: [...scopesIn(endpoint.scope)] });
			const answer = await send(pathOf(endpoint), requestOf(endpoint, key));
			expect([200, 201, 202, 400, 404, 409]).toContain(answer.status);
		},
	});
});

describe("the scope of", () => {
	const scoped = endpoints.filter(({ scope }) => scope !== null);
	atEach(scoped, {
		"refuses a key that has every scope but the one it needs": async (endpoint) => {
			const needed = scopesIn(endpoint.scope);
			const granted = scopes.filter((scope) => scope !== needed.at(-1));
			const { key } = await newKey(world.id, { scopes: granted });
			const path = pathOf(endpoint);
			const answer = await send(path, { method: endpoint.method, key });
			expectProblem(answer, path, "insufficient_scope");
			expect(answer.body.required_scopes).toEqual(needed);
			const challenge = `Bearer error="insufficient_scope", scope="${needed.join(" ")}"`;
			expect(answer.headers.get("WWW-Authenticate")).toBe(challenge);
			expect([...answer.body.granted_scopes].sort()).toEqual([...granted].sort());
			expectLimits(answer);
		},
	});
});
