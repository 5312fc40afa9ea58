import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { latestMove } from "../../src/domain/moves/move-record.ts";
import { finishSwitch } from "../../src/domain/moves/phases/finish.ts";
import { workOnMove } from "../../src/domain/moves/work-on-move.ts";
import { consumeMoves } from "../../src/entry/schedule/moves.ts";
import type { MoveMessage } from "../../src/platform/commit/after/queue-messages.ts";
import { countStoredBytes } from "../../src/platform/commit/in-bulk/count-stored-bytes.ts";
import type { Writer } from "../../src/platform/commit/writer.ts";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { newFullStudio } from "../support/full-studio.ts";
import { databaseOf, localIn } from "../support/local.ts";
import {
	dataDatabase,
	finishMove,
	hookedWriter,
	isClosing,
	isCount,
	isDeparture,
	isStep,
	letPauseEnd,
	move,
	moveWriter,
	orderMove,
	otherDatabase,
	rowsOfTenant,
} from "../support/moves.ts";
import { newClient, newStudio } from "../support/studio.ts";

const latest = async (tenantId: string) => await latestMove(moveWriter().databases.control.db, tenantId);
const work = (tenantId: string, writer: Writer = moveWriter()) => workOnMove(writer, tenantId, 20_000);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const crash = () => {
	throw new Error("Network connection lost.");
};

afterEach(() => void vi.restoreAllMocks());

/** Whether the tenant accepts a change. */
async function accepts(key: string): Promise<boolean> {
	const body = { email: `${crypto.randomUUID()}@example.com`, first_name: "Ana" };
	const { status, headers } = await send("/v1/clients", { key, body });
	if (status === 503) expect(headers.get("Retry-After")).toBe("1");
	else expect(status).toBe(201);
	return status === 201;
}

describe("while a tenant switches", () => {
	it("its changes answer 503 with Retry-After: 1, its reads go on, and it takes less than five seconds", async () => {
		const { id, key, clientId } = await newStudio();
		const seen: unknown[] = [];
		const meanwhile = hookedWriter({
			before: async (_, sql) => {
				if (!isDeparture(sql)) return;
				seen.push(await accepts(key), (await call(200, `/v1/clients/${clientId}`, { key })).body.id);
			},
		});
		const { status, longestRefusalMs } = await move(id, await otherDatabase(id), meanwhile);
		expect(seen).toEqual([false, clientId]);
		expect(status).toBe("DONE");
		expect(longestRefusalMs).toBeLessThan(5000);
		expect(await accepts(key)).toBe(true);
	});

	it("a closing that takes too long lapses: the tenant serves again, and another try follows", async () => {
		const { id, key } = await newStudio();
		const to = await otherDatabase(id);
		await orderMove(id, to);
		let late = 0;
		const slow = hookedWriter({ before: async (_, sql) => isDeparture(sql) && late++ === 0 && (await wait(2100)) });
		await work(id, slow);
		expect(await latest(id)).toMatchObject({ status: "COPYING", finishedAt: null });
		expect(await accepts(key)).toBe(true);
		await work(id, slow);
		expect(late).toBe(1);
		await letPauseEnd(id);
		const done = await finishMove(id, slow);
		expect(done).toMatchObject({ status: "DONE", to });
		expect(done.longestRefusalMs).toBeGreaterThanOrEqual(2000);
		expect(done.longestRefusalMs).toBeLessThan(5000);
	});

	it("two closings are the most: then the move fails and the tenant serves where it was", async () => {
		const { id, key } = await newStudio();
		const from = await databaseOf(id);
		const slow = hookedWriter({ before: async (_, sql) => isDeparture(sql) && (await wait(2100)) });
		const failed = await move(id, await otherDatabase(id), slow);
		expect(failed).toMatchObject({ status: "FAILED", error: expect.stringContaining("changes may be refused") });
		expect(failed.longestRefusalMs).toBeLessThan(2500);
		expect([await databaseOf(id), await accepts(key)]).toEqual([from, true]);
	});

	it("what housekeeping changes during the closing is not left behind", async () => {
		const { id } = await newFullStudio();
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		const d1 = dataDatabase(from);
		let deeds = 3;
		const busy = hookedWriter({
			before: async (_, sql) =>
				isDeparture(sql) &&
				deeds-- > 0 &&
				(await d1.prepare("UPDATE deliveries SET carried_until = ?2 WHERE tenant_id = ?1").bind(id, deeds).run()),
		});
		expect((await move(id, to, busy)).status).toBe("DONE");
		expect(await rowsOfTenant(to, id)).toEqual(await rowsOfTenant(from, id));
	});
});

