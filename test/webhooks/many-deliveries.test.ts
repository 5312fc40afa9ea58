import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { continueEndpointWork } from "../../src/domain/events/endpoint-work/continue-endpoint-work.ts";
import { purgeDeletedEndpoints } from "../../src/domain/events/endpoint-work/delete-endpoint.ts";
import type { Writer } from "../../src/platform/commit/writer.ts";
import type { LocalCaller } from "../../src/platform/context.ts";
import type { Nudge } from "../../src/platform/events/nudges.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { firstIdAt, newId } from "../../src/platform/lib/ids.ts";
import { call, send } from "../support/api.ts";
import { database, rows } from "../support/database.ts";
import { consumeDeliveries } from "../support/deliveries.ts";
import { deliveriesOf, type EndpointOfTenant, endpointOf, newEndpoint, patchEndpoint } from "../support/endpoints.ts";
import { databaseOf, localIn } from "../support/local.ts";
import { Receiver } from "../support/receiver.ts";
import { changePlan, newWorld, operate, type Tenant } from "../support/world.ts";

/** More than two steps do. */
const many = 1100;
const minute = 60_000;

let world: Tenant;
let hook: EndpointOfTenant;
let nudges: number;
let receiver: Receiver;

beforeAll(() => {
	receiver = new Receiver();
	// The queue loses all messages, so that no attempt changes the counted rows.
	vi.spyOn(env.WEBHOOKS, "sendBatch").mockImplementation(async (batch) => {
		nudges += [...batch].flatMap(({ body }) => (body as Nudge).deliveries).length;
		return undefined as never;
	});
});
beforeEach(async () => {
	await database.batch(["webhook_endpoints", "endpoint_work"].map((table) => database.prepare(`DELETE FROM ${table}`)));
	world = await newWorld({ plan: "empire" });
	hook = await newEndpoint(world);
	nudges = 0;
});

interface Seed {
	count?: number;
	status?: string;
	dueAt?: number | null;
	createdAt?: number;
	attempts?: number;
	at?: EndpointOfTenant;
}

/** Adds deliveries that one statement could not change. */
async function seed({ count = many, status = "PENDING", dueAt = null, attempts = 0, ...given }: Seed): Promise<void> {
	const { createdAt = clock.now() - minute, at = hook } = given;
	await database
		.prepare(
			`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?3)
			INSERT INTO deliveries (id, tenant_id, endpoint_id, event_id, event_type, status, attempt_count, next_attempt_at, created_at, updated_at)
			SELECT ?4 || substr(lower(hex(randomblob(7))), 2) || printf('%07d', (SELECT number FROM webhook_endpoints WHERE id = ?2)), ?1, ?2, 'evt_' || lower(hex(randomblob(16))), 'client.created', ?5, ?6, ?7, ?8, ?8 FROM n`,
		)
		.bind(at.tenantId, at.id, count, firstIdAt("delivery", createdAt), status, attempts, dueAt, createdAt)
		.run();
}

/** Adds the events of the deliveries, which make their bodies. */
const seedEvents = () =>
	database
		.prepare(
			`INSERT INTO events (id, tenant_id, sequence, type, data, actor_type, created_at)
			SELECT event_id, tenant_id, 1000 + row_number() OVER (ORDER BY id), event_type, '{}', 'system', created_at
			FROM deliveries WHERE tenant_id = ?`,
		)
		.bind(world.id)
		.run();

const counted = async (condition: string, ...values: unknown[]): Promise<number> =>
	Number(
		(await rows(`SELECT count(*) AS n FROM deliveries WHERE endpoint_id = ? AND ${condition}`, hook.id, ...values))[0]
			?.n,
	);

async function worked(how: (caller: LocalCaller, writer: Writer) => Promise<void>): Promise<void> {
	const { caller, writer } = localIn(await databaseOf(world.id));
	await how(caller, writer);
}

const continued = () => worked(continueEndpointWork);
const workLeft = async () => Number((await rows("SELECT count(*) AS n FROM endpoint_work"))[0]?.n);
const path = () => `/v1/webhook_endpoints/${hook.id}`;
const recover = (body: object, headers: Record<string, string> = {}) =>
	send(`${path()}/recover`, { key: world.key, body: { since: new Date(0).toISOString(), ...body }, headers });

