import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Env } from "../../src/platform/env.ts";
import { accessTokenPrefix } from "../../src/platform/gate/credentials/access-tokens.ts";
import { mintKey } from "../../src/platform/gate/credentials/api-keys.ts";
import { presentedCredential } from "../../src/platform/gate/credentials/credentials.ts";
import { forgetLookUps, lookUpCredential } from "../../src/platform/gate/credentials/unknown-credentials.ts";
import type { GateRequest } from "../../src/platform/gate/gate-request.ts";
import { familyOf, mintToken } from "../../src/platform/lib/secrets/secret-value.ts";
import worker from "../../src/worker.ts";
import { newAddress } from "../support/api.ts";
import { stopClock } from "../support/clock.ts";
import { envWithHooks } from "../support/database.ts";
import { expectLimits, expectProblem } from "../support/expect.ts";
import { newConnection, newTokens, revoke } from "../support/oauth.ts";
import { newKey, newTenant } from "../support/world.ts";

beforeEach(forgetLookUps);
afterEach(() => vi.restoreAllMocks());

let readings = 0;
const counting = envWithHooks({
	prepare: (sql) => void (/api_key_values|oauth_access_tokens/.test(sql) && readings++),
});
beforeEach(() => {
	readings = 0;
});

async function ask(value: string, from: string, given: Partial<Env> = {}) {
	const ctx = createExecutionContext();
	const headers = { Authorization: `Bearer ${value}`, "CF-Connecting-IP": from };
	const response = await worker.fetch(
		new Request("https://api.test/v1/me", { headers }),
		{ ...counting, ...given },
		ctx,
	);
	const text = await response.text();
	await waitOnExecutionContext(ctx);
	return { status: response.status, headers: response.headers, body: JSON.parse(text), text };
}

const inventedKey = () => mintKey("live");
const inventedToken = () => mintToken(accessTokenPrefix);

/** As many requests at once, each with a value of its own that nobody issued. */
const flood = (count: number, from: string, given: Partial<Env>) =>
	Promise.all(Array.from({ length: count }, () => ask(inventedKey(), from, given)));

/** The limiter of a location, with a limit that a test reaches quickly. */
function limiterOf(limit: number) {
	const counts = new Map<string, number>();
	const count = async ({ key }: RateLimitOptions) => {
		counts.set(key, (counts.get(key) ?? 0) + 1);
		return { success: (counts.get(key) ?? 0) <= limit };
	};
	return { UNKNOWN_CREDENTIALS: { limit: vi.fn(count) } };
}

