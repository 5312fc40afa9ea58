import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { entryHeader } from "../../src/platform/gate/object/gate.ts";
import { until } from "../support/receiver.ts";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).

let made = 0;
const newObject = () => env.GATE.getByName(`conformance:${++made}`);
type State = DurableObjectState;
const within = <T>(stub: ReturnType<typeof newObject>, work: (state: State) => T | Promise<T>): Promise<T> =>
	runInDurableObject(stub, (_, state) => work(state));

describe("a Durable Object", () => {
	it("is one object for one name, and another for another name", async () => {
		const [a, b] = [newObject(), newObject()];
		await within(a, ({ storage }) => storage.kv.put("k", 1));
		expect(await within(env.GATE.getByName(`conformance:${made - 1}`), ({ storage }) => storage.kv.get("k"))).toBe(1);
		expect(await within(b, ({ storage }) => storage.kv.get("k"))).toBeUndefined();
		expect(await within(a, ({ id }) => id.name)).toBe(`conformance:${made - 1}`);
	});

	it("copies arguments and results", async () => {
		const stub = newObject();
		const lastWrite = { database: "DATA_1", bookmark: "1" };
		const noted = stub.noteLastWrite(lastWrite);
		await noted;
		lastWrite.bookmark = "changed";
		expect(await within(stub, ({ storage }) => storage.kv.get("written"))).toEqual({
			database: "DATA_1",
			bookmark: "1",
		});
	});

	it("loses its memory and keeps what it stored", async () => {
		const stub = newObject();
		const lock = { key: "a", nonce: "1" };
		expect(await stub.enter({ claims: [], lock })).toMatchObject({ lock: "held" });
		expect(await stub.enter({ claims: [], lock: { key: "a", nonce: "2" } })).toMatchObject({ lock: "busy" });
		await within(stub, ({ storage }) => storage.kv.put("kept", { n: 1 }));
		await evictDurableObject(stub);
		expect(await stub.enter({ claims: [], lock: { key: "a", nonce: "2" } })).toMatchObject({ lock: "held" });
		expect(await within(stub, ({ storage }) => storage.kv.get("kept"))).toEqual({ n: 1 });
	});

	it("decides calls that come at once one after the other", async () => {
		const stub = newObject();
		const claims = [{ scope: "tenant" as const, name: "tenant", limit: 10 }];
		const verdicts = await Promise.all(Array.from({ length: 15 }, () => stub.enter({ claims })));
		expect(verdicts.filter(({ outcome }) => outcome === "admitted")).toHaveLength(10);
	});
});

describe("the keys of a Durable Object", () => {
	it("are listed by their bytes, within bounds, forwards and backwards", async () => {
		const listed = await within(newObject(), ({ storage: { kv } }) => {
			for (const key of ["b:2", "b:10", "é", "a", "b:1", "B", "c"]) kv.put(key, key);
			const keys = (options?: object) => [...kv.list(options)].map(([key]) => key);
			return {
				all: keys(),
				prefix: keys({ prefix: "b:" }),
				bounds: keys({ start: "a", end: "b:2" }),
				limit: keys({ limit: 2, reverse: true }),
			};
		});
		expect(listed).toEqual({
			all: ["B", "a", "b:1", "b:10", "b:2", "c", "é"],
			prefix: ["b:1", "b:10", "b:2"],
			bounds: ["a", "b:1", "b:10"],
			limit: ["é", "c"],
		});
	});

	it("hold copies", async () => {
		const [stored, again] = await within(newObject(), ({ storage: { kv } }) => {
			const value = { list: [1] };
			kv.put("k", value);
			value.list.push(2);
			const read = kv.get<typeof value>("k");
			read?.list.push(3);
			return [read, kv.get("k")];
		});
		expect(stored).toEqual({ list: [1, 3] });
		expect(again).toEqual({ list: [1] });
	});

	it("say whether a deleted one was there, and are the same by promise and at once", async () => {
		const seen = await within(newObject(), async ({ storage }) => {
			await storage.put({ a: 1, b: 2 });
			return [storage.kv.delete("a"), storage.kv.delete("a"), await storage.get("b"), (await storage.list()).size];
		});
		expect(seen).toEqual([true, false, 2, 1]);
	});
});

