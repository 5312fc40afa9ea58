import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteOldDeliveries, deleteOldEvents } from "../../src/domain/events/endpoint-work/retention.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { firstIdAt } from "../../src/platform/lib/ids.ts";
import { call, send } from "../support/api.ts";
import { advanceToMinute } from "../support/clock.ts";
import { database } from "../support/database.ts";
import { deliveriesOf, newEndpoint, patchEndpoint, publish, settled } from "../support/endpoints.ts";
import { eventsOf } from "../support/history.ts";
import { databaseOf, localIn } from "../support/local.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { Receiver } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { letPass, newWorld, type Tenant } from "../support/world.ts";

const day = 86_400;

let world: Tenant;
let receiver: Receiver;

beforeAll(() => {
	receiver = new Receiver();
});
beforeEach(async () => {
	world = await newWorld();
});

const count = async (from: string, ...values: unknown[]): Promise<number> =>
	(await database
		.prepare(`SELECT count(*) AS n FROM ${from}`)
		.bind(...values)
		.first("n")) as number;
const logOf = async ({ key }: Tenant): Promise<string[]> => (await eventsOf(key)).map(({ id }) => id);

async function delivered() {
	const hook = await newEndpoint(world);
	const event = await publish(world.id);
	await receiver.until(hook.url, 1);
	await settled(hook);
	const [delivery] = await deliveriesOf(hook);
	return { hook, event, delivery };
}

