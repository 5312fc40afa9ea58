import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { hashOfSecret } from "../../src/platform/lib/secrets/secret-value.ts";
import { call, newAddress, send } from "../support/api.ts";
import { advance, stopClock } from "../support/clock.ts";
import { wholeDatabase } from "../support/database.ts";
import { challenges, expectProblem } from "../support/expect.ts";
import {
	approve,
	type Connection,
	me,
	newApp,
	newConnection,
	newTokens,
	patchApp,
	refresh,
	revoke,
	type Tokens,
} from "../support/oauth.ts";
import { changePlan, newKey } from "../support/world.ts";

const withKey = (key: string, once: string, body: unknown) => ({ key, body, headers: { "Idempotency-Key": once } });
let connection: Connection;
let tokens: Tokens;
beforeAll(async () => {
	connection = await newConnection();
	tokens = await newTokens(connection);
});

describe("me, for an OAuth caller", () => {
	it("tells the tenant, the app, the grant and the scopes, and of no API key", async () => {
		const { body } = await me(200, tokens.access_token);
		expect(body).toEqual({
			object: "me",
			tenant_id: connection.tenantId,
			tenant_name: "Black Lotus",
			plan_slug: "solo",
			oauth: {
				client_id: connection.app.clientId,
				app_name: "Inkflow",
				grant_id: expect.stringMatching(/^ogr_[0-9a-f]{32}$/),
				scopes: ["read:clients", "write:clients"],
				rate_limit_tier: "standard",
				rate_limit_per_minute: 100,
			},
		});
	});

	it("tells the tier of the plan as it is now", async () => {
		const upgraded = await newConnection();
		const { access_token } = await newTokens(upgraded);
		const before = await me(200, access_token);
		expect([before.body.oauth.rate_limit_tier, before.headers.get("RateLimit-Limit")]).toEqual(["standard", "100"]);
		await changePlan(upgraded.tenantId, "studio");
		const after = await me(200, access_token);
		expect([after.body.oauth.rate_limit_tier, after.headers.get("RateLimit-Limit")]).toEqual(["pro", "500"]);
	});
});

describe("what a token may do", () => {
	it("is what the grant and the app have in common, at each request", async () => {
		const own = await newConnection();
		const { access_token } = await newTokens(own, { scope: "read:clients read:appointments" });
		const scopes = async () => (await me(200, access_token)).body.oauth.scopes;
		expect(await scopes()).toEqual(["read:clients", "read:appointments"]);
		await call(200, "/v1/clients", { key: access_token });
		await patchApp(own.app, { scopes: ["read:appointments", "read:leads"] });
		expect(await scopes()).toEqual(["read:appointments"]);
		const refused = await send("/v1/clients", { key: access_token });
		expectProblem(refused, "/v1/clients", "insufficient_scope");
		expect(refused.body.granted_scopes).toEqual(["read:appointments"]);
		expectProblem(await send("/v1/leads", { key: access_token }), "/v1/leads", "insufficient_scope");
		await patchApp(own.app, { scopes: ["read:clients", "read:appointments"] });
		await call(200, "/v1/clients", { key: access_token });
	});
});

describe("a token that does not work", () => {
	it.each([
		["a value that was never given out", "svcoat_x", "invalid_access_token"],
		["a refresh token", "svcort_x", "invalid_access_token"],
		["a value of no known kind", "svc_x", "invalid_api_key"],
	] as const)("%s is refused with the code of its kind", async (_, value, code) => {
		const answer = await send("/v1/me", { key: value });
		expectProblem(answer, "/v1/me", code);
		expect(answer.headers.get("WWW-Authenticate")).toBe(challenges.invalid);
	});

	it("is one whose hour is over, to the millisecond", async () => {
		const { access_token } = await newTokens(connection);
		advance(3599);
		await me(200, access_token);
		advance(1);
		const answer = await send("/v1/me", { key: access_token });
		expectProblem(answer, "/v1/me", "expired_access_token");
		expect(answer.headers.get("WWW-Authenticate")).toBe(challenges.invalid);
	});

	it("is told first what helps most: a dead grant before a revoked token, before an expired one, before a suspension", async () => {
		const own = await newConnection();
		const { access_token, refresh_token } = await newTokens(own);
		const code = async () => {
			// An isolate that remembers an expired token answers without a new look-up.
			credentialCache.clear();
			return (await send("/v1/me", { key: access_token })).body.code;
		};
		await patchApp(own.app, { status: "SUSPENDED" });
		expect(await code()).toBe("app_suspended");
		advance(3601);
		expect(await code()).toBe("expired_access_token");
		await revoke(own.app, access_token);
		expect(await code()).toBe("revoked_access_token");
		await revoke(own.app, refresh_token);
		expect(await code()).toBe("revoked_grant");
	});

	it("counts against the address that sends it", async () => {
		const from = newAddress();
		await revoke(connection.app, tokens.access_token);
		for (let left = 59; left > 55; left--) {
			const { headers } = await me(401, tokens.access_token, { from });
			expect([headers.get("RateLimit-Limit"), headers.get("RateLimit-Remaining")]).toEqual(["60", String(left)]);
		}
		tokens = await newTokens(connection);
	});
});

