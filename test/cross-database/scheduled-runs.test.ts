import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { connectionLost } from "../../lab/harness/faulty-database.ts";
import { runScheduledWork } from "../../src/entry/schedule/control.ts";
import { consumeSchedule, type WorkDue } from "../../src/entry/schedule/data.ts";
import { minuteMs } from "../../src/platform/lib/time.ts";
import { stopClock } from "../support/clock.ts";
import { envWith, rows } from "../support/database.ts";
import { newArtist, newEventType } from "../support/studio.ts";
import { newWorld, operate } from "../support/world.ts";
import { envWithFaults } from "./faults.ts";

afterEach(() => vi.restoreAllMocks());

/** Gives the consumer of the queue a message for DATA_2 that was sent so long ago. */
async function deliver(bindings: typeof env, { agoMs = 0 } = {}): Promise<void> {
	const body: WorkDue = { database: "DATA_2", sent_at: Date.now() - agoMs };
	const ctx = createExecutionContext();
	const batch = createMessageBatch("scheduled-work", [{ id: "1", timestamp: new Date(), attempts: 1, body }]);
	await consumeSchedule(batch, bindings, ctx);
	await waitOnExecutionContext(ctx);
}

/** Counts the claims of runs. */
function countingRuns(hold = async () => {}) {
	const count = { runs: 0 };
	const bindings = envWithFaults(async (_, run, sql) => {
		const answer = await run();
		const isClaim = sql.some((text) => text.startsWith("INSERT INTO scheduled_runs (id, began_at"));
		if (isClaim && (answer as D1Result[])[0]?.results.length === 1) {
			count.runs++;
			await hold();
		}
		return answer;
	});
	return { count, bindings };
}

/** A hold that has expired, and an audit entry that is too old to be kept. */
async function newLapsedWork(): Promise<void> {
	const { id, key } = await newWorld({ database: "DATA_2" });
	const artistId = await newArtist(key);
	const typeId = await newEventType(id, artistId, {});
	await rows(
		`INSERT INTO holds (id, tenant_id, artist_id, event_type_id, start_at, end_at, buffer_before_ms, buffer_after_ms, visitor, network, expires_at, created_at)
			VALUES ('hld_1', ?, ?, ?, 0, 1, 0, 0, 'visitor', 'network', 1, 0)`,
		...[id, artistId, typeId],
	);
	await rows("UPDATE audit_entries SET id = 'aud_00' || substr(id, 7) WHERE tenant_id = ?", id);
}

async function statusOf(database: string): Promise<string> {
	const { body } = await operate(200, "/admin/databases");
	return body.data.find(({ id }: { id: string }) => id === database).status;
}

it("a message that waited for minutes does its work, unless its database had a run meanwhile", async () => {
	const { count, bindings } = countingRuns();
	await deliver(bindings);
	await scheduler.wait(5);
	const waited = Date.now();
	await scheduler.wait(5);
	const now = vi.spyOn(Date, "now").mockImplementation(() => waited + 10 * minuteMs);
	await deliver(bindings, { agoMs: 10 * minuteMs - 1 });
	expect(count.runs).toBe(2);
	now.mockImplementation(() => waited + 10 * minuteMs + 10);
	await deliver(bindings, { agoMs: 5 * minuteMs });
	await deliver(bindings, { agoMs: 11 });
	expect(count.runs).toBe(2);
	await deliver(bindings);
	expect(count.runs).toBe(3);
});

it("of runs of one database at the same time one works", async () => {
	const { count, bindings } = countingRuns(() => scheduler.wait(200));
	await Promise.all([deliver(bindings), deliver(bindings), deliver(bindings)]);
	expect(count.runs).toBe(1);
	await deliver(bindings);
	expect(count.runs).toBe(2);
});

it("a run ends with the first call that its database does not answer, and the database is AWAY", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	let calls = 0;
	const away = envWithFaults(async (binding, run) => {
		if (binding === "DATA_2" && ++calls > 2) throw connectionLost();
		return await run();
	});
	await deliver(away);
	expect(await statusOf("DATA_2")).toBe("AWAY");
	// The question what is due, the claim, the first step's outage, and a last try.
	expect(calls).toBeLessThanOrEqual(4);
	vi.spyOn(Date, "now").mockReturnValue(Date.now() + minuteMs);
	await deliver(env);
	expect(await statusOf("DATA_2")).toBe("ACTIVE");
});

