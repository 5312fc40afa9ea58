import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hasCommand, written } from "./fences.ts";

const folder = mkdtempSync(join(tmpdir(), "verifiers-"));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = "whsec_c2VjcmV0";
const body = '{"id":"evt_1","name":"Zoë"}';
const seconds = Math.floor(Date.now() / 1000);
const sign = (at: number, key = secret) =>
	`t=${at},v1=${createHmac("sha256", key).update(`${at}.${body}`).digest("hex")}`;
const cases = [
	["a good one", sign(seconds), true],
	["one of two after a rotation", `${sign(seconds, "whsec_other")},${sign(seconds).split(",")[1]}`, true],
	["one with another secret", sign(seconds, "whsec_other"), false],
	["an old one", sign(seconds - 301), false],
	["nonsense", "t=x,v1=zz", false],
	["one that is not ASCII", "t=²,v1=é", false],
	["a good time with a signature that is not ASCII", `t=${seconds},v1=é`, false],
	["an empty one", "", false],
] as const;

/** A program that prints, for each header, whether it is genuine. */
const verifiers = {
	ts: {
		command: process.execPath,
		program: (file: string, headers: string) =>
			`import { isGenuine } from ${JSON.stringify(file)}; for (const header of ${headers}) console.log(isGenuine(${JSON.stringify(body)}, header, ${JSON.stringify(secret)}));`,
		args: (program: string) => ["--input-type=module", "-e", program],
	},
	py: {
		command: "python3",
		program: (_: string, headers: string) =>
			`import sys; sys.path.insert(0, ${JSON.stringify(folder)}); from verify import is_genuine\nfor header in ${headers}: print("true" if is_genuine(${JSON.stringify(body)}.encode(), header, ${JSON.stringify(secret)}) else "false")`,
		args: (program: string) => ["-c", program],
	},
	php: {
		command: "php",
		program: (file: string, headers: string) =>
			`require ${JSON.stringify(file)}; foreach (json_decode('${headers}') as $header) echo is_genuine('${body}', $header, '${secret}') ? "true\n" : "false\n";`,
		args: (program: string) => ["-r", program],
	},
	rb: {
		command: "ruby",
		program: (file: string, headers: string) =>
			`require ${JSON.stringify(file)}; ${headers}.each { |header| puts genuine?('${body}', header, '${secret}') }`,
		args: (program: string) => ["-e", program],
	},
	go: {
		command: "go",
		program: (file: string, headers: string) => {
			// As a package of its own it has no main function.
			const [imports = "", ...rest] = readFileSync(file, "utf8")
				.replace("package webhook", "package main")
				.split("\n)\n");
			const main = `func main() { for _, header := range []string{${headers.slice(1, -1)}} { fmt.Println(IsGenuine([]byte(\`${body}\`), header, "${secret}")) } }`;
			const runnable = join(folder, "main.go");
			writeFileSync(runnable, `${imports.replace('"time"', '"time"\n\t"fmt"')}\n)\n${rest.join("\n)\n")}\n${main}\n`);
			return runnable;
		},
		args: (program: string) => ["run", program],
	},
};

describe("the verifier of the guide about webhooks", () => {
	it.each(Object.entries(verifiers).filter(([, { command }]) => hasCommand(command)))(
		"in %s takes and refuses the right signatures",
		(extension, { command, program, args }) => {
			const file = written(folder, `verify.${extension}`);
			const headers = JSON.stringify(cases.map(([, header]) => header));
			const output = execFileSync(command, args(program(file, headers)), { encoding: "utf8" });
			expect(output.trim().split("\n")).toEqual(cases.map(([, , genuine]) => String(genuine)));
		},
	);
});
