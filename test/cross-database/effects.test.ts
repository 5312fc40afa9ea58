import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { connectionLost } from "../../lab/harness/faulty-database.ts";
import { continueEndpointWork } from "../../src/domain/events/endpoint-work/continue-endpoint-work.ts";
import { catchUp } from "../../src/platform/commit/effects/effects.ts";
import { catchUpDue } from "../../src/platform/commit/effects/effects-due.ts";
import { openWriter } from "../../src/platform/commit/writer.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { rows } from "../support/database.ts";
import { createClient, createEndpoint, deliveriesOf } from "../support/deliveries.ts";
import { databaseOf, localIn } from "../support/local.ts";
import { Receiver } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { changePlan, newTenant, newWorld, operate, type Tenant } from "../support/world.ts";
import { ask, envWithFaults, operateWith, withoutDatabases } from "./faults.ts";

beforeAll(() => void new Receiver());

const rename = (bindings: typeof env, id: string, name: string) =>
	operateWith(bindings, `/admin/tenants/${id}`, { method: "PATCH", body: { name } });

const writerOf = (bindings: typeof env) => openWriter(bindings, () => {}).writer;
const waiting = async (id: string) =>
	(await rows("SELECT number FROM effects WHERE tenant_id = ? ORDER BY number", id)).map(({ number }) => number);
const studioOf = async (id: string) => (await rows("SELECT name, effects FROM studios WHERE tenant_id = ?", id))[0];
const audited = async (id: string) =>
	(await rows("SELECT action FROM audit_entries WHERE tenant_id = ? ORDER BY id", id)).map(({ action }) => action);

/** A tenant with so many effects that its data database has not got yet. Each one renames the tenant. */
async function newBehind(count: number): Promise<string> {
	const id = await newTenant();
	const away = withoutDatabases(await databaseOf(id));
	for (let n = 1; n <= count; n++) expect((await rename(away, id, `Name ${n}`)).status).toBe(200);
	expect(await waiting(id)).toHaveLength(count);
	expect(await studioOf(id)).toMatchObject({ effects: 0 });
	return id;
}

const updates = (count: number) => Array.from({ length: count }, () => "tenant.updated");