it("a run goes on after an outage of a single statement", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	await newLapsedWork();
	const failing = envWithFaults(async (_, run, sql) => {
		if (sql.some((text) => /DELETE FROM "?holds/i.test(text))) throw new Error("D1 storage operation exceeded timeout");
		return await run();
	});
	await deliver(failing);
	const { body } = await operate(200, "/admin/health");
	const steps = body.scheduled_steps.filter(({ database }: { database: string }) => database === "DATA_2");
	expect(steps).toContainEqual(expect.objectContaining({ step: "holds", error: expect.stringContaining("exceeded") }));
	expect(steps).toContainEqual(expect.objectContaining({ step: "departed", error: null }));
	expect(await statusOf("DATA_2")).toBe("ACTIVE");
	await deliver(env);
});

it("a database that hangs keeps a run for five seconds", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	const hanging = envWithFaults(async (binding, run) =>
		binding === "DATA_2" ? await new Promise<never>(() => {}) : await run(),
	);
	const startedAt = performance.now();
	await deliver(hanging);
	expect(performance.now() - startedAt).toBeLessThan(8000);
	expect(await statusOf("DATA_2")).toBe("AWAY");
	await deliver(env);
	expect(await statusOf("DATA_2")).toBe("ACTIVE");
});

it("the messages that queued up while a database hung hold up no other database", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	let calls = 0;
	const hanging = envWithFaults(async (binding, run) => {
		if (binding !== "DATA_2") return await run();
		calls++;
		return await new Promise<never>(() => {});
	});
	await deliver(hanging);
	const tried = calls;
	for (const agoMs of [3000, 2000, 1000]) await deliver(hanging, { agoMs });
	expect(calls).toBe(tried);
	await scheduler.wait(2);
	// The next one tries again.
	await deliver(env);
	expect(await statusOf("DATA_2")).toBe("ACTIVE");
});

it("a run with endless work makes fewer calls than the platform allows, and each step has its share of them", async () => {
	const error = vi.spyOn(console, "error").mockImplementation(() => {});
	await newLapsedWork();
	let calls = 0;
	const done: Record<string, number> = { holds: 0, audit_entries: 0 };
	const endless = envWith((d1, binding) => {
		const faked = new WeakSet<object>();
		const allow = () => {
			if (++calls > 1000) throw new Error("Too many API requests by single Worker invocation.");
		};
		return new Proxy(d1, {
			get(target, name) {
				if (name === "prepare")
					return (sql: string) => {
						const statement = target.prepare(sql);
						const table = Object.keys(done).find((one) => new RegExp(`DELETE FROM "?${one}`, "i").test(sql));
						const bind = statement.bind.bind(statement);
						const all = statement.all.bind(statement);
						statement.all = (async () => {
							allow();
							return await all();
						}) as typeof statement.all;
						statement.bind = (...params: unknown[]) => {
							const bound = bind(...params);
							if (table && binding === "DATA_2") faked.add(Object.assign(bound, { table }));
							return bound;
						};
						return statement;
					};
				if (name === "batch")
					return async (statements: (D1PreparedStatement & { table?: string })[]) => {
						allow();
						const endlessOne = statements.find((one) => faked.has(one))?.table;
						const results = await target.batch(statements);
						if (!endlessOne) return results;
						done[endlessOne] = (done[endlessOne] ?? 0) + 1;
						return results.map((result) => ({ ...result, meta: { ...result.meta, changes: 1 } }));
					};
				const member = Reflect.get(target, name, target);
				return typeof member === "function" ? member.bind(target) : member;
			},
		});
	});
	await deliver(endless);
	expect(error).not.toHaveBeenCalled();
	expect(calls).toBeLessThanOrEqual(1000);
	for (const count of Object.values(done)) expect(count).toBeGreaterThan(20);
	expect(await statusOf("DATA_2")).toBe("ACTIVE");
});

it("each minute begins with another database, and has a message for each", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	const sent: string[][] = [];
	const sendBatch = async (batch: MessageSendRequest<WorkDue>[]) =>
		void sent.push(batch.map(({ body }) => body.database));
	const { set } = stopClock();
	for (let minute = 0; minute < 3; minute++) {
		set(minute * minuteMs);
		const ctx = createExecutionContext();
		await runScheduledWork({ ...env, SCHEDULE: { sendBatch } as unknown as Queue }, ctx);
		await waitOnExecutionContext(ctx);
	}
	expect(sent.map(([first]) => first).sort()).toEqual(["DATA_1", "DATA_2", "DATA_3"]);
	for (const ids of sent) expect(ids.toSorted()).toEqual(["DATA_1", "DATA_2", "DATA_3"]);
});
