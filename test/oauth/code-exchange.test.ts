import { createHash } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { stopClock } from "../support/clock.ts";
import {
	type App,
	approve,
	type Connection,
	codeFormOf,
	exchange,
	expectOAuthError,
	expectRefused,
	me,
	newCodeForm,
	newConnection,
	newTokens,
	patchApp,
	refresh,
	token,
} from "../support/oauth.ts";
import { changePlan } from "../support/world.ts";

let connection: Connection;
let app: App;
beforeAll(async () => {
	connection = await newConnection();
	app = connection.app;
});
afterEach(() => vi.restoreAllMocks());

describe("a code exchanged", () => {
	it("gives a bearer token for an hour, a refresh token and the scope", async () => {
		const answer = await token(app, await newCodeForm(connection));
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			access_token: expect.stringMatching(/^svcoat_[0-9A-Za-z]{36}$/),
			token_type: "Bearer",
			expires_in: 3600,
			refresh_token: expect.stringMatching(/^svcort_[0-9A-Za-z]{36}$/),
			scope: "read:clients write:clients",
		});
		expect(answer.headers.get("Cache-Control")).toBe("no-store");
		expect(answer.headers.get("Pragma")).toBe("no-cache");
		await me(200, answer.body.access_token);
	});

	it.each(["code", "redirect_uri", "code_verifier"])("needs %s, and is not used up by its lack", async (name) => {
		const form = await newCodeForm(connection);
		const { [name]: _, ...rest } = form;
		expectOAuthError(await token(app, rest), 400, "invalid_request");
		expectOAuthError(await token(app, { ...rest, [name]: "" }), 400, "invalid_request");
		expect((await token(app, form)).status).toBe(200);
	});

	it.each([
		["another address", { redirect_uri: "https://app.example/callback/" }],
		["an address with a query", { redirect_uri: "https://app.example/callback?x=1" }],
		["another verifier", { code_verifier: "v".repeat(43) }],
		["a verifier that is too short", { code_verifier: "v".repeat(42) }],
		["an unknown code", { code: "svcac_unknown" }],
	])("is refused with %s, and is not used up by it", async (_, wrong) => {
		const form = await newCodeForm(connection);
		expectOAuthError(await token(app, { ...form, ...wrong }), 400, "invalid_grant");
		expect((await token(app, form)).status).toBe(200);
	});

	it("is refused where its hash matches but its verifier is not of the grammar", async () => {
		const { createHash } = await import("node:crypto");
		for (const verifier of ["v".repeat(42), "v".repeat(129), `${"v".repeat(43)}!`]) {
			const challenge = createHash("sha256").update(verifier).digest("base64url");
			const { code } = await approve(connection, { code_challenge: challenge });
			expectOAuthError(await exchange(app, { code, verifier }), 400, "invalid_grant");
		}
	});

	it("is refused of a studio that has fallen to Light meanwhile", async () => {
		const own = await newConnection();
		const approval = await approve(own);
		await changePlan(own.tenantId, "light");
		expectOAuthError(await exchange(own.app, approval), 400, "invalid_grant");
		await changePlan(own.tenantId, "solo");
		expect((await exchange(own.app, approval)).status).toBe(200);
	});
});

describe("to the millisecond", () => {
	it.each([
		[59_999, 200],
		[60_000, 400],
		[60_001, 400],
	])("a code %i ms after its approval answers %i", async (ms, status) => {
		const { set: setClock } = stopClock();
		const approval = await approve(connection);
		setClock(ms);
		const answer = await exchange(app, approval);
		expect([answer.status, answer.body.error]).toEqual([status, status === 200 ? undefined : "invalid_grant"]);
	});

	it.each([
		[3_599_999, 200, undefined],
		[3_600_000, 401, "expired_access_token"],
	])("an access token %i ms after its issue answers %i", async (ms, status, code) => {
		const { set: setClock } = stopClock();
		const { access_token } = await newTokens(connection);
		setClock(ms);
		const { body } = await me(status, access_token);
		expect(body.code).toBe(code);
	});

	it("an access token of a refresh has an hour of its own", async () => {
		const { set: setClock } = stopClock();
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
		expectRefused(await token(app, { ...codeFormOf(approval), ...wrong() }), "invalid_grant");
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
		await changePlan(own.tenantId, "light");
		expectRefused(await exchange(own.app, approval), "invalid_grant");
		await changePlan(own.tenantId, "solo");
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

describe("the scope of the answer", () => {
	it("is what the app may still have when the code is redeemed", async () => {
		const own = await newConnection();
		const approval = await approve(own, { scope: "read:clients read:appointments" });
		const body = { scopes: ["read:appointments", "read:leads"] };
		await patchApp(own.app, body);
		const answer = (await exchange(own.app, approval)).body;
		expect(answer.scope).toBe("read:appointments");
		expect((await me(200, answer.access_token)).body.oauth.scopes).toEqual(["read:appointments"]);
	});
});
