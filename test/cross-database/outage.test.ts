import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runScheduledWork } from "../../src/entry/schedule/control.ts";
import { holdAddress } from "../../src/platform/commit/booking-addresses.ts";
import { openWriter } from "../../src/platform/commit/writer.ts";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { dayMs } from "../../src/platform/lib/time.ts";
import { advance } from "../support/clock.ts";
import { rows } from "../support/database.ts";
import { consumeDeliveries } from "../support/deliveries.ts";
import { newEndpoint } from "../support/endpoints.ts";
import { eventsOf, typesOf } from "../support/history.ts";
import { MailService } from "../support/mail-service.ts";
import { approve, basic, codeFormOf, newApp, newPerson, newSession, type Person } from "../support/oauth.ts";
import { joinStudio } from "../support/people.ts";
import { Receiver } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { everyDay, newArtist } from "../support/studio.ts";
import { newTenant, newWorld, operate, type Tenant } from "../support/world.ts";
import { ask, operateWith, withoutDatabases } from "./faults.ts";

const gone = "DATA_2";
/** The time for which the database hangs before it fails. Requests to other databases must not wait so long. */
const hangsMs = 1800;

const mail = new MailService();
let receiver: Receiver;
let person: Person;
/** A tenant in the database that is away, and one in another database. */
let struck: Tenant;
let spared: Tenant;
let artistOfSpared: string;
let artistOfStruck: string;
let blockOfSpared: string;

const newTimeBlock = async (artist: string): Promise<string> => {
	const body = { start_at: "2030-05-01T00:00:00Z", end_at: "2030-05-02T00:00:00Z" };
	return (await operate(201, `/admin/artists/${artist}/time_blocks`, { body })).body.id;
};

beforeAll(async () => {
	receiver = new Receiver();
	[struck, spared] = [await newWorld({ database: gone }), await newWorld({ database: "DATA_1" })];
	person = await newPerson(spared.id);
	await joinStudio(person, struck.id);
	artistOfSpared = await newArtist(spared.key);
	artistOfStruck = await newArtist(struck.key);
	blockOfSpared = await newTimeBlock(artistOfSpared);
	await scheduledWork();
});

beforeEach(() => void mail.reset());

const client = () => ({ email: `${crypto.randomUUID()}@example.com`, first_name: "Ana" });

