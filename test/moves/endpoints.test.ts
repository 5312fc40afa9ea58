import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { runScheduledWork } from "../../src/entry/schedule/control.ts";
import { consumeJobs } from "../../src/entry/schedule/jobs.ts";
import type { MoveMessage } from "../../src/platform/events/nudges.ts";
import { ask, withoutDatabases } from "../cross-database/faults.ts";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { newWorld, operate, type Tenant } from "../support/world.ts";

let world: Tenant;
let sent: MoveMessage[];
beforeEach(async () => {
	world = await newWorld({ database: "DATA_1" });
	sent = [];
	vi.spyOn(env.JOBS, "sendBatch").mockImplementation(async (messages) => {
		// Work of an earlier file may still end, which wakes the moves of its own tenants.
		for (const { body } of messages as { body: MoveMessage }[]) if (body.move === world.id) sent.push(body);
		return undefined as never;
	});
	return () => vi.restoreAllMocks();
});

const path = () => `/admin/tenants/${world.id}/move`;
const move = (status: number, database: string) => operate(status, path(), { body: { database } });
const databaseOf = async () => (await operate(200, `/admin/tenants/${world.id}`)).body.database;

/** Gives the consumer of the queue what was sent. */
async function deliver(): Promise<void> {
	const messages = sent.splice(0).map((body, n) => ({ id: `${n}`, timestamp: new Date(), attempts: 1, body }));
	const ctx = createExecutionContext();
	await consumeJobs(createMessageBatch("jobs", messages), env, ctx);
	await waitOnExecutionContext(ctx);
}

describe("the operator moves a tenant", () => {
	it("to another database, where it serves with the same key, and sees how it went", async () => {
		const given = { email: "moving@example.com", first_name: "Mo" };
		const { body: client } = await call(201, "/v1/clients", { key: world.key, body: given });
		const begun = await move(200, "DATA_2");
		expect(begun.body).toEqual({
			object: "tenant_move",
			tenant_id: world.id,
			from: "DATA_1",
			to: "DATA_2",
			status: "COPYING",
			rows_copied: 0,
			rows_total: 0,
			longest_refusal_ms: 0,
			error: null,
			started_at: expect.any(String),
			finished_at: null,
			created_at: begun.body.started_at,
			updated_at: begun.body.started_at,
		});
		expect(sent).toEqual([{ move: world.id }]);
		await deliver();
		const { body } = await operate(200, path());
		expect(body).toMatchObject({ status: "DONE", error: null, finished_at: expect.any(String) });
		expect(body.rows_copied).toBe(body.rows_total);
		expect(body.rows_total).toBeGreaterThan(0);
		expect(await databaseOf()).toBe("DATA_2");
		expect((await call(200, `/v1/clients/${client.id}`, { key: world.key })).body).toEqual(client);
		const entries = (await call(200, "/v1/audit_log", { key: world.key })).body.data;
		expect(entries.filter(({ action }: { action: string }) => action === "tenant.move_started")).toHaveLength(1);
	});

	it("and closes it before the answer: a change is at once 503 with Retry-After, and reads go on", async () => {
		const create = (status: number, first_name: string) =>
			call(status, "/v1/clients", { key: world.key, body: { first_name, email: `${first_name}@example.com` } });
		const { body: client } = await create(201, "Before");
		await move(200, "DATA_2");
		const refused = await create(503, "Meanwhile");
		expect(refused.body.code).toBe("service_unavailable");
		expect(refused.headers.get("Retry-After")).toBe("5");
		await call(200, `/v1/clients/${client.id}`, { key: world.key });
		await deliver();
		await create(201, "Afterwards");
		expect((await operate(200, path())).body.longest_refusal_ms).toBeGreaterThan(0);
	});

	it("whose database does not answer: the order is taken, and the queue closes the tenant", async () => {
		const away = withoutDatabases("DATA_1");
		const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };
		const begun = await ask(away, path(), { body: { database: "DATA_2" }, headers });
		expect([begun.status, begun.body.status]).toEqual([200, "COPYING"]);
		await begun.over;
		await deliver();
		expect(await databaseOf()).toBe("DATA_2");
	});

	it("to where it is already, which is done at once", async () => {
		const { body } = await move(200, "DATA_1");
		expect(body).toMatchObject({ status: "DONE", from: "DATA_1", to: "DATA_1", finished_at: body.started_at });
		expect((await operate(200, path())).body).toEqual(body);
		expect(sent).toEqual([]);
		await move(200, "DATA_2");
		expect((await operate(200, path())).body).toMatchObject({ status: "COPYING" });
	});

	it("once at a time: a second move is refused until the first has ended", async () => {
		const answers = await Promise.all(
			["DATA_2", "DATA_2", "DATA_3", "DATA_1"].map((database) =>
				send(path(), { body: { database }, headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` } }),
			),
		);
		const begun = answers.filter(({ status, body }) => status === 200 && body.status === "COPYING");
		expect(begun).toHaveLength(1);
		expect((await move(409, "DATA_2")).body.code).toBe("conflict");
		expect((await move(409, "DATA_1")).body.code).toBe("conflict");
		await deliver();
		await move(200, "DATA_1");
	});

	it.each(["DATA_9", "DB", "nowhere"])("not to %s, which is no data database", async (database) => {
		expect((await move(400, database)).body).toMatchObject({ errors: [{ location: "body", path: "database" }] });
	});

	it("of a region only to databases that lie in it", async () => {
		const { body: tenant } = await operate(201, "/admin/tenants", {
			body: { name: "EU", email: "eu@example.com", region: "eu" },
		});
		expect(tenant).toMatchObject({ region: "eu", database: "DATA_3" });
		const refused = await operate(400, `/admin/tenants/${tenant.id}/move`, { body: { database: "DATA_1" } });
		expect(refused.body).toMatchObject({ code: "validation_error", errors: [{ path: "database" }] });
	});

	it("that has never moved, or does not exist: 404", async () => {
		await operate(404, path());
		await operate(404, `/admin/tenants/ten_${"0".repeat(32)}/move`);
		await operate(404, `/admin/tenants/ten_${"0".repeat(32)}/move`, { body: { database: "DATA_2" } });
	});

	it("also when the message is lost: the schedule sends another", async () => {
		await move(200, "DATA_2");
		sent = [];
		advance(1);
		const ctx = createExecutionContext();
		await runScheduledWork({ ...env, SCHEDULE: { sendBatch: async () => {} } as unknown as Queue }, ctx);
		await waitOnExecutionContext(ctx);
		expect(sent).toContainEqual({ move: world.id });
		sent = [{ move: world.id }];
		await deliver();
		expect(await databaseOf()).toBe("DATA_2");
	});
});
