import { beforeAll, beforeEach, describe, expect } from "vitest";
import { endpoints } from "../../src/api/v1.ts";
import { scopes, scopesIn } from "../../src/platform/gate/scopes.ts";
import { send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { challenges, expectLimits, expectProblem } from "../support/expect.ts";
import { type Connection, newApp, newConnection, newTokens, refresh, type Tokens } from "../support/oauth.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld, operate, type Tenant } from "../support/world.ts";
import { atEach, pathOf, requestOf } from "./requests.ts";

describe("an access token", () => {
	/** This tenant gets by a key the same requests that the other one gets by a token, in the same order. */
	let twin: Tenant;
	const connections: Record<string, { connection: Connection; tokens: Tokens }> = {};
	/** A token in the state that the name says. It is refreshed, because the clock advances between endpoints. */
	const accessToken = async (name: string): Promise<string> => {
		const { connection, tokens } = connections[name] as (typeof connections)[string];
		Object.assign(tokens, (await refresh(connection.app, tokens.refresh_token)).body);
		return tokens.access_token;
	};

	beforeAll(async () => {
		new Receiver();
		const connect = async (name: string, scope = scopes.join(" ")) => {
			const connection = await newConnection({ plan: "empire", app: await newApp({ scopes }) });
			connections[name] = { connection, tokens: await newTokens(connection, { scope }) };
			return connection;
		};
		const [, , onLight] = await Promise.all([
			connect("full"),
			connect("audit alone", "read:audit_log"),
			connect("light"),
		]);
		twin = await newWorld({ plan: "empire" });
		await operate(200, `/admin/tenants/${onLight.tenantId}`, { method: "PATCH", body: { plan: "light" } });
	});
	beforeEach(() => advance(60));

	atEach(endpoints, {
		"takes it like a key": async (endpoint) => {
			const path = pathOf(endpoint);
			const withKey = await send(path, requestOf(endpoint, twin.key));
			const withToken = await send(path, requestOf(endpoint, await accessToken("full")));
			expect([withToken.status, withToken.body.code]).toEqual([withKey.status, withKey.body.code]);
			expectLimits(withToken);
		},

		"refuses it of a tenant on the Light plan": async (endpoint) => {
			const path = pathOf(endpoint);
			const answer = await send(path, requestOf(endpoint, await accessToken("light")));
			expectProblem(answer, path, "feature_not_available");
		},

		"refuses it when it was never given out, and so a refresh token": async (endpoint) => {
			const path = pathOf(endpoint);
			for (const key of ["svcoat_nonsense", connections.full?.tokens.refresh_token]) {
				const answer = await send(path, requestOf(endpoint, key));
				expectProblem(answer, path, "invalid_access_token");
				expect(answer.headers.get("WWW-Authenticate")).toBe(challenges.invalid);
			}
		},
	});

	const elsewhere = endpoints.filter(({ scope }) => scope !== null && scope !== "read:audit_log");
	atEach(elsewhere, {
		"refuses it where its grant lacks the scope": async (endpoint) => {
			const path = pathOf(endpoint);
			const answer = await send(path, requestOf(endpoint, await accessToken("audit alone")));
			expectProblem(answer, path, "insufficient_scope");
			expect(answer.body).toMatchObject({
				required_scopes: scopesIn(endpoint.scope),
				granted_scopes: ["read:audit_log"],
			});
		},
	});
});