describe.each([
	["fails at once", 0],
	["hangs first", hangsMs],
])("a data database that is away and %s", (_, hangs) => {
	const away = withoutDatabases(gone, hangs);
	/** The answer must not wait for the database that hangs. */
	const prompt = async (...args: Parameters<typeof ask>) => {
		const answer = await ask(...args);
		expect(answer.ms, `${args[1]} took ${answer.ms} ms`).toBeLessThan(hangsMs - 300);
		return answer;
	};

	it("answers its own tenants 503 with Retry-After, whatever they ask of it", async () => {
		const asked: [string, object][] = [
			["/v1/clients", {}],
			["/v1/clients", { body: client() }],
			["/v1/clients", { body: client(), headers: { "Idempotency-Key": crypto.randomUUID() } }],
			["/v1/events", {}],
			[`/v1/artists/${artistOfStruck}`, { method: "PATCH", body: { name: "Mika" } }],
		];
		const answers = await Promise.all(asked.map(([path, call]) => ask(away, path, { key: struck.key, ...call })));
		for (const { status, headers, body } of answers)
			expect([status, headers.get("Retry-After"), body.code]).toEqual([503, "1", "service_unavailable"]);
	});

	it("still lets its own tenants know who they are, and refuses whoever may not ask", async () => {
		expect((await prompt(away, "/v1/me", { key: struck.key })).status).toBe(200);
		expect((await prompt(away, "/v1/clients", { key: "nonsense" })).status).toBe(401);
	});

	it("lets the tenants of others read and write, warm and cold", async () => {
		for (const forget of [() => {}, () => credentialCache.clear()]) {
			forget();
			expect((await prompt(away, "/v1/clients", { key: spared.key })).status).toBe(200);
			const created = await prompt(away, "/v1/clients", {
				key: spared.key,
				body: client(),
				headers: { "Idempotency-Key": crypto.randomUUID() },
			});
			expect(created.status).toBe(201);
			const artist = await prompt(away, "/v1/artists", { key: spared.key, body: { name: "Mika" } });
			expect(artist.status).toBe(201);
		}
	});

	it("lets the deliveries of others leave", async () => {
		const hook = await newEndpoint(spared);
		await ask({ ...away, WEBHOOKS: quiet }, "/v1/clients", { key: spared.key, body: client() });
		const [due] = await rows("SELECT id FROM deliveries WHERE endpoint_id = ?", hook.id);
		await consumeDeliveries([String(due?.id)], away);
		expect(receiver.at(hook.url)).toHaveLength(1);
	});

	it("shows the operator lists and the records of others", async () => {
		const list = await prompt(away, "/admin/tenants?limit=100", { key: env.OPERATOR_TOKEN });
		expect(list.status).toBe(200);
		const stored = new Map(list.body.data.map((one: Record<string, unknown>) => [one.id, one.stored_bytes]));
		expect([stored.get(struck.id), typeof stored.get(spared.id)]).toEqual([null, "number"]);
		for (const path of [
			`/admin/tenants/${struck.id}`,
			`/admin/tenants/${struck.id}/api_keys`,
			`/admin/tenants/${struck.id}/users`,
			`/admin/time_blocks/${blockOfSpared}`,
			`/admin/audit_log?tenant_id=${spared.id}`,
			"/admin/oauth_apps",
			"/admin/databases",
		])
			expect((await prompt(away, path, { key: env.OPERATOR_TOKEN })).status, path).toBe(200);
		const hours = await prompt(away, `/admin/artists/${artistOfSpared}/working_hours`, {
			key: env.OPERATOR_TOKEN,
			method: "PUT",
			body: { hours: hangs ? everyDay : [] },
		});
		expect(hours.status).toBe(200);
	});

	it("lets apps of all tenants exchange and refresh tokens, and a revocation hold at once", async () => {
		for (const { id } of [spared, struck]) {
			const app = await newApp();
			const cookie = await newSession(id === spared.id ? person : await newPerson(id));
			const approval = await approve({ app, cookie, tenantId: id });
			const raw = (fields: Record<string, string>) => ({
				raw: new URLSearchParams(fields).toString(),
				headers: { "Content-Type": "application/x-www-form-urlencoded", ...basic(app) },
			});
			const tokens = await ask(away, "/oauth/token", raw(codeFormOf(approval)));
			expect(tokens.status, tokens.text).toBe(200);
			const { refresh_token } = tokens.body;
			const next = await ask(away, "/oauth/token", raw({ grant_type: "refresh_token", refresh_token }));
			expect(next.status).toBe(200);
			expect((await ask(away, "/v1/me", { key: next.body.access_token })).status).toBe(200);
			const over = await ask(away, "/oauth/revoke", raw({ token: next.body.refresh_token }));
			expect(over.status).toBe(200);
			expect((await ask(away, "/v1/me", { key: next.body.access_token })).status).toBe(401);
		}
	});

	it("lets the scheduled work do what concerns others: effects, mails, trials, addresses", async () => {
		const trial = await newTenant({ database: "DATA_3" });
		await rows(
			"UPDATE tenants SET subscription_status = 'trialing', trial_ends_at = ? WHERE id = ?",
			clock.now() + dayMs,
			trial,
		);
		const waits = await newTenant({ database: "DATA_1" });
		await operateWith(withoutDatabases(["DATA_1", gone]), `/admin/tenants/${waits}`, {
			method: "PATCH",
			body: { name: "Late" },
		});
		const slug = `outage-${hangs}`;
		const { databases } = openWriter(env, () => {});
		for (const { id } of [spared, struck])
			await holdAddress(databases, clock.now(), { tenantId: id, candidates: [`${slug}-${id}`], given: true });
		await ask(away, "/forgot_password", {
			raw: new URLSearchParams({ email: person.email }).toString(),
			headers: { "Content-Type": "application/x-www-form-urlencoded" },
		}).then(({ over }) => over);
		advance(130);
		await scheduledInControl(away);
		expect(await rows("SELECT name FROM studios WHERE tenant_id = ?", waits)).toEqual([{ name: "Late" }]);
		expect(await rows("SELECT type FROM events WHERE tenant_id = ?", trial)).toEqual([
			{ type: "subscription.trial_ending" },
		]);
		expect(await rows("SELECT tenant_id FROM booking_addresses WHERE slug LIKE ?", `${slug}-%`)).toEqual([
			{ tenant_id: struck.id },
		]);
		expect(mail.sent).toHaveLength(1);
	});
});

