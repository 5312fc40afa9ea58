import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/platform/lib/ids.ts";
import { type Answer, call, send } from "../support/api.ts";
import { advance, now } from "../support/clock.ts";
import { textOf } from "../support/dashboard.ts";
import { database } from "../support/database.ts";
import { endpointOf, newEndpoint } from "../support/endpoints.ts";
import {
	type App,
	approve,
	type Connection,
	disconnect,
	exchange,
	me,
	newApp,
	newConnection,
	newPerson,
	newSession,
	newTokens,
	patchApp,
	post,
	refresh,
	type Tokens,
} from "../support/oauth.ts";
import { joinStudio } from "../support/people.ts";
import { changePlan, newKey, newTenant, operate } from "../support/world.ts";

const path = "/dashboard/connected_apps";
const day = 86_400;

type Signed = Pick<Connection, "cookie" | "tenantId">;
const at = ({ tenantId }: Pick<Signed, "tenantId">): string => `${path}?studio=${tenantId}`;
const look = async (signed: Signed): Promise<string> => {
	const { text } = await call(200, at(signed), { headers: { Cookie: signed.cookie } });
	return text;
};

const grantsOn = (text: string): string[] =>
	[...text.matchAll(/connected_apps\/(ogr_\w+)\/disconnect/g)].map(([, id = ""]) => id);
const grantOf = async ({ access_token }: Tokens): Promise<string> => (await me(200, access_token)).body.oauth.grant_id;

/** Why the grant was revoked, as the database has it. */
const fate = (id: string): Promise<string | null> =>
	database.prepare("SELECT revoked_reason FROM oauth_grants WHERE id = ?").bind(id).first<string>("revoked_reason");

async function newGrant(
	connection: Connection,
	given: Record<string, string> = {},
): Promise<{ id: string; tokens: Tokens }> {
	const tokens = await newTokens(connection, given);
	return { id: await grantOf(tokens), tokens };
}
const revocations = async (tenantId: string) =>
	(await operate(200, `/admin/audit_log?tenant_id=${tenantId}`)).body.data.filter(
		({ action }: { action: string }) => action === "oauth_grant.revoked",
	);

let app: App;
beforeAll(async () => {
	app = await newApp();
});

