import { beforeAll, describe, expect, it } from "vitest";
import { call, send } from "../support/api.ts";
import {
	type App,
	basic,
	type Connection,
	me,
	newApp,
	newConnection,
	newTokens,
	post,
	refresh,
	type Tokens,
} from "../support/oauth.ts";
import { newKey } from "../support/world.ts";

let connection: Connection;
let app: App;
let tokens: Tokens;
beforeAll(async () => {
	connection = await newConnection();
	app = connection.app;
});

const revoke = (form: Record<string, string>, headers: Record<string, string> = basic(app)) =>
	post("/oauth/revoke", form, { headers });
const fresh = async () => {
	tokens = await newTokens(connection);
};

describe("revoking", () => {
	it("an access token ends that token alone", async () => {
		await fresh();
		const other = (await refresh(app, tokens.refresh_token)).body as Tokens;
		const answer = await revoke({ token: tokens.access_token, token_type_hint: "access_token" });
		expect([answer.status, answer.text]).toEqual([200, ""]);
		expect((await me(401, tokens.access_token)).body.code).toBe("revoked_access_token");
		await me(200, other.access_token);
		expect((await refresh(app, other.refresh_token)).status).toBe(200);
	});

	it.each([
		["the current refresh token", 0],
		["one that was rotated away", 1],
	])("%s ends the grant with all its tokens", async (_, rotations) => {
		await fresh();
		let last = tokens;
		for (let n = 0; n < rotations; n++) last = (await refresh(app, last.refresh_token)).body;
		expect((await revoke({ token: tokens.refresh_token })).status).toBe(200);
		for (const { access_token, refresh_token } of [tokens, last]) {
			expect((await me(401, access_token)).body).toMatchObject({ code: "revoked_grant", reason: "revoked_by_app" });
			expect((await refresh(app, refresh_token)).body.error).toBe("invalid_grant");
		}
	});

	it("keeps the reason for which the grant died first", async () => {
		await fresh();
		await refresh(app, tokens.refresh_token);
		await refresh(app, tokens.refresh_token);
		expect((await revoke({ token: tokens.refresh_token })).status).toBe(200);
		expect((await me(401, tokens.access_token)).body.reason).toBe("refresh_replayed");
	});

	it("works with the secret in the body, and for a public app with its client_id", async () => {
		await fresh();
		await revoke({ token: tokens.access_token, client_id: app.clientId, client_secret: app.secret ?? "" }, {});
		await me(401, tokens.access_token);
		const own = await newConnection({ app: await newApp({ type: "public" }) });
		const { access_token, refresh_token } = await newTokens(own);
		await revoke({ token: refresh_token, client_id: own.app.clientId }, {});
		await me(401, access_token);
	});

	it("is not misled by a wrong hint", async () => {
		await fresh();
		await revoke({ token: tokens.refresh_token, token_type_hint: "access_token" });
		expect((await me(401, tokens.access_token)).body.code).toBe("revoked_grant");
	});

	it("is audited with the app that did it", async () => {
		await fresh();
		const { key } = await newKey(connection.tenantId);
		const { grant_id } = (await me(200, tokens.access_token)).body.oauth;
		await revoke({ token: tokens.access_token });
		await revoke({ token: tokens.refresh_token });
		const { data } = (await call(200, "/v1/audit_log?limit=2", { key })).body;
		const actor = { type: "oauth_app", id: app.id };
		expect(data).toMatchObject([
			{ action: "oauth_grant.revoked", resource_id: grant_id, actor },
			{ action: "oauth_access_token.revoked", resource_id: grant_id, actor },
		]);
	});
});

describe("revocation is always 200, and does nothing", () => {
	it("with bad client credentials, or another client's token", async () => {
		await fresh();
		const thief = await newApp();
		const attempts: [Record<string, string>, Record<string, string>][] = [
			[{}, {}],
			[{ client_id: app.clientId }, {}],
			[{ client_id: app.clientId, client_secret: "wrong" }, {}],
			[{}, basic({ ...app, secret: thief.secret })],
			[{}, basic(thief)],
			[{ client_secret: app.secret ?? "" }, basic(app)],
			[{}, { Authorization: "Bearer x" }],
		];
		for (const token of [tokens.access_token, tokens.refresh_token])
			for (const [form, headers] of attempts) {
				const answer = await revoke({ token, ...form }, headers);
				expect([answer.status, answer.text]).toEqual([200, ""]);
			}
		await me(200, tokens.access_token);
		expect((await refresh(app, tokens.refresh_token)).status).toBe(200);
	});

	it("with an unknown token, none, one twice, another content type, or a body that is too large", async () => {
		for (const token of ["", "x", "svcoat_x", `svcort_${"0".repeat(36)}`])
			expect((await revoke({ token })).status).toBe(200);
		const repeated = `token=a&token=${tokens.refresh_token}`;
		const headers = { ...basic(app), "Content-Type": "application/x-www-form-urlencoded" };
		expect((await send("/oauth/revoke", { method: "POST", raw: repeated, headers })).status).toBe(200);
		const json = { ...basic(app), "Content-Type": "application/json" };
		expect((await send("/oauth/revoke", { method: "POST", raw: "{}", headers: json })).status).toBe(200);
		expect((await revoke({ token: "x".repeat(1024 * 1024 + 1) })).status).toBe(200);
	});
});
