import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import worker from "../../src/worker.ts";
import { call, newAddress, send } from "../support/api.ts";
import { stopClock } from "../support/clock.ts";
import { envWithHooks } from "../support/database.ts";
import { expectLimits } from "../support/expect.ts";
import { newApp, newConnection, newTokens, refresh } from "../support/oauth.ts";
import { newWorld } from "../support/world.ts";

afterEach(() => vi.restoreAllMocks());

const many = <T>(count: number, make: (n: number) => Promise<T>) =>
	Promise.all(Array.from({ length: count }, (_, n) => make(n)));

const statusesOf = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))].sort();

describe("the limit of callers without a credential", () => {
	it("is one for a whole /64 of IPv6, because one subscriber has it all", async () => {
		stopClock();
		const from = (n: number) => `2001:db8:7:8::${(n + 1).toString(16)}`;
		await many(60, (n) => call(401, "/v1/me", { from: from(n) }));
		const { body } = await call(429, "/v1/me", { from: from(500) });
		expect(body.detail).toContain("This address sent more than 60 requests");
		await call(401, "/v1/me", { from: "2001:db8:7:9::1" });
	});
});

describe("the limit of /oauth/token", () => {
	const form = { "Content-Type": "application/x-www-form-urlencoded" };
	const nonsense = (from: string) =>
		send("/oauth/token", { from, raw: "grant_type=refresh_token&client_id=svcoa_x", headers: form });

	it("is 300 requests a minute for an address, told in OAuth's own form with Retry-After", async () => {
		const time = stopClock();
		const from = newAddress();
		expect(statusesOf(await many(300, () => nonsense(from)))).toEqual([401]);
		const refused = await nonsense(from);
		expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"]);
		expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
		expect((await nonsense(newAddress())).status).toBe(401);
		time.set(Number(refused.headers.get("Retry-After")) * 1000);
		expect((await nonsense(from)).status).toBe(401);
	});

	it("is 300 requests a minute for an app, wherever it sends them from, and uses nothing up when it refuses", async () => {
		const time = stopClock();
		const connection = await newConnection({ app: await newApp() });
		const { refresh_token } = await newTokens(connection);
		const wrong = await many(299, () => refresh(connection.app, "svcort_nonsense", {}));
		expect(statusesOf(wrong)).toEqual([400]);
		const refused = await refresh(connection.app, refresh_token);
		expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"]);
		time.set(60_000);
		expect((await refresh(connection.app, refresh_token)).status).toBe(200);
	});
});

describe.each([
	["/oauth/revoke", 200],
	["/oauth/introspect", 401],
	["/.well-known/oauth-authorization-server", 200],
])("the limit of %s", (path, admitted) => {
	const form = { "Content-Type": "application/x-www-form-urlencoded" };
	const nonsense = (path: string, from: string) =>
		path.startsWith("/.well-known/")
			? send(path, { from })
			: send(path, { from, raw: "token=svcort_x&client_id=svcoa_x", headers: form });

	it("is 300 requests a minute for an address in a bucket of its own, told in OAuth's own form", async () => {
		const time = stopClock();
		const from = newAddress();
		expect(statusesOf(await many(300, () => nonsense(path, from)))).toEqual([admitted]);
		const refused = await nonsense(path, from);
		expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"]);
		const seconds = Number(refused.headers.get("Retry-After"));
		expect(seconds).toBeGreaterThan(0);
		expect((await nonsense("/oauth/token", from)).status).toBe(401);
		expect((await nonsense(path, newAddress())).status).toBe(admitted);
		time.set(seconds * 1000);
		expect((await nonsense(path, from)).status).toBe(admitted);
	});
});

describe("the limit of pages", () => {
	it("is 300 a minute for an address, told on a page", async () => {
		stopClock();
		const from = newAddress();
		const pages = ["/sign_in", "/dashboard/connected_apps", "/oauth/authorize"];
		const answers = await many(300, (n) => send(pages[n % pages.length] ?? "", { from }));
		expect(statusesOf(answers)).toEqual([200, 303, 400]);
		const refused = await send("/sign_in", { from });
		expect(refused.status).toBe(429);
		expect(refused.headers.get("Content-Type")).toContain("text/html");
		expect(refused.text).toMatch(/Try again in \d+ seconds?\./);
		expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
		await call(401, "/v1/me", { from });
	});
});

it("a 503 of /v1 tells the limits when the gate had let the request in", async () => {
	const { key } = await newWorld({ plan: "solo" });
	await call(200, "/v1/me", { key });
	const ctx = createExecutionContext();
	const away = envWithHooks({
		prepare: () => {
			throw new Error("D1_ERROR: overloaded");
		},
	});
	const headers = { Authorization: `Bearer ${key}` };
	const request = new Request("https://api.test/v1/clients", { headers });
	const response = await worker.fetch(request, away, ctx);
	await waitOnExecutionContext(ctx);
	expect(response.status).toBe(503);
	expectLimits({ status: response.status, headers: response.headers, body: await response.json(), text: "" });
});
