import { beforeEach, describe, expect, it } from "vitest";
import { overtaken } from "../support/database.ts";
import {
	type App,
	approve,
	basic,
	type Connection,
	codeFormOf,
	exchange,
	me,
	newApp,
	newConnection,
	newTokens,
	patchApp,
	post,
	redirectUri,
	refresh,
} from "../support/oauth.ts";

let connection: Connection;
let app: App;
beforeEach(async () => {
	connection = await newConnection();
	app = connection.app;
});

const change = (body: Record<string, unknown>) => patchApp(app, body);
const suspend = () => change({ status: "SUSPENDED" });
const resume = () => change({ status: "ACTIVE" });
describe("while its app is suspended", () => {
	it("a code and a refresh token give nothing, are not used up, and work once the suspension has ended", async () => {
		const approval = await approve(connection);
		const { refresh_token } = await newTokens(connection);
		await suspend();
		for (const answer of [await exchange(app, approval), await refresh(app, refresh_token)])
			expect([answer.status, answer.body.error]).toEqual([400, "unauthorized_client"]);
		await resume();
		expect((await exchange(app, approval)).status).toBe(200);
		expect((await refresh(app, refresh_token)).status).toBe(200);
	});

	it("a refresh token that is used again ends its grant, as ever", async () => {
		const { refresh_token } = await newTokens(connection);
		const { body: newer } = await refresh(app, refresh_token);
		await suspend();
		expect((await refresh(app, refresh_token)).body.error).toBe("invalid_grant");
		await resume();
		expect((await me(401, newer.access_token)).body).toMatchObject({ reason: "refresh_replayed" });
		expect((await refresh(app, newer.refresh_token)).body.error).toBe("invalid_grant");
	});

	it("a code that is redeemed again ends its grant, as ever", async () => {
		const approval = await approve(connection);
		const { body: tokens } = await exchange(app, approval);
		await suspend();
		expect((await exchange(app, approval)).body.error).toBe("invalid_grant");
		await resume();
		expect((await me(401, tokens.access_token)).body).toMatchObject({ reason: "code_replayed" });
	});
});

describe("a suspension that comes between the decision and the commit of", () => {
	/** Calls the token endpoint. The suspension commits just before the transaction of this call. */
	const suspended = (form: Record<string, string>) =>
		overtaken(suspend, "/oauth/token", { method: "POST", headers: basic(app), body: new URLSearchParams(form) });
	const refused = { status: 400, body: { error: "unauthorized_client" } };

	it("a refresh leaves no new token, and the old one good for later", async () => {
		const { refresh_token } = await newTokens(connection);
		expect(await suspended({ grant_type: "refresh_token", refresh_token })).toMatchObject(refused);
		await resume();
		expect((await refresh(app, refresh_token)).status).toBe(200);
	});

	it("an exchange leaves no token, and the code good for later", async () => {
		const approval = await approve(connection);
		expect(await suspended(codeFormOf(approval))).toMatchObject(refused);
		await resume();
		expect((await exchange(app, approval)).status).toBe(200);
	});
});

it("a code is worth nothing once the address that it was sent to is not the app's any more", async () => {
	const approval = await approve(connection);
	await change({ redirect_uris: ["https://app.example/another"] });
	expect((await exchange(app, approval)).body.error).toBe("invalid_grant");
	await change({ redirect_uris: [redirectUri] });
	expect((await exchange(app, approval)).status).toBe(200);
});

describe("an app that may have nothing any more of what was granted", () => {
	it("is told so instead of getting tokens that can do nothing, and loses neither its code nor its refresh token", async () => {
		const approval = await approve(connection);
		const { refresh_token } = await newTokens(connection);
		await change({ scopes: ["read:leads"] });
		for (const answer of [
			await exchange(app, approval),
			await refresh(app, refresh_token),
			await refresh(app, refresh_token, { scope: "read:clients" }),
		])
			expect([answer.status, answer.body.error]).toEqual([400, "invalid_scope"]);
		// Introspection says the same (contract: OAuth 29).
		const inspector = await newApp({ first_party: true });
		const introspect = () => post("/oauth/introspect", { token: refresh_token }, { headers: basic(inspector) });
		expect((await introspect()).body).toEqual({ active: false });
		await change({ scopes: ["read:clients"] });
		expect((await introspect()).body).toMatchObject({ active: true, scope: "read:clients" });
		expect((await exchange(app, approval)).body.scope).toBe("read:clients");
		expect((await refresh(app, refresh_token)).body.scope).toBe("read:clients");
	});

	it("is told so where a refresh asks only for what it may not have any more", async () => {
		const { refresh_token } = await newTokens(connection);
		await change({ scopes: ["write:clients"] });
		expect((await refresh(app, refresh_token, { scope: "read:clients" })).body.error).toBe("invalid_scope");
		expect((await refresh(app, refresh_token)).body.scope).toBe("write:clients");
	});
});
