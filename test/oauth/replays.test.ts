import { describe, expect, it } from "vitest";
import type { Answer } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { rows } from "../support/database.ts";
import {
	approve,
	exchange,
	expectDead,
	me,
	newApp,
	newConnection,
	newTokens,
	post,
	refresh,
	type Tokens,
	token,
} from "../support/oauth.ts";

const count = 40;
const tokensOf = (answers: Answer[]): Tokens[] =>
	answers.filter(({ status }) => status === 200).map(({ body }) => body);

describe("one code, redeemed many times at once", () => {
	it("gives at most one success, never a 5xx, and a grant that is dead", async () => {
		const connection = await newConnection();
		const approval = await approve(connection);
		const answers = await Promise.all(Array.from({ length: count }, () => exchange(connection.app, approval)));
		expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
		for (const { status, body } of answers.filter(({ status }) => status !== 200))
			expect([status, body.error]).toEqual([400, "invalid_grant"]);
		await expectDead(tokensOf(answers), "code_replayed");
		const grants = await rows("SELECT * FROM oauth_grants WHERE tenant_id = ?", connection.tenantId);
		expect(grants).toEqual([expect.objectContaining({ revoked_reason: "code_replayed" })]);
		const audited = await rows(
			"SELECT action FROM audit_entries WHERE tenant_id = ? AND action LIKE 'oauth_grant.%' ORDER BY id",
			connection.tenantId,
		);
		expect(audited.map(({ action }) => action)).toEqual([
			"oauth_grant.approved",
			"oauth_grant.created",
			"oauth_grant.revoked",
		]);
	});
});

describe("one refresh token, used many times at once", () => {
	it("gives at most one success, never a 5xx, and a grant that is dead", async () => {
		const connection = await newConnection();
		const first = await newTokens(connection);
		await me(200, first.access_token);
		const answers = await Promise.all(
			Array.from({ length: count }, () => refresh(connection.app, first.refresh_token)),
		);
		expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
		for (const { status, body } of answers.filter(({ status }) => status !== 200))
			expect([status, body.error]).toEqual([400, "invalid_grant"]);
		await expectDead(tokensOf(answers), "refresh_replayed");
		expect((await me(401, first.access_token)).body).toMatchObject({ reason: "refresh_replayed" });
	});

	it("gives success to both where each uses a token of its own grant", async () => {
		const connection = await newConnection();
		const grants = await Promise.all([newTokens(connection), newTokens(connection)]);
		const answers = await Promise.all(grants.map(({ refresh_token }) => refresh(connection.app, refresh_token)));
		for (const { status, body } of answers) {
			expect(status).toBe(200);
			await me(200, body.access_token);
		}
	});
});

describe("of a public app", () => {
	it("one code and one refresh token used many times at once end their grants, too", async () => {
		const own = await newConnection({ app: await newApp({ type: "public" }) });
		const approval = await approve(own);
		const redeemed = await Promise.all(Array.from({ length: count }, () => exchange(own.app, approval)));
		expect(tokensOf(redeemed).length).toBeLessThanOrEqual(1);
		await expectDead(tokensOf(redeemed), "code_replayed");
		const first = await newTokens(own);
		const refreshed = await Promise.all(Array.from({ length: count }, () => refresh(own.app, first.refresh_token)));
		expect(tokensOf(refreshed).length).toBeLessThanOrEqual(1);
		await expectDead([first, ...tokensOf(refreshed)], "refresh_replayed");
		const revoked = "SELECT id FROM audit_entries WHERE tenant_id = ? AND action = 'oauth_grant.revoked'";
		expect(await rows(revoked, own.tenantId)).toHaveLength(2);
		for (const { status, body } of [...redeemed, ...refreshed])
			expect([200, "invalid_grant"]).toContain(status === 200 ? status : body.error);
	});
});

describe("a code that someone else presents", () => {
	it("changes nothing for the rightful client, be it another client, another address or another verifier", async () => {
		const connection = await newConnection();
		const thief = await newApp();
		const approval = await approve(connection);
		const form = {
			grant_type: "authorization_code",
			code: approval.code,
			redirect_uri: "https://app.example/callback",
			code_verifier: approval.verifier,
		};
		const attempts = await Promise.all([
			token(thief, form),
			token(connection.app, { ...form, redirect_uri: "https://app.example/other" }),
			token(connection.app, { ...form, code_verifier: "x".repeat(43) }),
			token({ ...connection.app, secret: thief.secret }, form),
			post("/oauth/token", { ...form, client_id: connection.app.clientId }),
		]);
		expect(attempts.map(({ status, body }) => [status, body.error])).toEqual([
			[400, "invalid_grant"],
			[400, "invalid_grant"],
			[400, "invalid_grant"],
			[401, "invalid_client"],
			[401, "invalid_client"],
		]);
		const rightful = await exchange(connection.app, approval);
		expect(rightful.status).toBe(200);
		// After the redemption they still change nothing: a replay needs the right client, address and verifier.
		await token(thief, form);
		await token(connection.app, { ...form, code_verifier: "x".repeat(43) });
		await me(200, rightful.body.access_token);
	});
});

describe("a second redemption", () => {
	it.each([0, 61, 3000])("%s seconds after the first ends the grant", async (seconds) => {
		const connection = await newConnection();
		const approval = await approve(connection);
		const { body } = await exchange(connection.app, approval);
		advance(seconds);
		await me(200, body.access_token);
		const second = await exchange(connection.app, approval);
		expect([second.status, second.body.error]).toEqual([400, "invalid_grant"]);
		expect((await me(401, body.access_token)).body).toMatchObject({ code: "revoked_grant", reason: "code_replayed" });
		expect((await refresh(connection.app, body.refresh_token)).body.error).toBe("invalid_grant");
	});
});

describe("a refresh token that races its grant's end", () => {
	it("leaves no token alive, whoever comes first", async () => {
		const connection = await newConnection();
		for (let n = 0; n < 10; n++) {
			const tokens = await newTokens(connection);
			const { app } = connection;
			const form = { token: tokens.refresh_token, client_id: app.clientId, client_secret: app.secret ?? "" };
			const [revoked, ...refreshed] = await Promise.all([
				post("/oauth/revoke", form),
				refresh(app, tokens.refresh_token),
			]);
			expect(revoked.status).toBe(200);
			const alive: Tokens[] = [tokens, ...refreshed.filter(({ status }) => status === 200).map(({ body }) => body)];
			for (const { access_token, refresh_token } of alive) {
				expect((await me(401, access_token)).body).toMatchObject({ code: "revoked_grant", reason: "revoked_by_app" });
				expect((await refresh(app, refresh_token)).body.error).toBe("invalid_grant");
			}
		}
	});
});
