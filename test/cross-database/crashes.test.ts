import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { connectionLost } from "../../lab/harness/faulty-database.ts";
import type { Call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { rows } from "../support/database.ts";
import { newEndpoint } from "../support/endpoints.ts";
import {
	approve,
	basic,
	codeFormOf,
	exchange,
	newApp,
	newConnection,
	newPerson,
	newSession,
	newTokens,
} from "../support/oauth.ts";
import { joinStudio, linkTo } from "../support/people.ts";
import { Receiver } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newKey, newTenant, newWorld, operate } from "../support/world.ts";
import { ask, envWithFaults } from "./faults.ts";
import { stateOf } from "./state.ts";

beforeAll(async () => {
	new Receiver();
	// It counts the stored bytes, which it does once a day.
	await scheduledWork();
});

interface Asked {
	path: string;
	call: Call;
	tenants(): Promise<string[]> | string[];
}

let made = 0;
/** All have the same length, because the test compares the stored bytes. */
const unique = (): string => String(++made).padStart(6, "0");

const byOperator = (tenants: string[], path: string, call: Call = {}): Asked => ({
	path,
	call: {
		...call,
		key: env.OPERATOR_TOKEN,
		headers: { "Idempotency-Key": `crash-${unique()}` },
	},
	tenants: () => tenants,
});

const form = (fields: Record<string, string>, headers: Record<string, string> = {}): Call => ({
	raw: new URLSearchParams(fields).toString(),
	headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
});

async function withEndpoints(): Promise<string> {
	const { id, key } = await newWorld({ plan: "empire" });
	for (let n = 0; n < 5; n++) await newEndpoint({ id, key });
	return id;
}

const changes: Record<string, () => Promise<Asked>> = {
	"the creation of a tenant": async () => {
		const name = `Anchor ${unique()}`;
		const asked = byOperator([], "/admin/tenants", { body: { name, plan: "solo", email: "a@example.com" } });
		const tenants = async () => (await rows("SELECT id FROM tenants WHERE name = ?", name)).map(({ id }) => String(id));
		return { ...asked, tenants };
	},
	"a plan that allows fewer endpoints": async () => {
		const id = await withEndpoints();
		return byOperator([id], `/admin/tenants/${id}`, { method: "PATCH", body: { plan: "solo" } });
	},
	"a new key": async () => {
		const id = await newTenant();
		return byOperator([id], `/admin/tenants/${id}/api_keys`, { body: { name: "Sync" } });
	},
	"a paused key": async () => {
		const id = await newTenant();
		const key = await newKey(id);
		return byOperator([id], `/admin/api_keys/${key.id}`, { method: "PATCH", body: { status: "INACTIVE" } });
	},
	"a rotated key": async () => {
		const id = await newTenant();
		const key = await newKey(id);
		return byOperator([id], `/admin/api_keys/${key.id}/rotate`, { body: { overlap_seconds: 60 } });
	},
	"an app that is suspended": async () => {
		const id = await newTenant({ plan: "studio" });
		const connection = await newConnection({ app: await newApp({ tenant_id: id }) });
		await newTokens(connection);
		const body = { status: "SUSPENDED" };
		return byOperator([id, connection.tenantId], `/admin/oauth_apps/${connection.app.id}`, { method: "PATCH", body });
	},
	"an invitation": async () => {
		const id = await newTenant();
		return byOperator([id], `/admin/tenants/${id}/users`, { body: { email: `i${unique()}@example.com` } });
	},
	"a user who is removed": async () => {
		const id = await newTenant();
		await newPerson(id);
		const person = await newPerson(id);
		return byOperator([id], `/admin/tenants/${id}/users/${person.id}`, { method: "DELETE" });
	},
	"an event that is published": async () => {
		const id = await withEndpoints();
		return byOperator([id], `/admin/tenants/${id}/events`, { body: { type: "message.created", data: {} } });
	},
	"the exchange of a code": async () => {
		const connection = await newConnection();
		const approval = await approve(connection);
		const call = form(codeFormOf(approval), basic(connection.app));
		return { path: "/oauth/token", call, tenants: () => [connection.tenantId] };
	},
	"a code that comes twice": async () => {
		const connection = await newConnection();
		const approval = await approve(connection);
		await exchange(connection.app, approval);
		const call = form(codeFormOf(approval), basic(connection.app));
		return { path: "/oauth/token", call, tenants: () => [connection.tenantId] };
	},
	"a grant that its app revokes": async () => {
		const connection = await newConnection();
		const { refresh_token } = await newTokens(connection);
		const call = form({ token: refresh_token }, basic(connection.app));
		return { path: "/oauth/revoke", call, tenants: () => [connection.tenantId] };
	},
	"an invitation that is accepted": async () => {
		const tenants = [await newTenant(), await newTenant()];
		const person = await newPerson(tenants[0] ?? "");
		await operate(201, `/admin/tenants/${tenants[1]}/users`, { body: { email: person.email } });
		const call = form({}, { Cookie: await newSession(person) });
		return { path: await linkTo(person.email), call, tenants: () => tenants };
	},
	"a password that a member of three studios changes": async () => {
		const tenants = [await newTenant(), await newTenant(), await newTenant()];
		const person = await newPerson(tenants[0] ?? "");
		for (const id of tenants.slice(1)) await joinStudio(person, id);
		// The schedule drops the mails of invitations that were accepted.
		for (const id of tenants) await rows("DELETE FROM mails WHERE tenant_id = ? AND kind = 'invitation'", id);
		const fields = { password: person.password, new_password: `another long one ${unique()}` };
		const call = form(fields, { Cookie: await newSession(person) });
		return { path: "/dashboard/account/password", call, tenants: () => tenants };
	},
};

