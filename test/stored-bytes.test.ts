import { beforeEach, describe, expect, it, test } from "vitest";
import { countedTables, countStoredBytes } from "../src/domain/access/databases/count-stored-bytes.ts";
import type { Writer } from "../src/platform/commit/writer.ts";
import { storedBytesLimits } from "../src/platform/gate/plans.ts";
import { call, send } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { database } from "./support/database.ts";
import { deleteTenant, restoreTenant } from "./support/deletion.ts";
import { localInEach } from "./support/local.ts";
import { addPicture, newPicture } from "./support/pictures.ts";
import { Receiver } from "./support/receiver.ts";
import { changePlan, newTenant, newWorld, operate, type Tenant } from "./support/world.ts";

beforeEach(() => advance(60));

const gibi = 1024 ** 3;
const day = 86_400;
const notes = "a".repeat(10_000);
const create = async (key: string, path: string, body: object): Promise<string> =>
	`${path}/${(await call(201, path, { key, body })).body.id}`;
const itself = (path: string): [string, string] => [path, path];
let made = 0;
const newClient = () => ({ email: `${++made}@example.com`, first_name: "Ana", notes });
const storedBy = async (id: string): Promise<number> => (await operate(200, `/admin/tenants/${id}`)).body.stored_bytes;
const isFull = { code: "plan_limit_reached", detail: expect.stringContaining("1 GiB") };

/** Leaves the tenant `room` bytes. */
async function fillUp({ id }: Pick<Tenant, "id">, room = 0, added = 0): Promise<void> {
	await database
		.prepare(
			`INSERT INTO stored_bytes (tenant_id, counted, added) VALUES (?1, ?2, ?3)
			ON CONFLICT (tenant_id) DO UPDATE SET counted = excluded.counted, added = excluded.added`,
		)
		.bind(id, gibi - added - room, added)
		.run();
}

async function count({ rows = 5000, ...hooks }: Partial<Pick<Writer, "transaction">> & { rows?: number } = {}) {
	for (const { caller, writer } of localInEach()) await countStoredBytes(caller, { ...writer, ...hooks }, rows);
}

describe("the operator sees", () => {
	it.each(Object.entries(storedBytesLimits))("what a tenant on %s may store", async (plan, bytes) => {
		const id = await newTenant({ plan });
		expect((await operate(200, `/admin/tenants/${id}`)).body).toMatchObject({
			stored_bytes: 0,
			stored_bytes_limit: bytes,
		});
	});

	it("what a tenant stores: its records, its events, its audit log and the answers to its keys", async () => {
		const { id, key } = await newWorld();
		await call(201, "/v1/clients", { key, body: newClient() });
		const record = await storedBy(id);
		expect(record).toBeGreaterThan(2 * notes.length);
		expect(record).toBeLessThan(3 * notes.length);
		await call(201, "/v1/clients", { key, body: newClient(), headers: { "Idempotency-Key": "stored" } });
		expect((await storedBy(id)) - record).toBeGreaterThan(3 * notes.length);
		const listed = (await operate(200, "/admin/tenants?limit=100")).body.data;
		expect(listed.find((tenant: { id: string }) => tenant.id === id).stored_bytes).toBe(await storedBy(id));
	});

	it.each<[string, (key: string) => Promise<[owner: string, deleted: string]>]>([
		["lead", async (key) => itself(await create(key, "/v1/leads", { first_name: "Ana" }))],
		["artist", async (key) => itself(await create(key, "/v1/artists", { name: "Mika" }))],
		[
			"client",
			async (key) => {
				const client = await create(key, "/v1/clients", { email: "ana@example.com", first_name: "Ana" });
				const subject = { client_id: client.split("/").at(-1), subject: "Fern" };
				return [await create(key, "/v1/ideas", subject), client];
			},
		],
	])("the bytes of pictures no longer, as soon as their %s is deleted (contract: Plans 11)", async (_, make) => {
		const { id, key } = await newWorld();
		const [owner, deleted] = await make(key);
		const before = await storedBy(id);
		for (const bytes of [1_000_000, 500_000]) await addPicture(key, owner, newPicture(bytes));
		const filled = await storedBy(id);
		expect(filled - before).toBeGreaterThan(1_500_000);
		await fillUp({ id });
		await call(403, "/v1/clients", { key, body: newClient() });
		await call(200, deleted, { key, method: "DELETE" });
		expect(gibi - (await storedBy(id))).toBeGreaterThan(1_490_000);
		expect(gibi - (await storedBy(id))).toBeLessThan(1_520_000);
		await call(201, "/v1/clients", { key, body: newClient() });
	});

	it("the deliveries that an event makes", async () => {
		const { id, key } = await newWorld();
		const before = await storedBy(id);
		await call(201, "/v1/clients", { key, body: newClient() });
		const alone = (await storedBy(id)) - before;
		new Receiver();
		const target_url = "https://hooks.test/";
		for (let n = 0; n < 3; n++)
			await call(201, "/v1/automation/hooks", { key, body: { target_url: target_url + n, trigger: "new_client" } });
		const hooked = await storedBy(id);
		await call(201, "/v1/clients", { key, body: newClient() });
		// They share a row until one of them fails.
		expect((await storedBy(id)) - hooked - alone).toBeGreaterThan(3 * 200);
	});
});

