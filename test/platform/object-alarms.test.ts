import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Gate } from "../../src/platform/gate/object/gate.ts";
import { errorOf, newObject, type Stub, sleep, within } from "../support/conformance.ts";
import { until } from "../support/receiver.ts";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).

afterEach(() => void vi.restoreAllMocks());

const stateOf = (gate: Gate) => (gate as unknown as { ctx: DurableObjectState }).ctx;

/** Replaces the alarm of this object. Objects of earlier tests may ring late. */
function onAlarm(stub: Stub, ring: (state: DurableObjectState, info: AlarmInvocationInfo) => Promise<void> | void) {
	const alarm = async function (this: Gate, info: AlarmInvocationInfo) {
		if (stateOf(this).id.name === stub.name) await ring(stateOf(this), info);
	};
	vi.spyOn(Gate.prototype, "alarm").mockImplementation(alarm as never);
}
const setAlarm = (stub: Stub, ms: number) => within(stub, ({ storage }) => storage.setAlarm(Date.now() + ms));
const alarmOf = (stub: Stub) => within(stub, ({ storage }) => storage.getAlarm());

describe("an alarm of a Durable Object", () => {
	it("that throws rings again after about two seconds", async () => {
		const stub = newObject();
		const rung: [at: number, retry: number, isRetry: boolean][] = [];
		onAlarm(stub, (_, { retryCount, isRetry }) => {
			rung.push([Date.now(), retryCount, isRetry]);
			if (rung.length === 1) throw new Error("again");
		});
		await setAlarm(stub, 5);
		await until(() => rung.length === 2);
		const [[first, ...before], [second, ...after]] = rung as [(typeof rung)[0], (typeof rung)[0]];
		expect([before, after]).toEqual([
			[0, false],
			[1, true],
		]);
		expect(second - first).toBeGreaterThan(1500);
		expect(second - first).toBeLessThan(4500);
		expect(await alarmOf(stub)).toBeNull();
	});

	it("is not set any more while it rings, and can be set again then", async () => {
		const stub = newObject();
		const set: (number | null)[] = [];
		onAlarm(stub, async ({ storage }) => {
			set.push(await storage.getAlarm());
			if (set.length === 1) await storage.setAlarm(Date.now() + 20);
		});
		await setAlarm(stub, 1);
		await until(() => set.length === 2);
		expect(set).toEqual([null, null]);
	});

	it("of a time that has passed rings at once", async () => {
		const stub = newObject();
		let rung = 0;
		onAlarm(stub, () => void rung++);
		await setAlarm(stub, -5000);
		await until(() => rung === 1);
	});

	it("that is deleted does not ring", async () => {
		const stub = newObject();
		let rung = 0;
		onAlarm(stub, () => void rung++);
		await setAlarm(stub, 30);
		await within(stub, ({ storage }) => storage.deleteAlarm());
		await sleep(100);
		expect(rung).toBe(0);
	});

	it("rings although the object has lost its memory", async () => {
		const stub = newObject();
		let rung = 0;
		onAlarm(stub, () => void rung++);
		await setAlarm(stub, 60);
		await evictDurableObject(stub);
		await until(() => rung === 1);
	});

	it("of a time that is none is refused", async () => {
		expect((await errorOf(() => within(newObject(), ({ storage }) => storage.setAlarm(Number.NaN))))?.name).toBe(
			"TypeError",
		);
	});

	it("shows its error to a test that rings it", async () => {
		const stub = newObject();
		onAlarm(stub, () => {
			throw new Error("no");
		});
		await setAlarm(stub, 1e6);
		expect((await errorOf(() => runDurableObjectAlarm(stub)))?.message).toBe("no");
	});
});
