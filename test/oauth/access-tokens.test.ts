import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { credentialCache } from "../../src/gate/credential-cache.ts";
import { Gate } from "../../src/gate/gate.ts";
import { clock } from "../../src/lib/clock.ts";
import { hashOfSecret } from "../../src/lib/secret-value.ts";
import { type Answer, call, send } from "../support/api.ts";
import { costOf } from "../support/cost.ts";
import { expectProblem } from "../support/expect.ts";
import { holdsAtOnce } from "../support/holds-at-once.ts";
import {
	type App,
	approve,
	type Connection,
	exchange,
	me,
	newApp,
	newConnection,
	newTokens,
	post,
	refresh,
	type Tokens,
} from "../support/oauth.ts";
import { advance, newKey, operate } from "../support/world.ts";

let connection: Connection;
let tokens: Tokens;
beforeAll(async () => {
	connection = await newConnection();
	tokens = await newTokens(connection);
});
afterEach(() => vi.restoreAllMocks());

const patchApp = (app: App, body: object) => operate(200, `/admin/oauth_apps/${app.id}`, { method: "PATCH", body });
const changePlan = (tenantId: string, plan: string) =>
	operate(200, `/admin/tenants/${tenantId}`, { method: "PATCH", body: { plan } });
const revoke = (app: App, token: string) =>
	post("/oauth/revoke", { token, client_id: app.clientId, client_secret: app.secret ?? "" });
const withKey = (key: string, once: string, body: unknown) => ({ key, body, headers: { "Idempotency-Key": once } });

/** The credential as this isolate remembers it now, and a way to have it remember that again. */
function remember(value: string): () => void {
	const hash = hashOfSecret(value);
	const entry = credentialCache.get(hash);
	expect(entry?.record).toBeTruthy();
	return () => {
		if (entry) credentialCache.set(hash, entry);
	};
}

