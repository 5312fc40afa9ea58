import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { credentialCache } from "../../src/gate/credential-cache.ts";
import { Gate } from "../../src/gate/gate.ts";
import { hashOfSecret } from "../../src/lib/secret-value.ts";
import { type Answer, call, newAddress, send } from "../support/api.ts";
import { costOf } from "../support/cost.ts";
import { expectProblem } from "../support/expect.ts";
import { holdsAtOnce } from "../support/holds-at-once.ts";
import {
	type App,
	type Connection,
	me,
	newApp,
	newConnection,
	newTokens,
	post,
	refresh,
	type Tokens,
} from "../support/oauth.ts";
import { advance, newKey, newTenant, operate } from "../support/world.ts";

const patchApp = (app: App, body: object) => operate(200, `/admin/oauth_apps/${app.id}`, { method: "PATCH", body });
const changePlan = (tenantId: string, plan: string) =>
	operate(200, `/admin/tenants/${tenantId}`, { method: "PATCH", body: { plan } });
const revoke = (app: App, token: string) =>
	post("/oauth/revoke", { token, client_id: app.clientId, client_secret: app.secret ?? "" });

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
		expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
	});

	it("is one whose hour is over, to the millisecond", async () => {
		const { access_token } = await newTokens(connection);
		await advance(3599);
		await me(200, access_token);
		await advance(1);
		const answer = await send("/v1/me", { key: access_token });
		expectProblem(answer, "/v1/me", "expired_access_token");
		expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
	});

	it("is told first what helps most: a dead grant before a revoked token, before an expired one, before a suspension", async () => {
		const own = await newConnection();
		const { access_token, refresh_token } = await newTokens(own);
		const code = async () => {
			// What has expired stays so: an isolate that remembers it asks no further.
			credentialCache.clear();
			return (await send("/v1/me", { key: access_token })).body.code;
		};
		await patchApp(own.app, { status: "SUSPENDED" });
		expect(await code()).toBe("app_suspended");
		await advance(3601);
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

	it("is a good one of a tenant on Light, until the tenant returns", async () => {
		const own = await newConnection();
		const { access_token } = await newTokens(own);
		await changePlan(own.tenantId, "light");
		expectProblem(await send("/v1/me", { key: access_token }), "/v1/me", "feature_not_available");
		await changePlan(own.tenantId, "solo");
		await me(200, access_token);
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
		await advance(Number(refused[0]?.headers.get("Retry-After")));
		await me(200, access_token);
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
});

describe("what a request with a token costs in a warm isolate", () => {
	it("GET /v1/me asks the gate once and the database never", async () => {
		await me(200, tokens.access_token);
		expect(await costOf("/v1/me", tokens.access_token)).toMatchObject({
			status: 200,
			gate: { inSequence: 1 },
			db: { inSequence: 0 },
			rowsRead: 0,
		});
	});

	it("the first request of a cold isolate adds one read of the database", async () => {
		credentialCache.clear();
		expect(await costOf("/v1/me", tokens.access_token)).toMatchObject({
			gate: { inSequence: 1 },
			db: { inSequence: 1 },
			rowsRead: 4,
		});
	});

	it("a change with an Idempotency-Key asks the database twice in sequence", async () => {
		const cost = await costOf("/v1/clients", tokens.access_token, {
			method: "POST",
			body: JSON.stringify({ email: "cost@example.com", first_name: "Ana" }),
			headers: { "Content-Type": "application/json", "Idempotency-Key": "cost" },
		});
		expect(cost).toMatchObject({ status: 201, gate: { inSequence: 1 } });
		expect(cost.db.inSequence).toBeLessThanOrEqual(2);
	});

	it("a refused one asks the gate once and the database never", async () => {
		const own = await newTokens(connection);
		await revoke(connection.app, own.access_token);
		await me(401, own.access_token);
		expect(await costOf("/v1/me", own.access_token)).toMatchObject({
			status: 401,
			gate: { inSequence: 1 },
			db: { inSequence: 0 },
		});
	});
});

const withCode =
	(code: string) =>
	({ status, body }: Answer): boolean =>
		// A flood may use the grant's bucket up: that is no admission.
		body.code === code || status === 429;

describe("holds from the very next request on, also where the token is remembered and requests race it", () => {
	let own: Connection;
	let given: Tokens;
	const fresh = async () => {
		own = await newConnection({ plan: "empire" });
		given = await newTokens(own);
	};

	it("the revocation of a token", async () => {
		await fresh();
		await holdsAtOnce(given.access_token, withCode("revoked_access_token"), () => revoke(own.app, given.access_token));
	});

	it("the revocation of a grant by its app", async () => {
		await fresh();
		await holdsAtOnce(given.access_token, withCode("revoked_grant"), () => revoke(own.app, given.refresh_token));
	});

	it("the revocation of a grant by the studio", async () => {
		await fresh();
		const { grant_id } = (await me(200, given.access_token)).body.oauth;
		await holdsAtOnce(given.access_token, withCode("revoked_grant"), () =>
			post("/dashboard/connected_apps/disconnect", { grant_id }, { headers: { Cookie: own.cookie } }),
		);
	});

	it("the replay of a refresh token", async () => {
		await fresh();
		await refresh(own.app, given.refresh_token);
		await holdsAtOnce(given.access_token, withCode("revoked_grant"), () => refresh(own.app, given.refresh_token));
	});

	it("the suspension of an app, in every tenant that is connected to it, and its end", async () => {
		const app = await newApp();
		const connections = await Promise.all(
			Array.from({ length: 6 }, async () => {
				const connection = await newConnection({ plan: "empire", app });
				return (await newTokens(connection)).access_token;
			}),
		);
		for (const access_token of connections) await me(200, access_token);
		const hashes = connections.map(hashOfSecret);
		const remembered = hashes.map((hash) => credentialCache.get(hash));
		const [first = ""] = connections;
		await holdsAtOnce(first, withCode("app_suspended"), () => patchApp(app, { status: "SUSPENDED" }));
		remembered.forEach((entry, i) => {
			if (entry) credentialCache.set(hashes[i] ?? "", entry);
		});
		for (const access_token of connections) expect((await me(403, access_token)).body.code).toBe("app_suspended");
		await patchApp(app, { status: "ACTIVE" });
		await Promise.all(connections.map((access_token) => me(200, access_token)));
	});

	it("the narrowing of an app's scopes", async () => {
		await fresh();
		await holdsAtOnce(
			given.access_token,
			withCode("insufficient_scope"),
			() => patchApp(own.app, { scopes: ["read:appointments"] }),
			{ path: "/v1/clients" },
		);
	});

	it("the fall of a tenant to Light", async () => {
		await fresh();
		await holdsAtOnce(given.access_token, withCode("feature_not_available"), () => changePlan(own.tenantId, "light"));
	});

	it("a revocation whose request crashed after the commit, before the gate was told of its end", async () => {
		await fresh();
		await me(200, given.access_token);
		const remembered = credentialCache.get(hashOfSecret(given.access_token));
		const crash = vi.spyOn(Gate.prototype, "endChange").mockImplementationOnce(() => {
			throw new Error("crash");
		});
		try {
			await revoke(own.app, given.refresh_token);
			expect(crash).toHaveBeenCalledOnce();
		} finally {
			crash.mockRestore();
		}
		for (const seconds of [0, 10, 61]) {
			await advance(seconds);
			if (remembered) credentialCache.set(hashOfSecret(given.access_token), remembered);
			expect((await me(401, given.access_token)).body.code).toBe("revoked_grant");
		}
	});

	it("nothing of it where the tenant is another's: its tokens live on", async () => {
		await fresh();
		const bystander = await newTokens(await newConnection({ app: own.app }));
		await revoke(own.app, given.refresh_token);
		await me(200, bystander.access_token);
	});
});

describe("a tenant that connects while its app is being suspended", () => {
	it("has no token that works afterwards", async () => {
		const app = await newApp();
		const connecting = await newConnection({ app });
		for (let n = 0; n < 5; n++) {
			const [connected] = await Promise.all([
				newTokens(connecting).catch(() => null),
				patchApp(app, { status: "SUSPENDED" }),
			]);
			if (connected) expect((await me(403, connected.access_token)).body.code).toBe("app_suspended");
			await patchApp(app, { status: "ACTIVE" });
		}
	});
});

describe("nothing of a token, a code, a secret or a session is stored in clear", () => {
	it("in no table", async () => {
		const own = await newConnection();
		const given = await newTokens(own);
		const later = (await refresh(own.app, given.refresh_token)).body as Tokens;
		const { results: tables } = await env.DB.prepare(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'",
		).all<{ name: string }>();
		let all = "";
		for (const { name } of tables)
			all += JSON.stringify((await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results);
		const session = own.cookie.split("=")[1] ?? "";
		for (const value of [given, later].flatMap(({ access_token, refresh_token }) => [access_token, refresh_token])) {
			expect(all).toContain(hashOfSecret(value));
			expect(all).not.toContain(value);
		}
		expect(all).toContain(hashOfSecret(own.app.secret ?? ""));
		for (const value of [own.app.secret ?? "", session, own.person.password]) expect(all).not.toContain(value);
		expect(all).not.toMatch(/svcac_/);
	});
});

it("belongs to a tenant of its own, not to the app's", async () => {
	const owner = await newTenant({ plan: "studio" });
	const app = await newApp({ tenant_id: owner });
	const own = await newConnection({ app });
	expect((await me(200, (await newTokens(own)).access_token)).body.tenant_id).toBe(own.tenantId);
});