describe("effects that wait", () => {
	it("take effect in their order, once each, however many apply them at the same time", async () => {
		const id = await newBehind(4);
		await Promise.all(Array.from({ length: 4 }, () => catchUp(writerOf(env), id)));
		expect(await studioOf(id)).toEqual({ name: "Name 4", effects: 4 });
		expect(await audited(id)).toEqual(updates(4));
		expect(await waiting(id)).toEqual([]);
	});

	it("are applied before the effect of a later change, and before its answer", async () => {
		const id = await newBehind(2);
		expect((await rename(env, id, "Name 3")).status).toBe(200);
		expect(await studioOf(id)).toEqual({ name: "Name 3", effects: 3 });
		expect(await audited(id)).toEqual(updates(3));
		expect(await waiting(id)).toEqual([]);
	});

	it("are applied once when changes and the sweep race for them", async () => {
		const id = await newBehind(2);
		advance(10);
		await Promise.all([
			catchUpDue(writerOf(env), clock.now()),
			operate(201, `/admin/tenants/${id}/api_keys`, { body: { name: "A" } }),
			operate(201, `/admin/tenants/${id}/users`, { body: { email: "race@example.com" } }),
			catchUpDue(writerOf(env), clock.now()),
		]);
		expect(await studioOf(id)).toMatchObject({ effects: 4 });
		expect((await audited(id)).sort()).toEqual(["api_key.created", ...updates(2), "user.invited"]);
		advance(10);
		await scheduledWork();
		expect(await waiting(id)).toEqual([]);
		expect(await studioOf(id)).toMatchObject({ effects: 4 });
	});

	it("that are more than one look finds are all applied", async () => {
		const id = await newTenant();
		const away = withoutDatabases(await databaseOf(id));
		await rename(away, id, "Name");
		for (let n = 2; n <= 120; n++) {
			const append = { sql: "UPDATE studios SET name = name || ? WHERE tenant_id = ?", params: [`,${n}`, id] };
			await rows(
				"INSERT INTO effects (tenant_id, number, id, statements, created_at) VALUES (?, ?, ?, ?, 0)",
				id,
				n,
				crypto.randomUUID(),
				JSON.stringify([append]),
			);
		}
		await rows("UPDATE tenants SET effects = 120 WHERE id = ?", id);
		await catchUp(writerOf(env), id);
		const numbers = Array.from({ length: 119 }, (_, n) => `,${n + 2}`);
		expect(await studioOf(id)).toEqual({ name: `Name${numbers.join("")}`, effects: 120 });
		expect(await waiting(id)).toEqual([]);
	});

	it("and whose deletion was lost after they were applied, are deleted by the sweep and not applied again", async () => {
		const id = await newTenant();
		const keeping = envWithFaults(async (_, run, sql) => {
			if (/^delete from "effects"/i.test(sql[0] ?? "")) throw connectionLost();
			return await run();
		});
		for (const name of ["First", "Second"]) {
			const answer = await rename(keeping, id, name);
			await answer.over;
		}
		expect(await waiting(id)).toEqual([1, 2]);
		await rows("UPDATE studios SET name = 'By hand' WHERE tenant_id = ?", id);
		advance(10);
		await scheduledWork();
		expect(await waiting(id)).toEqual([]);
		expect(await studioOf(id)).toEqual({ name: "By hand", effects: 2 });
		expect(await audited(id)).toEqual(updates(2));
	});

	it("of a tenant whose data refuses them hold up no other tenant of the database", async () => {
		const database = "DATA_2";
		const [stuck, other] = [await newTenant({ database }), await newTenant({ database })];
		for (const id of [stuck, other]) await rename(withoutDatabases(database), id, "Renamed");
		await rows(
			`UPDATE effects SET statements = '[{"sql":"UPDATE missing SET a = 1","params":[]}]' WHERE tenant_id = ?`,
			stuck,
		);
		advance(10);
		await expect(catchUpDue(writerOf(env), clock.now())).rejects.toThrow("no such table");
		expect(await studioOf(other)).toEqual({ name: "Renamed", effects: 1 });
		expect([await waiting(stuck), await waiting(other)]).toEqual([[1], []]);
		await rows("DELETE FROM effects WHERE tenant_id = ?", stuck);
	});

	it("of a hundred tenants whose data refuses them hold up no other tenant for ever", async () => {
		const database = "DATA_2";
		const first = await newTenant({ database });
		await rows(
			`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n <= 100)
			INSERT INTO tenants (id, name, plan, email, timezone, subscription_status, "database", created_at, updated_at)
			SELECT id || n, 'Stuck', plan, email, timezone, subscription_status, "database", created_at, updated_at FROM tenants, n WHERE id = ?`,
			first,
		);
		await rows(
			`INSERT INTO effects (tenant_id, number, id, statements, created_at)
			SELECT id, 1, id, '[{"sql":"UPDATE missing SET a = 1","params":[]}]', 0 FROM tenants WHERE name = 'Stuck'`,
		);
		const last = await newTenant({ database });
		await rename(withoutDatabases(database), last, "Renamed");
		advance(10);
		for (let run = 0; run < 20 && (await waiting(last)).length > 0; run++)
			await catchUpDue(writerOf(env), clock.now(), 60).catch(() => {});
		expect(await studioOf(last)).toEqual({ name: "Renamed", effects: 1 });
		await rows("DELETE FROM effects WHERE tenant_id LIKE ? || '%'", first);
	});

	it("and that the database refuses by its rules are told of, not passed over in silence", async () => {
		const id = await newBehind(1);
		const [entry] = await rows("SELECT statements FROM effects WHERE tenant_id = ?", id);
		const twice = JSON.parse(String(entry?.statements));
		await rows("UPDATE effects SET statements = ? WHERE tenant_id = ?", JSON.stringify([...twice, ...twice]), id);
		await expect(catchUp(writerOf(env), id)).rejects.toThrow("UNIQUE");
		await rows("DELETE FROM effects WHERE tenant_id = ?", id);
	});
});

