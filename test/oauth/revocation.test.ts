import { beforeAll, describe, expect, it } from "vitest";
import { mintToken } from "../../src/platform/lib/secrets/secret-value.ts";
import { type Answer, call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { database } from "../support/database.ts";
import {
	type App,
	basic,
	type Connection,
	me,
	newApp,
	newConnection,
	newTokens,
	patchApp,
	post,
	refresh,
	type Tokens,
} from "../support/oauth.ts";
import { changePlan, newKey } from "../support/world.ts";

let connection: Connection;
let app: App;
let tokens: Tokens;
beforeAll(async () => {
	connection = await newConnection();
	app = connection.app;
});

const revoke = (form: Record<string, string>, headers: Record<string, string> = basic(app)) =>
	post("/oauth/revoke", form, { headers });

const revokeAs = async (of: App, token: string, given: Record<string, string> = {}): Promise<Answer> => {
	const answer = await post("/oauth/revoke", { token, ...given }, { headers: basic(of) });
	expect([answer.status, answer.text]).toEqual([200, ""]);
	return answer;
};

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
		await fresh();
		for (const token of ["", "x", "svcoat_x", `svcort_${"0".repeat(36)}`])
			expect((await revoke({ token })).status).toBe(200);
		const repeated = `token=a&token=${tokens.refresh_token}`;
		const headers = { ...basic(app), "Content-Type": "application/x-www-form-urlencoded" };
		expect((await send("/oauth/revoke", { method: "POST", raw: repeated, headers })).status).toBe(200);
		await me(200, tokens.access_token);
		const json = { ...basic(app), "Content-Type": "application/json" };
		expect((await send("/oauth/revoke", { method: "POST", raw: "{}", headers: json })).status).toBe(200);
		expect((await revoke({ token: "x".repeat(1024 * 1024 + 1) })).status).toBe(200);
	});
});

describe("an app revokes", () => {
	it("one grant and not its others, of this studio or another", async () => {
		const elsewhere = await newConnection({ app });
		const [dead, beside, far] = [await newTokens(connection), await newTokens(connection), await newTokens(elsewhere)];
		await revokeAs(app, dead.refresh_token);
		expect((await me(401, dead.access_token)).body.code).toBe("revoked_grant");
		for (const { access_token, refresh_token } of [beside, far]) {
			await me(200, access_token);
			expect((await refresh(app, refresh_token)).status).toBe(200);
		}
	});

	it("also while it is suspended, and for good", async () => {
		const own = await newConnection();
		const [one, two] = [await newTokens(own), await newTokens(own)];
		const status = (status: string) => patchApp(own.app, { status });
		await status("SUSPENDED");
		await revokeAs(own.app, one.refresh_token);
		await revokeAs(own.app, two.access_token);
		await status("ACTIVE");
		expect((await me(401, one.access_token)).body.code).toBe("revoked_grant");
		expect((await me(401, two.access_token)).body.code).toBe("revoked_access_token");
	});

	it("also in a studio that is on Light", async () => {
		const own = await newConnection();
		const tokens = await newTokens(own);
		await changePlan(own.tenantId, "light");
		await revokeAs(own.app, tokens.refresh_token);
		await changePlan(own.tenantId, "solo");
		expect((await me(401, tokens.access_token)).body.code).toBe("revoked_grant");
	});

	it("a grant whose access tokens have all expired", async () => {
		const tokens = await newTokens(connection);
		advance(7200);
		await revokeAs(app, tokens.refresh_token);
		expect((await refresh(app, tokens.refresh_token)).body.error).toBe("invalid_grant");
	});

	it("with any hint or none, known or not", async () => {
		for (const token_type_hint of ["", "access_token", "refresh_token", "id_token", "\u0000"]) {
			const tokens = await newTokens(connection);
			await revokeAs(app, tokens.access_token, { token_type_hint });
			expect((await me(401, tokens.access_token)).body.code).toBe("revoked_access_token");
			await revokeAs(app, tokens.refresh_token, { token_type_hint });
			expect((await refresh(app, tokens.refresh_token)).body.error).toBe("invalid_grant");
		}
	});

	it("once: again changes nothing and writes nothing into the audit log", async () => {
		const own = await newConnection();
		const tokens = await newTokens(own);
		for (let n = 0; n < 3; n++) await revokeAs(own.app, tokens.access_token);
		for (let n = 0; n < 3; n++) await revokeAs(own.app, tokens.refresh_token);
		const { results } = await database
			.prepare("SELECT action FROM audit_entries WHERE tenant_id = ? AND action LIKE '%.revoked' ORDER BY id")
			.bind(own.tenantId)
			.all();
		expect(results.map(({ action }) => action)).toEqual(["oauth_access_token.revoked", "oauth_grant.revoked"]);
	});
});

describe("another app's token", () => {
	it("is left as it is, be it an access token, a refresh token or one that was rotated away", async () => {
		const first = await newTokens(connection);
		const second = (await refresh(app, first.refresh_token)).body as Tokens;
		for (const thief of await Promise.all([newApp(), newApp({ type: "public" }), newApp({ first_party: true })]))
			for (const token of [first.access_token, first.refresh_token, second.access_token, second.refresh_token])
				await (thief.secret === null
					? post("/oauth/revoke", { token, client_id: thief.clientId })
					: revokeAs(thief, token));
		await me(200, first.access_token);
		await me(200, second.access_token);
		expect((await refresh(app, second.refresh_token)).status).toBe(200);
	});
});

describe("the answer", () => {
	it("is the same to the last header, whether the token was good, bad, dead or another's", async () => {
		const tokens = await newTokens(connection);
		const other = await newTokens(await newConnection());
		const { key } = await newKey(connection.tenantId);
		const answers = [
			await revokeAs(app, tokens.access_token),
			await revokeAs(app, tokens.access_token),
			await revokeAs(app, tokens.refresh_token),
			await revokeAs(app, other.refresh_token),
			await revokeAs(app, mintToken("svcort_")),
			await revokeAs(app, mintToken("svcoat_")),
			await revokeAs(app, key),
			await revokeAs(app, "x"),
			await revokeAs({ ...app, secret: "x" }, tokens.access_token),
		];
		const told = ({ headers }: Answer) =>
			[...headers].filter(([name]) => !["x-request-id", "server-timing"].includes(name));
		for (const answer of answers) expect(told(answer)).toEqual(told(answers[0] as Answer));
		await me(200, other.access_token);
		await me(200, key);
	});

	it("is 200 to a token in the query of the URL too, where it is not read", async () => {
		const { access_token } = await newTokens(connection);
		const answer = await post(`/oauth/revoke?token=${access_token}`, {}, { headers: basic(app) });
		expect(answer.status).toBe(200);
		await me(200, access_token);
	});
});
