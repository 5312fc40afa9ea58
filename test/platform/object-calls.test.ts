import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Gate } from "../../src/platform/gate/object/gate.ts";
import { errorOf, newObject, type Stub, sleep, within } from "../support/conformance.ts";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).

afterEach(() => void vi.restoreAllMocks());

/** Gives the objects another method. */
const method = (work: (this: Gate, given: unknown) => unknown) =>
	vi.spyOn(Gate.prototype, "wasUnanswered").mockImplementation(work as never);
const callOf = (stub: Stub, given?: unknown): Promise<unknown> =>
	(stub.wasUnanswered as unknown as (given: unknown) => Promise<unknown>)(given);

describe("an error of a Durable Object", () => {
	it("arrives with name, message, cause and properties, and tells that it comes from elsewhere", async () => {
		method(() => {
			throw Object.assign(new TypeError("bad", { cause: new Error("why") }), { code: "X" });
		});
		const error = (await errorOf(() => callOf(newObject()))) as TypeError & { code: string; remote: boolean };
		expect(error).toBeInstanceOf(TypeError);
		expect([error.name, error.message, error.code, error.remote]).toEqual(["TypeError", "bad", "X", true]);
		expect((error.cause as Error).message).toBe("why");
	});

	it("of a class of its own arrives as an Error of that name", async () => {
		class OwnError extends Error {
			override name = "OwnError";
			code = 7;
		}
		method(async () => {
			throw new OwnError("bad");
		});
		const error = (await errorOf(() => callOf(newObject()))) as OwnError;
		expect(error).not.toBeInstanceOf(OwnError);
		expect([error.constructor, error.name, error.message, error.code]).toEqual([Error, "OwnError", "bad", 7]);
	});

	it("that is a text arrives as an Error with this message", async () => {
		method(() => {
			throw "text";
		});
		const error = await errorOf(() => callOf(newObject()));
		expect([error?.constructor, error?.message]).toEqual([Error, "text"]);
	});

	it("at a request arrives in the same way", async () => {
		vi.spyOn(Gate.prototype, "fetch").mockImplementation(() => {
			throw new RangeError("bad");
		});
		const error = (await errorOf(() => newObject().fetch("https://gate/"))) as Error & { remote: boolean };
		expect([error.message, error.remote]).toEqual(["bad", true]);
	});

	it("leaves the object in memory, with what it stored", async () => {
		const stub = newObject();
		await stub.enter({ claims: [], lock: { key: "a", nonce: "1" } });
		method(function () {
			(this as unknown as { ctx: DurableObjectState }).ctx.storage.kv.put("x", 1);
			throw new Error("no");
		});
		expect(await errorOf(() => callOf(stub))).toBeInstanceOf(Error);
		expect(await stub.enter({ claims: [], lock: { key: "a", nonce: "2" } })).toMatchObject({ lock: "busy" });
		expect(await within(stub, ({ storage }) => storage.kv.get("x"))).toBe(1);
	});

	it("says that a method is not there", async () => {
		const absent = newObject() as unknown as { absent(): Promise<void> };
		const error = await errorOf(() => absent.absent());
		expect([error?.name, error?.message]).toEqual(["TypeError", 'The RPC receiver does not implement "absent".']);
	});
});

describe("a call of a Durable Object", () => {
	it("carries dates, maps, sets, bytes, undefined and errors both ways", async () => {
		method((given) => [given, (given as { at: Date }).at instanceof Date]);
		const given = {
			at: new Date(5),
			map: new Map([[1, new Set([2])]]),
			bytes: new Uint8Array([1]),
			none: undefined,
			error: new TypeError("x"),
			pattern: /a/g,
			big: 5n,
		};
		expect(await callOf(newObject(), given)).toEqual([given, true]);
	});

	it.each([
		["an instance of a class", () => new (class Own {})()],
		["one inside of a list", () => [new (class Own {})()]],
		["an object without a prototype", () => Object.assign(Object.create(null), { a: 1 })],
		["an address", () => new URL("https://example.com/")],
		["a symbol", () => Symbol("a")],
	])("carries no %s", async (_, make) => {
		method((given) => given);
		expect((await errorOf(() => callOf(newObject(), make())))?.name).toBe("DataCloneError");
		method(() => make());
		expect((await errorOf(() => callOf(newObject())))?.name).toBe("DataCloneError");
	});

	it("begins before later ones of the same stub, and lets others in while it waits for time to pass", async () => {
		const log: string[] = [];
		method(async (name) => {
			log.push(`${name} begins`);
			await sleep(20);
			log.push(`${name} ends`);
		});
		const stub = newObject();
		await Promise.all([1, 2, 3].map((n) => callOf(stub, n)));
		expect(log.slice(0, 3)).toEqual(["1 begins", "2 begins", "3 begins"]);
		expect(log.slice(3).sort()).toEqual(["1 ends", "2 ends", "3 ends"]);
	});

	it("lets no other in while it waits for storage", async () => {
		const log: string[] = [];
		method(async function (name) {
			log.push(`${name} begins`);
			await (this as unknown as { ctx: DurableObjectState }).ctx.storage.get("a");
			log.push(`${name} ends`);
		});
		const stub = newObject();
		await Promise.all([1, 2].map((n) => callOf(stub, n)));
		expect(log).toEqual(["1 begins", "1 ends", "2 begins", "2 ends"]);
	});

	it("that is under way ends well although the object's memory is taken", async () => {
		method(async () => {
			await sleep(60);
			return 3;
		});
		const stub = newObject();
		const called = callOf(stub);
		await sleep(20);
		await evictDurableObject(stub);
		expect(await called).toBe(3);
	});

	it("finds the stub's id and name at once", () => {
		const stub = newObject();
		expect([String(stub.id).length, stub.id.name === stub.name]).toEqual([64, true]);
	});
});
