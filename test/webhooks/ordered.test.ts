import { env } from "cloudflare:workers";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import type { PublicEventType } from "../../src/platform/db/tables/data/events.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { firstIdAt } from "../../src/platform/lib/ids.ts";
import { dayMs } from "../../src/platform/lib/time.ts";
import { call } from "../support/api.ts";
import { database, rows } from "../support/database.ts";
import { consumeDeliveries, endPendingDeliveries, getDelivery, waitForAttempts } from "../support/deliveries.ts";
import {
	deliveriesOf,
	type EndpointOfTenant,
	endpointOf,
	newEndpoint,
	patchEndpoint,
	publish,
	settled,
} from "../support/endpoints.ts";
import { type Received, Receiver, until } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { addAppointments, newClient, newStudio } from "../support/studio.ts";
import { letPass, newWorld, type Tenant } from "../support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: deliveries as JSON
type Json = any;

const receiver = new Receiver();
afterEach(async () => void (await endPendingDeliveries()));
const undo: (() => void)[] = [];
afterEach(() => {
	for (const step of undo.splice(0)) step();
});
afterAll(async () => {
	await database.prepare("DELETE FROM webhook_endpoints").run();
	await new Promise((resolve) => setTimeout(resolve, 50));
});

/** Keeps messages from the queue until `restore`. `sent` counts the nudges. */
function withoutQueue() {
	let count = 0;
	const spies = [
		vi.spyOn(env.WEBHOOKS, "send").mockImplementation(async () => {
			count++;
			return undefined as never;
		}),
		vi.spyOn(env.WEBHOOKS, "sendBatch").mockImplementation(async (batch) => {
			count += [...batch].length;
			return undefined as never;
		}),
	];
	const restore = () => {
		for (const spy of spies) spy.mockRestore();
	};
	undo.push(restore);
	return { restore, sent: () => count };
}

async function newOrdered(given: object = {}): Promise<{ tenant: Tenant; hook: EndpointOfTenant }> {
	const tenant = await newWorld({ plan: "crew" });
	return { tenant, hook: await newEndpoint(tenant, { url: newUrl(), ordered: true, ...given }) };
}

const newUrl = () => `https://${crypto.randomUUID()}.example/`;

const about = (tenant: Tenant, clientId: string, n: number, type: PublicEventType = "client.updated"): Promise<Json> =>
	publish(tenant.id, { type, data: { clientId, n } });

/** The names of the events that the receiver has got, such as `["a1", "b1"]`. */
const came = ({ url }: EndpointOfTenant) => receiver.at(url).map(nameOf);
const nameOf = ({ event }: Pick<Received, "event">) => `${event.data.clientId}${event.data.n}`;

/** The receiver answers `status` to the events of these names, as long as they are in the list. */
function refuses({ url }: EndpointOfTenant, status: number, names: string[]): string[] {
	receiver.answers(url, (received) => new Response(null, { status: names.includes(nameOf(received)) ? status : 200 }));
	return names;
}

/** The receiver holds back its answer to the events of these names until they are taken from the list. */
function holds({ url }: EndpointOfTenant, names: string[]): string[] {
	receiver.answers(url, async (received) => {
		await until(() => !names.includes(nameOf(received)), 60_000);
		return new Response();
	});
	undo.push(() => names.splice(0));
	return names;
}

const deliveryOf = async (hook: EndpointOfTenant, { id }: Json): Promise<Json> =>
	(await deliveriesOf(hook)).find(({ event_id }) => event_id === id);
const moment = (ms = 150) => new Promise((resolve) => setTimeout(resolve, ms));
const replay = ({ key }: EndpointOfTenant, { id }: Json) =>
	call(200, `/v1/deliveries/${id}/replay`, { method: "POST", key });
const waiting = async ({ id }: EndpointOfTenant): Promise<number> =>
	(await rows("SELECT id FROM deliveries WHERE endpoint_id = ? AND status = 'PENDING' AND next_attempt_at IS NULL", id))
		.length;

