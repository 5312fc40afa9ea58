import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { clock } from "../../src/lib/clock.ts";
import { mintSecret } from "../../src/lib/secret-value.ts";
import { send } from "../support/api.ts";
import {
	type App,
	approve,
	basic,
	type Connection,
	newApp,
	newConnection,
	newTokens,
	post,
	refresh,
	signIn,
	type Tokens,
} from "../support/oauth.ts";
import { newKey, operate } from "../support/world.ts";

let inspector: App;
let connection: Connection;
beforeAll(async () => {
	[inspector, connection] = await Promise.all([newApp({ first_party: true }), newConnection()]);
});
beforeEach(async () => {
	connection = { ...connection, cookie: await signIn(connection.person) };
});
afterEach(() => vi.restoreAllMocks());

const introspect = (token: string, as: App = inspector) => post("/oauth/introspect", { token }, { headers: basic(as) });
const isActive = async (token: string): Promise<boolean> => {
	const { status, body } = await introspect(token);
	expect(status).toBe(200);
	if (!body.active) expect(body).toEqual({ active: false });
	return body.active;
};

/** Holds the service's clock at a whole second, and sets it to so many milliseconds after that. */
function stopClock(): { start: number; set(ms: number): void } {
	const start = Math.ceil(clock.now() / 1000) * 1000;
	const now = vi.spyOn(clock, "now").mockReturnValue(start);
	return { start, set: (ms) => void now.mockReturnValue(start + ms) };
}

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
		await operate(200, `/admin/oauth_apps/${own.app.id}`, { method: "PATCH", body });
		expect((await introspect(refresh_token)).body.scope).toBe("write:clients");
	});
});

describe("to the millisecond", () => {
	it("an access token is active for an hour and a refresh token for 90 days", async () => {
		const { set } = stopClock();
		const { access_token, refresh_token } = await newTokens(connection);
		const states = async (ms: number) => {
			set(ms);
			return [await isActive(access_token), await isActive(refresh_token)];
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
		const values = [
			key,
			code,
			inspector.secret ?? "",
			inspector.clientId,
			mintSecret("svcoat_"),
			mintSecret("svcort_"),
		];
		for (const value of values) expect(await isActive(value)).toBe(false);
	});

	it("a refresh token that was rotated away, and asking does not count as using it", async () => {
		const first = await newTokens(connection);
		const second = (await refresh(connection.app, first.refresh_token)).body as Tokens;
		expect(await isActive(first.refresh_token)).toBe(false);
		expect([await isActive(second.access_token), await isActive(second.refresh_token)]).toEqual([true, true]);
		expect((await refresh(connection.app, second.refresh_token)).status).toBe(200);
	});
});

describe("whoever may introspect", () => {
	it("is so from the next request on, and no longer once the app is not first-party", async () => {
		const { access_token } = await newTokens(connection);
		const app = await newApp();
		const firstParty = (first_party: boolean) =>
			operate(200, `/admin/oauth_apps/${app.id}`, { method: "PATCH", body: { first_party } });
		const asked: number[] = [];
		for (const given of [true, false, true]) {
			await firstParty(given);
			asked.push((await introspect(access_token, app)).status);
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
				await env.DB.batch(
					["oauth_grants", "oauth_access_tokens", "oauth_refresh_tokens", "audit_entries"].map((table) =>
						env.DB.prepare(`SELECT * FROM ${table} ORDER BY rowid`),
					),
				).then((answers) => answers.map(({ results }) => results)),
			);
		const before = await stored();
		await isActive(access_token);
		await isActive(refresh_token);
		expect(await stored()).toBe(before);
	});
});