describe("a bearer value", () => {
	it("that is a refresh token, a code's or a client's secret opens nothing, and is not used up by it", async () => {
		const answer = await send("/v1/me", { key: tokens.refresh_token });
		expectProblem(answer, "/v1/me", "invalid_access_token");
		expect(answer.headers.get("WWW-Authenticate")).toBe(challenges.invalid);
		const { code } = await approve(connection);
		for (const key of [connection.app.secret ?? "", code])
			expectProblem(await send("/v1/me", { key }), "/v1/me", "invalid_api_key");
		expect((await refresh(connection.app, tokens.refresh_token)).status).toBe(200);
		tokens = await newTokens(connection);
	});

	it("that is a token is taken under any spelling of the scheme, and in no other place", async () => {
		for (const scheme of ["bearer", "BEARER"])
			await call(200, "/v1/me", { headers: { Authorization: `${scheme} ${tokens.access_token}` } });
		const elsewhere = await send(`/v1/me?access_token=${tokens.access_token}`);
		expectProblem(elsewhere, "/v1/me", "missing_api_key");
		expect(elsewhere.headers.get("WWW-Authenticate")).toBe(challenges.missing);
	});

	it("that is a token of any kind does not open the operator interface", async () => {
		for (const key of [tokens.access_token, tokens.refresh_token])
			expect((await send("/admin/oauth_apps", { key })).status).toBe(401);
	});
});

describe("of several reasons to refuse", () => {
	it("the token's own come before the plan, the plan before the scope, the scope before the limit", async () => {
		const own = await newConnection();
		const given = await newTokens(own);
		const code = async (path: string) => (await send(path, { key: given.access_token })).body.code;
		// No token comes back meanwhile.
		stopClock();
		await Promise.all(Array.from({ length: 130 }, () => code("/v1/me")));
		expect(await code("/v1/me")).toBe("rate_limit_exceeded");
		vi.restoreAllMocks();
		expect(await code("/v1/leads")).toBe("insufficient_scope");
		await changePlan(own.tenantId, "light");
		expect(await code("/v1/leads")).toBe("feature_not_available");
		await patchApp(own.app, { status: "SUSPENDED" });
		expect(await code("/v1/leads")).toBe("app_suspended");
		await revoke(own.app, given.refresh_token);
		expect(await code("/v1/leads")).toBe("revoked_grant");
	});

	it("a suspension is 403 without a challenge, and the dead grant 401 with one and its reason", async () => {
		const own = await newConnection();
		const given = await newTokens(own);
		await patchApp(own.app, { status: "SUSPENDED" });
		const suspended = await send("/v1/me", { key: given.access_token });
		expectProblem(suspended, "/v1/me", "app_suspended");
		expect(suspended.headers.has("WWW-Authenticate")).toBe(false);
		await revoke(own.app, given.refresh_token);
		const dead = await send("/v1/me", { key: given.access_token });
		expectProblem(dead, "/v1/me", "revoked_grant");
		expect(dead.headers.get("WWW-Authenticate")).toBe(challenges.invalid);
		expect(dead.body.reason).toBe("revoked_by_app");
	});
});