describe("an ordered endpoint", () => {
	it("shows that it is one", async () => {
		const { hook } = await newOrdered();
		expect((await endpointOf(hook)).ordered).toBe(true);
		expect((await patchEndpoint(hook, { ordered: false })).ordered).toBe(false);
	});

	it("gets the next event about a record when the one before has its answer, and others meanwhile", async () => {
		const { tenant, hook } = await newOrdered();
		const held = holds(hook, ["a1"]);
		for (const n of [1, 2, 3]) await about(tenant, "a", n);
		await about(tenant, "b", 1);
		await about(tenant, "b", 2);
		await until(() => came(hook).length === 3);
		await moment();
		expect(came(hook)).toEqual(["a1", "b1", "b2"]);
		held.splice(0);
		await until(() => came(hook).length === 5, 2000);
		expect(came(hook).slice(3)).toEqual(["a2", "a3"]);
	});

	it("gets it at once when a retry succeeds, however long that takes, and shows no due time before", async () => {
		const { tenant, hook } = await newOrdered();
		const refused = refuses(hook, 503, ["a1"]);
		const first = await about(tenant, "a", 1);
		const second = await about(tenant, "a", 2);
		await about(tenant, "b", 1);
		await until(() => came(hook).length === 2);
		await until(async () => (await deliveryOf(hook, second)).next_attempt_at === null);
		expect(await deliveryOf(hook, second)).toMatchObject({ status: "PENDING", attempt_count: 0 });
		const { id } = await deliveryOf(hook, first);
		for (const [n, seconds] of [31, 61, 301].entries()) {
			await waitForAttempts(hook.key, id, n + 1);
			await letPass(seconds);
		}
		await waitForAttempts(hook.key, id, 4);
		expect(came(hook).sort()).toEqual(["a1", "a1", "a1", "a1", "b1"]);
		refused.splice(0);
		await letPass(901);
		await until(() => came(hook).includes("a2"), 2000);
		await settled(hook);
		expect(await deliveryOf(hook, second)).toMatchObject({ status: "SUCCEEDED", attempt_count: 1 });
	});

	it("gets it when the one before is given up, after a refusal as after the twelfth failure", async () => {
		const { tenant, hook } = await newOrdered();
		refuses(hook, 400, ["a1"]);
		await about(tenant, "a", 1);
		await about(tenant, "a", 2);
		await until(() => came(hook).length === 2);
		expect(came(hook)).toEqual(["a1", "a2"]);

		refuses(hook, 500, ["b1"]);
		const first = await about(tenant, "b", 1);
		await about(tenant, "b", 2);
		const { id } = await deliveryOf(hook, first);
		for (let n = 1; n <= 12; n++) {
			await waitForAttempts(hook.key, id, n);
			if (n < 12) expect(came(hook)).not.toContain("b2");
			await letPass(86_400);
		}
		await until(() => came(hook).includes("b2"), 2000);
	});

	it("gets the events of many parallel changes of a few records in the order of their sequence, one at a time", async () => {
		const { tenant, hook } = await newOrdered();
		const other = await newEndpoint(tenant, { url: newUrl() });
		const underWay = new Map<string, number>();
		let overlaps = 0;
		const done: { record: string; sequence: number }[] = [];
		let calls = 0;
		receiver.answers(hook.url, async ({ event }) => {
			const record = event.data.clientId;
			underWay.set(record, (underWay.get(record) ?? 0) + 1);
			if ((underWay.get(record) ?? 0) > 1) overlaps++;
			await moment(2);
			underWay.set(record, (underWay.get(record) ?? 0) - 1);
			if (++calls % 7 === 0) return new Response(null, { status: 503 });
			done.push({ record, sequence: event.sequence });
			return new Response();
		});
		const count = 300;
		const records = ["a", "b", "c", "d", "e"];
		await Promise.all(Array.from({ length: count }, (_, n) => about(tenant, records[n % 5] ?? "", n)));
		await receiver.until(other.url, count, 20_000);
		for (let n = 0; done.length < count && n < 100; n++) {
			await moment(100);
			await letPass(31);
		}
		expect(done).toHaveLength(count);
		expect(overlaps).toBe(0);
		for (const one of records) {
			const sequences = done.filter(({ record }) => record === one).map(({ sequence }) => sequence);
			expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
		}
	}, 60_000);

	it("keeps the order within a change that makes many events", async () => {
		const studio = await newStudio();
		const hook = await newEndpoint(studio, { url: newUrl(), ordered: true, events: ["appointment.cancelled"] });
		const clientId = await newClient(studio.key);
		await addAppointments({ ...studio, clientId }, 12);
		await call(200, `/v1/clients/${clientId}`, { method: "DELETE", key: studio.key });
		await receiver.until(hook.url, 12);
		const found = await rows("SELECT record_id, sequence FROM deliveries WHERE endpoint_id = ?", hook.id);
		const events = await rows("SELECT data, sequence FROM events WHERE tenant_id = ? AND type LIKE 'app%'", studio.id);
		const expected = events.map(({ data, sequence }) => ({
			record_id: JSON.parse(String(data)).appointmentId,
			sequence,
		}));
		const bySequence = (list: Json[]) => list.toSorted((a, b) => a.sequence - b.sequence);
		expect(bySequence(found)).toEqual(bySequence(expected));
	});

	it("holds up no event without a record, no test send and no other endpoint", async () => {
		const { tenant, hook } = await newOrdered();
		const other = await newEndpoint(tenant, { url: newUrl() });
		holds(hook, ["a1"]);
		await about(tenant, "a", 1);
		await about(tenant, "a", 2);
		await publish(tenant.id, { type: "client.updated", data: { n: 7 } });
		await publish(tenant.id, { type: "client.updated", data: { clientId: 5, n: 8 } });
		await call(200, `/v1/webhook_endpoints/${hook.id}/test`, { method: "POST", key: hook.key });
		await receiver.until(other.url, 4);
		await until(() => receiver.at(hook.url).length === 4);
		expect(came(hook)).not.toContain("a2");
		expect(await rows("SELECT 1 FROM deliveries WHERE endpoint_id = ? AND record_id IS NOT NULL", other.id)).toEqual(
			[],
		);
	});

	it("goes by the record that each type is about", async () => {
		const { tenant, hook } = await newOrdered();
		holds(hook, ["a1"]);
		await about(tenant, "a", 1);
		await publish(tenant.id, { type: "lead.created", data: { leadId: "l", clientId: "a", n: 2 } });
		await publish(tenant.id, { type: "payment.refunded", data: { paymentId: "p", clientId: "a", n: 3 } });
		await about(tenant, "a", 4, "client.deleted");
		await until(() => came(hook).length === 3);
		await moment();
		expect(came(hook).sort()).toEqual(["a1", "a2", "a3"]);
	});
});

