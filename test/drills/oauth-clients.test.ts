import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as oauth4webapi from "oauth4webapi";
import * as openidClient from "openid-client";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, decide, newApp, newPerson, newStudio, type RegisteredApp } from "../../lab/harness/person.ts";
import { sharedServer } from "./shared-server.ts";

const redirectUri = "https://app.example/callback";
const scope = "read:clients read:appointments";

/** The ways in which an app authenticates itself (RFC 7591, 2). */
const methods = ["client_secret_basic", "client_secret_post", "none"] as const;
type Method = (typeof methods)[number];

interface Tokens {
	access_token: string;
	refresh_token?: string;
	scope?: string;
	expires_in?: number;
}

type Play = (authorizationUrl: URL) => Promise<URL>;

/** An app that uses an OAuth library, with all checks of the library on. */
interface Client {
	metadata: Record<string, unknown>;
	/** Goes from a new verifier and state to the tokens. `play` does what the person does. */
	connect(play: Play): Promise<Tokens>;
	refresh(refreshToken: string): Promise<Tokens>;
	revoke(token: string): Promise<unknown>;
	introspect(token: string): Promise<object>;
	get(token: string, url: URL): Promise<Response>;
}

type Library = (issuer: URL, app: RegisteredApp, method: Method) => Promise<Client>;

const withOauth4webapi: Library = async (issuer, { clientId, secret }, method) => {
	// The tests use http without TLS, which the library allows only with this option.
	const options = { [oauth4webapi.allowInsecureRequests]: true };
	const client = { client_id: clientId };
	const auth = {
		client_secret_basic: () => oauth4webapi.ClientSecretBasic(secret ?? ""),
		client_secret_post: () => oauth4webapi.ClientSecretPost(secret ?? ""),
		none: () => oauth4webapi.None(),
	}[method]();
	const discovered = await oauth4webapi.discoveryRequest(issuer, { ...options, algorithm: "oauth2" });
	const as = await oauth4webapi.processDiscoveryResponse(issuer, discovered);
	return {
		metadata: as,
		async connect(play) {
			const [verifier, state] = [oauth4webapi.generateRandomCodeVerifier(), oauth4webapi.generateRandomState()];
			const url = new URL(as.authorization_endpoint ?? "");
			const code_challenge = await oauth4webapi.calculatePKCECodeChallenge(verifier);
			url.search = new URLSearchParams({
				client_id: clientId,
				redirect_uri: redirectUri,
				response_type: "code",
				scope,
				state,
				code_challenge,
				code_challenge_method: "S256",
			}).toString();
			const answered = oauth4webapi.validateAuthResponse(as, client, await play(url), state);
			const response = await oauth4webapi.authorizationCodeGrantRequest(
				as,
				client,
				auth,
				answered,
				redirectUri,
				verifier,
				options,
			);
			return await oauth4webapi.processAuthorizationCodeResponse(as, client, response);
		},
		async refresh(token) {
			const response = await oauth4webapi.refreshTokenGrantRequest(as, client, auth, token, options);
			return await oauth4webapi.processRefreshTokenResponse(as, client, response);
		},
		revoke: async (token) =>
			oauth4webapi.processRevocationResponse(await oauth4webapi.revocationRequest(as, client, auth, token, options)),
		introspect: async (token) =>
			oauth4webapi.processIntrospectionResponse(
				as,
				client,
				await oauth4webapi.introspectionRequest(as, client, auth, token, options),
			),
		get: (token, url) => oauth4webapi.protectedResourceRequest(token, "GET", url, undefined, null, options),
	};
};