describe("the deletion of an endpoint with many deliveries", () => {
	const remove = () => call(200, path(), { method: "DELETE", key: world.key });

	it("is at once for everybody: 404, no delivery to read, its place and its address free", async () => {
		await changePlan(world.id, "solo");
		await newEndpoint(world);
		await newEndpoint(world);
		await seed({ status: "DEAD" });
		await database.prepare("DELETE FROM events").run();
		await seedEvents();
		const [delivery] = await deliveriesOf(hook);
		await remove();
		expect(await counted("TRUE")).toBeGreaterThan(0);
		for (const gone of [path(), `${path()}/deliveries`, `/v1/deliveries/${delivery.id}`])
			expect((await send(gone, { key: world.key })).status, gone).toBe(404);
		for (const [at, body] of [
			[`${path()}/recover`, { since: new Date(0).toISOString() }],
			[`${path()}/test`, {}],
			[`/v1/deliveries/${delivery.id}/replay`, {}],
		] as const)
			expect((await send(at, { method: "POST", key: world.key, body })).status, at).toBe(404);
		expect((await send(path(), { method: "PATCH", key: world.key, body: { status: "ACTIVE" } })).status).toBe(404);
		expect((await call(200, "/v1/webhook_endpoints", { key: world.key })).body.data).toHaveLength(2);
		await newEndpoint(world, { url: hook.url });
	});

	it("goes on step by step until nothing of it is left, and forgets the secret at once", async () => {
		await seed({ status: "DEAD" });
		await remove();
		expect(await rows("SELECT secret, previous_secret FROM webhook_endpoints WHERE id = ?", hook.id)).toEqual([
			{ secret: "", previous_secret: null },
		]);
		await worked(purgeDeletedEndpoints);
		expect(await counted("TRUE")).toBe(0);
		expect(await rows("SELECT id FROM webhook_endpoints WHERE id = ?", hook.id)).toEqual([]);
	});

	it("dates each deletion by its own step, so that a caller who has synced sees it", async () => {
		await seed({ status: "DEAD" });
		await remove();
		const local = localIn(await databaseOf(world.id));
		clock.advance(50);
		const synced = new Date(clock.now()).toISOString();
		await purgeDeletedEndpoints(local.caller, local.writer);
		const { body } = await call(200, `/v1/deletions?type=delivery&limit=1&updated_since=${synced}`, { key: world.key });
		expect(body.data).toHaveLength(1);
	});

	it("with few deliveries is done in the request", async () => {
		await seed({ count: 20 });
		await remove();
		expect(await rows("SELECT id FROM webhook_endpoints WHERE id = ?", hook.id)).toEqual([]);
	});

	it("gets no event from then on, also of work that was left", async () => {
		await seed({ status: "DEAD" });
		await recover({});
		await remove();
		await call(201, "/v1/clients", { key: world.key, body: { email: "after@example.com", first_name: "Ana" } });
		expect(await workLeft()).toBe(0);
		await worked(purgeDeletedEndpoints);
		expect(await counted("TRUE")).toBe(0);
	});
});

describe("disabling an endpoint with many deliveries", () => {
	it("changes none of them, and shows each as waiting", async () => {
		await seed({ dueAt: clock.now() - 1000 });
		await seedEvents();
		const before = await rows("SELECT * FROM deliveries ORDER BY id");
		await patchEndpoint(hook, { status: "DISABLED" });
		expect(await rows("SELECT * FROM deliveries ORDER BY id")).toEqual(before);
		for (const { next_attempt_at } of await deliveriesOf(hook)) expect(next_attempt_at).toBe(null);
	});

	it("leaves nothing due in the operator's eyes", async () => {
		await seed({ count: 3, dueAt: clock.now() - 20 * minute });
		const due = async () => (await operate(200, "/admin/health")).body.oldest_due_delivery;
		expect((await due()).seconds).toBeGreaterThanOrEqual(1200);
		await patchEndpoint(hook, { status: "DISABLED" });
		expect(await due()).toBe(null);
		await patchEndpoint(hook, { status: "ACTIVE" });
		await changePlan(world.id, "light");
		expect(await due()).toBe(null);
	});
});