describe("what has ended and is sent again", () => {
	it("comes before later events about the record: they wait for the one attempt of a replay", async () => {
		const { tenant, hook } = await newOrdered();
		const refused = refuses(hook, 400, ["a1"]);
		const first = await about(tenant, "a", 1);
		await until(async () => (await deliveryOf(hook, first)).status === "DEAD");
		refused.splice(0);
		const held = holds(hook, ["a1"]);
		await replay(hook, await deliveryOf(hook, first));
		await until(() => came(hook).length === 2);
		await about(tenant, "a", 2);
		await moment();
		expect(came(hook)).toEqual(["a1", "a1"]);
		held.splice(0);
		await until(() => came(hook).length === 3, 2000);
		expect(came(hook)[2]).toBe("a2");
	});

	it("is replayed in its order by a recovery, record by record, and is done with failures", async () => {
		const { tenant, hook } = await newOrdered();
		const names = ["a1", "b1", "a2", "a3", "b2"];
		const refused = refuses(hook, 400, [...names]);
		for (const name of names) await about(tenant, name[0] ?? "", Number(name[1]));
		await until(async () => (await deliveriesOf(hook)).filter(({ status }) => status === "DEAD").length === 5);
		refused.splice(0, 5, "a2");
		const before = came(hook).length;
		const body = { since: new Date(0).toISOString() };
		const { count } = (await call(200, `/v1/webhook_endpoints/${hook.id}/recover`, { key: hook.key, body })).body;
		expect(count).toBe(5);
		await until(() => came(hook).length === before + 5);
		await settled(hook);
		const again = came(hook).slice(before);
		expect(again.filter((name) => name.startsWith("a"))).toEqual(["a1", "a2", "a3"]);
		expect(again.filter((name) => name.startsWith("b"))).toEqual(["b1", "b2"]);
		expect((await deliveriesOf(hook)).map(({ status }) => status).sort()).toEqual(
			["SUCCEEDED", "SUCCEEDED", "SUCCEEDED", "SUCCEEDED", "DEAD"].sort(),
		);
	});

	it("is in order after an outage, with what was missed and what comes meanwhile", async () => {
		const { tenant, hook } = await newOrdered();
		await patchEndpoint(hook, { status: "DISABLED" });
		for (const n of [1, 2, 3]) await about(tenant, "a", n);
		const held = holds(hook, ["a1"]);
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
		await until(() => came(hook).length === 1);
		await about(tenant, "a", 4);
		await about(tenant, "b", 1);
		await until(() => came(hook).length === 2);
		expect(came(hook)).toEqual(["a1", "b1"]);
		held.splice(0);
		await until(() => came(hook).length === 5, 3000);
		expect(came(hook)).toEqual(["a1", "b1", "a2", "a3", "a4"]);
	});

	it("stays in order while the endpoint is disabled and when it comes back", async () => {
		const { tenant, hook } = await newOrdered();
		const refused = refuses(hook, 503, ["a1"]);
		const first = await about(tenant, "a", 1);
		const others = [await about(tenant, "a", 2), await about(tenant, "a", 3)];
		await until(() => came(hook).length === 1);
		await until(async () => (await waiting(hook)) === 2);
		await patchEndpoint(hook, { status: "DISABLED" });
		await letPass(40);
		expect(came(hook)).toEqual(["a1"]);
		refused.splice(0);
		await patchEndpoint(hook, { status: "ACTIVE" });
		await until(() => came(hook).length === 4, 2000);
		expect(came(hook)).toEqual(["a1", "a1", "a2", "a3"]);
		for (const event of [first, ...others])
			await until(async () => (await deliveryOf(hook, event)).status === "SUCCEEDED");
	});
});