describe("a bearer value", () => {
	it("that is a refresh token, a code's or a client's secret opens nothing, and is not used up by it", async () => {
		const answer = await send("/v1/me", { key: tokens.refresh_token });
		expectProblem(answer, "/v1/me", "invalid_access_token");
		expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
		expectProblem(await send("/v1/me", { key: connection.app.secret ?? "" }), "/v1/me", "invalid_api_key");
		expect((await refresh(connection.app, tokens.refresh_token)).status).toBe(200);
		tokens = await newTokens(connection);
	});

	it("that is a token is taken under any spelling of the scheme, and in no other place", async () => {
		for (const scheme of ["bearer", "BEARER"])
			await call(200, "/v1/me", { headers: { Authorization: `${scheme} ${tokens.access_token}` } });
		const elsewhere = await send(`/v1/me?access_token=${tokens.access_token}`);
		expectProblem(elsewhere, "/v1/me", "missing_api_key");
		expect(elsewhere.headers.get("WWW-Authenticate")).toBe("Bearer");
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
		expect(dead.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
		expect(dead.body.reason).toBe("revoked_by_app");
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

describe("an isolate that remembers a token", () => {
	let own: Connection;
	let given: Tokens;
	const fresh = async () => {
		own = await newConnection({ plan: "empire" });
		given = await newTokens(own);
	};
	const refusedAs =
		(code: string) =>
		({ status, body }: Answer): boolean =>
			body.code === code || status === 429;

	it("lets it through again from the next request after a suspension is lifted", async () => {
		await fresh();
		await patchApp(own.app, { status: "SUSPENDED" });
		await me(403, given.access_token);
		const asSuspended = remember(given.access_token);
		await patchApp(own.app, { status: "ACTIVE" });
		asSuspended();
		await me(200, given.access_token);
	});

	it("lets it through again from the next request after its studio returns from Light", async () => {
		await fresh();
		await changePlan(own.tenantId, "light");
		await me(403, given.access_token);
		const onLight = remember(given.access_token);
		await changePlan(own.tenantId, "solo");
		onLight();
		expect((await me(200, given.access_token)).body.plan_slug).toBe("solo");
	});

	it("lets it do more from the next request after its app may again", async () => {
		await fresh();
		await patchApp(own.app, { scopes: ["read:appointments"] });
		expect((await send("/v1/clients", { key: given.access_token })).status).toBe(403);
		const narrowed = remember(given.access_token);
		await patchApp(own.app, { scopes: ["read:clients"] });
		narrowed();
		await call(200, "/v1/clients", { key: given.access_token });
	});

	it("tells the app's new name from the next request", async () => {
		await fresh();
		await me(200, given.access_token);
		const asNamed = remember(given.access_token);
		await patchApp(own.app, { name: "Renamed" });
		asNamed();
		expect((await me(200, given.access_token)).body.oauth.app_name).toBe("Renamed");
	});

	it("refuses it after its code was redeemed again, while 50 requests race that", async () => {
		own = await newConnection({ plan: "empire" });
		const approval = await approve(own);
		const { access_token } = (await exchange(own.app, approval)).body;
		await holdsAtOnce(access_token, refusedAs("revoked_grant"), () => exchange(own.app, approval));
	});

	it("refuses every access token of a grant that ended, not the newest alone", async () => {
		await fresh();
		const second = (await refresh(own.app, given.refresh_token)).body as Tokens;
		for (const { access_token } of [given, second]) await me(200, access_token);
		const both = [remember(given.access_token), remember(second.access_token)];
		await revoke(own.app, second.refresh_token);
		for (const again of both) again();
		for (const { access_token } of [given, second])
			expect((await me(401, access_token)).body.code).toBe("revoked_grant");
	});

	it("refuses it in every studio where the operator's request crashed after the commit of a suspension", async () => {
		const app = await newApp();
		const connected = await Promise.all(
			Array.from({ length: 4 }, async () => (await newTokens(await newConnection({ app }))).access_token),
		);
		for (const value of connected) await me(200, value);
		const remembered = connected.map(remember);
		const crash = vi.spyOn(Gate.prototype, "endChange").mockImplementation(() => {
			throw new Error("crash");
		});
		await patchApp(app, { status: "SUSPENDED" });
		expect(crash).toHaveBeenCalledTimes(4);
		crash.mockRestore();
		for (const seconds of [0, 10, 61]) {
			await advance(seconds);
			for (const again of remembered) again();
			for (const value of connected) expect((await me(403, value)).body.code).toBe("app_suspended");
		}
	});

	it("lets it through where a change was announced that then crashed before its commit, at once and later", async () => {
		await fresh();
		await me(200, given.access_token);
		const again = remember(given.access_token);
		await env.GATE.getByName(own.tenantId).beginChange("crashed");
		for (const seconds of [0, 10, 61]) {
			await advance(seconds);
			again();
			await me(200, given.access_token);
		}
	});
});

describe("what a request with a token costs in a warm isolate", () => {
	const warm = async (path: string, key: string, status: number) => {
		await call(status, path, { key });
		return await costOf(path, key);
	};

	it("a record and a page ask the gate once and the database once", async () => {
		const { body } = await call(201, "/v1/clients", {
			key: tokens.access_token,
			body: { email: "warm@example.com", first_name: "Ana" },
		});
		for (const path of [`/v1/clients/${body.id}`, "/v1/clients"])
			expect(await warm(path, tokens.access_token, 200)).toMatchObject({
				gate: { inSequence: 1 },
				db: { inSequence: 1 },
				rowsWritten: 0,
			});
	});

	it("a refusal for the scope, the plan or a dead grant asks the gate once and the database never", async () => {
		const own = await newConnection();
		const given = await newTokens(own);
		const free = { gate: { inSequence: 1 }, db: { inSequence: 0 }, rowsRead: 0 };
		expect(await warm("/v1/leads", given.access_token, 403)).toMatchObject({ status: 403, ...free });
		await changePlan(own.tenantId, "light");
		expect(await warm("/v1/me", given.access_token, 403)).toMatchObject({ status: 403, ...free });
		await revoke(own.app, given.refresh_token);
		expect(await warm("/v1/me", given.access_token, 401)).toMatchObject({ status: 401, ...free });
	});

	it("a mistyped token asks the database never", async () => {
		const mistyped = tokens.access_token.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
		expect(await costOf("/v1/me", mistyped)).toMatchObject({ status: 401, db: { inSequence: 0 } });
	});

	it("a change of a record with an Idempotency-Key asks the database at most twice in sequence", async () => {
		const { body } = await call(201, "/v1/clients", {
			key: tokens.access_token,
			body: { email: "patched@example.com", first_name: "Ana" },
		});
		const cost = await costOf(`/v1/clients/${body.id}`, tokens.access_token, {
			method: "PATCH",
			body: JSON.stringify({ first_name: "Bea" }),
			headers: { "Content-Type": "application/json", "Idempotency-Key": "patched" },
		});
		expect(cost).toMatchObject({ status: 200, gate: { inSequence: 1 } });
		expect(cost.db.inSequence).toBeLessThanOrEqual(2);
	});
});

describe("a studio's own key", () => {
	it("goes on when the studio's connections end, and they go on when it is revoked", async () => {
		const own = await newConnection();
		const given = await newTokens(own);
		const { id, key } = await newKey(own.tenantId);
		await operate(200, `/admin/api_keys/${id}`, { method: "PATCH", body: { status: "REVOKED" } });
		await me(200, given.access_token);
		const other = await newKey(own.tenantId);
		await revoke(own.app, given.refresh_token);
		await call(200, "/v1/me", { key: other.key });
		await call(401, "/v1/me", { key });
	});
});
