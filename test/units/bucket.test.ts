import { describe, expect, it } from "vitest";
import { type BucketCall, bucketAway, faultyBucket } from "../../lab/harness/faulty-bucket.ts";
import { networkOf } from "../../lab/platform/network.ts";
import { BucketInMemory, R2 } from "../../lab/platform/r2/bucket.ts";
import { machineTime } from "../../lab/platform/time.ts";
import { Faults } from "../../lab/universe/cloud/faults.ts";
import { Isolate } from "../../lab/universe/cloud/isolate.ts";
import { Simulation } from "../../lab/universe/cloud/simulation.ts";

const newBucket = () =>
	new R2(new BucketInMemory(machineTime), "PICTURES", networkOf(machineTime)) as unknown as R2Bucket;

it("refuses to delete 1001 objects at once, as production does and local development does not", async () => {
	const bucket = newBucket();
	await bucket.put("0", "x");
	const names = Array.from({ length: 1001 }, (_, n) => String(n));
	await expect(bucket.delete(names)).rejects.toThrow("delete: At most 1000 objects can be deleted at once. (10029)");
	expect((await bucket.list()).objects).toHaveLength(1);
});

it("a faulty bucket tells of each call before it happens, and gives what the bucket gives", async () => {
	const calls: BucketCall[] = [];
	let fails = false;
	const bucket = faultyBucket(newBucket(), "PICTURES", async (call, run) => {
		calls.push(call);
		const result = await run();
		if (fails) throw bucketAway();
		return result;
	});
	await bucket.put("a", "hello", { customMetadata: { x: "y" } });
	expect((await bucket.head("a"))?.customMetadata).toEqual({ x: "y" });
	expect(await (await bucket.get("a", { range: { offset: 1 } }))?.text()).toBe("ello");
	expect((await bucket.list({ prefix: "a" })).objects).toHaveLength(1);
	await bucket.delete(["a", "b"]);
	fails = true;
	await expect(bucket.put("c", "x")).rejects.toThrow("(10001)");
	fails = false;
	expect((await bucket.list()).objects.map(({ key }) => key)).toEqual(["c"]);
	expect(calls.map(({ method, key }) => [method, key])).toEqual([
		["put", "a"],
		["head", "a"],
		["get", "a"],
		["list", "a"],
		["delete", "a,b"],
		["put", "c"],
		["list", ""],
	]);
});

describe("a bucket in virtual time", () => {
	/** Two isolates with one bucket. Random numbers are in the middle, so that only parts of 1 happen. */
	function twoIsolates() {
		const simulation = new Simulation(1, 1_000_000);
		const shared = new BucketInMemory(simulation);
		const faults = new Faults(() => 0.5, simulation.now);
		const newIsolate = () =>
			new Isolate({
				code: () => ({}) as never,
				simulation,
				envOf: (network) => ({ PICTURES: new R2(shared, "PICTURES", network) }),
				journeyTo: faults.journeyTo,
				fetch: async () => new Response(),
				log: () => {},
				clockOffsetMs: () => 0,
			});
		const bucketOf = (isolate: Isolate) => isolate.env.PICTURES as R2Bucket;
		const [first, second] = [newIsolate(), newIsolate()];
		const outcomes: [string, number][] = [];
		const note = (work: Promise<unknown>) =>
			void work.then(
				(value) => outcomes.push([String(value), simulation.now() - 1_000_000]),
				(error) => outcomes.push([error.message, simulation.now() - 1_000_000]),
			);
		return { simulation, faults, first, bucket: bucketOf(first), other: bucketOf(second), outcomes, note, shared };
	}
	const sizeOf = async (bucket: R2Bucket, key: string) => (await bucket.get(key))?.text();

	it("is written and read in its time, and all of a body in one step", async () => {
		const { simulation, bucket, other, outcomes, note } = twoIsolates();
		note(bucket.put("a", "x".repeat(200_000)).then(async () => (await sizeOf(other, "a"))?.length));
		await simulation.runUntil(1_001_000);
		expect(outcomes).toEqual([["200000", 80]]);
	});

	it("keeps nothing of a call that it refuses, and all of one whose answer is lost", async () => {
		const { simulation, faults, bucket, outcomes, note, shared } = twoIsolates();
		faults.refusedPart.set("PICTURES", 1);
		note(bucket.put("refused", "x"));
		await simulation.runUntil(1_001_000);
		faults.refusedPart.clear();
		faults.lostPart.set("PICTURES", 1);
		note(bucket.put("lost", "x"));
		await simulation.runUntil(1_002_000);
		expect(outcomes.map(([message]) => message)).toEqual([bucketAway().message, "Network connection lost."]);
		expect([shared.find("refused"), shared.find("lost")?.key]).toEqual([undefined, "lost"]);
	});

	it("answers nobody while it stands still", async () => {
		const { simulation, faults, bucket, outcomes, note } = twoIsolates();
		faults.standstillUntil.set("PICTURES", 1_060_000);
		note(bucket.head("a"));
		await simulation.runUntil(1_100_000);
		expect(outcomes).toEqual([["null", 60_040]]);
	});

	it("gets what an isolate sent before its end, and the isolate no answer", async () => {
		const { simulation, first, bucket, outcomes, note, shared } = twoIsolates();
		note(bucket.put("sent", "x"));
		await simulation.runUntil(1_000_001);
		first.end();
		await simulation.runUntil(1_001_000);
		expect([outcomes, shared.find("sent")?.key]).toEqual([[], "sent"]);
	});
});
