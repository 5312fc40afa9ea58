import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
	const order = async (atOnce: number): Promise<string> => {
		const folder = await mkdtemp(join(tmpdir(), "commands-"));
		const file = join(folder, "order");
		const command = `printf "begin " >> ${file}; sleep 1; printf "end " >> ${file}`;
		await runAll([command, command], () => {}, atOnce);
		return await readFile(file, "utf8").finally(() => rm(folder, { recursive: true }));
	};
	expect(await order(1)).toBe("begin end begin end ");
	expect(await order(2)).toBe("begin begin end end ");
});