describe("a data database that is away", () => {
	const away = withoutDatabases(gone);

	it("is 503 to the operator for a record that only it can have, never 404, and for a list of all that it lacks in", async () => {
		for (const path of [
			`/admin/artists/${artistOfStruck}/external_calendar`,
			`/admin/audit_log?tenant_id=${struck.id}`,
			"/admin/audit_log",
		]) {
			const answer = await operateWith(away, path);
			expect([answer.status, answer.headers.get("Retry-After")], path).toEqual([503, "1"]);
		}
	});

	it("shows in the operator's health and list of databases, until it is back", async () => {
		await scheduledWork(away);
		const health = await operateWith(away, "/admin/health");
		expect(health.status).toBe(200);
		expect(health.body.status).toBe("degraded");
		const bindings: { name: string; ok: boolean }[] = health.body.bindings;
		expect(bindings.filter(({ name }) => /^D/.test(name)).map(({ name, ok }) => [name, ok])).toEqual([
			["DB", true],
			["DATA_1", true],
			[gone, false],
			["DATA_3", true],
		]);
		const statuses = async (bindings: typeof env) =>
			(await operateWith(bindings, "/admin/databases")).body.data.map(({ status }: { status: string }) => status);
		expect(await statuses(away)).toEqual(["ACTIVE", "AWAY", "ACTIVE", "ACTIVE"]);
		const placed = await operate(201, "/admin/tenants", { body: { name: "New", email: "new@example.com" } });
		expect(placed.body.database).not.toBe(gone);
		await scheduledWork();
		expect(await statuses(env)).toEqual(["ACTIVE", "ACTIVE", "ACTIVE", "ACTIVE"]);
	});

	it("lets the development clock be moved", async () => {
		const moved = await operateWith(away, "/admin/dev/advance", { body: { seconds: 5 } });
		expect(moved.status).toBe(200);
	});

	it("gets everything that was decided meanwhile, once, when it is back", async () => {
		const world = await newWorld({ plan: "empire", database: gone });
		const hooks = [];
		for (let n = 0; n < 5; n++) hooks.push(await newEndpoint(world, { events: ["subscription.activated"] }));
		const member = await newPerson(world.id);
		await joinStudio(person, world.id);
		await rows("DELETE FROM audit_entries WHERE tenant_id = ?", world.id);
		const cookie = await newSession(person);
		const change = async (path: string, call: object) => {
			const answer = await operateWith(away, path, call);
			expect(answer.status, answer.text).toBeLessThan(300);
			await answer.over;
		};
		await change(`/admin/tenants/${world.id}`, { method: "PATCH", body: { plan: "solo" } });
		await change(`/admin/api_keys/${world.keyId}`, { method: "PATCH", body: { name: "Other" } });
		await change(`/admin/tenants/${world.id}/users/${member.id}`, { method: "PATCH", body: { role: "STAFF" } });
		const ended = await ask(away, "/dashboard/account/sessions/end_others", {
			raw: "",
			headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: cookie },
		});
		expect(ended.status).toBe(303);
		await ended.over;
		advance(10);
		await scheduledInControl(away);
		expect(await rows("SELECT action FROM audit_entries WHERE tenant_id = ?", world.id)).toEqual([]);
		for (let n = 0; n < 2; n++) await scheduledWork();
		const actions = await rows("SELECT action FROM audit_entries WHERE tenant_id = ? ORDER BY action", world.id);
		expect(actions.map(({ action }) => action)).toEqual([
			"api_key.updated",
			"tenant.updated",
			"user.other_sessions_ended",
			"user.updated",
			"webhook_endpoint.disabled",
			"webhook_endpoint.disabled",
		]);
		expect(await rows("SELECT plan FROM studios WHERE tenant_id = ?", world.id)).toEqual([{ plan: "solo" }]);
		expect(typesOf(await eventsOf(world.key))).toEqual(["subscription.activated"]);
		for (const { url } of hooks.slice(0, 3)) expect(await receiver.until(url, 1)).toHaveLength(1);
		expect(await rows("SELECT 1 FROM deliveries WHERE tenant_id = ?", world.id)).toHaveLength(3);
		expect(await rows("SELECT number FROM effects")).toEqual([]);
	});
});

