import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import { Gate } from "../../src/platform/gate/object/gate.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { hashOfSecret } from "../../src/platform/lib/secrets/secret-value.ts";
import worker from "../../src/worker.ts";
import { send } from "../support/api.ts";
import { envWithHooks, rows } from "../support/database.ts";
import { gatesWith } from "../support/gates.ts";
import {
	approve,
	authorizationOf,
	basic,
	type Connection,
	me,
	newApp,
	newConnection,
	newPkce,
	newTokens,
	post,
	redirectUri,
	refresh,
} from "../support/oauth.ts";
import { scheduledWork } from "../support/scheduled.ts";

const lost = "D1_ERROR: Network connection lost";
const broken = "D1_ERROR: no such column: constraint_of_ours";

let connection: Connection;
let query: string;
beforeAll(async () => {
	connection = await newConnection();
	query = new URLSearchParams(authorizationOf(connection.app, newPkce().challenge)).toString();
});

const throwing = (message: string) => () => {
	throw new Error(message);
};
/** The bindings, whose databases fail for each statement about this table. */
const without = (table: string, message: string) =>
	envWithHooks({ prepare: (sql) => sql.includes(`"${table}"`) && throwing(message)() });

async function ask(bindings: typeof env, path: string, form?: Record<string, string>) {
	const ctx = createExecutionContext();
	const request = new Request(`https://api.test${path}`, {
		method: form ? "POST" : "GET",
		headers: { Cookie: connection.cookie },
		...(form ? { body: new URLSearchParams(form) } : {}),
	});
	const response = await worker.fetch(request, bindings, ctx);
	const text = await response.text();
	await waitOnExecutionContext(ctx);
	const location = response.headers.get("Location");
	const { origin, pathname, searchParams } = new URL(location ?? "about:blank");
	return { status: response.status, text, location, to: origin + pathname, told: Object.fromEntries(searchParams) };
}

const approval = () => ({ request: query, tenant_id: connection.tenantId, decision: "approve" });

describe("once it is known which app asks, from an address of its own, a failure is told to the app", () => {
	it.each([
		["the session cannot be read", () => ask(without("sessions", lost), `/oauth/authorize?${query}`)],
		["the studios cannot be read", () => ask(without("memberships", lost), `/oauth/authorize?${query}`)],
		[
			"the approval cannot be written",
			() => ask(envWithHooks({ batch: throwing(lost) }), "/oauth/consent", approval()),
		],
	])("as temporarily_unavailable where the database is away: %s", async (_, asked) => {
		const { status, to, told } = await asked();
		expect([status, to]).toEqual([302, redirectUri]);
		expect(told).toEqual({
			error: "temporarily_unavailable",
			error_description: "A part of the service did not answer.",
			state: "st4te",
			iss: "https://api.test",
		});
	});

	it.each([
		["what it asks", () => ask(without("sessions", broken), `/oauth/authorize?${query}`)],
		["what it writes", () => ask(envWithHooks({ batch: throwing(broken) }), "/oauth/consent", approval())],
	])("as server_error where the service is at fault, and nothing is told of what: %s", async (_, asked) => {
		const { status, to, told, location } = await asked();
		expect([status, to]).toEqual([302, redirectUri]);
		expect(told).toMatchObject({ error: "server_error", state: "st4te", iss: "https://api.test" });
		expect(location).not.toMatch(/constraint_of_ours|D1/);
	});

	it("and the person can approve once it is over", async () => {
		expect((await approve(connection)).code).toMatch(/^svcac_/);
	});
});

it("a revocation that no gate can be told of is refused as a whole, to be repeated", async () => {
	const { access_token, refresh_token } = await newTokens(connection);
	const gates = gatesWith(() => ({ beginChange: async () => throwing("overloaded")() }));
	const request = new Request("https://api.test/oauth/revoke", {
		method: "POST",
		headers: basic(connection.app),
		body: new URLSearchParams({ token: refresh_token }),
	});
	const ctx = createExecutionContext();
	const response = await worker.fetch(request, { ...env, GATE: gates }, ctx);
	expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "1"]);
	expect(await response.json()).toMatchObject({ error: "temporarily_unavailable" });
	await waitOnExecutionContext(ctx);
	await me(200, access_token);
	await post("/oauth/revoke", { token: refresh_token }, { headers: basic(connection.app) });
	await me(401, access_token);
});

