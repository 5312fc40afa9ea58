// `npm test` and `npm run test:rest`: the tests in workerd have a Vitest of their own beside that of the others. So a
// workerd stays from one file to the next, and the others can use the processors while they wait.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { newSeed, turnOf } from "../test/support/new-seed.ts";
import { ensureBuilt } from "./build.mjs";
import { failuresIn } from "./failures.ts";
import { readIfExists } from "./local/files.mjs";

const root = join(import.meta.dirname, "..");
const vitest = join(root, "node_modules/.bin/vitest");
const given = process.argv.slice(2);

const run = (args: string[], stdout: "inherit" | "pipe" = "inherit"): ChildProcess =>
	spawn(vitest, ["run", ...args], { stdio: ["inherit", stdout, "inherit"] });
const codeOf = async (child: ChildProcess): Promise<number | null> => (await once(child, "close"))[0];

/** Options with which a run writes down its results, besides what it prints. */
const writesDown = (results: string): string[] => {
	rmSync(results, { force: true });
	return ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
};

async function runBeside(): Promise<(number | null)[]> {
	const depth = process.env.TEST_DEPTH === "rest" ? "rest" : "quick";
	if (!process.env.TEST_SEED) {
		process.env.TEST_SEED = String(newSeed(turnOf(depth)));
		console.error(`TEST_SEED=${process.env.TEST_SEED}`);
	}
	await ensureBuilt();
	const results = ["workerd", "others"].map((name) => join(root, `node_modules/.cache/results-of-${name}.json`));
	const [ofWorkerd, ofOthers] = results.map(writesDown);
	// The rest has more for workerd than for the others, so two of them share it.
	const workerds = depth === "rest" ? "2" : "1";
	const inWorkerd = run(["--project", "worker", "--maxWorkers", workerds, ...(ofWorkerd ?? [])], "pipe");
	let output = "";
	inWorkerd.stdout?.setEncoding("utf8").on("data", (text) => {
		output += text;
	});
	const others = run(["--project", "units", "--project", "process", "--project", "drills", ...(ofOthers ?? [])]);
	const codes = await Promise.all([inWorkerd, others].map(codeOf));
	process.stdout.write(output);
	// The end of a long log is read first, so what failed stands there again.
	codes.forEach((code, n) => {
		if (code !== 0) console.log(failuresIn(readIfExists(results[n] ?? "")).join("\n"));
	});
	return codes;
}

// Vitest itself knows what to do with the names of files and with options.
const codes = given.length > 0 ? [await codeOf(run(given))] : await runBeside();
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