const withOpenidClient: Library = async (issuer, { clientId, secret }, method) => {
	const auth = {
		client_secret_basic: () => openidClient.ClientSecretBasic(secret ?? ""),
		client_secret_post: () => openidClient.ClientSecretPost(secret ?? ""),
		none: () => openidClient.None(),
	}[method]();
	const config = await openidClient.discovery(issuer, clientId, undefined, auth, {
		algorithm: "oauth2",
		execute: [openidClient.allowInsecureRequests],
	});
	return {
		metadata: { ...config.serverMetadata() },
		async connect(play) {
			const [pkceCodeVerifier, state] = [openidClient.randomPKCECodeVerifier(), openidClient.randomState()];
			const url = openidClient.buildAuthorizationUrl(config, {
				redirect_uri: redirectUri,
				scope,
				state,
				code_challenge: await openidClient.calculatePKCECodeChallenge(pkceCodeVerifier),
				code_challenge_method: "S256",
			});
			const checks = { pkceCodeVerifier, expectedState: state };
			return await openidClient.authorizationCodeGrant(config, await play(url), checks);
		},
		refresh: (token) => openidClient.refreshTokenGrant(config, token),
		revoke: (token) => openidClient.tokenRevocation(config, token),
		introspect: (token) => openidClient.tokenIntrospection(config, token),
		get: (token, url) => openidClient.fetchProtectedResource(config, token, url, "GET"),
	};
};

const server = sharedServer();
let tenantId: string;
let person: Account;
let introspector: RegisteredApp;
let apps: Record<Method, RegisteredApp>;

beforeAll(async () => {
	await server.ready();
	tenantId = await newStudio(server, "Nadel & Faden");
	person = await newPerson(server, tenantId);
	const given = { redirect_uris: [redirectUri], scopes: scope.split(" ") };
	const confidential = await newApp(server, given);
	introspector = await newApp(server, { ...given, first_party: true });
	const none = await newApp(server, { ...given, type: "public" });
	apps = { client_secret_basic: confidential, client_secret_post: confidential, none };
});

describe.each(Object.entries({ oauth4webapi: withOauth4webapi, "openid-client": withOpenidClient }))(
	"%s, with every check it makes",
	(_, library) => {
		const me = () => new URL("/v1/me", server.origin);
		const clientOf = (app: RegisteredApp, method: Method) => library(new URL(server.origin), app, method);
		const play =
			(decision: "approve" | "deny"): Play =>
			(url) =>
				decide(url, person, { decision });

		it.each(methods)("connects, calls, refreshes and revokes with %s", async (method) => {
			const app = apps[method];
			const client = await clientOf(app, method);
			expect(client.metadata.token_endpoint_auth_methods_supported).toContain(method);
			expect(client.metadata.revocation_endpoint_auth_methods_supported).toContain(method);
			const own = await clientOf(introspector, "client_secret_basic");

			const first = await client.connect(play("approve"));
			expect(first).toMatchObject({ expires_in: 3600, scope });
			const answer = await client.get(first.access_token, me());
			expect(await answer.json()).toMatchObject({ object: "me", tenant_id: tenantId, tenant_name: "Nadel & Faden" });
			const active = { active: true, client_id: app.clientId, scope, sub: tenantId };
			expect(await own.introspect(first.access_token)).toMatchObject({ ...active, token_type: "Bearer" });

			const second = await client.refresh(first.refresh_token ?? "");
			expect(second.refresh_token).not.toBe(first.refresh_token);
			expect((await client.get(second.access_token, me())).status).toBe(200);
			expect(await own.introspect(first.refresh_token ?? "")).toEqual({ active: false });
			expect(await own.introspect(second.refresh_token ?? "")).toMatchObject(active);

			await client.revoke(second.refresh_token ?? "");
			for (const { access_token } of [first, second]) {
				const { cause, response } = await refusal(client.get(access_token, me()));
				expect(cause).toMatchObject([{ scheme: "bearer", parameters: { error: "invalid_token" } }]);
				expect(await response.json()).toMatchObject({ status: 401, code: "revoked_grant" });
				expect(await own.introspect(access_token)).toEqual({ active: false });
			}
		});

		it("is told in its own terms that the person denied", async () => {
			const client = await clientOf(apps.client_secret_basic, "client_secret_basic");
			await expect(client.connect(play("deny"))).rejects.toMatchObject({
				name: "AuthorizationResponseError",
				error: "access_denied",
			});
		});

		it("is told in its own terms of a refresh token that was used before, which ends the grant", async () => {
			const client = await clientOf(apps.none, "none");
			const { refresh_token = "" } = await client.connect(play("approve"));
			const { access_token } = await client.refresh(refresh_token);
			await expect(client.refresh(refresh_token)).rejects.toMatchObject({
				name: "ResponseBodyError",
				error: "invalid_grant",
				status: 400,
			});
			expect(await (await refusal(client.get(access_token, me()))).response.json()).toMatchObject({
				code: "revoked_grant",
			});
		});

		it("is told in its own terms that its secret is wrong", async () => {
			const { clientId } = apps.client_secret_basic;
			const client = await clientOf({ id: "", name: "", clientId, secret: "svcosk_wrong" }, "client_secret_basic");
			expect(await refusal(client.refresh("svcort_any"))).toMatchObject({
				status: 401,
				cause: [{ scheme: "basic" }],
			});
		});
	},
);

