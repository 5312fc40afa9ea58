import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";

/** A code block of a guide. The words after its language tell a test how to use it. */
export interface Fence {
	guide: string;
	info: string;
	/** Whether the page shows the request in other languages, too. */
	hasTabs: boolean;
	text: string;
}

export const fences: Fence[] = globSync("docs/guides/*.md").flatMap((file) =>
	[...readFileSync(file, "utf8").matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, info = "", text = ""]) => ({
		guide: basename(file, ".md"),
		info: info.replace(/ tabs$/, ""),
		hasTabs: info.endsWith(" tabs"),
		text,
	})),
);

export const textsOf = (guide: string, info: string): string[] =>
	fences.filter((fence) => fence.guide === guide && fence.info === info).map(({ text }) => text);

export function written(folder: string, name: string): string {
	const fence = fences.find(({ info }) => info.endsWith(`file=${name}`));
	if (!fence) throw new Error(`No guide has ${name}.`);
	const file = join(folder, name);
	writeFileSync(file, fence.text);
	return file;
}

export const hasCommand = (command: string): boolean => runs(`command -v ${command}`);

/** Whether a line of the shell ends well. */
export function runs(line: string): boolean {
	try {
		execFileSync("sh", ["-c", line], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}

export class Shell {
	readonly #folder: string;
	readonly #env: NodeJS.ProcessEnv;
	readonly #started: ChildProcess[] = [];

	constructor(folder: string, env: NodeJS.ProcessEnv) {
		this.#folder = folder;
		this.#env = env;
	}

	#script(text: string): string {
		const set = `"${join(this.#folder, "set")}"`;
		return `set -aeuo pipefail; if [ -f ${set} ]; then . ${set}; fi\n${text}\nexport -p > ${set}`;
	}

	/** Sets variables that the reader of a guide has by now. */
	set(values: Record<string, string>): void {
		this.run(
			Object.entries(values)
				.map(([name, value]) => `export ${name}='${value}'`)
				.join("\n"),
		);
	}

	run = (text: string): string =>
		execFileSync("bash", ["-c", this.#script(text)], {
			cwd: this.#folder,
			env: this.#env,
			encoding: "utf8",
			timeout: 20_000,
		});

	/** The snippet does not end by itself. */
	start(text: string): { readonly output: string } {
		const child = spawn("bash", ["-c", this.#script(text)], {
			cwd: this.#folder,
			env: this.#env,
			detached: true,
			stdio: ["ignore", "pipe", "pipe"],
		});
		this.#started.push(child);
		const said = { output: "" };
		for (const stream of [child.stdout, child.stderr])
			stream.on("data", (chunk) => {
				said.output += chunk;
			});
		return said;
	}

	/** Their children end, too. */
	end(): void {
		for (const { pid, exitCode } of this.#started) if (pid && exitCode === null) process.kill(-pid);
	}
}

/** The JSON of the last answer. Headers may stand before it. */
export const jsonIn = (output: string) =>
	JSON.parse(output.replaceAll("}{", "}\n{").trim().split(/\r?\n/).at(-1) ?? "");

export async function freePort(): Promise<number> {
	const probe = createServer();
	await new Promise<void>((resolve) => probe.listen(0, "localhost", resolve));
	const { port } = probe.address() as { port: number };
	await new Promise((resolve) => probe.close(resolve));
	return port;
}