it("a run that is held up while it switches does not write older rows over those that another run has written", async () => {
	const { id } = await newFullStudio();
	const [from, to] = [await databaseOf(id), await otherDatabase(id)];
	const d1 = dataDatabase(from);
	const mark = (value: number) =>
		d1.prepare("UPDATE deliveries SET carried_until = ?2 WHERE tenant_id = ?1").bind(id, value);
	let stage = 0;
	const heldUp = hookedWriter({
		before: async (binding, sql) => {
			if (stage === 0 && binding === from && isClosing(sql)) {
				stage = 1;
				await mark(1).run();
			} else if (stage === 1 && binding === to && isStep(sql)) {
				stage = 2;
				// So many entries that the other run applies them in several steps, and deletes them.
				await d1.batch(Array.from({ length: 200 }, (_, n) => mark(n + 2)));
				await unclaim(id);
				await work(id);
			}
		},
	});
	await orderMove(id, to);
	await work(id, heldUp);
	expect(stage).toBe(2);
	await letPauseEnd(id);
	await finishMove(id);
	expect(await rowsOfTenant(to, id)).toEqual(await rowsOfTenant(from, id));
});

it("so much may change just before the switch that a step cannot hold it", async () => {
	const { id, key } = await newFullStudio();
	const [from, to] = [await databaseOf(id), await otherDatabase(id)];
	for (let n = 0; n < 4; n++) await newClient(key);
	let enlarged = false;
	const enlarging = hookedWriter({
		before: async (binding, sql) => {
			if (enlarged || binding !== to || !isCount(sql)) return;
			enlarged = true;
			const enlarge = "UPDATE clients SET notes = hex(zeroblob(350000)) WHERE tenant_id = ?";
			await dataDatabase(from).prepare(enlarge).bind(id).run();
		},
	});
	expect((await move(id, to, enlarging)).status).toBe("DONE");
	expect(enlarged).toBe(true);
	expect(await rowsOfTenant(to, id)).toEqual(await rowsOfTenant(from, id));
});