describe("when something is lost", () => {
	it("the next event about a record waits for the one whose attempt died, and both come in order", async () => {
		const { tenant, hook } = await newOrdered();
		const queue = withoutQueue();
		const first = await about(tenant, "a", 1);
		const second = await about(tenant, "a", 2);
		// The service died after it had claimed the first delivery, so only the claim is left.
		await database
			.prepare("UPDATE deliveries SET leased_until = ? WHERE id = ?")
			.bind(Date.now() + 300, (await deliveryOf(hook, first)).id)
			.run();
		const { id } = await deliveryOf(hook, second);
		await consumeDeliveries([id]);
		expect(came(hook)).toEqual([]);
		expect((await getDelivery(hook.key, id)).next_attempt_at).toBeNull();
		await moment(350);
		queue.restore();
		clock.advance(61);
		await scheduledWork();
		await until(() => came(hook).length === 2, 3000);
		expect(came(hook)).toEqual(["a1", "a2"]);
	});

	it("the sweep finds the next one whose nudge was lost after the one before had ended", async () => {
		const { tenant, hook } = await newOrdered();
		const queue = withoutQueue();
		const first = await about(tenant, "a", 1);
		const second = await about(tenant, "a", 2);
		const ids = await Promise.all([first, second].map(async (event) => (await deliveryOf(hook, event)).id as string));
		await consumeDeliveries([ids[1] ?? ""]);
		await consumeDeliveries([ids[0] ?? ""]);
		expect(came(hook)).toEqual(["a1"]);
		expect((await getDelivery(hook.key, ids[1] ?? "")).next_attempt_at).not.toBeNull();
		queue.restore();
		clock.advance(61);
		await scheduledWork();
		await until(() => came(hook).length === 2, 3000);
	});

	it("nothing is nudged again and again for what waits, and no schedule finds it due", async () => {
		const { tenant, hook } = await newOrdered();
		refuses(hook, 503, ["a1"]);
		for (let n = 1; n <= 12; n++) await about(tenant, "a", n);
		await until(async () => (await waiting(hook)) === 11);
		await until(() => came(hook).length === 1);
		const queue = withoutQueue();
		clock.advance(12);
		for (let n = 0; n < 3; n++) await scheduledWork();
		expect(queue.sent()).toBe(0);
	});

	it("what waits for a delivery that is too old and is forgotten has its turn", async () => {
		const { tenant, hook } = await newOrdered();
		refuses(hook, 503, ["a1"]);
		const first = await about(tenant, "a", 1);
		const second = await about(tenant, "a", 2);
		await until(async () => (await waiting(hook)) === 1);
		await until(() => came(hook).length === 1);
		const { id } = await deliveryOf(hook, first);
		await database
			.prepare("UPDATE deliveries SET id = ?1 || substr(id, 17), next_attempt_at = ?2 WHERE id = ?3")
			.bind(firstIdAt("delivery", clock.now() - 31 * dayMs), clock.now() + dayMs, id)
			.run();
		clock.advance(61);
		await scheduledWork();
		await until(async () => (await deliveryOf(hook, first)) === undefined);
		await scheduledWork();
		await until(() => came(hook).includes("a2"), 3000);
		await settled(hook);
		expect((await deliveryOf(hook, second)).status).toBe("SUCCEEDED");
	});
});

