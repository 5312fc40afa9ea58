import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { finishSwitch } from "../../src/domain/moves/finish.ts";
import { latestMove } from "../../src/domain/moves/move-record.ts";
import { beginMove, workOnMove } from "../../src/domain/moves/work-on-move.ts";
import { consumeJobs } from "../../src/entry/schedule/jobs.ts";
import type { Writer } from "../../src/platform/commit/writer.ts";
import type { MoveMessage } from "../../src/platform/events/nudges.ts";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { newFullStudio } from "../support/full-studio.ts";
import { eventsOf } from "../support/history.ts";
import { databaseOf } from "../support/local.ts";
import {
	dataDatabase,
	finishMove,
	hookedWriter,
	isClosing,
	isDeparture,
	move,
	moveWriter,
	orderMove,
	otherDatabase,
	rowsOfTenant,
} from "../support/moves.ts";
import { newStudio } from "../support/studio.ts";

const latest = async (tenantId: string) => await latestMove(moveWriter().databases.control.db, tenantId);
const work = (tenantId: string, writer: Writer = moveWriter()) => workOnMove(writer, tenantId, 20_000);
const crash = () => {
	throw new Error("Network connection lost.");
};

afterEach(() => void vi.restoreAllMocks());

const create = (key: string) =>
	send("/v1/clients", { key, body: { email: `${crypto.randomUUID()}@example.com`, first_name: "Ana" } });

async function accepts(key: string): Promise<boolean> {
	const { status, headers } = await create(key);
	if (status === 503) expect(headers.get("Retry-After")).toBe("5");
	else expect(status).toBe(201);
	return status === 201;
}

it("from the closing to the end of a move changes answer 503 with Retry-After, and reads go on", async () => {
	const { id, key, clientId } = await newStudio();
	const [from, to] = [await databaseOf(id), await otherDatabase(id)];
	let closed = false;
	const seen: unknown[] = [];
	const meanwhile = hookedWriter({
		after: async (binding, sql) => {
			closed ||= isClosing(sql);
			// After the departure the next request opens the tenant where it went.
			if (!closed || isDeparture(sql) || binding === "DB") return;
			if (sql.includes("SET state = 'OPEN'")) closed = false;
			else seen.push(await accepts(key), (await call(200, `/v1/clients/${clientId}`, { key })).body.id);
		},
	});
	expect(await move(id, to, meanwhile)).toMatchObject({ status: "DONE", longestRefusalMs: expect.any(Number) });
	expect(seen.length).toBeGreaterThan(10);
	expect(seen).toEqual(seen.map((_, n) => (n % 2 === 0 ? false : clientId)));
	expect(await accepts(key)).toBe(true);
	expect(await databaseOf(id)).not.toBe(from);
	const events = await eventsOf(key);
	expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, n) => n + 1));
});

describe("a crash", () => {
	it("after the departure is healed by whoever meets the studio between two databases", async () => {
		const { id, key } = await newStudio();
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		await orderMove(id, to);
		expect(await finishSwitch(moveWriter(), id)).toBe(false);
		await expect(work(id, hookedWriter({ after: (_, sql) => isDeparture(sql) && crash() }))).rejects.toThrow("lost");
		expect(await databaseOf(id)).toBe(from);
		await Promise.all([0, 1, 2].map(() => finishSwitch(moveWriter(), id)));
		expect(await finishSwitch(moveWriter(), id)).toBe(true);
		expect([await databaseOf(id), await accepts(key)]).toEqual([to, true]);
		expect((await latest(id))?.status).toBe("DONE");
	});

	it.each(["before", "after"] as const)(
		"just %s any call to a database loses nothing and doubles nothing",
		async (when) => {
			const { id, key } = await newFullStudio();
			const runMessages = holdMessages();
			const created = new Set<string>();
			let calls = 0;
			for (let crashAt = 1; calls >= crashAt - 1; crashAt++) {
				const from = await databaseOf(id);
				const to = from === "DATA_1" ? "DATA_2" : "DATA_1";
				await orderMove(id, to);
				calls = 0;
				const crashing = hookedWriter({ [when]: () => ++calls === crashAt && crash() });
				await work(id, crashing).catch((error) => expect(error.message).toBe("Network connection lost."));
				const { status, body } = await create(key);
				if (status === 201) created.add(body.id);
				else expect(status).toBe(503);
				await unclaim(id);
				await runMessages();
				expect(await finishMove(id)).toMatchObject({ status: "DONE", from, to });
				const rows = await rowsOfTenant(to, id);
				if (status !== 201 || (await countOf(from, id)) === created.size)
					expect(rows).toEqual(await rowsOfTenant(from, id));
				const clients = rows.clients?.join() ?? "";
				for (const clientId of created) expect(clients).toContain(clientId);
				expect(await stateIn(to, id)).toBe("OPEN");
			}
			expect(calls).toBeGreaterThan(15);
		},
	);
});

/**
 * Holds the queue of moves. Left alone, it may deliver the message of a request so late that it continues the move of the
 * next round, and takes it away from the run that is to crash.
 */
function holdMessages(): () => Promise<void> {
	const held: MoveMessage[] = [];
	const hold = async (bodies: MoveMessage[]) => {
		held.push(...bodies);
		return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
	};
	vi.spyOn(env.JOBS, "send").mockImplementation((body) => hold([body as MoveMessage]));
	vi.spyOn(env.JOBS, "sendBatch").mockImplementation((messages) =>
		hold([...messages].map(({ body }) => body as MoveMessage)),
	);
	return async () => {
		const ctx = createExecutionContext();
		for (let body = held.shift(); body; body = held.shift())
			await consumeJobs({ messages: [{ body }] } as unknown as MessageBatch<MoveMessage>, env, ctx);
	};
}

