import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mintToken } from "../../src/platform/lib/secrets/secret-value.ts";
import { send } from "../support/api.ts";
import { advance, stopClock } from "../support/clock.ts";
import { database } from "../support/database.ts";
import {
	type App,
	approve,
	basic,
	type Connection,
	newApp,
	newConnection,
	newSession,
	newTokens,
	patchApp,
	post,
	refresh,
	type Tokens,
} from "../support/oauth.ts";
import { changePlan, newKey } from "../support/world.ts";

let inspector: App;
let connection: Connection;
beforeAll(async () => {
	[inspector, connection] = await Promise.all([newApp({ first_party: true }), newConnection()]);
});

beforeEach(async () => {
	connection = { ...connection, cookie: await newSession(connection.person) };
});
afterEach(() => vi.restoreAllMocks());

const introspect = (token: string, headers: Record<string, string> = basic(inspector)) =>
	post("/oauth/introspect", { token }, { headers });

const active = async (token: string): Promise<boolean> => {
	const { status, body } = await introspect(token);
	expect(status).toBe(200);
	if (!body.active) expect(body).toEqual({ active: false });
	return body.active;
};

describe("introspection", () => {
	it("tells a first-party app of any app's access token", async () => {
		const { access_token } = await newTokens(connection);
		const { status, body, headers } = await introspect(access_token);
		expect(status).toBe(200);
		expect(body).toEqual({
			active: true,
			client_id: connection.app.clientId,
			scope: "read:clients write:clients",
			token_type: "Bearer",
			exp: body.iat + 3600,
			iat: expect.any(Number),
			sub: connection.tenantId,
		});
		expect(headers.get("Cache-Control")).toBe("no-store");
	});

	it("tells what the token may do now: what the grant and the app have in common", async () => {
		const own = await newConnection();
		const { access_token } = await newTokens(own);
		const body = { scopes: ["read:clients", "read:leads"] };
		await patchApp(own.app, body);
		expect((await introspect(access_token)).body.scope).toBe("read:clients");
	});

	it.each(["x", "svcoat_x", `svcoat_${"0".repeat(36)}`, "svc_live_sk_x"])(
		"calls %s inactive, and says no more",
		async (token) => {
			expect(await active(token)).toBe(false);
		},
	);

	it("calls inactive what would not work: expired, revoked, of a dead grant, a suspended app, or an access token of a tenant on Light", async () => {
		const own = await newConnection();
		const { app, tenantId } = own;
		const [kept, revoked, dead] = (await Promise.all([newTokens(own), newTokens(own), newTokens(own)])) as [
			Tokens,
			Tokens,
			Tokens,
		];
		const states = async () => [await active(kept.access_token), await active(kept.refresh_token)];
		const revoke = (token: string) => post("/oauth/revoke", { token }, { headers: basic(app) });
		await revoke(revoked.access_token);
		await revoke(dead.refresh_token);
		expect([await active(revoked.access_token), await active(revoked.refresh_token)]).toEqual([false, true]);
		expect([await active(dead.access_token), await active(dead.refresh_token)]).toEqual([false, false]);
		const status = (status: string) => patchApp(app, { status });
		expect(await states()).toEqual([true, true]);
		await status("SUSPENDED");
		expect(await states()).toEqual([false, false]);
		await status("ACTIVE");
		await changePlan(tenantId, "light");
		expect(await states()).toEqual([false, true]);
		expect((await refresh(app, revoked.refresh_token)).status).toBe(200);
		await changePlan(tenantId, "solo");
		expect(await states()).toEqual([true, true]);
		advance(3600);
		expect(await states()).toEqual([false, true]);
	});
});

describe("what is told of an active token", () => {
	it("is exactly seven members, its times in whole seconds, for both kinds of token", async () => {
		const { start } = stopClock();
		const { access_token, refresh_token } = await newTokens(connection);
		const shared = {
			active: true,
			client_id: connection.app.clientId,
			scope: "read:clients write:clients",
			iat: start / 1000,
			sub: connection.tenantId,
		};
		expect((await introspect(access_token)).body).toEqual({
			...shared,
			token_type: "Bearer",
			exp: start / 1000 + 3600,
		});
		expect((await introspect(refresh_token)).body).toEqual({
			...shared,
			token_type: "refresh_token",
			exp: start / 1000 + 90 * 86_400,
		});
	});

	it("is the scope of that token where a refresh narrowed it, and the grant's of its refresh token", async () => {
		const { refresh_token } = await newTokens(connection);
		const narrow = (await refresh(connection.app, refresh_token, { scope: "read:clients" })).body as Tokens;
		expect((await introspect(narrow.access_token)).body.scope).toBe("read:clients");
		expect((await introspect(narrow.refresh_token)).body.scope).toBe("read:clients write:clients");
	});

	it("is, of a refresh token too, what the app may have now", async () => {
		const own = await newConnection();
		const { refresh_token } = await newTokens(own);
		const body = { scopes: ["write:clients"] };
		await patchApp(own.app, body);
		expect((await introspect(refresh_token)).body.scope).toBe("write:clients");
	});
});

