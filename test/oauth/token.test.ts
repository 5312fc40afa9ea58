import { createHash } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { clock } from "../../src/lib/clock.ts";
import { mintSecret } from "../../src/lib/secret-value.ts";
import { type Answer, send } from "../support/api.ts";
import {
	type App,
	approve,
	basic,
	type Connection,
	exchange,
	me,
	newApp,
	newConnection,
	newTokens,
	post,
	redirectUri,
	refresh,
	token,
} from "../support/oauth.ts";
import { operate } from "../support/world.ts";

let connection: Connection;
let app: App;
beforeAll(async () => {
	connection = await newConnection();
	app = connection.app;
});
afterEach(() => vi.restoreAllMocks());

/** Holds the service's clock, and sets it to so many milliseconds after that. */
function stopClock(): (ms: number) => void {
	const start = clock.now();
	const now = vi.spyOn(clock, "now").mockReturnValue(start);
	return (ms) => now.mockReturnValue(start + ms);
}

const expectRefused = ({ status, body, text }: Answer, error: string): void =>
	expect([status, body?.error], text).toEqual([error === "invalid_client" ? 401 : 400, error]);

const formOf = ({ code, verifier }: { code: string; verifier: string }) => ({
	grant_type: "authorization_code",
	code,
	redirect_uri: redirectUri,
	code_verifier: verifier,
});

describe("to the millisecond", () => {
	it.each([
		[59_999, 200],
		[60_000, 400],
		[60_001, 400],
	])("a code %i ms after its approval answers %i", async (ms, status) => {
		const setClock = stopClock();
		const approval = await approve(connection);
		setClock(ms);
		const answer = await exchange(app, approval);
		expect([answer.status, answer.body.error]).toEqual([status, status === 200 ? undefined : "invalid_grant"]);
	});

	it.each([
		[3_599_999, 200, undefined],
		[3_600_000, 401, "expired_access_token"],
	])("an access token %i ms after its issue answers %i", async (ms, status, code) => {
		const setClock = stopClock();
		const { access_token } = await newTokens(connection);
		setClock(ms);
		const { body } = await me(status, access_token);
		expect(body.code).toBe(code);
	});

	it("an access token of a refresh has an hour of its own", async () => {
		const setClock = stopClock();
		const { refresh_token } = await newTokens(connection);
		setClock(3_000_000);
		const { access_token } = (await refresh(app, refresh_token)).body;
		setClock(6_599_999);
		await me(200, access_token);
		setClock(6_600_000);
		expect((await me(401, access_token)).body.code).toBe("expired_access_token");
	});
});

describe("a code presented again", () => {
	it.each([
		["another redirect_uri", () => ({ redirect_uri: "https://app.example/other" })],
		["another verifier", () => ({ code_verifier: "x".repeat(43) })],
		["a verifier that is too long", () => ({ code_verifier: "x".repeat(129) })],
	])("with %s is no replay: the grant lives on", async (_, wrong) => {
		const approval = await approve(connection);
		const { access_token } = (await exchange(app, approval)).body;
		expectRefused(await token(app, { ...formOf(approval), ...wrong() }), "invalid_grant");
		await me(200, access_token);
	});

	it("ends its own grant alone, not the studio's others with the same app", async () => {
		const [first, second] = [await approve(connection), await approve(connection)];
		const [one, other] = [(await exchange(app, first)).body, (await exchange(app, second)).body];
		expectRefused(await exchange(app, first), "invalid_grant");
		expect((await me(401, one.access_token)).body).toMatchObject({ code: "revoked_grant", reason: "code_replayed" });
		await me(200, other.access_token);
		expect((await refresh(app, other.refresh_token)).status).toBe(200);
	});

	it("ends the grant also when the studio has fallen to Light meanwhile", async () => {
		const own = await newConnection();
		const approval = await approve(own);
		const { access_token } = (await exchange(own.app, approval)).body;
		const plan = (plan: string) => operate(200, `/admin/tenants/${own.tenantId}`, { method: "PATCH", body: { plan } });
		await plan("light");
		expectRefused(await exchange(own.app, approval), "invalid_grant");
		await plan("solo");
		expect((await me(401, access_token)).body).toMatchObject({ code: "revoked_grant", reason: "code_replayed" });
	});

	it("ends the tokens that were refreshed from it as well", async () => {
		const approval = await approve(connection);
		const first = (await exchange(app, approval)).body;
		const second = (await refresh(app, first.refresh_token)).body;
		expectRefused(await exchange(app, approval), "invalid_grant");
		for (const { access_token } of [first, second])
			expect((await me(401, access_token)).body).toMatchObject({ code: "revoked_grant", reason: "code_replayed" });
		expectRefused(await refresh(app, second.refresh_token), "invalid_grant");
	});
});

