import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { keyOf } from "../connection.ts";

/** A listener of the same studio on this machine. */
export interface Listener {
	pid: number;
	forward_to: string;
}

interface StudioListener extends Listener {
	/** The hash that names the studio. */
	studio: string;
}

/** Is called for each listener that starts later. */
type OnListenerStarted = (listener: Listener) => void;

/**
 * Each listener opens a socket in a folder of this machine. The listeners of one studio find each other by the names of
 * these sockets. A killed process leaves its socket's file behind, and nobody answers there.
 */
export class ListenerRegistry {
	readonly #own: StudioListener;
	readonly #folder: string;
	readonly #user: number;
	#server: Server | undefined;

	constructor(env: NodeJS.ProcessEnv, own: StudioListener, user = userInfo().uid) {
		this.#own = own;
		this.#user = user;
		this.#folder = join(env.XDG_RUNTIME_DIR || tmpdir(), `tattoo-studio-${userInfo().uid}`);
	}

	get #name(): string {
		return `${this.#own.studio}-${keyOf(this.#own.forward_to)}.sock`;
	}

	/**
	 * Registers this listener, and returns those that forward to other addresses. If one forwards to the same address, it
	 * returns that one and registers nothing. If the folder may be somebody else's, it returns the name of the folder.
	 */
	async register(
		onStarted: OnListenerStarted,
	): Promise<{ same: Listener } | { others: Listener[] } | { unsafeFolder: string }> {
		// Windows has no socket files.
		if (process.platform === "win32") return { others: [] };
		if (!this.#makeFolder()) return { unsafeFolder: this.#folder };
		const names = readdirSync(this.#folder).filter((name) => name.startsWith(`${this.#own.studio}-`));
		const found = await Promise.all(names.map(async (name) => ({ name, listener: await this.#identify(name) })));
		const same = found.find(({ name }) => name === this.#name)?.listener;
		if (same) return { same };
		for (const { name, listener } of found) if (!listener) rmSync(join(this.#folder, name), { force: true });
		await this.#openSocket(onStarted);
		return { others: found.flatMap(({ listener }) => listener ?? []) };
	}

	/** Everybody can make folders in that of temporary files, also one with this name. */
	#makeFolder(): boolean {
		try {
			mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
		} catch {
			// It exists, or the next line says that it does not.
		}
		const found = lstatSync(this.#folder, { throwIfNoEntry: false });
		if (!found?.isDirectory() || found.uid !== this.#user) return false;
		if ((found.mode & 0o077) !== 0) chmodSync(this.#folder, 0o700);
		return true;
	}

	unregister(): void {
		if (!this.#server) return;
		this.#server.close();
		this.#server = undefined;
		rmSync(join(this.#folder, this.#name), { force: true });
	}

	/** Asks the socket for its listener; undefined if nobody answers. */
	#identify(name: string): Promise<Listener | undefined> {
		return new Promise((resolve) => {
			const socket = connect(join(this.#folder, name));
			let answer = "";
			// A process that is suspended, as with Ctrl-Z, accepts the connection and never answers.
			socket.setTimeout(500, () => socket.destroy());
			socket.setEncoding("utf8").on("data", (text) => {
				answer += text;
			});
			let isConnected = false;
			socket.on("connect", () => {
				isConnected = true;
				socket.end(`${JSON.stringify(this.#own)}\n`);
			});
			socket.on("error", () => {});
			socket.on("close", () =>
				resolve(parseListener(answer) ?? (isConnected ? { pid: 0, forward_to: "an address" } : undefined)),
			);
		});
	}

	async #openSocket(onStarted: OnListenerStarted): Promise<void> {
		const server = createServer((socket) => {
			let received = "";
			socket.setEncoding("utf8").on("data", (text) => {
				received += text;
			});
			socket.on("end", () => {
				const started = parseListener(received);
				if (started && started.forward_to !== this.#own.forward_to) onStarted(started);
			});
			socket.on("error", () => {});
			socket.write(`${JSON.stringify(this.#own)}\n`);
		});
		await new Promise<void>((resolve) => {
			// A listener works without its socket, too.
			server.on("error", () => resolve());
			server.listen(join(this.#folder, this.#name), () => {
				this.#server = server;
				resolve();
			});
		});
		server.unref();
	}
}

function parseListener(text: string): Listener | undefined {
	try {
		const { pid, forward_to } = JSON.parse(text);
		return typeof pid === "number" && typeof forward_to === "string" ? { pid, forward_to } : undefined;
	} catch {
		return undefined;
	}
}