test("invented keys of one address are looked up 300 times a minute at most, even if they come all at once", async () => {
	const request = { env: {}, address: newAddress(), now: Date.now(), onLimits: () => {} } as unknown as GateRequest;
	let readings = 0;
	const lookUp = () =>
		lookUpCredential(request, presentedCredential("api_key", inventedKey()), async () => {
			readings++;
			await Promise.resolve();
			return null;
		});
	const outcomes = await Promise.allSettled(Array.from({ length: 310 }, lookUp));
	expect(readings).toBe(300);
	expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(10);
	await expect(lookUp()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
});

test.each([
	["API keys", inventedKey],
	["access tokens", inventedToken],
])("invented %s are refused without a reading once the limiter of the location says so", async (_, invent) => {
	stopClock();
	const from = newAddress();
	const limiter = limiterOf(2);
	for (let n = 0; n < 3; n++) expect((await ask(invent(), from, limiter)).status).toBe(401);
	expect(readings).toBe(3);
	expect((await ask(invent(), from, limiter)).status).toBe(429);
	expect(readings).toBe(3);
	expect(limiter.UNKNOWN_CREDENTIALS.limit).toHaveBeenCalledTimes(3);
	expect((await ask(invent(), newAddress(), limiter)).status).toBe(401);
});

test("the refusal is the address's 429, and its Retry-After holds in this isolate and in others", async () => {
	const time = stopClock();
	const at = (seconds: number) => time.set(60_000 - (time.start % 60_000) + seconds * 1000);
	at(20.5);
	const from = newAddress();
	const limiter = limiterOf(0);
	await ask(inventedKey(), from, limiter);
	const refused = await ask(inventedKey(), from, limiter);
	expectProblem(refused, "/v1/me", "rate_limit_exceeded");
	expectLimits(refused);
	expect(refused.body.extra).toEqual({ scope: "key", limit: 60, retry_after_seconds: 40 });
	expect(refused.headers.get("X-RateLimit-Scope")).toBe("key");
	expect(refused.body.detail).toContain("This address sent more than 300 keys or tokens");
	at(20.5 + 39);
	expect((await ask(inventedKey(), from, limiter)).status).toBe(429);
	at(20.5 + 40);
	expect((await ask(inventedKey(), from, limiterOf(1))).status).toBe(401);
});

test("keys that exist do not count, however many share an address", async () => {
	stopClock();
	const from = newAddress();
	const limiter = limiterOf(0);
	const tenantId = await newTenant();
	const keys = await Promise.all(Array.from({ length: 8 }, () => newKey(tenantId)));
	for (const { key } of keys) expect((await ask(key, from, limiter)).status).toBe(200);
	expect(limiter.UNKNOWN_CREDENTIALS.limit).not.toHaveBeenCalled();
});

describe("an access token that is gone, or was made up from another one of its grant", () => {
	const like = (token: string) => mintToken(accessTokenPrefix, familyOf(accessTokenPrefix, token));

	test("is answered as expired, and counts for its address and grant alone", async () => {
		stopClock();
		const from = newAddress();
		const connection = await newConnection();
		const [one, other] = [await newTokens(connection), await newTokens(connection)];
		const limiter = limiterOf(2);
		for (let n = 0; n < 3; n++) {
			const { status, body } = await ask(like(one.access_token), from, limiter);
			expect([status, body.code]).toEqual([401, "expired_access_token"]);
		}
		expect((await ask(like(one.access_token), from, limiter)).status).toBe(429);
		expect(readings).toBe(3);
		expect((await ask(like(other.access_token), from, limiter)).body.code).toBe("expired_access_token");
		expect((await ask(like(one.access_token), newAddress(), limiter)).body.code).toBe("expired_access_token");
		expect((await ask(inventedKey(), from, limiter)).status).toBe(401);
	});

	test("is not kept in its location, which a caller who makes tokens up would fill", async () => {
		const put = vi.spyOn(Cache.prototype, "put");
		const { access_token } = await newTokens(await newConnection());
		await ask(access_token, newAddress());
		const before = put.mock.calls.length;
		await ask(like(access_token), newAddress());
		expect([before > 0, put.mock.calls.length - before]).toEqual([true, 0]);
		put.mockRestore();
	});

	test("tells why its grant is dead, and of nothing once the grant is forgotten", async () => {
		const connection = await newConnection();
		const { access_token, refresh_token } = await newTokens(connection);
		await revoke(connection.app, refresh_token);
		const { body } = await ask(like(access_token), newAddress());
		expect(body).toMatchObject({ code: "revoked_grant", reason: "revoked_by_app" });
		expect((await ask(inventedToken(), newAddress())).body.code).toBe("invalid_access_token");
	});
});

test("a key that the isolate knows works from an address that floods", async () => {
	stopClock();
	const from = newAddress();
	const limiter = limiterOf(0);
	const { key } = await newKey(await newTenant());
	await ask(key, newAddress(), limiter);
	await ask(inventedKey(), from, limiter);
	expect((await ask(inventedKey(), from, limiter)).status).toBe(429);
	expect((await ask(key, from, limiter)).status).toBe(200);
});

test("an invented value that was looked up before is neither looked up nor counted again", async () => {
	stopClock();
	const from = newAddress();
	const limiter = limiterOf(9);
	const value = inventedKey();
	for (let n = 0; n < 3; n++) expect((await ask(value, from, limiter)).status).toBe(401);
	expect(readings).toBe(1);
	expect(limiter.UNKNOWN_CREDENTIALS.limit).toHaveBeenCalledTimes(1);
});

test("a /64 of IPv6 counts as one address", async () => {
	stopClock();
	const limiter = limiterOf(0);
	expect((await ask(inventedKey(), "2001:db8:1:2::1", limiter)).status).toBe(401);
	expect((await ask(inventedKey(), "2001:db8:1:2:ffff::9", limiter)).status).toBe(429);
	expect((await ask(inventedKey(), "2001:db8:1:3::1", limiter)).status).toBe(401);
});

test("a limiter that fails, or is not bound, refuses nobody", async () => {
	const error = vi.spyOn(console, "error").mockImplementation(() => {});
	const from = newAddress();
	const limit = vi.fn().mockRejectedValue(new Error("away"));
	for (const limiter of [{ limit }, undefined])
		for (let n = 0; n < 2; n++)
			expect((await ask(inventedKey(), from, { UNKNOWN_CREDENTIALS: limiter })).status).toBe(401);
	expect(error).toHaveBeenCalledTimes(2);
});

test("a database that is away does not count against the address", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	stopClock();
	const from = newAddress();
	const away = envWithHooks({
		prepare: () => {
			throw new Error("D1_ERROR: overloaded");
		},
	});
	const { key } = await newKey(await newTenant());
	const answers = await flood(300, from, away);
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
	expect((await ask(key, from)).status).toBe(200);
});

test("the limiter that wrangler.toml binds takes what the service asks", async () => {
	expect(await env.UNKNOWN_CREDENTIALS?.limit({ key: newAddress() })).toEqual({ success: true });
	expect((await ask(inventedKey(), newAddress())).status).toBe(401);
});
