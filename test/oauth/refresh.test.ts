import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { advance, stopClock } from "../support/clock.ts";
import { database } from "../support/database.ts";
import {
	type App,
	type Connection,
	expectDead,
	expectOAuthError,
	expectRefused,
	me,
	newApp,
	newConnection,
	newSession,
	newTokens,
	patchApp,
	post,
	refresh,
	type Tokens,
	token,
} from "../support/oauth.ts";
import { changePlan } from "../support/world.ts";

const day = 86_400;
const dayMs = day * 1000;
let connection: Connection;
let app: App;
beforeAll(async () => {
	connection = await newConnection();
	app = connection.app;
});

// A session lasts a day, and some tests let months pass.
beforeEach(async () => {
	connection = { ...connection, cookie: await newSession(connection.person) };
});
afterEach(() => vi.restoreAllMocks());

const fresh = (given?: Record<string, string>) => newTokens(connection, given);

const next = async (of: App, { refresh_token }: Tokens, given?: Record<string, string>): Promise<Tokens> => {
	const { status, body, text } = await refresh(of, refresh_token, given);
	expect(status, text).toBe(200);
	return body;
};

describe("a refresh", () => {
	const fresh = () => newTokens(connection);

	it("gives a new refresh token, and leaves earlier access tokens alone until they expire", async () => {
		const before = await fresh();
		const { body } = await refresh(app, before.refresh_token);
		expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "read:clients write:clients" });
		expect([body.access_token, body.refresh_token]).not.toContain(before.refresh_token);
		await me(200, before.access_token);
		await me(200, body.access_token);
	});

	it("may narrow the scope of its access token; the next one without scope has the granted scope again", async () => {
		const { refresh_token } = await fresh();
		const narrow = (await refresh(app, refresh_token, { scope: "read:clients" })).body as Tokens;
		expect(narrow.scope).toBe("read:clients");
		expect((await me(200, narrow.access_token)).body.oauth.scopes).toEqual(["read:clients"]);
		const whole = (await refresh(app, narrow.refresh_token)).body as Tokens;
		expect(whole.scope).toBe("read:clients write:clients");
		expect((await me(200, whole.access_token)).body.oauth.scopes).toEqual(["read:clients", "write:clients"]);
	});

	it.each(["read:clients read:appointments", "read:leads", "admin", "read:clients  write:clients"])(
		"never widens it to %j, and is not used up by the attempt",
		async (scope) => {
			const { refresh_token } = await fresh();
			expectOAuthError(await refresh(app, refresh_token, { scope }), 400, "invalid_scope");
			expect((await refresh(app, refresh_token)).status).toBe(200);
		},
	);

	it.each(["svcort_unknown", "svcoat_unknown", "x"])("of %s is refused", async (value) => {
		expectOAuthError(await refresh(app, value), 400, "invalid_grant");
		expectOAuthError(await token(app, { grant_type: "refresh_token" }), 400, "invalid_request");
	});

	it("with an access token is refused", async () => {
		expectOAuthError(await refresh(app, (await fresh()).access_token), 400, "invalid_grant");
	});
});

describe("90 days unused", () => {
	it.each([
		[90 * dayMs - 1, 200],
		[90 * dayMs, 400],
	])("a refresh token %i ms after its issue answers %i", async (ms, status) => {
		const { set } = stopClock();
		const { refresh_token } = await fresh();
		set(ms);
		expect((await refresh(app, refresh_token)).status).toBe(status);
	});

	it("begin anew with each use", async () => {
		let tokens = await fresh();
		for (let n = 0; n < 5; n++) {
			advance(80 * day);
			tokens = await next(app, tokens);
		}
		await me(200, tokens.access_token);
	});
});

