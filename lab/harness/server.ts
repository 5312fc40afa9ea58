import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, cpSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Caller } from "./caller.ts";
import { readyState, waitForReadyState } from "./ready-state.ts";

/** The place of a server, in a form that other processes can receive. */
export interface ServerAddress {
	directory: string;
	port: number;
}

const root = join(fileURLToPath(import.meta.url), "../../..");
const startTimeoutMs = 240_000;

/**
 * The service as `npm start` runs it, with its own port and state folder. By default the folder is a copy from a server
 * that was started and stopped before, because the migrations are half the work of a first start.
 */
export class Server extends Caller {
	printed: Record<string, string> = {};
	private child: ChildProcess | undefined;
	private readonly directory: string;
	private port: number;
	private readonly fromReadyState: boolean;

	constructor({ fromNothing = false, at = null as ServerAddress | null } = {}) {
		super();
		this.directory = at?.directory ?? mkdtempSync(join(tmpdir(), "studio-"));
		this.port = at?.port ?? 0;
		this.fromReadyState = !at && !fromNothing;
	}

	get stateDir(): string {
		return join(this.directory, "state");
	}

	get origin(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	get operatorToken(): string {
		return this.printed.OPERATOR_TOKEN ?? "";
	}

	override get defaultKey(): string {
		return this.printed.DEMO_API_KEY ?? "";
	}

	async address(): Promise<ServerAddress> {
		this.port ||= await freePort();
		return { directory: this.directory, port: this.port };
	}

	async start(environment: Record<string, string> = {}): Promise<this> {
		const { port } = await this.address();
		if (this.fromReadyState && !existsSync(this.stateDir)) {
			await waitForReadyState();
			cpSync(readyState, this.stateDir, { recursive: true });
		}
		const env = {
			...process.env,
			PORT: String(port),
			STATE_DIR: this.stateDir,
			...environment,
		};
		const log = openSync(this.logFile, "w");
		this.child = spawn("npm", ["start"], { cwd: root, env, detached: true, stdio: ["ignore", log, log] });
		closeSync(log);
		return await this.ready();
	}

	/** Waits until the server answers. Another process may have started it. */
	async ready(): Promise<this> {
		if (!this.child) writeFileSync(this.wanted, "");
		const giveUpAt = Date.now() + startTimeoutMs;
		while (!/^DEMO_PASSWORD=.*\n/m.test(this.output)) {
			if ((this.child?.exitCode ?? this.child?.signalCode ?? null) !== null)
				throw new Error(`the server ended:\n${this.output}`);
			if (Date.now() > giveUpAt) throw new Error(`the server did not start:\n${this.output}`);
			await sleep(20);
		}
		this.printed = Object.fromEntries(
			[...this.output.matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
		);
		return this;
	}

	get isWanted(): boolean {
		return existsSync(this.wanted);
	}

	private get wanted(): string {
		return join(this.directory, "wanted");
	}

	get output(): string {
		return existsSync(this.logFile) ? readFileSync(this.logFile, "utf8") : "";
	}

	private get logFile(): string {
		return join(this.directory, "output");
	}

	/**
	 * Kills every process of the service, like a power cut, when `moment` resolves. It looks up the processes before that,
	 * because this takes long enough for many answers.
	 */
	async crash(moment: () => Promise<void> = async () => {}): Promise<void> {
		const child = this.child;
		if (!child?.pid) return;
		const exited = once(child, "exit");
		const processes = descendants(child.pid);
		await moment();
		for (const pid of processes) kill(pid, "SIGKILL");
		await exited;
	}

	async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
		const child = this.child;
		if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
		const exited = once(child, "exit");
		kill(child.pid, signal);
		await exited;
	}

	async remove(): Promise<void> {
		await this.stop();
		rmSync(this.directory, { recursive: true, force: true });
	}

	/** The ids of the service's processes that run now. */
	processes = (): number[] => (this.child?.pid ? descendants(this.child.pid) : []);
}

function descendants(pid: number): number[] {
	const rows = execFileSync("ps", ["-e", "-o", "pid=,ppid="], { encoding: "utf8" })
		.trim()
		.split("\n")
		.map((row) => row.trim().split(/\s+/).map(Number));
	const children = (parent: number): number[] =>
		rows.flatMap(([child, of]) => (of === parent && child !== undefined ? [child, ...children(child)] : []));
	return [pid, ...children(pid)];
}

function kill(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// The process has already ended.
	}
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, "close");
	return port;
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export async function until(
	condition: () => boolean | Promise<boolean>,
	timeoutMs: number,
	what: string,
): Promise<void> {
	const giveUpAt = Date.now() + timeoutMs;
	while (!(await condition())) {
		if (Date.now() > giveUpAt) throw new Error(`${what}: not within ${timeoutMs} ms`);
		await sleep(10);
	}
}

/** The value below which this part of the values lies: `part` is 0.95 for p95. */
export function quantile(values: number[], part: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.ceil(sorted.length * part) - 1] ?? 0;
}
