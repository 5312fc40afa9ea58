import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { randomUUID } from "node:crypto";
import { afterEach, expect, it, vi } from "vitest";
import { accessTokenPrefix } from "../../src/platform/gate/credentials/access-tokens.ts";
import { Gate } from "../../src/platform/gate/object/gate.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { hashOfSecret, mintToken, newFamily } from "../../src/platform/lib/secrets/secret-value.ts";
import { dayMs, hourMs } from "../../src/platform/lib/time.ts";
import worker from "../../src/worker.ts";
import { send } from "../support/api.ts";
import { envWithHooks, rows } from "../support/database.ts";
import { type App, newApp, newPerson } from "../support/oauth.ts";
import { until } from "../support/receiver.ts";
import { isInWorkerd } from "../support/runtime.ts";
import { newTenant } from "../support/world.ts";

// workerd has all gates of a test in one thread and takes up to 30 ms to make one.
const most = isInWorkerd ? 100 : 300;
const few = 50;
const parallel = 50;

interface Grant {
	tenantId: string;
	token: string;
}

/** Adds the rows of studios that each have a grant and a token of the app. */
async function connect({ id }: App, count: number): Promise<Grant[]> {
	const user = await newPerson(await newTenant());
	const now = clock.now();
	const added = Array.from({ length: count }, () => {
		const [family, own] = [newFamily(), randomUUID().replaceAll("-", "")];
		const token = mintToken(accessTokenPrefix, family);
		return { tenant: `ten_${own}`, grant: `ogr_${own}`, family, token, hash: hashOfSecret(token) };
	});
	const of = (name: string) => `value ->> '${name}'`;
	for (let from = 0; from < count; from += 1000) {
		const json = JSON.stringify(added.slice(from, from + 1000));
		await env.DB.batch([
			env.DB.prepare(
				`INSERT INTO tenants (id, name, plan, email, timezone, subscription_status, "database", created_at, updated_at)
				SELECT ${of("tenant")}, 'Studio', 'solo', 'owner@example.com', 'UTC', 'active', 'DATA_1', ?2, ?2
				FROM json_each(?1)`,
			).bind(json, now),
			env.DB.prepare(
				`INSERT INTO oauth_grants (id, app_id, tenant_id, user_id, scopes, access_token_family, refresh_token_family,
					refresh_token, expires_at, created_at)
				SELECT ${of("grant")}, ?2, ${of("tenant")}, ?3, '["read:clients"]', ${of("family")}, ${of("hash")}, '', ?4, ?5
				FROM json_each(?1)`,
			).bind(json, id, user.id, now + 90 * dayMs, now),
			env.DB.prepare(
				`INSERT INTO oauth_access_tokens (hash, grant_id, scopes, expires_at, created_at)
				SELECT ${of("hash")}, ${of("grant")}, '["read:clients"]', ?2, ?3 FROM json_each(?1)`,
			).bind(json, now + hourMs, now),
		]);
	}
	return added.map(({ tenant, token }) => ({ tenantId: tenant, token }));
}

async function answersTo(grants: readonly Grant[]): Promise<Record<string, number>> {
	const counts: Record<string, number> = {};
	const waiting = [...grants];
	const sendNext = async () => {
		for (let next = waiting.pop(); next; next = waiting.pop()) {
			const { status, body } = await send("/v1/me", { key: next.token });
			const answer = status === 200 ? "200" : `${status} ${body.code}`;
			counts[answer] = (counts[answer] ?? 0) + 1;
		}
	};
	await Promise.all(Array.from({ length: parallel }, sendNext));
	return counts;
}

const change = (app: App, status: "SUSPENDED" | "ACTIVE") =>
	send(`/admin/oauth_apps/${app.id}`, { method: "PATCH", key: env.OPERATOR_TOKEN, body: { status } });

/** The gates of these studios throw away what they are told. */
const overloaded = (grants: readonly Grant[]) => {
	const tell = Gate.prototype.learnVersion;
	const away = new Set(grants.map(({ tenantId }) => tenantId));
	vi.spyOn(Gate.prototype, "learnVersion").mockImplementation(function (this: Gate, version: number) {
		const { ctx } = this as unknown as { ctx: DurableObjectState };
		if (away.has(ctx.id.name ?? "")) throw new Error("Durable Object is overloaded.");
		tell.call(this, version);
	});
};

afterEach(() => void vi.restoreAllMocks());

it(`an app that ${most} studios use is suspended within 5 seconds, and every token is refused at its next request`, async () => {
	const app = await newApp({ scopes: ["read:clients"] });
	const grants = await connect(app, most);
	expect(await answersTo(grants)).toEqual({ 200: most });
	for (const [status, expected] of [
		["SUSPENDED", "403 app_suspended"],
		["ACTIVE", "200"],
	] as const) {
		const began = performance.now();
		const answer = await change(app, status);
		const ms = performance.now() - began;
		expect(answer.status, answer.text).toBe(200);
		expect(ms).toBeLessThan(5000);
		expect(await answersTo(grants)).toEqual({ [expected]: most });
	}
});

it("where a few gates of many cannot be told, all others refuse at once, and these as soon as they can be told", async () => {
	const app = await newApp({ scopes: ["read:clients"] });
	const grants = await connect(app, few);
	expect(await answersTo(grants)).toEqual({ 200: few });
	const [away, told] = [grants.slice(0, 7), grants.slice(7)];
	overloaded(away);
	const answer = await change(app, "SUSPENDED");
	expect(answer.status).toBe(503);
	expect(answer.body.detail).toContain("7 studios have not been told yet");
	expect(await answersTo(told)).toEqual({ "403 app_suspended": told.length });
	vi.restoreAllMocks();
	await until(async () => (await rows("SELECT * FROM gate_notices")).length === 0);
	expect(await answersTo(away)).toEqual({ "403 app_suspended": 7 });
}, 60_000);

// A request that ends after its commit, with its isolate, has stored the answer of a change that not all gates know.
it("a suspension whose request ended after its commit is answered again under its key once all studios are told", async () => {
	const app = await newApp({ scopes: ["read:clients"] });
	const grants = await connect(app, few);
	expect(await answersTo(grants)).toEqual({ 200: few });
	overloaded(grants);
	const request = { method: "PATCH", body: JSON.stringify({ status: "SUSPENDED" }) };
	const headers = {
		Authorization: `Bearer ${env.OPERATOR_TOKEN}`,
		"Content-Type": "application/json",
		"Idempotency-Key": randomUUID(),
	};
	const url = `https://api.test/admin/oauth_apps/${app.id}`;
	const endsBeforeItForgets = envWithHooks({
		prepare: (sql) => {
			if (/^delete from "idempotency_records"/.test(sql)) throw new Error("D1_ERROR: Network connection lost");
		},
	});
	const first = await worker.fetch(
		new Request(url, { ...request, headers }),
		endsBeforeItForgets,
		createExecutionContext(),
	);
	expect(first.status).toBeGreaterThanOrEqual(500);
	const early = await send(`/admin/oauth_apps/${app.id}`, { method: "PATCH", headers, body: { status: "SUSPENDED" } });
	expect([early.status, await answersTo(grants)]).toEqual([503, { 200: few }]);
	vi.restoreAllMocks();
	const late = await send(`/admin/oauth_apps/${app.id}`, { method: "PATCH", headers, body: { status: "SUSPENDED" } });
	expect([late.status, await answersTo(grants)]).toEqual([200, { "403 app_suspended": few }]);
}, 60_000);
