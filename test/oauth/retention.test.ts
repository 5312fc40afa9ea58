import { afterEach, describe, expect, it, vi } from "vitest";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import { hashOfSecret } from "../../src/platform/lib/secrets/secret-value.ts";
import { advance, stopClock } from "../support/clock.ts";
import { database } from "../support/database.ts";
import {
	approve,
	type Connection,
	exchange,
	isSignedIn,
	me,
	newConnection,
	newSession,
	newTokens,
	post,
	refresh,
	type Tokens,
} from "../support/oauth.ts";
import { scheduledWork } from "../support/scheduled.ts";

const day = 86_400;
const dayMs = day * 1000;
const hourMs = 3_600_000;

afterEach(() => vi.restoreAllMocks());

function workAt(): (ms: number) => Promise<void> {
	const { set } = stopClock();
	return async (ms) => {
		set(ms);
		await scheduledWork();
	};
}

const isKept = async (table: string, value: string): Promise<boolean> =>
	(await database.prepare(`SELECT 1 FROM ${table} WHERE hash = ?`).bind(hashOfSecret(value)).first()) !== null;

const count = async (table: string) =>
	(await database.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())?.n;

it("what nobody can use any more is forgotten, and not before", async () => {
	const connection = await newConnection();
	const { app } = connection;
	await approve(connection);
	const approval = await approve(connection);
	const tokens = (await exchange(app, approval)).body;
	const dead = await newTokens(connection);
	await post("/oauth/revoke", { token: dead.refresh_token, client_id: app.clientId, client_secret: app.secret ?? "" });
	const tables = ["sessions", "oauth_codes", "oauth_grants", "oauth_access_tokens"];
	const counts = async () => {
		await scheduledWork();
		return await Promise.all(tables.map(count));
	};
	expect(await counts()).toEqual([1, 3, 2, 2]);

	// The session, the code that nobody redeemed and the access tokens are gone. Their callers still learn the reason.
	advance(2 * day);
	expect(await counts()).toEqual([0, 2, 2, 0]);
	expect((await me(401, tokens.access_token)).body.code).toBe("expired_access_token");
	expect((await me(401, dead.access_token)).body.code).toBe("revoked_grant");

	// The service still recognises a second redemption of the code.
	advance(29 * day);
	const later = (await refresh(app, tokens.refresh_token)).body;
	expect(await counts()).toEqual([0, 2, 2, 1]);
	await exchange(app, approval);
	expect((await me(401, later.access_token)).body).toMatchObject({ code: "revoked_grant", reason: "code_replayed" });

	// Grants go three months after their last refresh token has expired.
	advance(91 * day);
	expect(await counts()).toEqual([0, 2, 2, 0]);
	advance(91 * day);
	expect(await counts()).toEqual([0, 0, 0, 0]);
});

