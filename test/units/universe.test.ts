import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { plantedFaults } from "../../lab/universe/planted/faults.ts";

const root = join(import.meta.dirname, "../..");

/** Lives some hours of a few studios in a process of its own. */
const live = async (seed: number, ...more: string[]): Promise<string> => {
	const size = [
		"--seed",
		seed,
		"--days",
		"0.1",
		"--studios",
		"4",
		"--steps",
		"20",
		"--faults",
		"10",
		"--schedule",
		"15",
		...more,
	].map(String);
	const args = ["--no-warnings", "lab/universe/run.ts", "--quiet", ...size];
	const env = { ...process.env, TZ: "UTC" };
	const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env }).catch((error) => {
		throw new Error(`npm run universe -- ${size.join(" ")} --shrink 5\n${error.stdout}${error.stderr}`);
	});
	return stdout;
};

const hashIn = (text: string) => /^hash (\w{64})$/m.exec(text)?.[1];

it("hours of some studios with faults keep every promise, and one seed has the same bytes twice", async () => {
	const [hash, again] = (await Promise.all([live(inject("seed")), live(inject("seed"))])).map(hashIn);
	expect(hash).toBeDefined();
	expect(again).toBe(hash);
}, 300_000);

it.each(plantedFaults)("a planted fault fits the code: $name", ({ file, from }) => {
	expect(readFileSync(join(root, file), "utf8").split(from)).toHaveLength(2);
});