describe("the SQL of a Durable Object", () => {
	it("takes several statements in one text, answers rows once, and wants exactly one where one is asked for", async () => {
		const seen = await within(newObject(), ({ storage: { sql } }) => {
			sql.exec("CREATE TABLE t (a INTEGER, b BLOB); INSERT INTO t VALUES (1, x'00ff'), (2, NULL)");
			const cursor = sql.exec<{ a: number }>("SELECT a FROM t ORDER BY a");
			const message = (work: () => unknown) => {
				try {
					return work();
				} catch (error) {
					return (error as Error).message;
				}
			};
			return {
				rows: cursor.toArray(),
				again: cursor.toArray(),
				columns: cursor.columnNames,
				blob: new Uint8Array(sql.exec<{ b: ArrayBuffer }>("SELECT b FROM t WHERE a = 1").one().b),
				none: message(() => sql.exec("SELECT a FROM t WHERE a = 9").one()),
				many: message(() => sql.exec("SELECT a FROM t").one()),
				raw: [...sql.exec("SELECT a FROM t WHERE a = ?", 2).raw()],
				grows: sql.databaseSize > 0,
			};
		});
		expect(seen).toMatchObject({ rows: [{ a: 1 }, { a: 2 }], again: [], columns: ["a"], raw: [[2]], grows: true });
		expect([...seen.blob]).toEqual([0, 255]);
		expect(seen.none).toMatch(/exactly one result.*no results/);
		expect(seen.many).toMatch(/exactly one result.*multiple results/);
	});

	it("undoes a transaction that throws", async () => {
		const rows = await within(newObject(), ({ storage }) => {
			storage.sql.exec("CREATE TABLE t (a INTEGER)");
			try {
				storage.transactionSync(() => {
					storage.sql.exec("INSERT INTO t VALUES (1)");
					throw new Error("no");
				});
			} catch {}
			storage.transactionSync(() => storage.sql.exec("INSERT INTO t VALUES (2)"));
			return storage.sql.exec("SELECT a FROM t").toArray();
		});
		expect(rows).toEqual([{ a: 2 }]);
	});
});

describe("the alarm of a Durable Object", () => {
	it("is kept, replaced, deleted, and taken when it rings", async () => {
		const stub = newObject();
		const at = Date.now() + 3_600_000;
		const seen = await within(stub, async ({ storage }) => {
			const before = await storage.getAlarm();
			await storage.setAlarm(at);
			const set = await storage.getAlarm();
			await storage.setAlarm(at + 1000);
			const replaced = await storage.getAlarm();
			await storage.deleteAlarm();
			return [before, set, replaced, await storage.getAlarm()];
		});
		expect(seen).toEqual([null, at, at + 1000, null]);
		expect(await runDurableObjectAlarm(stub)).toBe(false);
		await within(stub, ({ storage }) => storage.setAlarm(at));
		expect(await runDurableObjectAlarm(stub)).toBe(true);
		expect(await within(stub, ({ storage }) => storage.getAlarm())).toBeNull();
	});

	it("rings by itself", async () => {
		const stub = newObject();
		await within(stub, ({ storage }) => storage.setAlarm(Date.now() + 20));
		await until(async () => (await within(stub, ({ storage }) => storage.getAlarm())) === null);
	});
});

describe("a socket that a Durable Object accepts", () => {
	const open = async (stub: ReturnType<typeof newObject>) => {
		const wait = { types: null, ms: 10_000 };
		const headers = { Upgrade: "websocket", [entryHeader]: JSON.stringify({ claims: [], wait }) };
		const response = await stub.fetch("https://gate/", { headers });
		const socket = response.webSocket;
		if (!socket) throw new Error("There is no socket.");
		const received: string[] = [];
		const closed: number[] = [];
		socket.addEventListener("message", ({ data }) => received.push(String(data)));
		socket.addEventListener("close", ({ code }) => closed.push(code));
		return { status: response.status, socket, received, closed };
	};
	const events = { database: "DATA_1", sequence: 1, types: null };

	it("comes with status 101, holds messages until it is accepted, and survives the object's memory", async () => {
		const stub = newObject();
		const { status, socket, received } = await open(stub);
		expect(status).toBe(101);
		await stub.notify(events);
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(received).toEqual([]);
		socket.accept();
		await until(() => received.length === 1);
		await evictDurableObject(stub);
		await stub.notify({ ...events, sequence: 2 });
		await until(() => received.length === 2);
		expect(received.map((text) => JSON.parse(text).sequence)).toEqual([1, 2]);
	});

	it("is gone for the object once the caller has closed it", async () => {
		const stub = newObject();
		const { socket } = await open(stub);
		socket.accept();
		expect(await within(stub, (state) => state.getWebSockets().length)).toBe(1);
		socket.close();
		await until(async () => (await within(stub, (state) => state.getWebSockets().length)) === 0);
	});

	it("is closed with the object's code", async () => {
		const stub = newObject();
		const { socket, closed } = await open(stub);
		socket.accept();
		await within(stub, (state) => {
			for (const one of state.getWebSockets()) one.close(4000);
		});
		await until(() => closed.length === 1);
		expect(closed).toEqual([4000]);
	});
});
