import { randomUUID } from "node:crypto";
import { accessTokenPrefix } from "../../../src/platform/gate/credentials/access-tokens.ts";
import { hashOfSecret, mintToken, newFamily } from "../../../src/platform/lib/secret-value.ts";
import { countsOf, type Drill, times } from "../drill.ts";
import type { Service } from "../service/service.ts";
import { newAddress, newTenant, request } from "../studio.ts";

const most = 10_000;
/**
 * The studios that use the app at present. The tokens of the others have expired. The local runtime has all gates in one
 * thread, and making one takes it up to 30 ms.
 */
const inUse = 100;
const parallel = 40;
const longestMs = 5000;

export const appOfMany: Drill = {
	name: "app-of-many",
	promise: "an app with 10 000 grants is suspended within 5 seconds, and from the next request on for all who use it",
	async run({ service, short }, findings) {
		const on = await service();
		const count = short ? most / 10 : most;
		const { appId, tokens: all } = await connect(on, count);
		const tokens = all.slice(0, inUse);
		const before = await statusesOf(on, tokens);
		findings.expect(before === `${inUse} × 200`, `Before the suspension: ${before}.`);
		for (const [status, expected] of [
			["SUSPENDED", "403 app_suspended"],
			["ACTIVE", "200"],
		] as const) {
			const began = Date.now();
			const answer = await on.operate("PATCH", `/admin/oauth_apps/${appId}`, { status });
			const ms = Date.now() - began;
			findings.note(
				`${status}: ${answer.status} after ${(ms / 1000).toFixed(1)} s for ${count} studios, of which ${inUse} use it`,
			);
			findings.expect(answer.status === 200, `The change to ${status} was answered ${answer.status}.`);
			findings.expect(ms < longestMs, `The answer took ${ms} ms.`);
			const after = await statusesOf(on, tokens);
			findings.expect(after === `${inUse} × ${expected}`, `After the change to ${status}: ${after}.`);
		}
	},
};

/** Adds studios with a grant and an access token of one app, as rows of the control database. */
async function connect(on: Service, count: number): Promise<{ appId: string; tokens: string[] }> {
	const tenant_id = await newTenant(on, { plan: "studio" });
	const body = { tenant_id, name: "Drill", redirect_uris: ["https://app.example/cb"], scopes: ["read:clients"] };
	const { app } = await request(on, ["POST", "/admin/oauth_apps", 201], { key: on.operatorToken, body });
	const owner = { email: `${randomUUID()}@example.com`, password: randomUUID() };
	const user = await request(on, ["POST", `/admin/tenants/${tenant_id}/users`, 201], {
		key: on.operatorToken,
		body: owner,
	});
	const control = await on.database("DB");
	const tokens: string[] = [];
	for (let from = 0; from < count; from += 500) {
		const rows = times(Math.min(500, count - from), () => {
			const family = newFamily();
			const token = mintToken(accessTokenPrefix, family);
			tokens.push(token);
			const id = randomUUID().replaceAll("-", "");
			const lives = tokens.length <= inUse;
			return { tenant: `ten_${id}`, grant: `ogr_${id}`, family, hash: hashOfSecret(token), lives };
		});
		const of = (name: string) => `value ->> '${name}'`;
		const json = JSON.stringify(rows);
		const now = Date.now();
		await control.batch([
			control
				.prepare(
					`INSERT INTO tenants (id, name, plan, email, timezone, subscription_status, "database", created_at, updated_at)
						SELECT ${of("tenant")}, 'Drill', 'solo', 'drill@example.com', 'UTC', 'active', 'DATA_1', ?2, ?2 FROM json_each(?1)`,
				)
				.bind(json, now),
			control
				.prepare(
					`INSERT INTO oauth_grants (id, app_id, tenant_id, user_id, scopes, access_token_family, refresh_token_family,
						refresh_token, expires_at, created_at)
						SELECT ${of("grant")}, ?2, ${of("tenant")}, ?3, '["read:clients"]', ${of("family")}, ${of("hash")}, '', ?4, ?5
						FROM json_each(?1)`,
				)
				.bind(json, app.id, user.id, now + 86_400_000, now),
			control
				.prepare(
					`INSERT INTO oauth_access_tokens (hash, grant_id, scopes, expires_at, created_at)
						SELECT ${of("hash")}, ${of("grant")}, '["read:clients"]', iif(${of("lives")}, ?2, ?3 - 1), ?3 FROM json_each(?1)`,
				)
				.bind(json, now + 3_600_000, now),
		]);
	}
	return { appId: app.id, tokens };
}

/** How one request with each token is answered. */
async function statusesOf(on: Service, tokens: string[]): Promise<string> {
	const answers: string[] = [];
	const waiting = [...tokens];
	const send = async () => {
		for (let key = waiting.pop(); key; key = waiting.pop()) {
			const headers = { "CF-Connecting-IP": newAddress() };
			const { status, body } = await on.call("GET", "/v1/me", { key, headers });
			answers.push(status === 200 ? "200" : `${status} ${body.code}`);
		}
	};
	await Promise.all(times(parallel, send));
	return countsOf(answers);
}