describe("a change of ordered", () => {
	it("puts in order what waits at that moment", async () => {
		const { tenant, hook } = await newOrdered({ ordered: false });
		const refused = refuses(hook, 503, ["a1", "a2"]);
		await about(tenant, "a", 1);
		await about(tenant, "a", 2);
		await about(tenant, "b", 1);
		await until(() => came(hook).length === 3);
		await settled(hook);
		await patchEndpoint(hook, { ordered: true });
		await about(tenant, "a", 3);
		await moment();
		expect(came(hook)).not.toContain("a3");
		refused.splice(0);
		await letPass(31);
		await until(() => came(hook).length === 6, 3000);
		expect(came(hook).slice(3)).toEqual(["a1", "a2", "a3"]);
	});

	it("holds for attempts that are under way at that moment", async () => {
		const { tenant, hook } = await newOrdered({ ordered: false });
		const held = holds(hook, ["a1"]);
		const first = await about(tenant, "a", 1);
		await until(() => came(hook).length === 1);
		await patchEndpoint(hook, { ordered: true });
		await about(tenant, "a", 2);
		await until(async () => (await waiting(hook)) === 1);
		expect(came(hook)).toEqual(["a1"]);
		held.splice(0);
		await until(() => came(hook).length === 2, 2000);
		expect(await waitForAttempts(hook.key, (await deliveryOf(hook, first)).id, 1)).toMatchObject({
			status: "SUCCEEDED",
		});
	});

	it("holds for what had died before and is sent again", async () => {
		const { tenant, hook } = await newOrdered({ ordered: false });
		const names = ["a1", "a2", "a3"];
		const refused = refuses(hook, 400, [...names]);
		const made = [];
		for (const n of [1, 2, 3]) made.push(await about(tenant, "a", n));
		await until(async () => (await deliveriesOf(hook)).filter(({ status }) => status === "DEAD").length === 3);
		await patchEndpoint(hook, { ordered: true });
		refused.splice(0);
		const held = holds(hook, [...names]);
		// The newest one is asked for last, and would be free to go at once.
		for (const event of made) await replay(hook, await deliveryOf(hook, event));
		await until(() => came(hook).length === 4);
		await moment();
		expect(came(hook).slice(3)).toEqual(["a1"]);
		held.splice(0);
		await until(() => came(hook).length === 6, 2000);
		expect(came(hook).slice(3)).toEqual(names);

		refuses(hook, 400, [...names]);
		for (const event of made) await replay(hook, await deliveryOf(hook, event));
		await until(async () => (await deliveriesOf(hook)).filter(({ status }) => status === "DEAD").length === 3);
		await database
			.prepare("UPDATE deliveries SET record_id = NULL, sequence = NULL WHERE endpoint_id = ?")
			.bind(hook.id)
			.run();
		const again = holds(hook, [...names]);
		const before = came(hook).length;
		const body = { since: new Date(0).toISOString() };
		await call(200, `/v1/webhook_endpoints/${hook.id}/recover`, { key: hook.key, body });
		await until(() => came(hook).length === before + 1);
		await moment();
		expect(came(hook).slice(before)).toEqual(["a1"]);
		again.splice(0);
		await until(() => came(hook).length === before + 3, 2000);
		expect(came(hook).slice(before)).toEqual(names);
	});

	it("to false lets go what waits", async () => {
		const { tenant, hook } = await newOrdered();
		holds(hook, ["a1"]);
		for (const n of [1, 2, 3]) await about(tenant, "a", n);
		await until(async () => (await waiting(hook)) === 2);
		await patchEndpoint(hook, { ordered: false });
		await until(() => came(hook).length === 3, 2000);
		await about(tenant, "a", 4);
		await until(() => came(hook).length === 4, 2000);
	});
});