describe("an app that its metadata document describes", () => {
	it("finds everything from the address of the API, and gets tokens that work there alone", async () => {
		const { site, clientId, asked } = await describedApp();
		try {
			await server.operate("POST", "/admin/oauth_apps", { client_id_metadata_url: clientId });
			const options = { [oauth4webapi.allowInsecureRequests]: true };
			const me = new URL("/v1/me", server.origin);
			const { cause } = await refusal(
				oauth4webapi.protectedResourceRequest("svcoat_x", "GET", me, undefined, null, options),
			);
			const [challenge] = cause as { parameters: Record<string, string> }[];
			expect(challenge?.parameters.resource_metadata).toBe(`${server.origin}/.well-known/oauth-protected-resource`);
			const resource = new URL("/v1", server.origin);
			const described = await oauth4webapi.processResourceDiscoveryResponse(
				resource,
				await oauth4webapi.resourceDiscoveryRequest(resource, options),
			);
			const issuer = new URL(described.authorization_servers?.[0] ?? "");
			const config = await openidClient.discovery(issuer, clientId, undefined, openidClient.None(), {
				algorithm: "oauth2",
				execute: [openidClient.allowInsecureRequests],
			});
			const pkceCodeVerifier = openidClient.randomPKCECodeVerifier();
			const url = openidClient.buildAuthorizationUrl(config, {
				redirect_uri: "http://127.0.0.1:33418/callback",
				scope,
				resource: resource.href,
				code_challenge: await openidClient.calculatePKCECodeChallenge(pkceCodeVerifier),
				code_challenge_method: "S256",
			});
			const answered = await decide(url, person);
			const parameters = { resource: resource.href };
			const first = await openidClient.authorizationCodeGrant(config, answered, { pkceCodeVerifier }, parameters);
			const get = async (token: string) =>
				await (await openidClient.fetchProtectedResource(config, token, me, "GET")).json();
			expect(await get(first.access_token)).toMatchObject({ oauth: { client_id: clientId, app_name: "Ink Agent" } });
			const second = await openidClient.refreshTokenGrant(config, first.refresh_token ?? "", parameters);
			expect(await get(second.access_token)).toMatchObject({ tenant_id: tenantId });
			const elsewhere = openidClient.refreshTokenGrant(config, second.refresh_token ?? "", {
				resource: new URL("/mcp", server.origin).href,
			});
			await expect(elsewhere).rejects.toMatchObject({ error: "invalid_target" });
			expect(asked()).toBe(1);
		} finally {
			site.close();
		}
	});
});

async function describedApp() {
	let asked = 0;
	const site = createServer((_, response) => {
		asked++;
		response.setHeader("Content-Type", "application/json");
		response.end(
			JSON.stringify({
				client_id: clientId,
				client_name: "Ink Agent",
				redirect_uris: ["http://127.0.0.1/callback"],
				token_endpoint_auth_method: "none",
			}),
		);
	});
	await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
	const clientId = `http://127.0.0.1:${(site.address() as AddressInfo).port}/client.json`;
	return { site, clientId, asked: () => asked };
}

/** The error with which the library rejects: a challenge, with the answer that carries it. */
async function refusal(asked: Promise<unknown>): Promise<{ cause: unknown; status: number; response: Response }> {
	const error = await asked.then(
		() => new Error("it was not refused"),
		(reason) => reason,
	);
	if (error.name !== "WWWAuthenticateChallengeError") throw error;
	return error;
}
