import { beforeAll, beforeEach, describe, expect } from "vitest";
import { endpoints } from "../../src/api/v1.ts";
import { codesOf } from "../../src/platform/http/endpoint/codes.ts";
import { isList } from "../../src/platform/http/endpoint/endpoint.ts";
import { call, newAddress, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { ownHeaders } from "../support/document.ts";
import { expectLimits } from "../support/expect.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld, type Tenant } from "../support/world.ts";
import { atEach, pathOf, requestOf, withEach } from "./requests.ts";

let world: Tenant;
beforeAll(async () => {
	new Receiver();
	world = await newWorld({ plan: "empire" });
});
beforeEach(() => advance(60));

describe("every answer of", () => {
	atEach(endpoints, {
		"carries the RateLimit headers of the most restrictive limit": async (endpoint) => {
			const answer = await send(pathOf(endpoint), requestOf(endpoint, world.key));
			expectLimits(answer);
			const limits = [1000, 100_000, ...(endpoint.capPerMinute ? [endpoint.capPerMinute] : [])];
			expect(Number(answer.headers.get("RateLimit-Limit"))).toBe(Math.min(...limits));
		},

		"takes over the request id that was sent": async (endpoint) => {
			const headers = { "X-Request-ID": "Abc.9_z-".repeat(16) };
			const answer = await send(pathOf(endpoint), requestOf(endpoint, world.key, { headers }));
			expect(answer.headers.get("X-Request-ID")).toBe(headers["X-Request-ID"]);
			const refused = await send(pathOf(endpoint), { method: endpoint.method, headers });
			expect(refused.body.request_id).toBe(headers["X-Request-ID"]);
		},

		...withEach(
			[
				["too long", "a".repeat(129)],
				["with a space", "a b"],
				["with a slash", "a/b"],
				["empty", ""],
			] as const,
			([what]) => `replaces a request id that is ${what}`,
			async (endpoint, [, id]) => {
				const headers = { "X-Request-ID": id };
				const answer = await send(pathOf(endpoint), requestOf(endpoint, undefined, { headers }));
				expect(answer.headers.get("X-Request-ID")).toMatch(/^req_[0-9a-f]{32}$/);
				expect(answer.body.request_id).toBe(answer.headers.get("X-Request-ID"));
			},
		),

		"lets scripts of every origin read it, with all its headers and without cookies": async (endpoint) => {
			const from = { headers: { Origin: "https://app.example" } };
			const { headers } = await send(pathOf(endpoint), requestOf(endpoint, world.key, from));
			expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
			expect(headers.has("Access-Control-Allow-Credentials")).toBe(false);
			const exposed = headers
				.get("Access-Control-Expose-Headers")
				?.split(",")
				.map((name) => name.trim());
			expect(exposed).toEqual(expect.arrayContaining(ownHeaders));
		},

		"is not kept by caches": async (endpoint) => {
			const { headers } = await send(pathOf(endpoint), requestOf(endpoint, world.key));
			expect(headers.get("Cache-Control")).toBe("no-store");
		},

		"answers a preflight without counting it": async (endpoint) => {
			const from = newAddress();
			const headers = {
				Origin: "https://app.example",
				"Access-Control-Request-Method": endpoint.method,
				"Access-Control-Request-Headers": "authorization,content-type,idempotency-key,x-request-id",
			};
			for (let n = 0; n < 3; n++) {
				const preflight = await call(204, pathOf(endpoint), { method: "OPTIONS", headers, from });
				expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe("*");
				expect(preflight.headers.get("Access-Control-Allow-Methods")?.split(",")).toContain(endpoint.method);
				const allowed = preflight.headers.get("Access-Control-Allow-Headers")?.toLowerCase().split(",");
				expect(allowed).toEqual(expect.arrayContaining(headers["Access-Control-Request-Headers"].split(",")));
			}
			const first = await send(pathOf(endpoint), { method: endpoint.method, from });
			expect(first.headers.get("RateLimit-Remaining")).toBe("59");
		},

		"names an unknown query parameter in Service-Ignored-Fields, unless it is refused first": async (endpoint) => {
			const answer = await send(pathOf(endpoint, {}, ["frobnicate=1"]), requestOf(endpoint, world.key));
			if (answer.status < 300 || isList(endpoint))
				expect(answer.headers.get("Service-Ignored-Fields")?.split(",")).toContain("frobnicate");
			expect(answer.status).toBeLessThan(500);
		},

		"has a page behind the type of each of its errors": async (endpoint) => {
			for (const code of codesOf(endpoint)) {
				const page = await call(200, `/docs/errors/${code}`);
				expect(page.text).toContain(code);
			}
		},
	});
});
