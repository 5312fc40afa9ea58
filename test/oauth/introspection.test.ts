import { beforeAll, describe, expect, it } from "vitest";
import {
	type App,
	basic,
	type Connection,
	newApp,
	newConnection,
	newTokens,
	post,
	refresh,
	type Tokens,
} from "../support/oauth.ts";
import { advance, operate } from "../support/world.ts";

let inspector: App;
let connection: Connection;
beforeAll(async () => {
	[inspector, connection] = await Promise.all([newApp({ first_party: true }), newConnection()]);
});

const introspect = (token: string, headers: Record<string, string> = basic(inspector)) =>
	post("/oauth/introspect", { token }, { headers });
const active = async (token: string): Promise<boolean> => {
	const { status, body } = await introspect(token);
	expect(status).toBe(200);
	if (!body.active) expect(body).toEqual({ active: false });
	return body.active;
};

describe("introspection", () => {
	it("tells a first-party app of any app's access token", async () => {
		const { access_token } = await newTokens(connection);
		const { status, body, headers } = await introspect(access_token);
		expect(status).toBe(200);
		expect(body).toEqual({
			active: true,
			client_id: connection.app.clientId,
			scope: "read:clients write:clients",
			token_type: "Bearer",
			exp: body.iat + 3600,
			iat: expect.any(Number),
			sub: connection.tenantId,
		});
		expect(headers.get("Cache-Control")).toBe("no-store");
	});

	it("tells of a refresh token what it is, and for how long", async () => {
		const { refresh_token } = await newTokens(connection);
		expect((await introspect(refresh_token)).body).toMatchObject({
			active: true,
			token_type: "refresh_token",
			scope: "read:clients write:clients",
			sub: connection.tenantId,
		});
		await refresh(connection.app, refresh_token);
		expect(await active(refresh_token)).toBe(false);
	});

	it("tells what the token may do now: what the grant and the app have in common", async () => {
		const own = await newConnection();
		const { access_token } = await newTokens(own);
		const body = { scopes: ["read:clients", "read:leads"] };
		await operate(200, `/admin/oauth_apps/${own.app.id}`, { method: "PATCH", body });
		expect((await introspect(access_token)).body.scope).toBe("read:clients");
	});

	it.each(["x", "svcoat_x", `svcoat_${"0".repeat(36)}`, "svc_live_sk_x"])(
		"calls %s inactive, and says no more",
		async (token) => {
			expect(await active(token)).toBe(false);
		},
	);

	it("calls inactive what would not work: expired, revoked, of a dead grant, a suspended app, or an access token of a tenant on Light", async () => {
		const own = await newConnection();
		const { app, tenantId } = own;
		const [kept, revoked, dead] = (await Promise.all([newTokens(own), newTokens(own), newTokens(own)])) as [
			Tokens,
			Tokens,
			Tokens,
		];
		const states = async () => [await active(kept.access_token), await active(kept.refresh_token)];
		const revoke = (token: string) => post("/oauth/revoke", { token }, { headers: basic(app) });
		await revoke(revoked.access_token);
		await revoke(dead.refresh_token);
		expect([await active(revoked.access_token), await active(revoked.refresh_token)]).toEqual([false, true]);
		expect([await active(dead.access_token), await active(dead.refresh_token)]).toEqual([false, false]);
		const status = (status: string) =>
			operate(200, `/admin/oauth_apps/${app.id}`, { method: "PATCH", body: { status } });
		const plan = (plan: string) => operate(200, `/admin/tenants/${tenantId}`, { method: "PATCH", body: { plan } });
		expect(await states()).toEqual([true, true]);
		await status("SUSPENDED");
		expect(await states()).toEqual([false, false]);
		await status("ACTIVE");
		await plan("light");
		expect(await states()).toEqual([false, true]);
		expect((await refresh(app, kept.refresh_token)).status).toBe(200);
		await plan("solo");
		expect(await states()).toEqual([true, true]);
		await advance(3600);
		expect(await states()).toEqual([false, true]);
	});
});

describe("introspection is refused with 401 and a Basic challenge", () => {
	it("to everyone but a first-party app that presents its secret by Basic", async () => {
		const { access_token } = await newTokens(await newConnection());
		const [thirdParty, publicApp, suspended] = await Promise.all([
			newApp(),
			newApp({ type: "public", first_party: true }),
			newApp({ first_party: true }),
		]);
		await operate(200, `/admin/oauth_apps/${suspended.id}`, { method: "PATCH", body: { status: "SUSPENDED" } });
		const inBody = { token: access_token, client_id: inspector.clientId, client_secret: inspector.secret ?? "" };
		const attempts = await Promise.all([
			introspect(access_token, {}),
			introspect(access_token, basic(thirdParty)),
			introspect(access_token, basic(publicApp)),
			introspect(access_token, basic(suspended)),
			introspect(access_token, basic({ ...inspector, secret: thirdParty.secret })),
			introspect(access_token, { Authorization: `Bearer ${access_token}` }),
			post("/oauth/introspect", inBody),
		]);
		for (const { status, headers, body } of attempts) {
			expect([status, body.error]).toEqual([401, "invalid_client"]);
			expect(headers.get("WWW-Authenticate")).toMatch(/^Basic/);
		}
	});

	it("and with 400 without a token", async () => {
		const { status, body } = await post("/oauth/introspect", {}, { headers: basic(inspector) });
		expect([status, body.error]).toEqual([400, "invalid_request"]);
	});
});
