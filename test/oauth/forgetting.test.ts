import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { approve, exchange, me, newConnection, newTokens, post, refresh } from "../support/oauth.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { advance } from "../support/world.ts";

const day = 86_400;

const count = async (table: string) =>
	(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())?.n;

it("what nobody can use any more is forgotten, and not before", async () => {
	const connection = await newConnection();
	const { app } = connection;
	await approve(connection);
	const approval = await approve(connection);
	const tokens = (await exchange(app, approval)).body;
	const dead = await newTokens(connection);
	await post("/oauth/revoke", { token: dead.refresh_token, client_id: app.clientId, client_secret: app.secret ?? "" });
	const tables = ["sessions", "oauth_codes", "oauth_grants", "oauth_access_tokens", "oauth_refresh_tokens"];
	const counts = async () => {
		await scheduledWork();
		return await Promise.all(tables.map(count));
	};
	expect(await counts()).toEqual([1, 3, 2, 2, 2]);

	// The session, and the code that nobody redeemed.
	await advance(2 * day);
	expect(await counts()).toEqual([0, 2, 2, 2, 2]);
	expect((await me(401, tokens.access_token)).body.code).toBe("expired_access_token");
	expect((await me(401, dead.access_token)).body.code).toBe("revoked_grant");

	// Access tokens after a month; a code that is redeemed again is still known for what it is.
	await advance(29 * day);
	const later = (await refresh(app, tokens.refresh_token)).body;
	expect(await counts()).toEqual([0, 2, 2, 1, 3]);
	await exchange(app, approval);
	expect((await me(401, later.access_token)).body).toMatchObject({ code: "revoked_grant", reason: "code_replayed" });

	// Refresh tokens when they could no longer be used, grants another three months later.
	await advance(91 * day);
	expect(await counts()).toEqual([0, 2, 2, 0, 0]);
	await advance(91 * day);
	expect(await counts()).toEqual([0, 0, 0, 0, 0]);
});
