import { expect, it } from "vitest";
import { runYielding } from "../../src/platform/lib/async/yielding.ts";

function* work(name: string, done: string[]): Generator<void, string> {
	for (let n = 0; n < 3; n++) {
		done.push(name);
		yield;
	}
	return name;
}

async function others(done: string[]): Promise<void> {
	for (let n = 0; n < 3; n++) {
		done.push("other");
		await scheduler.wait(0);
	}
}

it("other requests have their turn while long work is done", async () => {
	const done: string[] = [];
	const [result] = await Promise.all([runYielding(work("long", done)), others(done)]);
	expect(result).toBe("long");
	expect(done.slice(0, 4)).toEqual(["long", "other", "long", "other"]);
});

it("of two long works one is half done at a time", async () => {
	const done: string[] = [];
	const works = [runYielding(work("one", done)), runYielding(work("two", done))];
	expect(done).toEqual(["one", "two", "two", "two"]);
	expect(await Promise.all(works)).toEqual(["one", "two"]);
});

it("work that fails lets the next one rest again", async () => {
	const failing = (function* (): Generator<void> {
		yield;
		throw new Error("unreadable");
	})();
	await expect(runYielding(failing)).rejects.toThrow("unreadable");
	const done: string[] = [];
	await Promise.all([runYielding(work("long", done)), others(done)]);
	expect(done.slice(0, 4)).toEqual(["long", "other", "long", "other"]);
});
