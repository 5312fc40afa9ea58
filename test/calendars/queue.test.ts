import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { minuteMs } from "../../src/platform/lib/time.ts";
import { advance } from "../support/clock.ts";
import { database, envWithHooks, rows } from "../support/database.ts";
import { databaseOf } from "../support/local.ts";
import { until } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { Sites } from "../support/sites.ts";
import { newTenant } from "../support/world.ts";
import { ics } from "./ics.ts";
import { collectMessages, consume, deliver, readDue } from "./queue.ts";

let server: Sites;
beforeEach(async () => {
	await database.prepare("DELETE FROM external_calendars").run();
	server = new Sites();
});
afterEach(() => vi.restoreAllMocks());

const url = (n: number | string) => `https://calendar.example/${n}.ics`;

/** Adds artists with calendars that have been due since 1970, the first one for the longest time. */
async function addDue(count: number, tenantId: string): Promise<void> {
	const numbers = sql(`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})`);
	await database.batch([
		numbers(
			`INSERT INTO artists (id, tenant_id, name, slug, timezone, status, created_at, updated_at)
				SELECT ?1 || n, ?1, 'Mia', ?1 || n, 'UTC', 'ACTIVE', 1, 1 FROM n`,
			tenantId,
		),
		numbers(
			`INSERT INTO external_calendars (tenant_id, artist_id, ics_url, next_fetch_at, created_at, updated_at, revision)
				SELECT ?1, ?1 || n, 'https://calendar.example/' || ?1 || n || '.ics', n, 1, 1, 1 FROM n`,
			tenantId,
		),
	]);
	for (let n = 1; n <= count; n++) server.answers(url(`${tenantId}${n}`), () => new Response(ics()));
}

const sql =
	(start: string) =>
	(insert: string, ...params: unknown[]) =>
		database.prepare(insert.replace("SELECT", `${start} SELECT`)).bind(...params);

const state = async (tenantId: string, n = 1) =>
	(await rows("SELECT * FROM external_calendars WHERE tenant_id = ? AND artist_id = ?", tenantId, tenantId + n))[0];

test("a calendar that is due is read through the queue", async () => {
	const tenantId = await newTenant();
	await addDue(1, tenantId);
	await scheduledWork();
	await until(async () => (await state(tenantId))?.fetched_at !== null);
	expect(server.asked).toHaveLength(1);
	expect(await state(tenantId)).toMatchObject({ error: null, revision: 2 });
});

test("a doubled message reads it once, at the same time and afterwards", async () => {
	const tenantId = await newTenant();
	await addDue(1, tenantId);
	const [message] = await collectMessages();
	if (!message) throw new Error("nothing was due");
	await deliver([message, message, message]);
	await deliver([message]);
	expect(server.asked).toHaveLength(1);
	expect(await state(tenantId)).toMatchObject({ revision: 2 });
});

test("of runs at the same time one sends the message, and none does while it is on its way", async () => {
	const tenantId = await newTenant();
	await addDue(1, tenantId);
	const sent = await Promise.all([collectMessages(), collectMessages(), collectMessages()]);
	expect(sent.flat()).toHaveLength(1);
	expect(await collectMessages()).toEqual([]);
});

test("a message that the queue loses is sent again after five minutes", async () => {
	const tenantId = await newTenant();
	await addDue(1, tenantId);
	expect(await collectMessages()).toHaveLength(1);
	advance(4 * 60);
	expect(await collectMessages()).toEqual([]);
	advance(60);
	expect(await collectMessages()).toEqual([
		{ database: await databaseOf(tenantId), tenant_id: tenantId, artist_id: `${tenantId}1` },
	]);
});

test("what the queue does not take is sent by the next run", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	const tenantId = await newTenant();
	await addDue(3, tenantId);
	const sendBatch = vi.fn().mockRejectedValue(new Error("queue down"));
	await collectMessages({ CALENDARS: { sendBatch } as unknown as Queue });
	expect(sendBatch).toHaveBeenCalledTimes(1);
	expect(await collectMessages()).toHaveLength(3);
});

test("one that fails, hangs or cannot be read keeps none of the others of its batch from being read", async () => {
	const error = vi.spyOn(console, "error").mockImplementation(() => {});
	const tenantId = await newTenant();
	await addDue(4, tenantId);
	server.answers(url(`${tenantId}1`), () => Promise.reject(new Error("refused")));
	await database
		.prepare("UPDATE external_calendars SET ics_url = 'v1.broken' WHERE artist_id = ?")
		.bind(`${tenantId}2`)
		.run();
	await readDue();
	expect(await state(tenantId, 1)).toMatchObject({ error: "The address could not be reached.", fetched_at: null });
	for (const n of [3, 4]) expect(await state(tenantId, n)).toMatchObject({ error: null, revision: 2 });
	expect(error).toHaveBeenCalledTimes(1);
	expect(error.mock.calls[0]?.[0]).toContain(`"tenant_id":"${tenantId}"`);
});

