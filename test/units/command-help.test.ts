import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Command, helpOf, readArguments, UsageError } from "../../scripts/local/command-help.ts";

const root = join(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

const command = {
	line: "npm run ink",
	about: "Mixes ink.",
	options: {
		color: { type: "string", value: "NAME", default: "black", about: "the color" },
		dry: { type: "boolean", about: "lets it dry" },
	},
	examples: [
		["", "mixes black ink"],
		["--color red", "mixes red ink"],
	],
	document: "docs/ink.md",
} as const satisfies Command;

afterEach(() => void vi.restoreAllMocks());

describe("the help of a command", () => {
	it("has its options with their defaults, its examples and the document that says more", () => {
		expect(helpOf(command).split("\n")).toEqual([
			"Usage: npm run ink -- [options]",
			"",
			"Mixes ink.",
			"",
			"Options:",
			"  --color NAME   the color (by default black)",
			"  --dry          lets it dry",
			"  --help         shows these options",
			"",
			"Examples:",
			"  npm run ink",
			"      mixes black ink",
			"  npm run ink -- --color red",
			"      mixes red ink",
			"",
			"docs/ink.md says more.",
		]);
	});

	it.each(["--help", "-h"])("is shown for %s, and the command goes no further", (asked) => {
		const said = vi.spyOn(console, "log").mockReturnValue();
		const ended = vi.spyOn(process, "exit").mockImplementation(() => {
			throw new Error("ended");
		});
		expect(() => readArguments(command, ["--color", "red", asked])).toThrow("ended");
		expect(said.mock.calls).toEqual([[helpOf(command)]]);
		expect(ended.mock.calls).toEqual([[]]);
	});

	it("is where an argument leads that the command does not take", () => {
		const wrong = ["--colour", "black"];
		for (const args of [wrong, ["red"], ["--color"]])
			expect(() => readArguments(command, args)).toThrow("npm run ink -- --help lists the options.");
		expect(() => readArguments(command, wrong)).toThrow(UsageError);
		expect(readArguments({ ...command, positionals: ["[pot]"] }, ["red"]).positionals).toEqual(["red"]);
	});

	it("is named in one line for an argument of the program itself", () => {
		const args = ["--no-warnings", join(root, "lab/universe/run.ts"), "--typo"];
		const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
		expect([status, stderr.trim().split("\n").length]).toEqual([2, 1]);
		expect(stderr).toContain("npm run universe -- --help lists the options.");
	}, 60_000);

	it.each(["deploy", "status", "restore", "migrate", "screenshots", "universe", "bench"])(
		"is all that npm run %s -- --help does",
		(name) => {
			const [, program = ""] = / (\S+\.ts)$/.exec(scripts[name] ?? "") ?? [];
			const folder = mkdtempSync(join(tmpdir(), "help-"));
			// No path, so that it could neither sign in nor start another program.
			const env = { STATE_DIR: folder, HOME: folder, PATH: "", TZ: "UTC" };
			const args = ["--no-warnings", join(root, program), "--help"];
			const help = execFileSync(process.execPath, args, { cwd: root, env, encoding: "utf8", timeout: 60_000 });
			expect(help).toMatch(new RegExp(`^Usage: npm run ${name} -- .*\\[options\\]\n\n[A-Z].*\\.\n\nOptions:\n  --`));
			expect(help).toMatch(new RegExp(`\nExamples:\n  npm run ${name}( -- .+)?\n      [a-z]`));
			expect(readdirSync(folder)).toEqual([]);
		},
		120_000,
	);
});