describe("an endpoint with many deliveries that is active again", () => {
	const dueNow = () => counted("event_type = 'client.created' AND next_attempt_at <= ?", clock.now());

	it.each([
		["by hand", () => patchEndpoint(hook, { status: "DISABLED" }), () => patchEndpoint(hook, { status: "ACTIVE" })],
		["with the next plan", () => changePlan(world.id, "light"), () => changePlan(world.id, "solo")],
	])("%s has all of them due, those of the first step at once", async (_, pause, resume) => {
		await seed({ dueAt: clock.now() + 60 * minute });
		await pause();
		expect(await dueNow()).toBe(0);
		await resume();
		expect(await dueNow()).toBe(500);
		// Ten of them, and the event of the plan.
		expect(nudges).toBeLessThan(12);
		await continued();
		expect([await dueNow(), await workLeft()]).toEqual([many, 0]);
	});

	it("shows those that a later step releases to a caller who has synced meanwhile", async () => {
		await seed({ dueAt: clock.now() + 60 * minute });
		await patchEndpoint(hook, { status: "DISABLED" });
		await patchEndpoint(hook, { status: "ACTIVE" });
		clock.advance(60);
		const synced = clock.now();
		await continued();
		expect(await counted("updated_at >= ?", synced)).toBe(many - 500);
	});

	it("leaves a retry of an attempt that was made since at its time", async () => {
		await seed({ dueAt: clock.now() + 60 * minute });
		await patchEndpoint(hook, { status: "DISABLED" });
		await patchEndpoint(hook, { status: "ACTIVE" });
		const later = clock.now() + 90 * minute;
		const [one] = await rows("SELECT id FROM deliveries WHERE next_attempt_at > ?", clock.now());
		await database
			.prepare("UPDATE deliveries SET next_attempt_at = ?, updated_at = ? WHERE id = ?")
			.bind(later, clock.now() + 5, one?.id)
			.run();
		await continued();
		expect(await rows("SELECT id FROM deliveries WHERE next_attempt_at > ?", clock.now())).toEqual([one]);
	});

	it("with a larger plan leaves the waits of endpoints that were active all the time", async () => {
		await seed({ count: 3, dueAt: clock.now() + 60 * minute });
		await changePlan(world.id, "duo");
		await changePlan(world.id, "studio");
		expect(await dueNow()).toBe(0);
	});
});

describe("an attempt beside many deliveries", () => {
	const first = async () =>
		String((await rows("SELECT min(id) AS id FROM deliveries WHERE endpoint_id = ?", hook.id))[0]?.id);
	const others = (id: string) =>
		rows("SELECT * FROM deliveries WHERE endpoint_id = ? AND id <> ? ORDER BY id", hook.id, id);

	it("that is the 50th failure disables the endpoint and changes no other delivery", async () => {
		receiver.answersStatus(hook.url, 500);
		await seed({ dueAt: clock.now() - 1000 });
		await seedEvents();
		await database.prepare("UPDATE webhook_endpoints SET consecutive_failures = 49 WHERE id = ?").bind(hook.id).run();
		const id = await first();
		const before = await others(id);
		await consumeDeliveries([id]);
		expect(await endpointOf(hook)).toMatchObject({ status: "DISABLED", disabled_reason: "failures" });
		expect(await others(id)).toEqual(before);
	});

	it("that is the 50th failure never moves updated_at of the endpoint back", async () => {
		receiver.answersStatus(hook.url, 500);
		await seed({ count: 1, dueAt: clock.now() - 1000 });
		await seedEvents();
		const ahead = clock.now() + minute;
		await database
			.prepare("UPDATE webhook_endpoints SET consecutive_failures = 49, updated_at = ? WHERE id = ?")
			.bind(ahead, hook.id)
			.run();
		await consumeDeliveries([await first()]);
		const { status, updated_at } = await endpointOf(hook);
		expect(status).toBe("DISABLED");
		expect(Date.parse(updated_at)).toBeGreaterThan(ahead);
	});

	it("that is a 410 deletes the hook of a platform and no delivery yet", async () => {
		const target_url = "https://platform.example/many";
		const given = { target_url, trigger: "new_client" };
		const { id } = (await call(201, "/v1/automation/hooks", { key: world.key, body: given })).body;
		hook = { ...hook, id, url: target_url };
		receiver.answersStatus(target_url, 410);
		await seed({ dueAt: clock.now() - 1000 });
		await seedEvents();
		await consumeDeliveries([await first()]);
		expect((await send(`/v1/automation/hooks/${id}`, { key: world.key })).status).toBe(404);
		expect(await counted("TRUE")).toBe(many);
		// The same subscription is a new hook at once.
		expect((await call(201, "/v1/automation/hooks", { key: world.key, body: given })).body.id).not.toBe(id);
		await worked(purgeDeletedEndpoints);
		expect(await counted("TRUE")).toBe(0);
	});
});

