import {
	customFetch,
	discoveryRequest,
	processResourceDiscoveryResponse,
	resourceDiscoveryRequest,
} from "oauth4webapi";
import { beforeAll, describe, expect, it } from "vitest";
import { post as postMessage, request } from "../mcp/mcp.ts";
import { type Answer, call, send } from "../support/api.ts";
import { rows } from "../support/database.ts";
import { expectProblem } from "../support/expect.ts";
import {
	type App,
	approve,
	authorizationOf,
	type Connection,
	codeFormOf,
	createApp,
	expectOAuthError,
	me,
	newApp,
	newConnection,
	newPkce,
	newTokens,
	post,
	redirected,
	refresh,
	token,
} from "../support/oauth.ts";

const origin = "https://api.test";
const [v1, mcp] = [`${origin}/v1`, `${origin}/mcp`];
const metadataPath = "/.well-known/oauth-protected-resource";

let connection: Connection;
beforeAll(async () => {
	connection = await newConnection();
});

const redeem = async (authorized: Record<string, string>, redeemed: Record<string, string> = {}): Promise<Answer> =>
	await token(connection.app, { ...codeFormOf(await approve(connection, authorized)), ...redeemed });

it("an app that asks for /mcp and names no scope gets those that are registered for it (contract: OAuth 9)", async () => {
	const { app, cookie, tenantId } = connection;
	const { verifier, challenge } = newPkce();
	const { scope: _, ...asked } = authorizationOf(app, challenge, { resource: mcp });
	const decide = (request: Record<string, string>) =>
		post(
			"/oauth/consent",
			{ request: `${new URLSearchParams(request)}`, tenant_id: tenantId, decision: "approve" },
			{ headers: { Cookie: cookie } },
		);
	const { code = "" } = redirected(await decide(asked)).parameters;
	const { body } = await token(app, codeFormOf({ code, verifier }));
	expect(body.scope).toBe("read:clients write:clients read:appointments");
	expect(redirected(await decide({ ...asked, resource: v1 })).parameters.error).toBe("invalid_scope");
});

describe("the metadata of a protected resource", () => {
	it.each([
		[metadataPath, origin],
		[`${metadataPath}/v1`, v1],
		[`${metadataPath}/mcp`, mcp],
	])("at %s is that of %s, and names this authorization server", async (path, resource) => {
		const { body, headers } = await call(200, path, { headers: { Origin: "https://spa.example" } });
		expect(body).toMatchObject({ resource, authorization_servers: [origin], bearer_methods_supported: ["header"] });
		// A client of /mcp would ask for all of them, and its app may have fewer.
		if (resource === mcp) expect(body.scopes_supported).toBeUndefined();
		else expect(body.scopes_supported).toContain("write:appointments");
		expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
	});

	it("is found and accepted by a client that knows RFC 9728", async () => {
		for (const resource of [origin, v1, mcp]) {
			const fetched = async (url: string) => {
				const { status, text, headers } = await send(new URL(url).pathname);
				return new Response(text, { status, headers });
			};
			const response = await resourceDiscoveryRequest(new URL(resource), { [customFetch]: fetched });
			const found = await processResourceDiscoveryResponse(new URL(resource), response);
			const [server = ""] = found.authorization_servers ?? [];
			const metadata = await discoveryRequest(new URL(server), { algorithm: "oauth2", [customFetch]: fetched });
			expect((await metadata.json<{ issuer: string }>()).issuer).toBe(server);
		}
	});

	it("exists for no other address", async () => {
		for (const path of [
			`${metadataPath}/`,
			`${metadataPath}/v2`,
			`${metadataPath}/v1/clients`,
			`${metadataPath}/admin`,
		])
			expect((await send(path)).status).toBe(404);
	});
});

