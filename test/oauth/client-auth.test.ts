import { beforeAll, describe, expect, it } from "vitest";
import { mintToken } from "../../src/platform/lib/secrets/secret-value.ts";
import {
	type App,
	approve,
	basic,
	type Connection,
	exchange,
	expectOAuthError,
	me,
	newApp,
	newCodeForm,
	newConnection,
	newTokens,
	post,
	redirectUri,
	refresh,
	token,
} from "../support/oauth.ts";
import { operate } from "../support/world.ts";

let connection: Connection;
let app: App;
beforeAll(async () => {
	connection = await newConnection();
	app = connection.app;
});

const header = (Authorization: string) => ({ headers: { Authorization } });

const encoded = (text: string | null) =>
	[...(text ?? "")].map((character) => `%${character.charCodeAt(0).toString(16)}`).join("");

describe("client authentication", () => {
	const inBody = (of: App) => ({ client_id: of.clientId, client_secret: of.secret ?? "" });
	const header = (value: string) => ({ headers: { Authorization: value } });

	it("is by Basic or by the body, for exchange and refresh alike", async () => {
		const byBasic = await post("/oauth/token", await newCodeForm(connection), { headers: basic(app) });
		const byBody = await post("/oauth/token", { ...(await newCodeForm(connection)), ...inBody(app) });
		for (const { status, body } of [byBasic, byBody]) {
			expect(status).toBe(200);
			const form = { grant_type: "refresh_token", refresh_token: body.refresh_token };
			const first = await post("/oauth/token", form, { headers: basic(app) });
			const second = await post("/oauth/token", {
				...form,
				refresh_token: first.body.refresh_token,
				...inBody(app),
			});
			expect([first.status, second.status]).toEqual([200, 200]);
		}
	});

	it("by Basic allows the body to repeat the client_id, not to contradict it", async () => {
		const other = await newApp();
		const form = await newCodeForm(connection);
		const contradicted = { ...form, client_id: other.clientId };
		expectOAuthError(await post("/oauth/token", contradicted, { headers: basic(app) }), 400, "invalid_request");
		const repeated = { ...form, client_id: app.clientId };
		expect((await post("/oauth/token", repeated, { headers: basic(app) })).status).toBe(200);
	});

	it("fails with 401 and a challenge where there is none, or a wrong one, and uses nothing up", async () => {
		const form = await newCodeForm(connection);
		const other = await newApp();
		const pair = (text: string) => header(`Basic ${btoa(text)}`);
		const attempts = [
			post("/oauth/token", form),
			post("/oauth/token", { ...form, client_id: app.clientId }),
			post("/oauth/token", { ...form, client_id: app.clientId, client_secret: other.secret ?? "" }),
			post("/oauth/token", { ...form, client_id: app.clientId, client_secret: `${app.secret}x` }),
			post("/oauth/token", { ...form, client_id: "svcoa_unknown", client_secret: app.secret ?? "" }),
			post("/oauth/token", form, pair(`${app.clientId}:${other.secret}`)),
			post("/oauth/token", form, pair(`${app.clientId}:`)),
			post("/oauth/token", form, pair(`${app.clientId}`)),
			post("/oauth/token", form, pair(`:${app.secret}`)),
			post("/oauth/token", form, pair(`%:${app.secret}`)),
			post("/oauth/token", form, header("Basic")),
			post("/oauth/token", form, header("Basic ???")),
			post("/oauth/token", form, header(`Bearer ${app.secret}`)),
			post("/oauth/token", form, header(`Digest ${btoa(`${app.clientId}:${app.secret}`)}`)),
		];
		for (const answer of await Promise.all(attempts)) expectOAuthError(answer, 401, "invalid_client");
		expect((await token(app, form)).status).toBe(200);
	});

	it("is the client_id alone of a public app, which has no secret to send", async () => {
		const own = await newConnection({ app: await newApp({ type: "public" }) });
		expect(own.app.secret).toBeNull();
		const { code, verifier } = await approve(own);
		const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
		const wrong = { ...form, client_id: own.app.clientId, client_secret: app.secret ?? "" };
		expectOAuthError(await post("/oauth/token", wrong), 401, "invalid_client");
		const { status, body } = await post("/oauth/token", { ...form, client_id: own.app.clientId });
		expect(status).toBe(200);
		const refreshed = await refresh(own.app, body.refresh_token);
		expect(refreshed.status).toBe(200);
		await me(200, refreshed.body.access_token);
	});

	it("is by either of two secrets after a rotation, and not by a third", async () => {
		const own = await newConnection();
		const rotate = async (): Promise<App> => {
			const { body } = await operate(200, `/admin/oauth_apps/${own.app.id}/rotate_secret`, { method: "POST" });
			return { ...own.app, secret: body.client_secret };
		};
		const [first, second] = [own.app, await rotate()];
		let { refresh_token } = await newTokens(own);
		const works = async (app: App) => {
			const { status, body } = await refresh(app, refresh_token);
			refresh_token = body.refresh_token ?? refresh_token;
			return status;
		};
		expect([await works(first), await works(second)]).toEqual([200, 200]);
		const third = await rotate();
		expect([await works(first), await works(second), await works(third)]).toEqual([401, 200, 200]);
	});
});