describe("a new plan of which the tenant's data learns late", () => {
	/** Changes the plan while the data is away, and has it take effect half a minute later. */
	async function changedLate({ id, key }: Tenant, plan: string, meanwhile = async () => {}): Promise<string> {
		const away = withoutDatabases(await databaseOf(id));
		const path = `/admin/tenants/${id}`;
		expect((await operateWith(away, path, { method: "PATCH", body: { plan } })).status).toBe(200);
		expect(await waiting(id)).toHaveLength(1);
		await meanwhile();
		advance(30);
		const synced = new Date(clock.now()).toISOString();
		await catchUp(writerOf(env), id);
		return (await call(200, `/v1/webhook_endpoints?updated_since=${synced}&sort=updated_at`, { key })).body.data;
	}

	it("shows the endpoints that it disables and enables to a caller who has synced meanwhile", async () => {
		const world = await newWorld({ plan: "crew" });
		for (let n = 0; n < 5; n++) await createEndpoint(world.key);
		expect(await changedLate(world, "solo")).toMatchObject([{ status: "DISABLED" }, { status: "DISABLED" }]);
		expect(await changedLate(world, "duo")).toMatchObject([{ status: "ACTIVE" }, { status: "ACTIVE" }]);
	});

	it.each([1, 30])("delivers %i events that came first after Light, each once", async (count) => {
		const world = await newWorld();
		const endpoints = [await createEndpoint(world.key, ["client.created"]), await createEndpoint(world.key)];
		await changePlan(world.id, "light");
		await changedLate(world, "solo", async () => {
			for (let n = 0; n < count; n++) await createClient(world.key);
		});
		const local = localIn(await databaseOf(world.id));
		await continueEndpointWork(local.caller, local.writer);
		const created = await rows("SELECT id FROM events WHERE tenant_id = ? AND type = 'client.created'", world.id);
		expect(created).toHaveLength(count);
		for (const { id } of endpoints) {
			const made = await rows(
				"SELECT event_id FROM deliveries WHERE endpoint_id = ? AND event_type = 'client.created'",
				id,
			);
			expect(made.map(({ event_id }) => event_id).sort()).toEqual(created.map(({ id }) => id).sort());
		}
	});

	it("delivers nothing of the time on Light", async () => {
		const world = await newWorld();
		const { id } = await createEndpoint(world.key);
		await changePlan(world.id, "light");
		await operate(201, `/admin/tenants/${world.id}/events`, { body: { type: "payout.paid", data: { payoutId: "p" } } });
		advance(1);
		await changedLate(world, "solo");
		expect((await deliveriesOf(world.key, id)).map(({ event_type }) => event_type)).not.toContain("payout.paid");
	});
});

it("a change whose answer was lost is known to be made, although others applied and deleted its effect meanwhile", async () => {
	const id = await newTenant();
	const meanwhile = envWithFaults(async (_, run, sql) => {
		if (!sql.some((one) => /INSERT INTO "?effects"?/i.test(one))) return await run();
		await run();
		await catchUp(writerOf(env), id);
		throw connectionLost();
	});
	const answer = await ask(meanwhile, `/admin/tenants/${id}/api_keys`, {
		key: env.OPERATOR_TOKEN,
		body: { name: "Sync" },
	});
	expect(answer.status, answer.text).toBe(201);
	expect(await rows("SELECT name FROM api_keys WHERE tenant_id = ?", id)).toEqual([{ name: "Sync" }]);
	expect(await audited(id)).toEqual(["api_key.created"]);
});