/** A queue that loses every message. */
const quiet = { sendBatch: async () => {} } as unknown as typeof env.WEBHOOKS;

async function scheduledInControl(bindings: typeof env): Promise<void> {
	const ctx = createExecutionContext();
	await runScheduledWork({ ...bindings, SCHEDULE: { sendBatch: async () => {} } as unknown as Queue }, ctx);
	await waitOnExecutionContext(ctx);
}

describe("a tenant whose database is not bound", () => {
	it("gets 503 with Retry-After, and holds up nobody else", async () => {
		const [lost, other] = [await newWorld({ database: "DATA_1" }), await newWorld({ database: "DATA_1" })];
		await rows("UPDATE tenants SET \"database\" = 'DATA_9' WHERE id = ?", lost.id);
		for (const [path, call] of [
			["/v1/clients", {}],
			["/v1/clients", { body: client() }],
			["/v1/clients", { body: client(), headers: { "Idempotency-Key": "unbound" } }],
			["/v1/clients", { body: client(), headers: { "Idempotency-Key": "unbound" } }],
		] as const) {
			const { status, headers } = await ask(env, path, { key: lost.key, ...call });
			expect([status, headers.get("Retry-After")]).toEqual([503, "1"]);
		}
		expect((await ask(env, "/v1/clients", { key: other.key, body: client() })).status).toBe(201);
		const shown = await operate(200, `/admin/tenants/${lost.id}`);
		expect(shown.body).toMatchObject({ database: "DATA_9", stored_bytes: null });
		await operate(200, `/admin/tenants/${lost.id}`, { method: "PATCH", body: { name: "Lost" } });
		await operate(200, `/admin/tenants/${other.id}`, { method: "PATCH", body: { name: "Other" } });
		await operate(200, "/admin/tenants?limit=100");
		await operate(200, "/admin/databases");
		advance(10);
		await scheduledWork();
		expect(await rows("SELECT tenant_id FROM effects")).toEqual([{ tenant_id: lost.id }]);
		await rows("UPDATE tenants SET \"database\" = 'DATA_1' WHERE id = ?", lost.id);
		await scheduledWork();
		expect(await rows("SELECT name FROM studios WHERE tenant_id = ?", lost.id)).toEqual([{ name: "Lost" }]);
		expect(await rows("SELECT tenant_id FROM effects")).toEqual([]);
	});

	it("is not asked for by a name that is no data database", async () => {
		const world = await newWorld({ database: "DATA_1" });
		await rows("UPDATE tenants SET \"database\" = 'DB' WHERE id = ?", world.id);
		expect((await ask(env, "/v1/clients", { key: world.key })).status).toBe(503);
		await rows("UPDATE tenants SET \"database\" = 'DATA_1' WHERE id = ?", world.id);
	});
});

it("an answer to the operator waits some seconds for a database that hangs, and not for longer", async () => {
	const hanging = withoutDatabases(gone, 7000);
	const body = { plan: "light" };
	const world = await newWorld({ database: gone });
	const answer = await operateWith(hanging, `/admin/tenants/${world.id}`, { method: "PATCH", body });
	expect([answer.status, answer.body.plan]).toEqual([200, "light"]);
	expect(answer.ms).toBeLessThan(6000);
	expect((await ask(hanging, "/v1/clients", { key: world.key })).body.code).toBe("feature_not_available");
});