describe("a 401 of /v1", () => {
	it("names the metadata, and the fault of a credential that was sent", async () => {
		const named = `resource_metadata="${origin}${metadataPath}"`;
		expect((await send("/v1/me")).headers.get("WWW-Authenticate")).toBe(`Bearer ${named}`);
		for (const key of ["svcoat_x", "svc_live_sk_x"])
			expect((await send("/v1/me", { key })).headers.get("WWW-Authenticate")).toBe(
				`Bearer error="invalid_token", ${named}`,
			);
	});
});

describe("a token", () => {
	it.each([
		["the origin", origin, [200, 200, 200]],
		["/v1", v1, [200, 401, 401]],
		["/mcp", mcp, [401, 200, 200]],
		["nothing", "", [200, 200, 200]],
	])("for %s (%s) opens /v1, the messages and the tools of /mcp with %j", async (_, resource, statuses) => {
		const key = (await redeem({ resource })).body.access_token;
		const answers = [
			await send("/v1/clients", { key }),
			await postMessage(request("tools/list"), key),
			await postMessage(request("tools/call", { name: "read", arguments: { operation_id: "listClients" } }), key),
		];
		expect(answers.map(({ status }) => status)).toEqual(statuses);
		for (const [i, { status, body, headers }] of answers.entries()) {
			if (status === 200) continue;
			expect(body.code).toBe("invalid_access_token");
			const metadata = `${origin}${metadataPath}${i === 0 ? "" : "/mcp"}`;
			expect(headers.get("WWW-Authenticate")).toBe(`Bearer error="invalid_token", resource_metadata="${metadata}"`);
		}
		const read = answers[2]?.body.result;
		if (read) expect([read.isError, read.structuredContent.object]).toEqual([undefined, "list"]);
	});

	it.each([origin, `${origin}/`, v1, `${v1}/`, "HTTPS://API.TEST:443/v1"])(
		"whose app named the resource %s works at /v1, and so do the tokens of its refreshes",
		async (resource) => {
			const { access_token, refresh_token } = (await redeem({ resource }, { resource })).body;
			await me(200, access_token);
			await me(200, (await refresh(connection.app, refresh_token)).body.access_token);
		},
	);

	it("of another resource gets 401 invalid_access_token at /v1, whoever remembers it", async () => {
		const { access_token } = (await redeem({ resource: mcp })).body;
		for (let i = 0; i < 2; i++) {
			const answer = await send("/v1/me", { key: access_token });
			expectProblem(answer, "/v1/me", "invalid_access_token");
			expect(answer.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
		}
		expectProblem(
			await send("/v1/clients", { method: "POST", key: access_token, body: { first_name: "Kai" } }),
			"/v1/clients",
			"invalid_access_token",
		);
	});

	it("without a resource works everywhere, as before", async () => {
		await me(200, (await newTokens(connection)).access_token);
		const { code } = await approve(connection);
		expect(code).toMatch(/^svcac_/);
	});

	it("keeps its audience through refreshes, which may narrow it for one token and never widen it", async () => {
		const narrow = (await redeem({ resource: mcp })).body;
		for (const resource of [v1, origin])
			expectOAuthError(await refresh(connection.app, narrow.refresh_token, { resource }), 400, "invalid_target");
		const kept = (await refresh(connection.app, narrow.refresh_token)).body;
		expect((await me(401, kept.access_token)).body.code).toBe("invalid_access_token");

		const wide = (await redeem({ resource: origin })).body;
		const narrowed = (await refresh(connection.app, wide.refresh_token, { resource: mcp })).body;
		await me(401, narrowed.access_token);
		await me(200, (await refresh(connection.app, narrowed.refresh_token)).body.access_token);
	});

	it("that names a resource at its code alone is bound to it, with its grant", async () => {
		const { access_token, refresh_token } = (await redeem({}, { resource: mcp })).body;
		await me(401, access_token);
		expectOAuthError(await refresh(connection.app, refresh_token, { resource: v1 }), 400, "invalid_target");
		await me(401, (await refresh(connection.app, refresh_token)).body.access_token);
	});

	it("may be narrower than its authorization, and the next may be another part of it", async () => {
		const { access_token, refresh_token } = (await redeem({ resource: origin }, { resource: mcp })).body;
		await me(401, access_token);
		await me(200, (await refresh(connection.app, refresh_token, { resource: v1 })).body.access_token);
	});

	it("is refused for the reason that lasts longest: a revoked grant and an expired token before its audience", async () => {
		const own = await newConnection();
		const { access_token, refresh_token } = await newTokens(own, { resource: mcp });
		await post("/oauth/revoke", {
			token: refresh_token,
			client_id: own.app.clientId,
			client_secret: own.app.secret ?? "",
		});
		expect((await me(401, access_token)).body.code).toBe("revoked_grant");
	});

	it("tells its audience to introspection, and one without an audience tells none", async () => {
		const firstParty = await newApp({ first_party: true });
		const introspect = async (value: string) =>
			(
				await post(
					"/oauth/introspect",
					{ token: value },
					{ headers: { Authorization: `Basic ${btoa(`${firstParty.clientId}:${firstParty.secret}`)}` } },
				)
			).body;
		const bound = (await redeem({ resource: mcp })).body;
		expect(await introspect(bound.access_token)).toMatchObject({ active: true, aud: mcp });
		expect(await introspect(bound.refresh_token)).toMatchObject({ active: true, aud: mcp });
		expect(await introspect((await newTokens(connection)).access_token)).not.toHaveProperty("aud");
	});
});

describe("a resource that is none of this service's", () => {
	const unknown = [
		"https://evil.test/v1",
		`${origin}/v2`,
		`${origin}/admin`,
		`${v1}/clients`,
		`${mcp}?x`,
		`${mcp}#x`,
		"https://api.test@evil.test/mcp",
		"https://kai@api.test/mcp",
		"http://api.test/mcp",
		"https://api.test:8443/mcp",
		"mcp",
		"/mcp",
		"urn:mcp",
		"null",
	];

	it("is invalid_target at the authorization, told to the app", async () => {
		const app: App = await createApp();
		for (const resource of unknown) {
			const query = new URLSearchParams(authorizationOf(app, newPkce().challenge, { resource }));
			const { to, parameters } = redirected(await send(`/oauth/authorize?${query}`));
			expect([to, parameters.error, parameters.iss], resource).toEqual([
				"https://app.example/callback",
				"invalid_target",
				origin,
			]);
		}
	});

	it("is invalid_target at the token endpoint, and uses up neither code nor refresh token", async () => {
		const form = codeFormOf(await approve(connection, { resource: v1 }));
		for (const resource of [...unknown, mcp, origin])
			expectOAuthError(await token(connection.app, { ...form, resource }), 400, "invalid_target");
		const { refresh_token } = (await token(connection.app, form)).body;
		for (const resource of unknown)
			expectOAuthError(await refresh(connection.app, refresh_token, { resource }), 400, "invalid_target");
		expect((await refresh(connection.app, refresh_token)).status).toBe(200);
	});

	it("does not hide a replay: the grant of a code or token that was used before ends all the same", async () => {
		const form = codeFormOf(await approve(connection));
		const { access_token } = (await token(connection.app, form)).body;
		expectOAuthError(await token(connection.app, { ...form, resource: "urn:x" }), 400, "invalid_grant");
		expect((await me(401, access_token)).body.code).toBe("revoked_grant");
		const used = (await redeem({})).body;
		await refresh(connection.app, used.refresh_token);
		expectOAuthError(await refresh(connection.app, used.refresh_token, { resource: "urn:x" }), 400, "invalid_grant");
		expect((await me(401, used.access_token)).body.code).toBe("revoked_grant");
	});
});

describe("the audience", () => {
	it("is kept with the code, the grant and the token", async () => {
		const own = await newConnection();
		await newTokens(own, { resource: mcp });
		for (const table of ["oauth_codes", "oauth_grants"])
			expect(await rows(`SELECT audience FROM ${table} WHERE tenant_id = ?`, own.tenantId)).toEqual([
				{ audience: "mcp" },
			]);
	});
});