describe("a studio that stores as much as its plan allows", () => {
	it("creates nothing more, and is told why", async () => {
		const world = await newWorld();
		await fillUp(world);
		expect((await call(403, "/v1/clients", { key: world.key, body: newClient() })).body).toMatchObject(isFull);
		expect((await call(200, "/v1/clients", { key: world.key })).body.data).toEqual([]);
		await changePlan(world.id, "duo");
		await call(201, "/v1/clients", { key: world.key, body: newClient() });
	});

	it("changes, archives and deletes, and has room again for what it deleted", async () => {
		const { key, ...world } = await newWorld();
		const lead = { first_name: "Ana", message: notes };
		const { id } = (await call(201, "/v1/leads", { key, body: lead })).body;
		await fillUp(world);
		const path = `/v1/leads/${id}`;
		await call(200, path, { key, method: "PATCH", body: { stage: "QUALIFIED" } });
		await call(200, `${path}/archive`, { key, method: "POST" });
		await call(403, "/v1/leads", { key, body: { first_name: "Bo" } });
		await fillUp(world);
		await call(200, path, { key, method: "DELETE" });
		await call(201, "/v1/leads", { key, body: { first_name: "Bo" } });
	});

	it("gets the same refusal again for the same Idempotency-Key", async () => {
		const world = await newWorld();
		await fillUp(world);
		const request = { key: world.key, body: newClient(), headers: { "Idempotency-Key": "full" } };
		const first = await call(403, "/v1/clients", request);
		await fillUp(world, gibi / 2);
		const again = await call(403, "/v1/clients", request);
		expect([again.text, again.headers.get("Idempotent-Replayed")]).toEqual([first.text, "true"]);
	});

	it("cannot fill up what all share by changes either: they are refused after as much again within a day", async () => {
		const { key, ...world } = await newWorld();
		const { id } = (await call(201, "/v1/leads", { key, body: { first_name: "Ana" } })).body;
		const path = `/v1/leads/${id}`;
		await fillUp(world, -gibi, gibi);
		expect((await call(403, path, { key, method: "PATCH", body: { message: notes } })).body).toMatchObject(isFull);
		const unknown = { key, method: "PATCH", body: { stage: "NONE" }, headers: { "Idempotency-Key": "refused" } };
		expect((await call(400, path, unknown)).body.code).toBe("validation_failed");
		await call(200, path, { key, method: "DELETE" });
	});

	it("is still told of events that the operator publishes", async () => {
		const world = await newWorld();
		await fillUp(world);
		await operate(201, `/admin/tenants/${world.id}/events`, { body: { type: "payout.paid", data: {} } });
	});

	test("of requests that race for the last room, the database admits those that fit", async () => {
		const world = await newWorld();
		await fillUp(world, 3.5 * 2.2 * notes.length);
		const answers = await Promise.all(
			Array.from({ length: 6 }, () => send("/v1/clients", { key: world.key, body: newClient() })),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403]);
		expect((await call(200, "/v1/clients", { key: world.key })).body.data).toHaveLength(3);
		expect(await storedBy(world.id)).toBeLessThanOrEqual(gibi);
	});
});

