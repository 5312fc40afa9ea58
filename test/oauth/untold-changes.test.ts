import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import { locationCache } from "../../src/platform/gate/credentials/location-cache.ts";
import { Gate } from "../../src/platform/gate/object/gate.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { hashOfSecret } from "../../src/platform/lib/secrets/secret-value.ts";
import worker from "../../src/worker.ts";
import { send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { costOf } from "../support/cost.ts";
import { envWithHooks } from "../support/database.ts";
import { type App, me, newApp, newConnection, newTokens } from "../support/oauth.ts";
import { newWorld } from "../support/world.ts";

afterEach(() => vi.restoreAllMocks());

const longestSeconds = 30;

/** A token that this isolate remembers. `remember` restores what it remembers now. */
async function newToken(app: App) {
	const { access_token: token } = await newTokens(await newConnection({ app, plan: "empire" }));
	await me(200, token);
	return { token, remember: memoryOf(token) };
}

function memoryOf(token: string): () => void {
	const hash = hashOfSecret(token);
	const entry = credentialCache.get(hash);
	expect(entry?.record).toBeTruthy();
	return () => {
		if (entry) credentialCache.set(hash, entry);
	};
}

/** Changes the app as a request does that ends right after its commit, so that no gate learns of it. */
async function changeUntold({ id }: App, column: "status" | "scopes" | "name", value: string): Promise<void> {
	const now = clock.now();
	await env.DB.batch([
		env.DB.prepare(`UPDATE oauth_apps SET ${column} = ?2, revision = revision + 1 WHERE id = ?1`).bind(id, value),
		env.DB.prepare(
			`INSERT OR REPLACE INTO gate_notices (app_id, tenant_id, revision, created_at)
			SELECT DISTINCT g.app_id, g.tenant_id, a.revision, ?2 FROM oauth_grants g JOIN oauth_apps a ON a.id = g.app_id
			WHERE a.id = ?1`,
		).bind(id, now),
		env.DB.prepare(
			`UPDATE tenants SET credential_version = credential_version + 1
			WHERE id IN (SELECT tenant_id FROM gate_notices WHERE app_id = ?)`,
		).bind(id),
	]);
}

async function ask(token: string, fails = false): Promise<{ status: number; reads: number }> {
	let reads = 0;
	const bindings = envWithHooks({
		prepare: (sql) => {
			if (!sql.includes("gate_notices")) return;
			reads++;
			if (fails) throw new Error("D1_ERROR: Network connection lost.");
		},
	});
	const ctx = createExecutionContext();
	const headers = { Authorization: `Bearer ${token}` };
	const { status } = await worker.fetch(new Request("https://api.test/v1/me", { headers }), bindings, ctx);
	await waitOnExecutionContext(ctx);
	return { status, reads };
}

describe("where the gate of a studio cannot be told of a change of an app", () => {
	it("a suspension that was answered 503 holds after 30 seconds", async () => {
		const app = await newApp();
		const { token, remember } = await newToken(app);
		vi.spyOn(Gate.prototype, "learnVersion").mockImplementation(() => {
			throw new Error("Durable Object is overloaded.");
		});
		const body = { status: "SUSPENDED" };
		const answer = await send(`/admin/oauth_apps/${app.id}`, { method: "PATCH", key: env.OPERATOR_TOKEN, body });
		expect(answer.status).toBe(503);
		expect(answer.body.detail).toContain("at most 30 seconds");
		remember();
		await me(200, token);
		advance(longestSeconds + 1);
		expect((await me(403, token)).body.code).toBe("app_suspended");
	}, 30_000);

	it("the end of a suspension holds after 30 seconds", async () => {
		const app = await newApp();
		const { token } = await newToken(app);
		await changeUntold(app, "status", "SUSPENDED");
		advance(longestSeconds + 1);
		await me(403, token);
		await changeUntold(app, "status", "ACTIVE");
		advance(longestSeconds + 1);
		await me(200, token);
	});

	it("fewer scopes hold after 30 seconds, also in a stream of requests", async () => {
		const app = await newApp();
		const { token } = await newToken(app);
		await changeUntold(app, "scopes", '["read:appointments"]');
		const answers = [];
		for (let second = 0; second <= longestSeconds; second += 3) {
			answers.push((await send("/v1/clients", { key: token })).status);
			advance(3);
		}
		expect((await send("/v1/clients", { key: token })).status).toBe(403);
		expect(new Set(answers)).toEqual(new Set([200, 403]));
	});

	it("each token of the app is read again once, and not with each request", async () => {
		const app = await newApp();
		const [first, second] = [await newToken(app), await newToken(app)];
		await changeUntold(app, "name", "Renamed");
		advance(longestSeconds + 1);
		for (const { token } of [first, second]) {
			expect((await me(200, token)).body.oauth.app_name).toBe("Renamed");
			expect(await costOf("/v1/me", token)).toMatchObject({ gate: { inSequence: 1 }, db: { inSequence: 0 } });
		}
	});

	it("a token of another app is not read again", async () => {
		const [changed, other] = [await newApp(), await newApp()];
		await newToken(changed);
		const { token } = await newToken(other);
		await changeUntold(changed, "name", "Renamed");
		advance(longestSeconds + 1);
		await ask(token);
		expect(await costOf("/v1/me", token)).toMatchObject({ gate: { inSequence: 1 }, db: { inSequence: 0 } });
	});

	it("an isolate that its location tells of it reads nothing itself", async () => {
		const app = await newApp();
		const { token, remember } = await newToken(app);
		await changeUntold(app, "status", "SUSPENDED");
		advance(longestSeconds + 1);
		expect(await ask(token)).toEqual({ status: 403, reads: 1 });
		credentialCache.forget();
		remember();
		expect(await ask(token)).toEqual({ status: 403, reads: 0 });
	});
});

describe("what it costs to know of these changes", () => {
	it("a request waits for it only in an isolate where no token was used for 30 seconds, and beside the gate", async () => {
		const { token } = await newToken(await newApp());
		for (const seconds of [1, 13, 3, 14, 15]) {
			advance(seconds);
			const cost = await costOf("/v1/me", token);
			expect(cost, `${seconds}`).toMatchObject({ status: 200, gate: { calls: 1 }, db: { inSequence: 0 } });
		}
		locationCache.clear();
		advance(longestSeconds + 1);
		expect(await costOf("/v1/me", token)).toMatchObject({ gate: { calls: 1 }, db: { calls: 1 } });
	});

	it("a steady stream reads once in 15 seconds, however many tokens it has", async () => {
		const app = await newApp();
		const tokens = [await newToken(app), await newToken(app), await newToken(app)];
		let reads = 0;
		for (let second = 0; second < 60; second++) {
			advance(1);
			for (const { token } of tokens) reads += (await ask(token)).reads;
		}
		expect(reads).toBe(4);
	});

	it("a request with an API key never asks", async () => {
		const { key } = await newWorld();
		await ask(key);
		advance(longestSeconds + 1);
		expect(await ask(key)).toEqual({ status: 200, reads: 0 });
	});

	it("tokens go on while the control database does not answer, and one request in two seconds asks it", async () => {
		const { token } = await newToken(await newApp());
		locationCache.clear();
		advance(longestSeconds + 1);
		const answers = [];
		for (let n = 0; n < 4; n++) answers.push(await ask(token, true));
		advance(2);
		answers.push(await ask(token, true));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		expect(answers.map(({ reads }) => reads)).toEqual([1, 0, 0, 0, 1]);
	});
});
