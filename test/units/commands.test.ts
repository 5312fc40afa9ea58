import { expect, it } from "vitest";
import { type Ended, runAll } from "../../scripts/commands.ts";

it("all commands run, also after one that fails, and each tells what it printed", async () => {
	const ended: Ended[] = [];
	await runAll(["echo one", "echo two >&2; exit 3", "kill -9 $$", "echo four"], (one) => void ended.push(one), 2);
	const told = ended.map(({ succeeded, output }) => [succeeded, output.trim()]).sort();
	expect(told).toEqual([
		[false, ""],
		[false, "two"],
		[true, "four"],
		[true, "one"],
	]);
});

it("as many run at once as are allowed, and no more", async () => {
	const took = async (atOnce: number): Promise<number> => {
		const began = performance.now();
		await runAll(["sleep 0.3", "sleep 0.3"], () => {}, atOnce);
		return performance.now() - began;
	};
	expect(await took(1)).toBeGreaterThan(600);
	expect(await took(2)).toBeLessThan(590);
});