describe("once a day the service counts what each tenant stores", () => {
	it("in every table that has rows of a tenant", async () => {
		const { results } = await database
			.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%`tenant_id`%'")
			.all<{ name: string }>();
		const ofTheService = [
			...["answers_elsewhere", "api_keys", "booking_addresses", "effects", "gate_notices", "invitations"],
			...["memberships", "oauth_apps", "oauth_codes", "oauth_grants", "tenant_moves"],
			...["arrivals", "departures", "studios"],
		];
		expect([...new Set(results.map(({ name }) => name))].sort()).toEqual(
			[...countedTables, ...ofTheService, "stored_bytes"].sort(),
		);
	});

	it("and finds what deletions in bulk have freed, in chunks, once whatever runs at the same time", async () => {
		const [one, other] = [await newWorld(), await newWorld()];
		for (let n = 0; n < 3; n++) await call(201, "/v1/clients", { key: one.key, body: newClient() });
		await call(201, "/v1/clients", { key: other.key, body: newClient() });
		advance(day);
		await Promise.all([count({ rows: 2 }), count({ rows: 2 })]);
		await count();
		const [three, single] = [await storedBy(one.id), await storedBy(other.id)];
		expect(three).toBeGreaterThan(3 * 2 * notes.length);
		expect(three).toBeLessThan(3 * 2.5 * notes.length);
		expect(Math.abs(three - 3 * single)).toBeLessThan(1000);
		await database.prepare("DELETE FROM events WHERE tenant_id = ?").bind(one.id).run();
		await count();
		expect(await storedBy(one.id)).toBe(three);
		advance(day);
		await count();
		expect(await storedBy(one.id)).toBeLessThan(3 * 1.3 * notes.length);
	});

	it("with all that is written while it counts, and goes on where it was cut off", async () => {
		// The first database that is counted.
		const { id, key } = await newWorld({ database: "DATA_1" });
		await call(201, "/v1/clients", { key, body: newClient() });
		advance(day);
		let transactions = 0;
		const cut = count({
			rows: 1,
			transaction: (store, statements) => {
				if (++transactions > 20) throw new Error("cut off");
				return store.transaction(statements);
			},
		});
		await expect(cut).rejects.toThrow("cut off");
		advance(1);
		for (const body of [newClient(), newClient()]) await call(201, "/v1/clients", { key, body });
		await count({ rows: 1 });
		const stored = await storedBy(id);
		expect(stored).toBeGreaterThan(6 * notes.length);
		expect(stored).toBeLessThan(7.5 * notes.length);
	});

	it("all of a tenant that is restored while the count is under way", async () => {
		// The first database that is counted.
		const { id, key } = await newWorld({ database: "DATA_1" });
		for (let n = 0; n < 3; n++) await call(201, "/v1/clients", { key, body: newClient() });
		advance(day);
		await deleteTenant(id);
		await count();
		const whileDeleted = await storedBy(id);
		advance(day);
		let transactions = 0;
		const cut = count({
			rows: 1000,
			transaction: (store, statements) => {
				if (++transactions > 40) throw new Error("cut off");
				return store.transaction(statements);
			},
		});
		await expect(cut).rejects.toThrow("cut off");
		await restoreTenant(id);
		await count();
		const restored = await storedBy(id);
		expect(whileDeleted).toBeGreaterThan(6 * notes.length);
		expect(restored).toBeGreaterThan(6 * notes.length);
		expect(restored).toBeLessThan(7.5 * notes.length);
	});

	it("also of a tenant that has no count yet", async () => {
		const { id, key } = await newWorld();
		await call(201, "/v1/clients", { key, body: newClient() });
		const counted = await storedBy(id);
		await database.prepare("DELETE FROM stored_bytes WHERE tenant_id = ?").bind(id).run();
		expect(await storedBy(id)).toBe(0);
		advance(day);
		await count();
		expect(Math.abs((await storedBy(id)) - counted)).toBeLessThan(2000);
	});
});
