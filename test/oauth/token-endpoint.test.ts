import { beforeAll, describe, expect, it } from "vitest";
import { mintToken } from "../../src/platform/lib/secrets/secret-value.ts";
import { send } from "../support/api.ts";
import {
	type App,
	approve,
	basic,
	type Connection,
	codeFormOf,
	exchange,
	expectOAuthError,
	expectRefused,
	me,
	newApp,
	newCodeForm,
	newConnection,
	patchApp,
	post,
	token,
} from "../support/oauth.ts";

let connection: Connection;
let app: App;
beforeAll(async () => {
	connection = await newConnection();
	app = connection.app;
});

describe("a token request", () => {
	it.each(["application/json", "multipart/form-data; boundary=x", "text/plain", ""])(
		"is refused as %j",
		async (type) => {
			const body = new URLSearchParams(await newCodeForm(connection)).toString();
			const raw = new TextEncoder().encode(body);
			const headers = { ...basic(app), ...(type ? { "Content-Type": type } : {}) };
			expectOAuthError(await send("/oauth/token", { method: "POST", raw, headers }), 400, "invalid_request");
		},
	);

	it("is taken as a form with a charset, whatever its letters' case", async () => {
		const headers = { "Content-Type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8" };
		expect((await token(app, await newCodeForm(connection), { headers })).status).toBe(200);
	});

	it("is refused where a parameter is repeated", async () => {
		const form = Object.entries(await newCodeForm(connection));
		for (const again of [...form, ["unheard_of", "1"]] as [string, string][]) {
			const repeated = again[0] === "unheard_of" ? [...form, again, again] : [...form, again];
			const answer = await post("/oauth/token", repeated as [string, string][], { headers: basic(app) });
			expectOAuthError(answer, 400, "invalid_request");
		}
	});

	it("is refused without a grant type, and with another than code and refresh", async () => {
		expectOAuthError(await token(app, {}), 400, "invalid_request");
		for (const grant_type of ["password", "client_credentials", "implicit", "toString", "__proto__"])
			expectOAuthError(await token(app, { grant_type }), 400, "unsupported_grant_type");
	});
});

describe("the query of the URL", () => {
	it("is no place for a client's credentials, nor for any parameter", async () => {
		const form = codeFormOf(await approve(connection));
		const credentials = { client_id: app.clientId, client_secret: app.secret ?? "" };
		const path = (query: Record<string, string>) => `/oauth/token?${new URLSearchParams(query)}`;
		expectRefused(await post(path(credentials), form), "invalid_client");
		expectRefused(await post(path(form), credentials), "invalid_request");
		const { code_verifier, ...rest } = form;
		expectRefused(await post(path({ code_verifier }), rest, { headers: basic(app) }), "invalid_request");
		// A parameter in the query does not count as a repetition of one in the body.
		expect((await post(path(form), form, { headers: basic(app) })).status).toBe(200);
	});
});

describe("whoever does not prove to be the client", () => {
	it("learns nothing of the grant type, the code or the app's state", async () => {
		const suspended = await newApp();
		await patchApp(suspended, { status: "SUSPENDED" });
		const secret = mintToken("svcosk_");
		const used = await approve(connection);
		await exchange(app, used);
		for (const [of, form] of [
			[app, { grant_type: "password" }],
			[app, {}],
			[app, codeFormOf(used)],
			[suspended, { grant_type: "refresh_token", refresh_token: "x" }],
		] as [App, Record<string, string>][])
			expectRefused(await token({ ...of, secret }, form), "invalid_client");
	});

	it("ends no grant by redeeming its code again", async () => {
		const approval = await approve(connection);
		const { access_token } = (await exchange(app, approval)).body;
		expectRefused(await token({ ...app, secret: mintToken("svcosk_") }, codeFormOf(approval)), "invalid_client");
		await me(200, access_token);
	});
});

describe("what an answer of the token endpoint tells caches and programs", () => {
	it("is to store nothing, be it tokens or any refusal", async () => {
		const answers = [
			await exchange(app, await approve(connection)),
			await token(app, {}),
			await token({ ...app, secret: "x" }, {}),
			await token(app, { grant_type: "x".repeat(1024 * 1024) }),
			await send("/oauth/token"),
			await send("/oauth/token", { method: "PUT", raw: "x" }),
		];
		expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 413, 404, 404]);
		for (const { headers } of answers) expect(headers.get("Cache-Control")).toBe("no-store");
		for (const { headers } of answers.slice(0, 4)) expect(headers.get("Pragma")).toBe("no-cache");
	});

	it("names the request that it answers as the client named it", async () => {
		const answer = await token(app, {}, { headers: { "X-Request-ID": "mine-1" } });
		expect([answer.body.request_id, answer.headers.get("X-Request-ID")]).toEqual(["mine-1", "mine-1"]);
	});
});