describe("a refresh token that was used before ends the grant", () => {
	it("whichever of its line it is", async () => {
		const line = [await fresh()];
		for (let n = 0; n < 4; n++) line.push(await next(app, line.at(-1) as Tokens));
		expectRefused(await refresh(app, line[1]?.refresh_token ?? ""));
		await expectDead(line, "refresh_replayed");
		for (const { refresh_token } of line) expectRefused(await refresh(app, refresh_token));
	});

	it("as long as it would have lived", async () => {
		const first = await fresh();
		advance(45 * day);
		const second = await next(app, first);
		advance(44 * day);
		const third = await next(app, second);
		expectRefused(await refresh(app, first.refresh_token));
		await expectDead([third], "refresh_replayed");
	});

	it("also when it asks for a scope that it could not have", async () => {
		const first = await fresh();
		const second = await next(app, first);
		expectRefused(await refresh(app, first.refresh_token, { scope: "read:leads" }));
		await expectDead([second], "refresh_replayed");
	});

	it("and writes so into the studio's audit log, once, as the app's doing", async () => {
		const own = await newConnection();
		const first = await newTokens(own);
		await next(own.app, first);
		for (let n = 0; n < 3; n++) expectRefused(await refresh(own.app, first.refresh_token));
		const { results } = await database
			.prepare("SELECT actor_type, actor_id FROM audit_entries WHERE tenant_id = ? AND action = 'oauth_grant.revoked'")
			.bind(own.tenantId)
			.all();
		expect(results).toEqual([{ actor_type: "oauth_app", actor_id: own.app.id }]);
	});

	it("but not when another client presents it", async () => {
		const first = await fresh();
		const second = await next(app, first);
		for (const thief of await Promise.all([newApp(), newApp({ type: "public" })])) {
			expectRefused(await refresh(thief, first.refresh_token));
			expectRefused(await refresh(thief, second.refresh_token));
		}
		await me(200, second.access_token);
		await next(app, second);
	});

	it("nor when whoever presents it does not prove to be the client", async () => {
		const first = await fresh();
		const second = await next(app, first);
		expect((await refresh({ ...app, secret: null }, first.refresh_token)).status).toBe(401);
		expect((await refresh({ ...app, secret: "x" }, first.refresh_token)).status).toBe(401);
		await next(app, second);
	});
});

describe("the scope of a refresh", () => {
	it("may be narrowed and asked for in full again, in any order, at each use", async () => {
		const whole = await fresh({ scope: "read:clients write:clients read:appointments" });
		const narrow = await next(app, whole, { scope: "read:appointments" });
		const other = await next(app, narrow, { scope: "write:clients read:clients" });
		const again = await next(app, other);
		const asked = await next(app, again, { scope: "read:clients write:clients read:appointments" });
		expect([narrow, other, again, asked].map(({ scope }) => scope.split(" ").sort().join(" "))).toEqual([
			"read:appointments",
			"read:clients write:clients",
			"read:appointments read:clients write:clients",
			"read:appointments read:clients write:clients",
		]);
		// Earlier access tokens keep their scopes.
		const scopesOf = async ({ access_token }: Tokens) => (await me(200, access_token)).body.oauth.scopes;
		expect(await scopesOf(narrow)).toEqual(["read:appointments"]);
		expect(await scopesOf(whole)).toHaveLength(3);
	});

	it("is never more than was granted, though the app may ask for more at another consent", async () => {
		const tokens = await fresh({ scope: "read:clients" });
		expectRefused(await refresh(app, tokens.refresh_token, { scope: "read:clients write:clients" }), "invalid_scope");
		const { results } = await database
			.prepare("SELECT count(*) AS n FROM oauth_access_tokens WHERE grant_id = ?")
			.bind((await me(200, tokens.access_token)).body.oauth.grant_id)
			.all();
		expect(results).toEqual([{ n: 1 }]);
		await next(app, tokens);
	});

	it("is what the app may have at that time, and the granted one again once it may", async () => {
		const own = await newConnection();
		const patch = (scopes: string[]) => patchApp(own.app, { scopes });
		const tokens = await newTokens(own, { scope: "read:clients read:appointments" });
		await patch(["read:clients", "read:leads"]);
		const during = await next(own.app, tokens);
		expect(during.scope).toBe("read:clients");
		await patch(["read:clients", "read:appointments"]);
		expect((await me(200, during.access_token)).body.oauth.scopes).toEqual(["read:clients", "read:appointments"]);
		expect((await next(own.app, during)).scope).toBe("read:clients read:appointments");
	});
});

describe("the grant", () => {
	it("is the same through all refreshes", async () => {
		const first = await fresh();
		const second = await next(app, first);
		const grantOf = async ({ access_token }: Tokens) => (await me(200, access_token)).body.oauth.grant_id;
		expect(await grantOf(second)).toBe(await grantOf(first));
	});

	it("of a studio that was on Light for days works again when it returns", async () => {
		const own = await newConnection();
		const tokens = await newTokens(own);
		await changePlan(own.tenantId, "light");
		advance(3 * day);
		await changePlan(own.tenantId, "solo");
		await me(200, (await next(own.app, tokens)).access_token);
	});

	it("that is dead answers every refresh token alike, and keeps the reason it died of", async () => {
		const first = await fresh();
		const second = await next(app, first);
		await post("/oauth/revoke", {
			token: second.refresh_token,
			client_id: app.clientId,
			client_secret: app.secret ?? "",
		});
		for (const { refresh_token } of [first, second, first]) expectRefused(await refresh(app, refresh_token));
		await expectDead([first, second], "revoked_by_app");
	});
});