describe("for 30 days", () => {
	it("an event, its deliveries and their attempts are kept, and no longer", async () => {
		const { hook, event, delivery } = await delivered();
		const stored = () => count("deliveries WHERE tenant_id = ?", world.id);
		await letPass(30 * day - 60);
		await scheduledWork();
		expect(await logOf(world)).toEqual([event.id]);
		expect(await deliveriesOf(hook)).toEqual([delivery]);
		expect(delivery.attempts).toHaveLength(1);
		expect(await stored()).toBe(1);
		await letPass(120);
		await scheduledWork();
		expect(await logOf(world)).toEqual([]);
		expect(await deliveriesOf(hook)).toEqual([]);
		expect(await stored()).toBe(0);
		for (const path of [`/v1/events/${event.id}`, `/v1/deliveries/${delivery.id}`])
			expect((await send(path, { key: world.key })).status, path).toBe(404);
	});

	it("an event that nobody listened to is kept, and no longer", async () => {
		const event = await publish(world.id);
		await letPass(30 * day - 60);
		await scheduledWork();
		expect(await logOf(world)).toEqual([event.id]);
		await letPass(120);
		await scheduledWork();
		expect(await logOf(world)).toEqual([]);
	});

	it("a delivery that waits at a disabled endpoint is kept, and no longer", async () => {
		const hook = await newEndpoint(world);
		receiver.answers(hook.url, () => new Response("later", { status: 500 }));
		await publish(world.id);
		await receiver.until(hook.url, 1);
		await settled(hook);
		await patchEndpoint(hook, { status: "DISABLED" });
		await letPass(30 * day - 60);
		await scheduledWork();
		expect(await deliveriesOf(hook)).toMatchObject([{ status: "PENDING" }]);
		await letPass(120);
		await scheduledWork();
		expect(await deliveriesOf(hook)).toEqual([]);
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
		await scheduledWork();
		expect(receiver.at(hook.url)).toHaveLength(1);
	});

	it("an event stays as long as a younger delivery of it does, which can still be read and replayed", async () => {
		const hook = await newEndpoint(world);
		await patchEndpoint(hook, { status: "DISABLED" });
		const [missed, other] = [await publish(world.id), await newWorld()];
		const gone = await publish(other.id);
		await letPass(29 * day);
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
		await receiver.until(hook.url, 1);
		await settled(hook);
		await letPass(2 * day);
		await scheduledWork();
		expect(await count("events WHERE id = ?", gone.id)).toBe(0);
		const [delivery] = await deliveriesOf(hook);
		expect(delivery.event_id).toBe(missed.id);
		expect(JSON.parse(delivery.attempts[0].request_body).id).toBe(missed.id);
		await call(200, `/v1/deliveries/${delivery.id}/replay`, { method: "POST", key: world.key });
		const [first, second] = await receiver.until(hook.url, 2);
		expect(second?.body).toBe(first?.body);
		await settled(hook);
		await letPass(29 * day);
		await scheduledWork();
		expect(await deliveriesOf(hook)).toEqual([]);
		expect(await count("events WHERE id = ?", missed.id)).toBe(0);
	});

	it("a test send is kept, and no longer", async () => {
		const hook = await newEndpoint(world);
		await call(200, `/v1/webhook_endpoints/${hook.id}/test`, { method: "POST", key: world.key });
		await receiver.until(hook.url, 1);
		await settled(hook);
		await letPass(30 * day - 60);
		await scheduledWork();
		expect(await deliveriesOf(hook)).toHaveLength(1);
		await letPass(120);
		await scheduledWork();
		expect(await deliveriesOf(hook)).toEqual([]);
	});

	it("what is younger is not touched, and the sequence goes on", async () => {
		const old = [await publish(world.id), await publish(world.id)];
		await letPass(20 * day);
		const hook = await newEndpoint(world);
		const young = [await publish(world.id), await publish(world.id)];
		await receiver.until(hook.url, 2);
		await settled(hook);
		const before = await deliveriesOf(hook);
		await letPass(11 * day);
		await scheduledWork();
		expect(await logOf(world)).toEqual(young.map(({ id }) => id));
		expect(await deliveriesOf(hook)).toEqual(before);
		expect(old.map(({ sequence }) => sequence)).toEqual([1, 2]);
		expect((await publish(world.id)).sequence).toBe(5);
	});

	it("also where all of a tenant's events were removed the sequence goes on", async () => {
		const last = await publish(world.id);
		await letPass(31 * day);
		await scheduledWork();
		expect(await logOf(world)).toEqual([]);
		expect((await publish(world.id)).sequence).toBe(last.sequence + 1);
	});

	it("endpoints, clients and the audit log stay", async () => {
		const hook = await newEndpoint(world);
		const client = await call(201, "/v1/clients", { key: world.key, body: { email: "a@b.example", first_name: "A" } });
		const audited = (await readAllPages("/v1/audit_log?limit=100", world.key)).flat();
		await letPass(366 * day);
		await scheduledWork();
		await call(200, `/v1/webhook_endpoints/${hook.id}`, { key: world.key });
		await call(200, `/v1/clients/${client.body.id}`, { key: world.key });
		expect((await readAllPages("/v1/audit_log?limit=100", world.key)).flat()).toEqual(audited);
	});
});

describe("for 24 hours", () => {
	const keyed = (key: string) => ({ key: world.key, headers: { "Idempotency-Key": key } });
	const records = () => count("idempotency_records WHERE tenant_id = ?", world.id);

	it("an answer is kept for its key, and no longer", async () => {
		const body = { url: "https://hooks.example/once", events: ["*"] };
		const first = await call(201, "/v1/webhook_endpoints", { ...keyed("once"), body });
		await letPass(day - 60);
		await call(201, "/v1/webhook_endpoints", { ...keyed("later"), body });
		await scheduledWork();
		expect(await records()).toBe(2);
		expect((await call(201, "/v1/webhook_endpoints", { ...keyed("once"), body })).text).toBe(first.text);
		await letPass(120);
		advanceToMinute(17);
		await scheduledWork();
		expect(await records()).toBe(1);
		const again = await call(201, "/v1/webhook_endpoints", { ...keyed("once"), body });
		expect(again.headers.get("Idempotent-Replayed")).toBe(null);
		expect(again.body.secret).not.toBe(first.body.secret);
	});

	it("and no longer also where no scheduled run came", async () => {
		const body = { url: "https://hooks.example/once", events: ["*"] };
		const first = await call(201, "/v1/webhook_endpoints", { ...keyed("once"), body });
		await letPass(day + 1);
		const again = await call(201, "/v1/webhook_endpoints", { ...keyed("once"), body });
		expect(again.body.endpoint.id).not.toBe(first.body.endpoint.id);
		expect((await call(201, "/v1/webhook_endpoints", { ...keyed("once"), body })).text).toBe(again.text);
	});
});