it("the daily count of the target leaves the numbers of an arriving tenant as they are", async () => {
	const { id } = await newFullStudio();
	const [from, to] = [await databaseOf(id), await otherDatabase(id)];
	let counted = false;
	const counting = hookedWriter({
		before: async (binding, sql) => {
			if (counted || binding !== from || !isDeparture(sql)) return;
			counted = true;
			advance(25 * 3600);
			const { caller, writer } = localIn(to);
			await countStoredBytes(caller, writer);
		},
	});
	expect((await move(id, to, counting)).status).toBe("DONE");
	const numbers = (binding: string) =>
		dataDatabase(binding).prepare("SELECT counted, added FROM stored_bytes WHERE tenant_id = ?").bind(id).first();
	expect(counted).toBe(true);
	expect(await numbers(to)).toEqual(await numbers(from));
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
				const { status, body } = await send("/v1/clients", {
					key,
					body: { email: `${crypto.randomUUID()}@example.com`, first_name: "Ana" },
				});
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
				const { results } = await dataDatabase(to)
					.prepare("SELECT state, closed_until FROM studios WHERE tenant_id = ?")
					.bind(id)
					.all();
				expect(results).toEqual([{ state: "OPEN", closed_until: 0 }]);
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
	vi.spyOn(env.MOVES, "send").mockImplementation((body) => hold([body as MoveMessage]));
	vi.spyOn(env.MOVES, "sendBatch").mockImplementation((messages) =>
		hold([...messages].map(({ body }) => body as MoveMessage)),
	);
	return async () => {
		const ctx = createExecutionContext();
		for (let body = held.shift(); body; body = held.shift())
			await consumeMoves({ messages: [{ body }] } as unknown as MessageBatch<MoveMessage>, env, ctx);
	};
}

const unclaim = async (tenantId: string) => {
	const { control } = moveWriter().databases;
	await control.transaction([
		{ sql: "UPDATE tenant_moves SET claimed_until = 0 WHERE tenant_id = ?", params: [tenantId] },
	]);
};

describe("the comparison", () => {
	it("copies again what differs in the target, and removes what only the target has", async () => {
		const { id } = await newFullStudio();
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		const d1 = dataDatabase(to);
		const spoil = [
			"UPDATE leads SET first_name = 'spoiled' WHERE tenant_id = ?",
			"DELETE FROM deliveries WHERE tenant_id = ?",
			"INSERT INTO mails (id, tenant_id, kind, data, created_at) VALUES ('extra', ?, 'x', '{}', 1)",
			"UPDATE stored_bytes SET counted = counted + 1 WHERE tenant_id = ?",
		];
		let spoiled = false;
		const spoiling = hookedWriter({
			after: async (binding, sql) => {
				if (binding !== to || !isStep(sql) || !sql.includes("INSERT INTO leads") || spoiled) return;
				spoiled = true;
				await d1.batch(spoil.map((statement) => d1.prepare(statement).bind(id)));
			},
		});
		expect((await move(id, to, spoiling)).status).toBe("DONE");
		expect(spoiled).toBe(true);
		expect(await rowsOfTenant(to, id)).toEqual(await rowsOfTenant(from, id));
	});

	it("is made also of rows that change after it", async () => {
		const { id, key } = await newFullStudio();
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		const d1 = dataDatabase(to);
		let spoilt = false;
		const spoiling = hookedWriter({
			before: async (binding, sql) => {
				if (spoilt || binding !== to || !isCount(sql)) return;
				spoilt = true;
				await d1
					.prepare(`CREATE TRIGGER spoil AFTER UPDATE ON leads WHEN NEW.tenant_id = '${id}'
						BEGIN UPDATE leads SET message = 'spoilt' WHERE tenant_id = NEW.tenant_id; END`)
					.run();
				await call(201, "/v1/leads", { key, body: { first_name: "Late" } });
				const set = dataDatabase(from).prepare("UPDATE leads SET source = 'late' WHERE tenant_id = ?");
				await set.bind(id).run();
			},
		});
		const failed = await move(id, to, spoiling);
		await d1.prepare("DROP TRIGGER spoil").run();
		expect(failed).toMatchObject({ status: "FAILED", error: expect.stringContaining("leads") });
		expect([await databaseOf(id), await accepts(key)]).toEqual([from, true]);
	});

	it("fails the move where rows go on to differ, says in which table, and the tenant serves on", async () => {
		const { id, key } = await newFullStudio();
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		const d1 = dataDatabase(to);
		const spoil = (event: string) =>
			d1.prepare(`CREATE TRIGGER spoil_${event} AFTER ${event} ON leads WHEN NEW.tenant_id = '${id}'
				BEGIN UPDATE leads SET message = 'spoiled' WHERE tenant_id = NEW.tenant_id; END`);
		await d1.batch([spoil("INSERT"), spoil("UPDATE")]);
		const failed = await move(id, to);
		await d1.batch([d1.prepare("DROP TRIGGER spoil_INSERT"), d1.prepare("DROP TRIGGER spoil_UPDATE")]);
		expect(failed).toMatchObject({
			status: "FAILED",
			error: expect.stringContaining("leads"),
			finishedAt: expect.any(Number),
		});
		expect([await databaseOf(id), await accepts(key)]).toEqual([from, true]);
		const journal = dataDatabase(from).prepare("SELECT count(*) AS n FROM move_journal WHERE tenant_id = ?").bind(id);
		expect(await journal.first("n")).toBe(0);
		expect((await move(id, to)).status).toBe("DONE");
		expect(await rowsOfTenant(to, id)).toEqual(await rowsOfTenant(from, id));
	});
});

describe("a move", () => {
	it("goes on when a database was away, and fails after an hour without progress", async () => {
		const { id, key } = await newStudio();
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		await orderMove(id, to);
		const away = hookedWriter({ before: (binding) => binding === to && crash() });
		await expect(work(id, away)).rejects.toThrow("lost");
		advance(1800);
		await expect(work(id, away)).rejects.toThrow("lost");
		expect(await latest(id)).toMatchObject({ status: "COPYING", finishedAt: null });
		advance(1900);
		await work(id, away);
		expect(await latest(id)).toMatchObject({ status: "FAILED", error: expect.stringContaining("hour") });
		expect([await databaseOf(id), await accepts(key)]).toEqual([from, true]);
		expect((await move(id, to)).status).toBe("DONE");
	});

	it("that was called off is not begun again by a run that was held up", async () => {
		const { id, key } = await newStudio();
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		await orderMove(id, to);
		const failNow = hookedWriter({ before: (binding) => binding === to && crash() });
		let held = true;
		const heldUp = hookedWriter({
			before: async (binding, sql) => {
				if (!held || binding !== from || !sql.includes("INSERT INTO departures")) return;
				held = false;
				advance(3700);
				await unclaim(id);
				await work(id, failNow);
				expect((await latest(id))?.status).toBe("FAILED");
			},
		});
		await work(id, heldUp).catch(() => {});
		expect(held).toBe(false);
		expect((await latest(id))?.status).toBe("FAILED");
		expect([await databaseOf(id), await accepts(key)]).toEqual([from, true]);
		const journal = dataDatabase(from).prepare("SELECT count(*) AS n FROM move_journal WHERE tenant_id = ?").bind(id);
		expect(await journal.first("n")).toBe(0);
	});
});

const countOf = async (binding: string, tenantId: string) => (await rowsOfTenant(binding, tenantId)).clients?.length;

it("a new client of a tenant that serves goes where the tenant is", async () => {
	const { id, key } = await newStudio();
	await move(id, await otherDatabase(id));
	const clientId = await newClient(key);
	expect((await rowsOfTenant(await databaseOf(id), id)).clients?.join()).toContain(clientId);
});