test("one that is slow keeps its batch for two seconds, and is saved when it comes", async () => {
	const tenantId = await newTenant();
	await addDue(4, tenantId);
	const slow = Promise.withResolvers<Response>();
	server.answers(url(`${tenantId}1`), () => slow.promise);
	const { consumed, over } = consume(await collectMessages());
	expect(await Promise.race([consumed, scheduler.wait(5000).then(() => "still waiting")])).toBeUndefined();
	for (const n of [2, 3, 4]) expect(await state(tenantId, n)).toMatchObject({ error: null, revision: 2 });
	expect(await state(tenantId, 1)).toMatchObject({ revision: 1 });
	slow.resolve(new Response(ics()));
	await over();
	expect(await state(tenantId, 1)).toMatchObject({ error: null, revision: 2 });
});

test("while too many slow ones are under way, a batch waits for its own", async () => {
	const tenants = [await newTenant(), await newTenant()];
	const slow = Promise.withResolvers<void>();
	for (const tenantId of tenants) {
		await addDue(14, tenantId);
		for (let n = 1; n <= 14; n++)
			server.answers(url(`${tenantId}${n}`), () => slow.promise.then(() => new Response(ics())));
	}
	const messages = await collectMessages();
	expect(messages).toHaveLength(28);
	const batches = [];
	for (let at = 0; at < 24; at += 4) batches.push(consume(messages.slice(at, at + 4)));
	await Promise.all(batches.map(({ consumed }) => consumed));
	const last = consume(messages.slice(24));
	expect(await Promise.race([last.consumed, scheduler.wait(4000).then(() => "still waiting")])).toBe("still waiting");
	slow.resolve();
	await Promise.all([...batches, last].map(({ over }) => over()));
	for (const tenantId of tenants) expect(await state(tenantId, 14)).toMatchObject({ error: null, revision: 2 });
});

test("one that was claimed and not read is due again after two minutes", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	const tenantId = await newTenant();
	await addDue(1, tenantId);
	let claimed = false;
	const failing = envWithHooks({
		batch: () => {
			if (claimed) throw new Error("D1_ERROR: overloaded");
			claimed = true;
		},
	});
	await deliver(await collectMessages(), failing);
	expect(await state(tenantId)).toMatchObject({ revision: 1, fetched_at: null });
	advance(119);
	expect(await collectMessages()).toEqual([]);
	advance(1);
	await readDue();
	expect(await state(tenantId)).toMatchObject({ revision: 2, error: null });
});

test("a thousand that are due are all found by one run, in few statements that are each bounded", async () => {
	const tenants = await Promise.all(Array.from({ length: 50 }, () => newTenant({ database: "DATA_1" })));
	for (const tenantId of tenants) await addDue(20, tenantId);
	const sizes: number[] = [];
	const sendBatch = async (messages: unknown[]) => void sizes.push(messages.length);
	let statements = 0;
	const counting = envWithHooks({ prepare: (text) => void (/external_calendars/.test(text) && statements++) });
	await collectMessages({ ...counting, CALENDARS: { sendBatch } as unknown as Queue }, ["DATA_1"]);
	expect(sizes).toEqual(Array(10).fill(100));
	expect(statements).toBe(5);
});

test("tenants take turns: of one with many calendars at most twenty are on their way, and the rest follows", async () => {
	const [many, few] = [await newTenant(), await newTenant()];
	await addDue(25, many);
	await addDue(2, few);
	const ofTenant = (sent: { tenant_id: string }[], id: string) => sent.filter(({ tenant_id }) => tenant_id === id);
	const first = await collectMessages();
	expect([ofTenant(first, many).length, ofTenant(first, few).length]).toEqual([20, 2]);
	expect(await collectMessages()).toEqual([]);
	await deliver(first);
	const second = await collectMessages();
	expect(second).toHaveLength(5);
	await deliver(second);
	expect(server.asked).toHaveLength(27);
});

test("what is found again and again and never read makes room for the tenant's others", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	const tenantId = await newTenant();
	await addDue(22, tenantId);
	await database.prepare("UPDATE external_calendars SET ics_url = 'v1.broken' WHERE next_fetch_at <= 20").run();
	await readDue();
	await readDue();
	for (const n of [21, 22]) expect(await state(tenantId, n)).toMatchObject({ revision: 2 });
});

test("a calendar that was removed while its message was on its way is not read", async () => {
	const tenantId = await newTenant();
	await addDue(1, tenantId);
	const sent = await collectMessages();
	await database.prepare("DELETE FROM external_calendars").run();
	await deliver(sent);
	expect(server.asked).toEqual([]);
});

test("a calendar that was read is due a quarter of an hour later", async () => {
	const tenantId = await newTenant();
	await addDue(1, tenantId);
	await readDue();
	const row = await state(tenantId);
	expect(Number(row?.next_fetch_at) - Number(row?.fetched_at)).toBe(15 * minuteMs);
	expect(row?.queued_until).toBe(0);
});