const unclaim = async (tenantId: string) => {
	const { control } = moveWriter().databases;
	await control.transaction([
		{ sql: "UPDATE tenant_moves SET leased_until = 0 WHERE tenant_id = ?", params: [tenantId] },
	]);
};

const stateIn = (binding: string, tenantId: string) =>
	dataDatabase(binding).prepare("SELECT state FROM studios WHERE tenant_id = ?").bind(tenantId).first("state");

const countOf = async (binding: string, tenantId: string) => (await rowsOfTenant(binding, tenantId)).clients?.length;

describe("the comparison", () => {
	it.each([
		["changed", "UPDATE leads SET first_name = 'spoiled' WHERE tenant_id = ?"],
		["missing", "DELETE FROM deliveries WHERE tenant_id = ?"],
		["added", "INSERT INTO mails (id, tenant_id, kind, data, created_at) VALUES ('extra', ?, 'x', '{}', 1)"],
	])("finds rows that are %s in the target, and they are copied again", async (_, spoil) => {
		const { id } = await newFullStudio();
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		let spoiled = false;
		const spoiling = hookedWriter({
			after: async (binding, sql) => {
				if (binding !== to || !sql.includes("INSERT INTO leads") || spoiled) return;
				spoiled = true;
				await dataDatabase(to).prepare(spoil).bind(id).run();
			},
		});
		expect((await move(id, to, spoiling)).status).toBe("DONE");
		expect(spoiled).toBe(true);
		expect(await rowsOfTenant(to, id)).toEqual(await rowsOfTenant(from, id));
	});

	it("fails the move if rows go on to differ, says in which table, and the tenant serves on", async () => {
		const { id, key } = await newFullStudio();
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		const d1 = dataDatabase(to);
		await d1
			.prepare(`CREATE TRIGGER spoil AFTER INSERT ON leads WHEN NEW.tenant_id = '${id}'
				BEGIN UPDATE leads SET message = 'spoiled' WHERE tenant_id = NEW.tenant_id; END`)
			.run();
		const failed = await move(id, to);
		await d1.prepare("DROP TRIGGER spoil").run();
		expect(failed).toMatchObject({
			status: "FAILED",
			error: expect.stringContaining("leads"),
			finishedAt: expect.any(Number),
		});
		expect([await databaseOf(id), await stateIn(from, id), await accepts(key)]).toEqual([from, "OPEN", true]);
		expect((await move(id, to)).status).toBe("DONE");
		expect(await rowsOfTenant(to, id)).toEqual(await rowsOfTenant(from, id));
	});

	it("fails the move if the target refuses a row", async () => {
		const { id, key } = await newFullStudio();
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		const d1 = dataDatabase(to);
		await d1
			.prepare(`CREATE TRIGGER refuse BEFORE INSERT ON leads WHEN NEW.tenant_id = '${id}'
				BEGIN SELECT RAISE(ABORT, 'plan_limit'); END`)
			.run();
		const failed = await move(id, to);
		await d1.prepare("DROP TRIGGER refuse").run();
		expect(failed).toMatchObject({ status: "FAILED", error: expect.stringContaining("refused") });
		expect([await databaseOf(id), await accepts(key)]).toEqual([from, true]);
	});
});

describe("a move", () => {
	it("goes on if a database was away, and fails after a minute without progress", async () => {
		const { id, key } = await newStudio();
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		await orderMove(id, to);
		const away = hookedWriter({ before: (binding) => binding === to && crash() });
		await expect(work(id, away)).rejects.toThrow("lost");
		advance(50);
		await expect(work(id, away)).rejects.toThrow("lost");
		expect(await latest(id)).toMatchObject({ status: "COPYING", finishedAt: null });
		expect(await accepts(key)).toBe(false);
		advance(11);
		await work(id, away);
		expect(await latest(id)).toMatchObject({ status: "FAILED", error: expect.stringContaining("minute") });
		expect([await databaseOf(id), await accepts(key)]).toEqual([from, true]);
		expect((await move(id, to)).status).toBe("DONE");
	});

	it("goes on if the request that ordered it closes the tenant while a run is about to", async () => {
		const { id } = await newStudio();
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		await orderMove(id, to);
		let isClosed = false;
		const overtaken = hookedWriter({
			before: async (binding, sql) => {
				if (isClosed || binding !== from || !isClosing(sql)) return;
				isClosed = true;
				await beginMove(moveWriter(), id);
			},
		});
		await work(id, overtaken);
		expect(isClosed).toBe(true);
		expect(await latest(id)).toMatchObject({ status: "DONE", error: null });
	});

	it("that was called off is not begun again by a run that was held up", async () => {
		const { id, key } = await newStudio();
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		await orderMove(id, to);
		const failNow = hookedWriter({ before: (binding) => binding === to && crash() });
		let held = true;
		const heldUp = hookedWriter({
			before: async (binding, sql) => {
				if (!held || binding !== from || !isClosing(sql)) return;
				held = false;
				advance(61);
				await unclaim(id);
				await work(id, failNow);
				expect((await latest(id))?.status).toBe("FAILED");
			},
		});
		await work(id, heldUp).catch(() => {});
		expect(held).toBe(false);
		expect((await latest(id))?.status).toBe("FAILED");
		expect([await databaseOf(id), await stateIn(from, id), await accepts(key)]).toEqual([from, "OPEN", true]);
	});
});