describe("many missed events", () => {
	it("become deliveries, each once, the first at once and the others step by step", async () => {
		await patchEndpoint(hook, { status: "DISABLED" });
		await database.batch([
			database
				.prepare(
					`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
					INSERT INTO events (id, tenant_id, sequence, type, data, actor_type, created_at)
					SELECT 'evt_' || lower(hex(randomblob(16))), ?1, n, 'client.created', '{}', 'system', ?3 FROM n`,
				)
				.bind(world.id, many, clock.now()),
		]);
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
		expect(await counted("status = 'PENDING'")).toBe(500);
		expect(nudges).toBe(10);
		await continued();
		expect([await counted("status = 'PENDING'"), await workLeft()]).toEqual([many, 0]);
	});
});

describe("a recovery of many deliveries", () => {
	it("tells their number at once and replays the first; the schedule replays the others", async () => {
		await seed({ status: "DEAD" });
		expect((await recover({ dry_run: true })).body.count).toBe(many);
		expect((await recover({})).body).toEqual({ object: "recovery", count: many, dry_run: false });
		expect(await counted("status = 'PENDING' AND replaying = 1")).toBe(500);
		expect(nudges).toBe(10);
		await continued();
		expect([await counted("status = 'PENDING'"), await workLeft()]).toEqual([many, 0]);
	});

	it("counts nothing that an earlier one has counted, and repeats its count for its key", async () => {
		await seed({ status: "DEAD" });
		const headers = { "Idempotency-Key": crypto.randomUUID() };
		const answers = [await recover({}, headers), await recover({}), await recover({}, headers)];
		expect(answers.map(({ body }) => body.count)).toEqual([many, 0, many]);
	});

	it("makes all that wait due, the first at once and the others by the schedule", async () => {
		await seed({ dueAt: clock.now() + 60 * minute });
		await seed({ count: 3, createdAt: clock.now() - 3 * minute, dueAt: clock.now() + 60 * minute });
		const { body } = await recover({ since: new Date(clock.now() - 2 * minute).toISOString() });
		expect(body).toEqual({ object: "recovery", count: many, dry_run: false });
		const due = () => counted("status = 'PENDING' AND next_attempt_at <= ?", clock.now());
		expect(await due()).toBe(500);
		expect((await recover({ since: new Date(clock.now() - 2 * minute).toISOString() })).body.count).toBe(0);
		await continued();
		expect(await due()).toBe(many);
		expect(await workLeft()).toBe(0);
	});

	it("at an endpoint that goes on failing is 200 and replays nothing twice", async () => {
		await seed({ status: "DEAD" });
		expect((await recover({})).status).toBe(200);
		// The replayed deliveries die again before the next step.
		await database
			.prepare("UPDATE deliveries SET status = 'DEAD', updated_at = ? WHERE replaying = 1")
			.bind(clock.now() + 1000)
			.run();
		await continued();
		expect(await counted("status = 'DEAD'")).toBe(500);
		expect(await counted("status = 'PENDING'")).toBe(many - 500);
	});
});