describe("the page of connected apps", () => {
	test("shows of each connection the app, who made it when, and what it may do", async () => {
		const named = await newApp({ name: "Inkflow Sync", homepage_url: "https://inkflow.example/" });
		const connection = await newConnection({ app: named });
		const { id } = await newGrant(connection, { scope: "read:clients" });
		const text = await look(connection);
		expect(grantsOn(text)).toEqual([id]);
		expect(text).toContain("Inkflow Sync");
		expect(text).toContain('href="https://inkflow.example/"');
		expect(text).toContain(`Connected by ${connection.person.email} on`);
		const day = { day: "numeric", month: "short", year: "numeric", timeZone: "Europe/Berlin" } as const;
		expect(text).toContain(`>${new Date(now()).toLocaleDateString("en-GB", day)}</time>`);
		expect(text).toMatch(/last used <time[^>]*>\d+ \w+ \d{4}, \d\d:\d\d</);
		expect(text).toContain("Your clients, with their contact details and notes");
		expect(text).not.toContain("Add, import, change, block, merge and delete clients");
		expect(text).not.toContain("No app is connected");
	});

	test("lists live connections alone, the newest first, each authorization as one", async () => {
		const connection = await newConnection({ app });
		expect(await look(connection)).toContain("No app is connected");
		const grants = [await newGrant(connection), await newGrant(connection), await newGrant(connection)];
		const [first, second, third] = grants as [(typeof grants)[0], (typeof grants)[0], (typeof grants)[0]];
		expect(grantsOn(await look(connection))).toEqual([third.id, second.id, first.id]);
		await post("/oauth/revoke", {
			token: second.tokens.refresh_token,
			client_id: app.clientId,
			client_secret: app.secret ?? "",
		});
		expect(grantsOn(await look(connection))).toEqual([third.id, first.id]);
		expect((await refresh(app, third.tokens.refresh_token)).status).toBe(200);
		expect((await refresh(app, third.tokens.refresh_token)).status).toBe(400);
		expect(grantsOn(await look(connection))).toEqual([first.id]);
	});

	test("lists no approval whose code nobody redeemed", async () => {
		const connection = await newConnection({ app });
		const code = await approve(connection);
		expect(grantsOn(await look(connection))).toEqual([]);
		await exchange(app, code);
		expect(grantsOn(await look(connection))).toHaveLength(1);
	});

	test("shows what an app may do now: what was granted and what it is still registered for", async () => {
		const narrowed = await newApp();
		const connection = await newConnection({ app: narrowed });
		await newGrant(connection, { scope: "read:clients write:clients" });
		expect(await look(connection)).toContain("Add, import, change, block, merge and delete clients");
		await patchApp(narrowed, { scopes: ["read:clients"] });
		expect(await look(connection)).not.toContain("Add, change, block");
	});

	test("still lists suspended apps, and those of a studio that fell to Light, to be disconnected", async () => {
		const suspended = await newApp();
		const connection = await newConnection({ app: suspended });
		const { id } = await newGrant(connection);
		await patchApp(suspended, { status: "SUSPENDED" });
		await changePlan(connection.tenantId, "light");
		expect(grantsOn(await look(connection))).toEqual([id]);
		expect((await disconnect(connection, id)).status).toBe(303);
		expect(await fate(id)).toBe("revoked_by_user");
		expect(grantsOn(await look(connection))).toEqual([]);
	});

	test("shows to every owner of the studio what any of them connected, and to nobody else", async () => {
		const connection = await newConnection({ app });
		const { tenantId } = connection;
		const colleague = await newPerson(tenantId);
		const { id } = await newGrant(connection);
		const cookie = await newSession(colleague);
		expect(grantsOn(await look({ tenantId, cookie }))).toEqual([id]);
		await operate(200, `/admin/tenants/${tenantId}/users/${colleague.id}`, {
			method: "PATCH",
			body: { role: "STAFF" },
		});
		const refused = await call(403, at({ tenantId }), { headers: { Cookie: cookie } });
		expect(grantsOn(refused.text)).toEqual([]);
		expect((await disconnect({ tenantId, cookie }, id)).status).toBe(403);
		expect(await fate(id)).toBeNull();
		// The tenant that owns the app does not see the connection either.
		const ownerId = await newTenant({ plan: "studio" });
		const own = await newApp({ tenant_id: ownerId });
		const owner = await newPerson(ownerId);
		const elsewhere = await newGrant(await newConnection({ app: own }));
		const text = await look({ tenantId: ownerId, cookie: await newSession(owner) });
		expect(grantsOn(text)).toEqual([]);
		for (const shown of [id, elsewhere.id, connection.person.email]) expect(text).not.toContain(shown);
	});

	test("shows each studio of someone with several with what is connected to it", async () => {
		const connection = await newConnection({ app });
		const other = await newTenant({ name: "Zebra Ink" });
		await joinStudio(connection.person, other);
		const first = await newGrant(connection);
		const second = await newGrant({ ...connection, tenantId: other });
		const there = { ...connection, tenantId: other };
		expect(grantsOn(await look(connection))).toEqual([first.id]);
		expect(grantsOn(await look(there))).toEqual([second.id]);
		expect((await disconnect(connection, second.id)).status).toBe(404);
		await disconnect(there, second.id);
		expect(grantsOn(await look(there))).toEqual([]);
		expect(grantsOn(await look(connection))).toEqual([first.id]);
	});

	test("forgets connections that lay unused for 90 days", async () => {
		const connection = await newConnection({ app });
		const { id, tokens } = await newGrant(connection);
		const used = await newGrant(connection);
		advance(89 * day);
		const cookie = await newSession(connection.person);
		expect(grantsOn(await look({ ...connection, cookie }))).toEqual([used.id, id]);
		expect((await refresh(app, used.tokens.refresh_token)).status).toBe(200);
		advance(day + 60);
		expect(grantsOn(await look({ ...connection, cookie: await newSession(connection.person) }))).toEqual([used.id]);
		expect((await refresh(app, tokens.refresh_token)).status).toBe(400);
	});

	test("of someone who has left their studio shows nothing, and disconnects nothing", async () => {
		const connection = await newConnection({ app });
		const { id } = await newGrant(connection);
		await database.prepare("DELETE FROM memberships WHERE user_id = ?").bind(connection.person.id).run();
		for (const address of [path, at(connection)]) {
			const { text } = await call(404, address, { headers: { Cookie: connection.cookie } });
			expect(grantsOn(text)).toEqual([]);
		}
		expect((await disconnect(connection, id)).status).toBe(404);
		expect(await fate(id)).toBeNull();
	});

	test("hides no live grant, however many there are of it or of another studio of the user's", async () => {
		const connection = await newConnection({ app });
		const elsewhere = await newTenant();
		await joinStudio(connection.person, elsewhere);
		const first = await newGrant({ ...connection, tenantId: elsewhere });
		await database
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
				INSERT INTO oauth_grants (id, app_id, tenant_id, user_id, scopes, access_token_family, refresh_token_family, refresh_token, expires_at, created_at)
				SELECT 'ogr_f' || printf('%031x', i), g.app_id, ?2, g.user_id, g.scopes, 'a' || i, 'r' || i, '', g.expires_at, g.created_at
				FROM n JOIN oauth_grants g WHERE g.id = ?1`,
			)
			.bind(first.id, connection.tenantId)
			.run();
		let text = await look({ ...connection, tenantId: elsewhere });
		expect(grantsOn(text)).toEqual([first.id]);
		text = await look(connection);
		const seen = new Set<string>();
		for (let pages = 0; pages < 5; pages++) {
			for (const id of grantsOn(text)) seen.add(id);
			const [, older = ""] = /href="([^"]+after=ogr_[^"]+)"/.exec(text) ?? [];
			if (pages < 4)
				text = (await call(200, older.replaceAll("&amp;", "&"), { headers: { Cookie: connection.cookie } })).text;
			else expect(older).toBe("");
		}
		expect(seen.size).toBe(250);
	});

	test("asks whoever is not signed in to sign in, and leads back", async () => {
		for (const headers of [{}, { Cookie: `__Host-studio_session=${"x".repeat(43)}` }]) {
			const answer = await send(path, { headers });
			expect(answer.status).toBe(303);
			expect(answer.headers.get("Location")).toBe(`/sign_in?continue=${encodeURIComponent(path)}`);
			expect(answer.text).toBe("");
		}
	});
});

describe("disconnecting", () => {
	test("revokes the grant and all its tokens from the next request on, and tells so", async () => {
		const connection = await newConnection({ app });
		const { id, tokens } = await newGrant(connection);
		const next: Tokens = (await refresh(app, tokens.refresh_token)).body;
		await me(200, next.access_token);
		const answer = await disconnect(connection, id);
		expect(answer.status).toBe(303);
		expect(answer.headers.get("Location")).toMatch(/^\/dashboard\/connected_apps(\?|$)/);
		for (const { access_token } of [tokens, next]) {
			const { body } = await me(401, access_token);
			expect(body).toMatchObject({ code: "revoked_grant", reason: "revoked_by_user" });
		}
		expect((await refresh(app, next.refresh_token)).body.error).toBe("invalid_grant");
		expect(await fate(id)).toBe("revoked_by_user");
		const done = await call(200, answer.headers.get("Location") ?? "", { headers: { Cookie: connection.cookie } });
		expect(done.text).toContain("The app has been disconnected.");
		expect(grantsOn(done.text)).toEqual([]);
	});

	test("leaves the app's other grants, of this studio and of others, alone", async () => {
		const connection = await newConnection({ app });
		const elsewhere = await newGrant(await newConnection({ app }));
		const [one, other] = [await newGrant(connection), await newGrant(connection)];
		await disconnect(connection, one.id);
		for (const { tokens } of [other, elsewhere]) {
			await me(200, tokens.access_token);
			expect((await refresh(app, tokens.refresh_token)).status).toBe(200);
		}
	});

	test("leaves the webhooks that the app has set up, which are the studio's, and the page says so", async () => {
		const scopes = ["read:webhook_endpoints", "write:webhook_endpoints"];
		const connection = await newConnection({ app: await newApp({ scopes }) });
		const { id, tokens } = await newGrant(connection, { scope: scopes.join(" ") });
		const hook = await newEndpoint({ id: connection.tenantId, key: tokens.access_token });
		await disconnect(connection, id);
		const { key } = await newKey(connection.tenantId, { scopes });
		expect(await endpointOf({ ...hook, key })).toMatchObject({ status: "ACTIVE" });
		expect(await look(connection)).toMatch(/Webhooks that it created stay until you delete\s+them/);
	});

	test("can be done by any owner of the studio, whoever connected", async () => {
		const connection = await newConnection({ app });
		const { id, tokens } = await newGrant(connection);
		const colleague = { ...connection, cookie: await newSession(await newPerson(connection.tenantId)) };
		expect((await disconnect(colleague, id)).status).toBe(303);
		await me(401, tokens.access_token);
	});

	test("stands in the studio's audit log, by whom and from where, once", async () => {
		const connection = await newConnection({ app });
		const { id } = await newGrant(connection);
		const from = "198.51.100.8";
		const answer = await disconnect(connection, id, { from });
		await disconnect(connection, id, { from });
		expect(await revocations(connection.tenantId)).toEqual([
			expect.objectContaining({
				resource_id: id,
				actor: { type: "user", id: connection.person.id },
				ip_address: from,
				request_id: answer.headers.get("X-Request-ID"),
				test_mode: false,
			}),
		]);
	});

	test("twice, also at once, is as good as once, and the first reason stays", async () => {
		const connection = await newConnection({ app });
		const { id } = await newGrant(connection);
		const answers = await Promise.all([1, 2, 3, 4].map(() => disconnect(connection, id)));
		expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
		expect(await revocations(connection.tenantId)).toHaveLength(1);
		const replayed = await newGrant(connection);
		await refresh(app, replayed.tokens.refresh_token);
		await refresh(app, replayed.tokens.refresh_token);
		expect((await disconnect(connection, replayed.id)).status).toBe(303);
		expect(await fate(replayed.id)).toBe("refresh_replayed");
	});

	test("another studio's grant is answered like one that does not exist, and touches nothing", async () => {
		const stranger = await newConnection({ app });
		const { id, tokens } = await newGrant(await newConnection({ app }));
		const words = ({ text }: Answer) => textOf(text.replace(/<code>[^<]*<\/code>/, ""));
		const foreign = await disconnect(stranger, id);
		const unknown = await disconnect(stranger, newId("oauth_grant", Date.now()));
		expect(foreign.status).toBe(404);
		expect(unknown.status).toBe(404);
		expect(words(foreign)).toBe(words(unknown));
		for (const given of ["", "%25", id.toUpperCase(), stranger.tenantId, `${id}%20`])
			expect((await disconnect(stranger, given)).status).toBe(404);
		await me(200, tokens.access_token);
		expect(await fate(id)).toBeNull();
	});

	test("without a session goes to sign-in, and touches nothing", async () => {
		const connection = await newConnection({ app });
		const { id, tokens } = await newGrant(connection);
		const signedOut = await newSession(connection.person);
		await post("/sign_out", {}, { headers: { Cookie: signedOut } });
		for (const cookie of ["", signedOut, `__Host-studio_session=${"x".repeat(43)}`]) {
			const answer = await disconnect({ ...connection, cookie }, id);
			expect(answer.status).toBe(303);
			const here = encodeURIComponent(`${path}/${id}/disconnect`);
			expect(answer.headers.get("Location")).toBe(`/sign_in?continue=${here}`);
		}
		await me(200, tokens.access_token);
	});

	test.each<Record<string, string>>([
		{ Origin: "https://evil.example" },
		{ Origin: "null" },
		{ "Sec-Fetch-Site": "cross-site" },
		{ "Sec-Fetch-Site": "same-site" },
	])("by a page of elsewhere, with %j, is refused with 403, and touches nothing", async (headers) => {
		const connection = await newConnection({ app });
		const { id, tokens } = await newGrant(connection);
		const answer = await disconnect(connection, id, { headers });
		expect(answer.status).toBe(403);
		expect(answer.headers.has("Location")).toBe(false);
		await me(200, tokens.access_token);
	});

	test("asks first: a link, a body that is no form and a form without a studio touch nothing", async () => {
		const connection = await newConnection({ app });
		const { id, tokens } = await newGrant(connection);
		const headers = { Cookie: connection.cookie };
		const address = `${path}/${id}/disconnect`;
		const asked = await call(200, `${address}?studio=${connection.tenantId}`, { headers });
		expect(asked.text).toContain("Disconnect Inkflow?");
		expect((await send(`${address}?studio=${connection.tenantId}`, { headers, body: {} })).status).toBe(400);
		expect((await post(address, {}, { headers })).status).toBe(404);
		expect((await post(`${path}/disconnect?studio=${connection.tenantId}`, { id }, { headers })).status).toBe(404);
		await me(200, tokens.access_token);
	});
});