describe("limits", () => {
	it("are the grant's: refreshing does not fill its bucket, another grant has its own", async () => {
		const own = await newConnection();
		const [first, other] = await Promise.all([newTokens(own), newTokens(own)]);
		for (let n = 0; n < 5; n++) await me(200, first.access_token);
		const refreshed = (await refresh(own.app, first.refresh_token)).body as Tokens;
		const left = async ({ access_token }: Tokens) =>
			Number((await me(200, access_token)).headers.get("RateLimit-Remaining"));
		expect(await left(refreshed)).toBeLessThanOrEqual(95);
		expect(await left(other)).toBe(99);
	});

	it("refuse with 429 whoever has used the grant's bucket up", async () => {
		const { access_token } = await newTokens(await newConnection());
		const answers = await Promise.all(Array.from({ length: 130 }, () => send("/v1/me", { key: access_token })));
		const refused = answers.filter(({ status }) => status === 429);
		expect(refused.length).toBeGreaterThan(15);
		expect(refused[0]?.headers.get("X-RateLimit-Scope")).toBe("key");
		advance(Number(refused[0]?.headers.get("Retry-After")));
		await me(200, access_token);
	});
});

describe("a capped endpoint", () => {
	it("counts for the grant: refreshing does not reset it, another grant of the app has its own", async () => {
		const app = await newApp({ scopes: ["write:appointments"] });
		const own = await newConnection({ app, plan: "empire" });
		const scope = { scope: "write:appointments" };
		const [first, other] = [await newTokens(own, scope), await newTokens(own, scope)];
		vi.spyOn(clock, "now").mockReturnValue(clock.now());
		const book = ({ access_token }: Tokens) => send("/v1/appointments", { key: access_token, body: {} });
		const answers = await Promise.all(Array.from({ length: 31 }, () => book(first)));
		expect(answers.filter(({ status }) => status === 400)).toHaveLength(30);
		const refreshed = (await refresh(app, first.refresh_token)).body as Tokens;
		for (const answer of [await book(first), await book(refreshed)]) {
			expectProblem(answer, "/v1/appointments", "rate_limit_exceeded");
			expect(answer.headers.get("X-RateLimit-Scope")).toBe("endpoint");
		}
		expect((await book(other)).status).toBe(400);
	});
});

describe("an app's changes", () => {
	const create = (key: string, email: string, idempotencyKey?: string) =>
		send("/v1/clients", {
			key,
			body: { email, first_name: "Ana" },
			headers: idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {},
		});

	it("are the app's in the audit log and in events", async () => {
		const own = await newConnection();
		const { access_token } = await newTokens(own);
		const { key } = await newKey(own.tenantId);
		const { body } = await create(access_token, "ana@example.com");
		const actor = { type: "oauth_app", id: own.app.id };
		const [entry] = (await call(200, "/v1/audit_log", { key })).body.data;
		expect(entry).toMatchObject({ action: "client.created", resource_id: body.id, actor, test_mode: false });
		const [event] = (await call(200, "/v1/events", { key })).body.data;
		expect(event).toMatchObject({ type: "client.created", actor });
	});

	it("are made once for one Idempotency-Key, whichever grant and token of the app sends it", async () => {
		const own = await newConnection();
		const [one, two] = await Promise.all([newTokens(own), newTokens(own)]);
		const first = await create(one.access_token, "ana@example.com", "same");
		const again = await create(two.access_token, "ana@example.com", "same");
		const refreshed = (await refresh(own.app, one.refresh_token)).body as Tokens;
		const later = await create(refreshed.access_token, "ana@example.com", "same");
		expect([first.status, again.status, later.status]).toEqual([201, 201, 201]);
		expect([again.body.id, later.body.id]).toEqual([first.body.id, first.body.id]);
		expect(again.headers.get("Idempotent-Replayed")).toBe("true");
	});

	it("do not meet another app's or a key's under the same Idempotency-Key", async () => {
		const own = await newConnection();
		const other = { ...own, app: await newApp() };
		const { key } = await newKey(own.tenantId);
		const [one, two] = await Promise.all([newTokens(own), newTokens(other)]);
		for (const [credential, email] of [
			[one.access_token, "a@example.com"],
			[two.access_token, "b@example.com"],
			[key, "c@example.com"],
		] as const)
			expect((await create(credential, email, "same")).status).toBe(201);
	});

	it("do not meet those of the app in another studio under the same Idempotency-Key", async () => {
		const own = await newConnection();
		const [one, two] = [await newTokens(own), await newTokens(await newConnection({ app: own.app }))];
		const first = await create(one.access_token, "ana@example.com", "same");
		const second = await create(two.access_token, "ana@example.com", "same");
		expect([first.status, second.status]).toEqual([201, 201]);
		expect(second.body.id).not.toBe(first.body.id);
		expect(second.headers.get("Idempotent-Replayed")).toBeNull();
	});
});