describe("a recovery with what was missed", () => {
	/** Events of these types, so many seconds apart, the last one now. */
	async function happened(types: string[], secondsApart = 60): Promise<string[]> {
		const [{ last = 0 } = {}] = await rows(
			"SELECT coalesce(max(sequence), 0) AS last FROM events WHERE tenant_id = ?",
			world.id,
		);
		const made = types.map((type, n) => {
			const at = clock.now() - (types.length - 1 - n) * secondsApart * 1000;
			return { id: newId("event", at), type, at };
		});
		await database.batch([
			database
				.prepare(
					`INSERT INTO events (id, tenant_id, sequence, type, data, actor_type, created_at)
					SELECT value ->> 'id', ?1, ?2 + key + 1, value ->> 'type', '{}', 'system', value ->> 'at' FROM json_each(?3)`,
				)
				.bind(world.id, last, JSON.stringify(made)),
		]);
		return made.map(({ id }) => id);
	}
	const eventIds = async () =>
		(await rows("SELECT event_id FROM deliveries WHERE endpoint_id = ? ORDER BY event_id", hook.id)).map(
			({ event_id }) => event_id,
		);

	it("sends each event since then that it listens to and has no delivery of, and counts it with the dead", async () => {
		hook = await newEndpoint(world, { events: ["client.created"] });
		const [before, first, other, last] = await happened(
			["client.created", "client.created", "lead.created", "client.created"],
			60,
		);
		await seed({ count: 2, status: "DEAD", createdAt: clock.now() });
		await database
			.prepare(
				"UPDATE deliveries SET event_id = ?2, missed = 1 WHERE tenant_id = ?1 AND id = (SELECT max(id) FROM deliveries)",
			)
			.bind(world.id, last)
			.run();
		const since = new Date(clock.now() - 120_000 + 1).toISOString();
		const soon = new Date(clock.now() - 130_000).toISOString();
		expect((await recover({ since, include_missed: true, dry_run: true })).body.count).toBe(2);
		expect((await recover({ since: soon, include_missed: true, dry_run: true })).body.count).toBe(3);
		expect((await recover({ since: soon })).body.count).toBe(2);
		expect((await recover({ since: soon, include_missed: true })).body.count).toBe(1);
		expect((await recover({ since: soon, include_missed: true })).body.count).toBe(0);
		const sent = await eventIds();
		expect(sent).toContain(first);
		expect(sent).toContain(last);
		expect(sent).not.toContain(before);
		expect(sent).not.toContain(other);
	});

	it("of many tells their number at once, once, and the schedule sends the rest", async () => {
		await happened(Array(many).fill("client.created"), 0.001);
		const headers = { "Idempotency-Key": crypto.randomUUID() };
		const body = { include_missed: true, since: new Date(clock.now() - minute).toISOString() };
		const answers = [await recover(body, headers), await recover(body), await recover(body, headers)];
		expect(answers.map(({ body }) => body.count)).toEqual([many, 0, many]);
		expect(await counted("TRUE")).toBe(500);
		expect(nudges).toBe(10);
		await continued();
		expect([await counted("TRUE"), await workLeft()]).toEqual([many, 0]);
	});

	it("counts and sends every event since then, although one with a late number has the earliest time", async () => {
		const count = 302;
		await happened(Array(count).fill("client.created"), 0.001);
		const since = clock.now() - minute;
		// A request began, a deletion with many events overtook it, and then the request committed.
		await database
			.prepare("UPDATE events SET id = ?2, created_at = ?3 WHERE tenant_id = ?1 AND sequence = ?4")
			.bind(world.id, newId("event", since), since, count)
			.run();
		const body = { include_missed: true, since: new Date(since).toISOString() };
		expect((await recover({ ...body, dry_run: true })).body.count).toBe(count);
		expect((await recover(body)).body.count).toBe(count);
		await continued();
		expect([await counted("TRUE"), await workLeft()]).toEqual([count, 0]);
	});

	it("goes for what was missed on Light, and for nothing where nothing was", async () => {
		expect((await recover({ include_missed: true })).body.count).toBe(0);
		const [missed] = await happened(["client.created"]);
		expect((await recover({ include_missed: true })).body.count).toBe(1);
		expect(await eventIds()).toEqual([missed]);
	});
});

it.each([1, 101])("%i works that fail hold up no other, and the run tells of it", async (count) => {
	await seed({ status: "DEAD" });
	await recover({});
	await database
		.prepare(
			`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
			INSERT INTO endpoint_work (id, tenant_id, endpoint_id, kind, position, until, stepped_at) SELECT 'bad' || n, ?1, 'e', 'unknown', 0, 0, 0 FROM n`,
		)
		.bind(world.id, count)
		.run();
	await expect(continued()).rejects.toThrow("[work.kind] is not a function");
	expect(await rows("SELECT kind FROM endpoint_work")).toEqual(Array(count).fill({ kind: "unknown" }));
	expect(await counted("status = 'PENDING'")).toBe(many);
	await database.prepare("DELETE FROM endpoint_work").run();
});