describe("is forgotten at its time and not a millisecond before", () => {
	it("a session: 24 hours after the sign-in", async () => {
		const at = workAt();
		const { cookie } = await newConnection();
		const value = cookie.split("=")[1] ?? "";
		await at(dayMs - 1);
		expect(await isKept("sessions", value)).toBe(true);
		expect(await isSignedIn(cookie)).toBe(true);
		await at(dayMs);
		expect(await isKept("sessions", value)).toBe(false);
		expect(await isSignedIn(cookie)).toBe(false);
	});

	it("a code that nobody redeemed: a day after it expired", async () => {
		const at = workAt();
		const { code } = await approve(await newConnection());
		await at(60_000 + dayMs - 1);
		expect(await isKept("oauth_codes", code)).toBe(true);
		await at(60_000 + dayMs);
		expect(await isKept("oauth_codes", code)).toBe(false);
	});

	it("an access token: when it expires; its caller learns why it does not work until its grant is forgotten", async () => {
		const at = workAt();
		const { access_token } = await newTokens(await newConnection());
		await at(hourMs - 1);
		expect(await isKept("oauth_access_tokens", access_token)).toBe(true);
		await me(200, access_token);
		await at(hourMs);
		expect(await isKept("oauth_access_tokens", access_token)).toBe(false);
		for (const days of [0, 30, 179]) {
			await at(hourMs + days * dayMs);
			credentialCache.clear();
			expect((await me(401, access_token)).body.code).toBe("expired_access_token");
		}
		await at(180 * dayMs);
		credentialCache.clear();
		expect((await me(401, access_token)).body.code).toBe("invalid_access_token");
	});

	it("a grant and its code: 90 days after its last refresh token expired", async () => {
		const at = workAt();
		const own = await newConnection();
		const approval = await approve(own);
		const { access_token } = (await exchange(own.app, approval)).body;
		const { grant_id } = (await me(200, access_token)).body.oauth;
		const kept = async () => [
			(await database.prepare("SELECT 1 FROM oauth_grants WHERE id = ?").bind(grant_id).first()) !== null,
			await isKept("oauth_codes", approval.code),
		];
		await at(180 * dayMs - 1);
		expect(await kept()).toEqual([true, true]);
		await at(180 * dayMs);
		expect(await kept()).toEqual([false, false]);
	});
});

describe("a grant in use", () => {
	it("is never forgotten, and after a year its first code redeemed again still ends it", async () => {
		const own = await newConnection();
		const approval = await approve(own);
		let tokens = (await exchange(own.app, approval)).body as Tokens;
		for (let n = 0; n < 6; n++) {
			advance(60 * day);
			await scheduledWork();
			tokens = (await refresh(own.app, tokens.refresh_token)).body;
			await me(200, tokens.access_token);
		}
		await scheduledWork();
		expect((await exchange(own.app, approval)).body.error).toBe("invalid_grant");
		expect((await me(401, tokens.access_token)).body).toMatchObject({ code: "revoked_grant", reason: "code_replayed" });
	});

	it("still knows each refresh token that was used, however long ago", async () => {
		const own = await newConnection();
		let tokens = await newTokens(own);
		advance(10 * day);
		tokens = (await refresh(own.app, tokens.refresh_token)).body;
		const old = tokens.refresh_token;
		for (let n = 0; n < 12; n++) {
			advance(29 * day);
			await scheduledWork();
			tokens = (await refresh(own.app, tokens.refresh_token)).body;
		}
		expect((await refresh(own.app, old)).body.error).toBe("invalid_grant");
		expect((await me(401, tokens.access_token)).body.reason).toBe("refresh_replayed");
	});
});

describe("a backlog", () => {
	it("is worked off in one run, in steps, and takes nothing that lives", async () => {
		const own: Connection = await newConnection();
		const cookie = await newSession(own.person);
		const live = await newTokens({ ...own, cookie });
		const grantId = (await me(200, live.access_token)).body.oauth.grant_id;
		const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)";
		await database.batch([
			database
				.prepare(
					`INSERT INTO sessions (hash, user_id, expires_at, created_at) ${numbers} SELECT 'old' || i, ?, 1, 0 FROM n`,
				)
				.bind(own.person.id),
			database
				.prepare(
					`INSERT INTO oauth_access_tokens (hash, grant_id, scopes, expires_at, created_at) ${numbers} SELECT 'old' || i, ?, '[]', 1, 0 FROM n`,
				)
				.bind(grantId),
		]);
		const left = async (table: string) =>
			(await database.prepare(`SELECT count(*) AS n FROM ${table} WHERE hash LIKE 'old%'`).first<{ n: number }>())?.n;
		const leftOfAll = () => Promise.all(["sessions", "oauth_access_tokens"].map(left));
		await scheduledWork();
		expect(await leftOfAll()).toEqual([0, 0]);
		await me(200, live.access_token);
		expect((await refresh(own.app, live.refresh_token)).status).toBe(200);
		expect(await isSignedIn(cookie)).toBe(true);
	});
});