describe("a verifier", () => {
	it.each([
		["43 characters", "a".repeat(43)],
		["128 characters", "Z9".repeat(64)],
		["every kind of character", `${"-._~".repeat(10)}aZ09`],
	])("of %s redeems a code", async (_, verifier) => {
		const challenge = createHash("sha256").update(verifier).digest("base64url");
		const { code } = await approve(connection, { code_challenge: challenge });
		expect((await exchange(app, { code, verifier })).status).toBe(200);
	});

	it("is not taken where the challenge itself is sent, nor in another case", async () => {
		const verifier = "aB".repeat(30);
		const challenge = createHash("sha256").update(verifier).digest("base64url");
		const { code } = await approve(connection, { code_challenge: challenge });
		for (const wrong of [challenge, verifier.toLowerCase(), `${verifier}a`, `${verifier} `])
			expectRefused(await exchange(app, { code, verifier: wrong }), "invalid_grant");
		expect((await exchange(app, { code, verifier })).status).toBe(200);
	});
});

describe("the query of the URL", () => {
	it("is no place for a client's credentials, nor for any parameter", async () => {
		const form = formOf(await approve(connection));
		const credentials = { client_id: app.clientId, client_secret: app.secret ?? "" };
		const path = (query: Record<string, string>) => `/oauth/token?${new URLSearchParams(query)}`;
		expectRefused(await post(path(credentials), form), "invalid_client");
		expectRefused(await post(path(form), credentials), "invalid_request");
		const { code_verifier, ...rest } = form;
		expectRefused(await post(path({ code_verifier }), rest, { headers: basic(app) }), "invalid_request");
		// Nor does it make a parameter a repeated one.
		expect((await post(path(form), form, { headers: basic(app) })).status).toBe(200);
	});
});

describe("whoever does not prove to be the client", () => {
	it("learns nothing of the grant type, the code or the app's state", async () => {
		const suspended = await newApp();
		await operate(200, `/admin/oauth_apps/${suspended.id}`, { method: "PATCH", body: { status: "SUSPENDED" } });
		const secret = mintSecret("svcosk_");
		const used = await approve(connection);
		await exchange(app, used);
		for (const [of, form] of [
			[app, { grant_type: "password" }],
			[app, {}],
			[app, formOf(used)],
			[suspended, { grant_type: "refresh_token", refresh_token: "x" }],
		] as [App, Record<string, string>][])
			expectRefused(await token({ ...of, secret }, form), "invalid_client");
	});

	it("ends no grant by redeeming its code again", async () => {
		const approval = await approve(connection);
		const { access_token } = (await exchange(app, approval)).body;
		expectRefused(await token({ ...app, secret: mintSecret("svcosk_") }, formOf(approval)), "invalid_client");
		await me(200, access_token);
	});
});

describe("the scope of the answer", () => {
	it("is what the app may still have when the code is redeemed", async () => {
		const own = await newConnection();
		const approval = await approve(own, { scope: "read:clients read:appointments" });
		const body = { scopes: ["read:appointments", "read:leads"] };
		await operate(200, `/admin/oauth_apps/${own.app.id}`, { method: "PATCH", body });
		const answer = (await exchange(own.app, approval)).body;
		expect(answer.scope).toBe("read:appointments");
		expect((await me(200, answer.access_token)).body.oauth.scopes).toEqual(["read:appointments"]);
	});
});

describe("what an answer of the token endpoint tells caches and programs", () => {
	it("is to store nothing, be it tokens or any refusal", async () => {
		const answers = [
			await exchange(app, await approve(connection)),
			await token(app, {}),
			await token({ ...app, secret: "x" }, {}),
			await token(app, { grant_type: "x".repeat(1024 * 1024) }),
			await send("/oauth/token"),
			await send("/oauth/token", { method: "PUT", raw: "x" }),
		];
		expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 413, 404, 404]);
		for (const { headers } of answers) expect(headers.get("Cache-Control")).toBe("no-store");
		for (const { headers } of answers.slice(0, 4)) expect(headers.get("Pragma")).toBe("no-cache");
	});

	it("names the request that it answers as the client named it", async () => {
		const answer = await token(app, {}, { headers: { "X-Request-ID": "mine-1" } });
		expect([answer.body.request_id, answer.headers.get("X-Request-ID")]).toEqual(["mine-1", "mine-1"]);
	});
});