describe("a suspension that a gate cannot be told of", () => {
	const suspend = (id: string, headers: Record<string, string> = {}) =>
		send(`/admin/oauth_apps/${id}`, {
			method: "PATCH",
			key: env.OPERATOR_TOKEN,
			body: { status: "SUSPENDED" },
			headers,
		});
	const away = () =>
		vi.spyOn(Gate.prototype, "learnVersion").mockImplementation(() => {
			throw new Error("overloaded");
		});

	it.each([{}, { "Idempotency-Key": "suspend" }])(
		"is made and answered 503 within 5 seconds; a repetition answers 200 once all are told (%j)",
		async (headers) => {
			const app = await newApp();
			const { access_token, refresh_token } = await newTokens(await newConnection({ app }));
			await me(200, access_token);
			const remembered = credentialCache.get(hashOfSecret(access_token));
			const silent = away();
			const began = Date.now();
			const first = await suspend(app.id, headers);
			expect([first.status, first.headers.get("Retry-After")]).toEqual([503, "1"]);
			expect(first.body.detail).toContain("1 studios have not been told yet");
			expect(Date.now() - began).toBeLessThan(5000);
			expect((await refresh(app, refresh_token)).body.error).toBe("unauthorized_client");
			expect((await suspend(app.id, headers)).status).toBe(503);
			silent.mockRestore();
			expect((await suspend(app.id, headers)).status).toBe(200);
			if (remembered) credentialCache.set(hashOfSecret(access_token), remembered);
			expect((await me(403, access_token)).body.code).toBe("app_suspended");
			expect(await rows("SELECT * FROM gate_notices")).toEqual([]);
		},
		20_000,
	);

	it("reaches it by the scheduled work if the isolate died right after the commit", async () => {
		const app = await newApp();
		const own = await newConnection({ app });
		const { access_token } = await newTokens(own);
		await me(200, access_token);
		const remembered = credentialCache.get(hashOfSecret(access_token));
		await env.DB.batch([
			env.DB.prepare("UPDATE oauth_apps SET status = 'SUSPENDED' WHERE id = ?").bind(app.id),
			env.DB.prepare("UPDATE tenants SET credential_version = credential_version + 1 WHERE id = ?").bind(own.tenantId),
			env.DB.prepare("INSERT INTO gate_notices (app_id, tenant_id, revision, created_at) VALUES (?, ?, 1, ?)").bind(
				app.id,
				own.tenantId,
				clock.now(),
			),
		]);
		await me(200, access_token);
		clock.advance(11);
		await scheduledWork();
		if (remembered) credentialCache.set(hashOfSecret(access_token), remembered);
		await me(403, access_token);
		expect(await rows("SELECT * FROM gate_notices")).toEqual([]);
	});

	it("holds at once for all the others", async () => {
		const app = await newApp();
		const [near, far] = [await newConnection({ app }), await newConnection({ app })];
		const tokens = [await newTokens(near), await newTokens(far)];
		for (const { access_token } of tokens) await me(200, access_token);
		const silent = away().mockImplementationOnce(() => {});
		expect((await suspend(app.id)).body.detail).toContain("1 studios");
		silent.mockRestore();
		expect(await rows("SELECT app_id FROM gate_notices")).toEqual([{ app_id: app.id }]);
		expect((await suspend(app.id)).status).toBe(200);
	}, 20_000);
});

it("a change that may have committed leaves its gate waiting until nothing can be under way", async () => {
	const own = await newConnection();
	const { access_token, refresh_token } = await newTokens(own);
	await me(200, access_token);
	let away = false;
	const bindings = envWithHooks({
		batch: () => {
			away = true;
			return throwing(lost)();
		},
		prepare: () => away && throwing(lost)(),
	});
	const [begun, ended] = [vi.spyOn(Gate.prototype, "beginChange"), vi.spyOn(Gate.prototype, "endChange")];
	const request = new Request("https://api.test/oauth/revoke", {
		method: "POST",
		headers: basic(own.app),
		body: new URLSearchParams({ token: refresh_token }),
	});
	expect((await worker.fetch(request, bindings, createExecutionContext())).status).toBe(503);
	expect([begun.mock.calls.length, ended.mock.calls.length]).toEqual([1, 0]);
	vi.restoreAllMocks();
});

it("before it is known which app asks, a failure is told to the person at the browser", async () => {
	const { status, location, text } = await ask(without("oauth_apps", lost), `/oauth/authorize?${query}`);
	expect([status, location]).toEqual([503, null]);
	expect(text).toContain("A part of the service did not answer.");
});