describe("to the millisecond", () => {
	it("an access token is active for an hour and a refresh token for 90 days", async () => {
		const { set } = stopClock();
		const { access_token, refresh_token } = await newTokens(connection);
		const states = async (ms: number) => {
			set(ms);
			return [await active(access_token), await active(refresh_token)];
		};
		expect(await states(3_599_999)).toEqual([true, true]);
		expect(await states(3_600_000)).toEqual([false, true]);
		expect(await states(90 * 86_400_000 - 1)).toEqual([false, true]);
		expect(await states(90 * 86_400_000)).toEqual([false, false]);
	});
});

describe("nothing is told of", () => {
	it("what is no token of OAuth's, though it works elsewhere: keys, codes, secrets, client ids", async () => {
		const { key } = await newKey(connection.tenantId);
		const { code } = await approve(connection);
		const values = [key, code, inspector.secret ?? "", inspector.clientId, mintToken("svcoat_"), mintToken("svcort_")];
		for (const value of values) expect(await active(value)).toBe(false);
	});

	it("a refresh token that was rotated away, and asking does not count as using it", async () => {
		const first = await newTokens(connection);
		const second = (await refresh(connection.app, first.refresh_token)).body as Tokens;
		expect(await active(first.refresh_token)).toBe(false);
		expect([await active(second.access_token), await active(second.refresh_token)]).toEqual([true, true]);
		expect((await refresh(connection.app, second.refresh_token)).status).toBe(200);
	});
});

describe("whoever may introspect", () => {
	it("is so from the next request on, and no longer once the app is not first-party", async () => {
		const { access_token } = await newTokens(connection);
		const app = await newApp();
		const firstParty = (first_party: boolean) => patchApp(app, { first_party });
		const asked: number[] = [];
		for (const given of [true, false, true]) {
			await firstParty(given);
			asked.push((await introspect(access_token, basic(app))).status);
		}
		expect(asked).toEqual([200, 401, 200]);
	});

	it("is told nothing before that is known: a bad request of anyone else is 401", async () => {
		const outsider = await newApp();
		for (const form of [{}, { token: "" }, { token: "x" }] as Record<string, string>[]) {
			const answer = await post("/oauth/introspect", form, { headers: basic(outsider) });
			expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
		}
	});

	it("sends one form with one token: anything else is invalid_request", async () => {
		const { access_token } = await newTokens(connection);
		const headers = basic(inspector);
		const twice = [
			["token", access_token],
			["token", access_token],
		] as [string, string][];
		const hints = [
			["token_type_hint", "access_token"],
			["token_type_hint", "access_token"],
		] as [string, string][];
		for (const answer of [
			await post("/oauth/introspect", {}, { headers }),
			await post("/oauth/introspect", { token: "" }, { headers }),
			await post("/oauth/introspect", twice, { headers }),
			await post("/oauth/introspect", [["token", access_token], ...hints], { headers }),
			await post(`/oauth/introspect?token=${access_token}`, {}, { headers }),
			await send("/oauth/introspect", { body: { token: access_token }, headers }),
		])
			expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
		expect((await send(`/oauth/introspect?token=${access_token}`, { headers })).status).toBe(404);
	});

	it("changes nothing by it", async () => {
		const { access_token, refresh_token } = await newTokens(connection);
		const stored = async () =>
			JSON.stringify(
				await database
					.batch(
						["oauth_grants", "oauth_access_tokens", "audit_entries"].map((table) =>
							database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`),
						),
					)
					.then((answers) => answers.map(({ results }) => results)),
			);
		const before = await stored();
		await active(access_token);
		await active(refresh_token);
		expect(await stored()).toBe(before);
	});
});

describe("introspection is refused with 401 and a Basic challenge", () => {
	it("to everyone but a first-party app that presents its secret by Basic", async () => {
		const { access_token } = await newTokens(await newConnection());
		const [thirdParty, publicApp, suspended] = await Promise.all([
			newApp(),
			newApp({ type: "public", first_party: true }),
			newApp({ first_party: true }),
		]);
		await patchApp(suspended, { status: "SUSPENDED" });
		const inBody = { token: access_token, client_id: inspector.clientId, client_secret: inspector.secret ?? "" };
		const attempts = await Promise.all([
			introspect(access_token, {}),
			introspect(access_token, basic(thirdParty)),
			introspect(access_token, basic(publicApp)),
			introspect(access_token, basic(suspended)),
			introspect(access_token, basic({ ...inspector, secret: thirdParty.secret })),
			introspect(access_token, { Authorization: `Bearer ${access_token}` }),
			post("/oauth/introspect", inBody),
		]);
		for (const { status, headers, body } of attempts) {
			expect([status, body.error]).toEqual([401, "invalid_client"]);
			expect(headers.get("WWW-Authenticate")).toMatch(/^Basic/);
		}
	});
});