/** The outbox keeps its mails, so that the test can compare them. */
const noMails = {
	...env,
	EMAIL: { send: async () => Promise.reject(new Error("closed")) } as unknown as NonNullable<typeof env.EMAIL>,
};

/** All requests have the same address, because audit entries store it and its bytes count. */
const from = { "CF-Connecting-IP": "203.0.113.7" };

type Fault = "before the call" | "after the call";

interface Run {
	asked: Asked;
	before: unknown;
	status: number;
	retryAfter: string | null;
	calls: number;
	label: string;
}

/** The connection breaks at the n-th call of a database. */
async function run(prepare: () => Promise<Asked>, n: number, fault: Fault): Promise<Run> {
	const asked = await prepare();
	// The preparation came from addresses of different lengths.
	for (const id of await asked.tenants()) await rows("UPDATE stored_bytes SET added = 0 WHERE tenant_id = ?", id);
	const before = await stateOf(await asked.tenants());
	let calls = 0;
	let label = `call ${n}, ${fault}`;
	const bindings = envWithFaults(async (binding, call, sql) => {
		if (++calls !== n) return await call();
		label = `${label}: ${binding} ${sql[0]?.slice(0, 60)}`;
		if (fault === "after the call") await call();
		throw connectionLost();
	});
	const { path, call } = asked;
	const answer = await ask(bindings, path, { ...call, headers: { ...from, ...call.headers } });
	await answer.over;
	return { asked, before, status: answer.status, retryAfter: answer.headers.get("Retry-After"), calls, label };
}

describe("a connection that is lost at any one call leaves no half of", () => {
	it.each(Object.entries(changes))("%s", async (_, prepare) => {
		const undisturbed = await run(prepare, 0, "before the call");
		expect(undisturbed.status).toBeLessThan(401);
		const numbers = Array.from({ length: undisturbed.calls }, (_, n) => n + 1);
		const faults: Fault[] = ["before the call", "after the call"];
		const runs: Run[] = [];
		for (const n of numbers) runs.push(...(await Promise.all(faults.map((fault) => run(prepare, n, fault)))));
		advance(10);
		await scheduledWork(noMails);
		expect(await rows("SELECT id FROM effects")).toEqual([]);
		const done = await stateOf(await undisturbed.asked.tenants());
		expect(done).not.toEqual(undisturbed.before);
		for (const { asked, before, status, retryAfter, label } of runs) {
			const state = await stateOf(await asked.tenants());
			const told = `${label} was answered ${status}, Retry-After ${retryAfter}`;
			if (status < 500) expect(state, told).toEqual(done);
			else if (retryAfter !== null) expect(state, told).toEqual(before);
			else expect([before, done], told).toContainEqual(state);
			if (!asked.path.startsWith("/admin")) continue;
			const again = await ask(env, asked.path, { ...asked.call, headers: { ...from, ...asked.call.headers } });
			await again.over;
			expect(again.status, `${told} and then ${again.text}`).toBe(undisturbed.status);
			expect(await stateOf(await asked.tenants()), `${told} and then again`).toEqual(done);
		}
	});
});