describe("Basic", () => {
	it("is form-decoded in both its parts", async () => {
		const value = `Basic ${btoa(`${encoded(app.clientId)}:${encoded(app.secret)}`)}`;
		expect((await post("/oauth/token", await newCodeForm(connection), header(value))).status).toBe(200);
	});

	it.each(["Basic", "basic", "BASIC", "bAsIc"])("is known as %s, with any number of spaces", async (scheme) => {
		const pair = btoa(`${app.clientId}:${app.secret}`);
		expect((await post("/oauth/token", await newCodeForm(connection), header(`${scheme}   ${pair} `))).status).toBe(
			200,
		);
	});

	it("is not joined by the body, be the body's credentials right, wrong or another app's", async () => {
		const other = await newApp();
		const form = await newCodeForm(connection);
		for (const client_secret of [app.secret, other.secret, "x"] as string[]) {
			for (const client_id of [{}, { client_id: app.clientId }]) {
				const answer = await post("/oauth/token", { ...form, ...client_id, client_secret }, { headers: basic(app) });
				expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
			}
		}
		const empty = { ...form, client_id: "", client_secret: "" };
		expect((await post("/oauth/token", empty, { headers: basic(app) })).status).toBe(200);
	});

	it("is the only scheme: another one is no authentication, and not made up for by the body", async () => {
		const form = await newCodeForm(connection);
		const inBody = { ...form, client_id: app.clientId, client_secret: app.secret ?? "" };
		for (const value of ["Bearer x", `Bearer ${app.secret}`, "Negotiate x", "x"]) {
			const alone = await post("/oauth/token", { ...form, client_id: app.clientId }, header(value));
			expect([alone.status, alone.body.error]).toEqual([401, "invalid_client"]);
			expect(alone.headers.get("WWW-Authenticate")).toMatch(/^Basic realm="/);
			const both = await post("/oauth/token", inBody, header(value));
			expect([both.status, both.body.error]).toEqual([400, "invalid_request"]);
		}
		expect((await post("/oauth/token", inBody)).status).toBe(200);
	});
});

describe("a public app", () => {
	it("may name itself by Basic with an empty password, or by the body with an empty secret", async () => {
		const own = await newConnection({ app: await newApp({ type: "public" }) });
		const byBasic = await post("/oauth/token", await newCodeForm(own), { headers: basic(own.app) });
		const named = { client_id: own.app.clientId, client_secret: "" };
		const byBody = await post("/oauth/token", { ...(await newCodeForm(own)), ...named });
		expect([byBasic.status, byBody.status]).toEqual([200, 200]);
	});

	it("is refused with any secret, in the header too, and its code is not used up", async () => {
		const own = await newConnection({ app: await newApp({ type: "public" }) });
		const form = await newCodeForm(own);
		for (const secret of [app.secret, mintToken("svcosk_"), "x"]) {
			const answer = await post("/oauth/token", form, { headers: basic({ ...own.app, secret }) });
			expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
		}
		expect((await post("/oauth/token", { ...form, client_id: own.app.clientId })).status).toBe(200);
	});

	it("is not what a confidential app becomes by leaving its secret out, whatever it asks for", async () => {
		const approval = await approve(connection);
		const tokens = (await exchange(app, await approve(connection))).body;
		const publicly: App = { ...app, secret: null };
		for (const answer of [await exchange(publicly, approval), await refresh(publicly, tokens.refresh_token)])
			expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
		await post("/oauth/revoke", { token: tokens.access_token, client_id: app.clientId });
		await me(200, tokens.access_token);
	});
});

describe("a secret", () => {
	it("is its app's alone: another app's live secret opens nothing", async () => {
		const other = await newApp();
		const crossed = { ...app, secret: other.secret };
		const approval = await approve(connection);
		const tokens = (await exchange(app, await approve(connection))).body;
		expect((await exchange(crossed, approval)).status).toBe(401);
		expect((await refresh(crossed, tokens.refresh_token)).status).toBe(401);
		expect((await exchange(app, approval)).status).toBe(200);
		expect((await refresh(app, tokens.refresh_token)).status).toBe(200);
	});

	it("that a second rotation ended opens no endpoint any more; the two after it open all", async () => {
		const inspector = await newApp({ first_party: true });
		const rotate = async (): Promise<App> => {
			const path = `/admin/oauth_apps/${inspector.id}/rotate_secret`;
			return { ...inspector, secret: (await operate(200, path, { method: "POST" })).body.client_secret };
		};
		const [first, second, third] = [inspector, await rotate(), await rotate()];
		const own = await newConnection({ app: first });
		const opens = async (as: App): Promise<unknown[]> => {
			const [one, two] = [
				await newTokens({ ...own, app: third }),
				await approve(own).then((approval) => exchange(as, approval)),
			];
			const refreshed = await refresh(as, one.refresh_token);
			const inspected = await post("/oauth/introspect", { token: one.access_token }, { headers: basic(as) });
			await post("/oauth/revoke", { token: one.access_token }, { headers: basic(as) });
			const revoked = (await post("/oauth/introspect", { token: one.access_token }, { headers: basic(third) })).body;
			return [two.status, refreshed.status, inspected.status, revoked.active];
		};
		expect(await opens(first)).toEqual([401, 401, 401, true]);
		expect(await opens(second)).toEqual([200, 200, 200, false]);
		expect(await opens(third)).toEqual([200, 200, 200, false]);
	});
});
