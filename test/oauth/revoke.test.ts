import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { mintSecret } from "../../src/lib/secret-value.ts";
import type { Answer } from "../support/api.ts";
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
import { advance, newKey, operate } from "../support/world.ts";

let connection: Connection;
let app: App;
beforeAll(async () => {
	connection = await newConnection();
	app = connection.app;
});

const revoke = async (of: App, token: string, given: Record<string, string> = {}): Promise<Answer> => {
	const answer = await post("/oauth/revoke", { token, ...given }, { headers: basic(of) });
	expect([answer.status, answer.text]).toEqual([200, ""]);
	return answer;
};

describe("an app revokes", () => {
	it("one grant and not its others, of this studio or another", async () => {
		const elsewhere = await newConnection({ app });
		const [dead, beside, far] = [await newTokens(connection), await newTokens(connection), await newTokens(elsewhere)];
		await revoke(app, dead.refresh_token);
		expect((await me(401, dead.access_token)).body.code).toBe("revoked_grant");
		for (const { access_token, refresh_token } of [beside, far]) {
			await me(200, access_token);
			expect((await refresh(app, refresh_token)).status).toBe(200);
		}
	});

	it("also while it is suspended, and for good", async () => {
		const own = await newConnection();
		const [one, two] = [await newTokens(own), await newTokens(own)];
		const status = (status: string) =>
			operate(200, `/admin/oauth_apps/${own.app.id}`, { method: "PATCH", body: { status } });
		await status("SUSPENDED");
		await revoke(own.app, one.refresh_token);
		await revoke(own.app, two.access_token);
		await status("ACTIVE");
		expect((await me(401, one.access_token)).body.code).toBe("revoked_grant");
		expect((await me(401, two.access_token)).body.code).toBe("revoked_access_token");
	});

	it("also in a studio that is on Light", async () => {
		const own = await newConnection();
		const tokens = await newTokens(own);
		const plan = (plan: string) => operate(200, `/admin/tenants/${own.tenantId}`, { method: "PATCH", body: { plan } });
		await plan("light");
		await revoke(own.app, tokens.refresh_token);
		await plan("solo");
		expect((await me(401, tokens.access_token)).body.code).toBe("revoked_grant");
	});

	it("a grant whose access tokens have all expired", async () => {
		const tokens = await newTokens(connection);
		await advance(7200);
		await revoke(app, tokens.refresh_token);
		expect((await refresh(app, tokens.refresh_token)).body.error).toBe("invalid_grant");
	});

	it("with any hint or none, known or not", async () => {
		for (const token_type_hint of ["", "access_token", "refresh_token", "id_token", "\u0000"]) {
			const tokens = await newTokens(connection);
			await revoke(app, tokens.access_token, { token_type_hint });
			expect((await me(401, tokens.access_token)).body.code).toBe("revoked_access_token");
			await revoke(app, tokens.refresh_token, { token_type_hint });
			expect((await refresh(app, tokens.refresh_token)).body.error).toBe("invalid_grant");
		}
	});

	it("once: again changes nothing and writes nothing into the audit log", async () => {
		const own = await newConnection();
		const tokens = await newTokens(own);
		for (let n = 0; n < 3; n++) await revoke(own.app, tokens.access_token);
		for (let n = 0; n < 3; n++) await revoke(own.app, tokens.refresh_token);
		const { results } = await env.DB.prepare(
			"SELECT action FROM audit_entries WHERE tenant_id = ? AND action LIKE '%.revoked' ORDER BY id",
		)
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
					: revoke(thief, token));
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
			await revoke(app, tokens.access_token),
			await revoke(app, tokens.access_token),
			await revoke(app, tokens.refresh_token),
			await revoke(app, other.refresh_token),
			await revoke(app, mintSecret("svcort_")),
			await revoke(app, mintSecret("svcoat_")),
			await revoke(app, key),
			await revoke(app, "x"),
			await revoke({ ...app, secret: "x" }, tokens.access_token),
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