describe("an Idempotency-Key", () => {
	const client = (email: string) => ({ email, first_name: "Ana" });

	it("of one app in one studio cannot mean two things, whichever of its grants sends it", async () => {
		const own = await newConnection();
		const [one, two] = [await newTokens(own), await newTokens(own)];
		await call(201, "/v1/clients", withKey(one.access_token, "k", client("a@example.com")));
		const other = await send("/v1/clients", withKey(two.access_token, "k", client("b@example.com")));
		expectProblem(other, "/v1/clients", "idempotency_key_mismatch");
	});

	it("sent by several grants of the app at once makes one change", async () => {
		const own = await newConnection({ plan: "empire" });
		const grants = [await newTokens(own), await newTokens(own), await newTokens(own)];
		const answers = await Promise.all(
			Array.from({ length: 30 }, (_, n) =>
				send("/v1/clients", withKey(grants[n % 3]?.access_token ?? "", "k", client("a@example.com"))),
			),
		);
		for (const { status, body } of answers)
			expect(status === 201 || body.code === "idempotency_key_concurrent").toBe(true);
		expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1);
	});

	it("that one request of the app holds keeps those of all its grants waiting, and of no other app", async () => {
		const own = await newConnection();
		const other = { ...own, app: await newApp() };
		const [one, two, apart] = [await newTokens(own), await newTokens(own), await newTokens(other)];
		const gate = env.GATE.getByName(own.tenantId);
		const lock = { key: `${own.app.id}:k`, nonce: "under way" };
		expect(await gate.enter({ claims: [], lock })).toMatchObject({ lock: "held" });
		const create = ({ access_token }: Tokens, email: string) =>
			send("/v1/clients", withKey(access_token, "k", client(email)));
		for (const given of [one, two])
			expectProblem(await create(given, "a@example.com"), "/v1/clients", "idempotency_key_concurrent");
		expect((await create(apart, "b@example.com")).status).toBe(201);
		await gate.release(lock);
		expect((await create(two, "a@example.com")).status).toBe(201);
	});

	it("of one app means another thing in another studio", async () => {
		const app = await newApp();
		const [here, there] = [await newConnection({ app }), await newConnection({ app })];
		const made = await Promise.all(
			[here, there].map(async (own) => {
				const { access_token } = await newTokens(own);
				return (await call(201, "/v1/clients", withKey(access_token, "k", client("a@example.com")))).body.id;
			}),
		);
		expect(new Set(made).size).toBe(2);
	});

	it("replays no answer to a token that would not be let through by itself", async () => {
		const own = await newConnection();
		const [whole, narrow] = [await newTokens(own), await newTokens(own, { scope: "read:clients" })];
		const request = (given: Tokens) => withKey(given.access_token, "k", client("a@example.com"));
		await call(201, "/v1/clients", request(whole));
		expectProblem(await send("/v1/clients", request(narrow)), "/v1/clients", "insufficient_scope");
		await revoke(own.app, whole.refresh_token);
		expectProblem(await send("/v1/clients", request(whole)), "/v1/clients", "revoked_grant");
	});
});

describe("nothing of a token, a code, a secret or a session is stored in clear", () => {
	it("in no table", async () => {
		const own = await newConnection();
		const given = await newTokens(own);
		const later = (await refresh(own.app, given.refresh_token)).body as Tokens;
		const all = Object.values(await wholeDatabase()).join();
		const session = own.cookie.split("=")[1] ?? "";
		for (const value of [given.access_token, later.access_token, later.refresh_token])
			expect(all).toContain(hashOfSecret(value));
		for (const value of [given, later].flatMap(({ access_token, refresh_token }) => [access_token, refresh_token]))
			expect(all).not.toContain(value);
		// Of a used refresh token nothing is stored. Its first letters lead to the grant, as a hash.
		expect(all).not.toContain(hashOfSecret(given.refresh_token));
		expect(all).not.toContain(given.refresh_token.slice("svcort_".length, "svcort_".length + 15));
		expect(all).toContain(hashOfSecret(own.app.secret ?? ""));
		for (const value of [own.app.secret ?? "", session, own.person.password]) expect(all).not.toContain(value);
		expect(all).not.toMatch(/svcac_/);
	});
});
