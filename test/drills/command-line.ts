import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Account, decide } from "../../lab/harness/person.ts";
import { type Server, until } from "../../lab/harness/server.ts";

const root = join(fileURLToPath(import.meta.url), "../../..");
/** How to start the command from its source. */
export const source = [join(root, "node_modules/.bin/node"), "--no-warnings", join(root, "client/src/cli/main.ts")];

interface CommandResult {
	code: number | null;
	out: string;
	err: string;
}

export class RunningCommand {
	out = "";
	err = "";
	readonly #child: ChildProcess;
	readonly #ended: Promise<unknown[]>;

	constructor(child: ChildProcess) {
		this.#child = child;
		this.#ended = once(child, "close");
		child.stdout?.setEncoding("utf8").on("data", (text) => {
			this.out += text;
		});
		child.stderr?.setEncoding("utf8").on("data", (text) => {
			this.err += text;
		});
	}

	get lines(): string[] {
		return this.out.split("\n").filter(Boolean);
	}

	get hasEnded(): boolean {
		return this.#child.exitCode !== null || this.#child.signalCode !== null;
	}

	/** As a reader that ends does. */
	hangUp = (): void => void this.#child.stdout?.destroy();

	signal = (name: NodeJS.Signals): boolean => this.#child.kill(name);

	async says(words: string | RegExp, timeoutMs = 20_000): Promise<void> {
		const said = () =>
			typeof words === "string" ? (this.out + this.err).includes(words) : words.test(this.out + this.err);
		await until(() => said() || this.hasEnded, timeoutMs, `it says ${words}, after:\n${this.out}${this.err}`);
		if (!said()) throw new Error(`it ended without saying ${words}:\n${this.out}${this.err}`);
	}

	async end(signal?: NodeJS.Signals): Promise<CommandResult> {
		if (signal) this.signal(signal);
		const [code] = (await this.#ended) as [number | null];
		return { code, out: this.out, err: this.err };
	}
}

export class Terminal {
	readonly home = mkdtempSync(join(tmpdir(), "home-"));
	readonly #running: RunningCommand[] = [];
	readonly #env: Record<string, string>;

	readonly #program: string[];

	constructor(env: Record<string, string> = {}, program: string[] = source) {
		this.#env = env;
		this.#program = program;
	}

	environment = (): Record<string, string> => ({
		PATH: process.env.PATH ?? "",
		HOME: this.home,
		XDG_RUNTIME_DIR: this.home,
		...this.#env,
	});

	start(args: string[], env: Record<string, string> = {}, input = ""): RunningCommand {
		const [file = "", ...before] = this.#program;
		const child = spawn(file, [...before, ...args], {
			env: { ...this.environment(), ...env },
			stdio: ["pipe", "pipe", "pipe"],
		});
		child.stdin.on("error", () => {});
		child.stdin.end(input);
		const running = new RunningCommand(child);
		this.#running.push(running);
		return running;
	}

	run = (args: string[], env: Record<string, string> = {}, input = ""): Promise<CommandResult> =>
		this.start(args, env, input).end();

	remove(): void {
		for (const running of this.#running) if (!running.hasEnded) running.signal("SIGKILL");
		rmSync(this.home, { recursive: true, force: true });
	}
}

interface SignInOptions {
	decision?: "approve" | "deny";
	options?: string[];
}

export async function signIn(
	terminal: Terminal,
	{ origin }: Server,
	person: Account,
	{ decision = "approve", options = [] }: SignInOptions = {},
) {
	const login = terminal.start(["login", "--no-browser", "--base-url", origin, ...options]);
	await login.says(/^ {2}http.+$/m);
	const [, address = ""] = /^ {2}(http.+)$/m.exec(login.err) ?? [];
	const page = await fetch(await decide(address, person, { decision }));
	return { ...(await login.end()), page: { status: page.status, text: await page.text() } };
}