describe("one run removes everything that is old, in steps, the oldest first", () => {
	const numbers = (n: number) => `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${n})`;
	const opened = () => {
		const { caller, writer } = localIn(home);
		return [caller, writer] as const;
	};
	let home: string;
	beforeEach(async () => {
		home = await databaseOf(world.id);
	});
	const seedEvents = (n: number, data = "{}") =>
		database
			.prepare(
				`INSERT INTO events (id, tenant_id, sequence, type, data, actor_type, created_at)
				${numbers(n)} SELECT printf('evt_%025x0000000', i), ?, i, 'payout.paid', ?, 'system', i FROM n`,
			)
			.bind(world.id, data)
			.run();
	async function seedDeliveries(n: number): Promise<string> {
		const { id } = await newEndpoint(world);
		await database
			.prepare(
				`INSERT INTO deliveries (id, tenant_id, endpoint_id, event_id, event_type, missed, status, created_at, updated_at)
				${numbers(n)} SELECT printf('wbd_%032x', i), ?, ?, printf('evt_%025x0000000', i), 'payout.paid', 1, 'DEAD', i, i FROM n`,
			)
			.bind(world.id, id)
			.run();
		return id;
	}
	const eventsLeft = () => count("events WHERE tenant_id = ?", world.id);

	it("of events", async () => {
		await seedEvents(1100);
		await deleteOldEvents(...opened(), 0);
		expect(await eventsLeft()).toBe(600);
		expect(await count("events WHERE tenant_id = ? AND created_at <= 500", world.id)).toBe(0);
		await deleteOldEvents(...opened());
		expect(await eventsLeft()).toBe(0);
	});

	it("of large events few at a time", async () => {
		await seedEvents(6, JSON.stringify({ notes: "x".repeat(1_000_000) }));
		await deleteOldEvents(...opened(), 0);
		expect(await eventsLeft()).toBe(2);
		await deleteOldEvents(...opened());
		expect(await eventsLeft()).toBe(0);
	});

	it("of events past those that stay for a younger delivery", async () => {
		await seedEvents(1100);
		const endpoint = await seedDeliveries(600);
		await database
			.prepare("UPDATE deliveries SET id = ? || substr(id, 17) WHERE endpoint_id = ?")
			.bind(firstIdAt("delivery", clock.now()), endpoint)
			.run();
		await deleteOldEvents(...opened());
		expect(await eventsLeft()).toBe(600);
		await database.prepare("DELETE FROM deliveries WHERE endpoint_id = ?").bind(endpoint).run();
	});

	it("of deliveries", async () => {
		const endpoint = await seedDeliveries(1100);
		const left = () => count("deliveries WHERE endpoint_id = ?", endpoint);
		await deleteOldDeliveries(...opened(), 0);
		expect(await left()).toBe(600);
		await deleteOldDeliveries(...opened());
		expect(await left()).toBe(0);
	});

	it("of idempotency records", async () => {
		await database
			.prepare(
				`INSERT INTO idempotency_records (tenant_id, credential_id, key, fingerprint, status, content_type, body, expires_at, created_at)
				${numbers(1100)} SELECT ?, ?, i, '', 200, '', '', ?, 1 FROM n`,
			)
			.bind(world.id, world.keyId, clock.now())
			.run();
		advanceToMinute(17);
		await scheduledWork();
		expect(await count("idempotency_records WHERE tenant_id = ?", world.id)).toBe(0);
	});
});