describe("at an ordered endpoint with very many deliveries", () => {
	/** More than two steps do. */
	const many = 1100;

	/** Adds pending deliveries with their events, all about one client unless `records` says otherwise. */
	async function seed(
		{ id, tenantId }: EndpointOfTenant,
		{ count = many, placed = false, records = 1, after = 0 } = {},
	) {
		const at = clock.now() - 60_000;
		await database.batch(
			[
				`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
				INSERT INTO events (id, tenant_id, sequence, type, data, actor_type, created_at)
				SELECT printf('evt_%012x%013d0000000', ?5, ?3 + n), ?1, ?3 + n, 'client.updated', json_object('clientId', 's' || (n % CAST(?4 AS INTEGER)), 'n', n), 'system', ?5 FROM n`,
				`INSERT INTO deliveries (id, tenant_id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at, updated_at, record_id, sequence)
				SELECT printf('wbd_%012x%013d%07d', ?5, sequence, (SELECT number FROM webhook_endpoints WHERE id = ?6)), tenant_id, ?6, id, type, 'PENDING', CASE WHEN ?7 AND sequence > ?3 + ?4 THEN NULL ELSE ?5 END, ?5, ?5,
					CASE WHEN ?7 THEN data ->> 'clientId' END, CASE WHEN ?7 THEN sequence END
				FROM events WHERE tenant_id = ?1 AND sequence > ?3 AND sequence <= ?3 + ?2 ORDER BY sequence`,
			].map((sql) => {
				const params = [tenantId, count, after, records, at, id, placed ? 1 : 0];
				const used = Math.max(...[...sql.matchAll(/\?(\d)/g)].map(([, n]) => Number(n)));
				return database.prepare(sql, tenantId).bind(...params.slice(0, used));
			}),
		);
	}

	const seeded = async ({ id, tenantId }: EndpointOfTenant, sequence: number): Promise<string> => {
		const found = `SELECT d.id FROM deliveries d JOIN events v ON v.tenant_id = d.tenant_id AND v.id = d.event_id
			WHERE d.endpoint_id = ? AND v.sequence = ? AND v.tenant_id = ?`;
		const [row] = await rows(found, id, sequence, tenantId);
		return String(row?.id);
	};

	it("the turn of one that must wait goes to another record at once", async () => {
		const { tenant, hook } = await newOrdered();
		const queue = withoutQueue();
		await seed(hook, { count: 300 });
		await database
			.prepare(
				"UPDATE deliveries SET record_id = 's', sequence = CAST(substr(id, 17, 13) AS INTEGER) WHERE endpoint_id = ? AND tenant_id = ?",
			)
			.bind(hook.id, tenant.id)
			.run();
		holds(hook, ["s01"]);
		await about(tenant, "b", 1);
		queue.restore();
		clock.advance(61);
		await scheduledWork();
		await until(() => came(hook).includes("b1"), 5000);
		expect(came(hook).sort()).toEqual(["b1", "s01"]);
		await until(async () => (await waiting(hook)) === 299, 5000);
	}, 30_000);

	it("nothing leaves before all that waited when it became ordered has its place", async () => {
		const { tenant, hook } = await newOrdered({ ordered: false });
		const queue = withoutQueue();
		await seed(hook, { records: 3 });
		await patchEndpoint(hook, { ordered: true });
		const places = async () =>
			(await rows("SELECT id FROM deliveries WHERE endpoint_id = ? AND record_id IS NOT NULL", hook.id)).length;
		expect(await places()).toBe(500);
		const later = await about(tenant, "x", 1);
		await consumeDeliveries([(await deliveryOf(hook, later)).id, await seeded(hook, 1)]);
		expect(came(hook)).toEqual([]);
		await scheduledWork();
		expect(await places()).toBe(many + 1);
		expect(await rows("SELECT id FROM endpoint_work")).toEqual([]);
		await consumeDeliveries([(await deliveryOf(hook, later)).id]);
		expect(came(hook)).toEqual(["x1"]);
		const found = await rows(
			"SELECT d.record_id = v.data ->> 'clientId' AND d.sequence = v.sequence AS right FROM deliveries d JOIN events v ON v.tenant_id = d.tenant_id AND v.id = d.event_id WHERE d.endpoint_id = ?",
			hook.id,
		);
		expect(found.every(({ right }) => right === 1)).toBe(true);
		queue.restore();
	}, 30_000);

	it("one that is made due earlier before it has its place gets it at once", async () => {
		const { hook } = await newOrdered({ ordered: false });
		withoutQueue();
		await seed(hook);
		await patchEndpoint(hook, { ordered: true });
		const id = await seeded(hook, many);
		const placed = () =>
			rows("SELECT record_id, sequence FROM deliveries WHERE id = ? AND endpoint_id = ?", id, hook.id);
		expect(await placed()).toEqual([{ record_id: null, sequence: null }]);
		await replay(hook, { id });
		expect(await placed()).toEqual([{ record_id: "s0", sequence: many }]);
	}, 30_000);

	it("all that waited is let go, step by step, when it is ordered no longer", async () => {
		const { hook } = await newOrdered();
		withoutQueue();
		await seed(hook, { placed: true });
		await patchEndpoint(hook, { ordered: false });
		expect(await waiting(hook)).toBe(many - 1 - 500);
		await scheduledWork();
		expect(await waiting(hook)).toBe(0);
		expect(await rows("SELECT id FROM endpoint_work")).toEqual([]);
	}, 30_000);

	it("new events wait for missed ones that have no delivery yet", async () => {
		const { tenant, hook } = await newOrdered();
		const queue = withoutQueue();
		await patchEndpoint(hook, { status: "DISABLED" });
		await seed(hook, { records: many });
		await database
			.prepare("DELETE FROM deliveries WHERE endpoint_id = ? AND tenant_id = ?")
			.bind(hook.id, tenant.id)
			.run();
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
		// The activation makes deliveries of the first 500 alone.
		const later = await about(tenant, "s1000", 5000);
		const { id } = await deliveryOf(hook, later);
		await consumeDeliveries([id]);
		await consumeDeliveries([await seeded(hook, 1)]);
		expect(came(hook)).toEqual(["s11"]);
		await scheduledWork();
		await consumeDeliveries([id]);
		expect((await getDelivery(hook.key, id)).next_attempt_at).toBeNull();
		await consumeDeliveries([await seeded(hook, 1000)]);
		await consumeDeliveries([id]);
		expect(came(hook)).toEqual(["s11", "s10001000", "s10005000"]);
		queue.restore();
	}, 30_000);

	it("an activation leaves what waits behind others as it is", async () => {
		const { hook } = await newOrdered();
		withoutQueue();
		await patchEndpoint(hook, { status: "DISABLED" });
		await seed(hook, { placed: true });
		await patchEndpoint(hook, { status: "ACTIVE" });
		await scheduledWork();
		expect(await waiting(hook)).toBe(many - 1);
		expect(await rows("SELECT id FROM endpoint_work")).toEqual([]);
	}, 30_000);
});
