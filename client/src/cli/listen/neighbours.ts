import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { keyOf } from "../connection.ts";

/** A listener of the same studio on this machine. */
export interface Neighbour {
	pid: number;
	forward_to: string;
}

interface Self extends Neighbour {
	/** Names the studio. */
	studio: string;
}

/** Hears of a listener that starts later. */
type OnArrival = (neighbour: Neighbour) => void;

/**
 * Each listener listens on a socket of this machine, too, and those of one studio find each other by the names of
 * the sockets. A process that was killed leaves its name behind, and nobody answers under it.
 */
export class Neighbourhood {
	readonly #self: Self;
	readonly #folder: string;
	#server: Server | undefined;

	constructor(env: NodeJS.ProcessEnv, self: Self) {
		this.#self = self;
		this.#folder = join(env.XDG_RUNTIME_DIR || tmpdir(), `tattoo-studio-${userInfo().uid}`);
	}

	get #name(): string {
		return `${this.#self.studio}-${keyOf(this.#self.forward_to)}.sock`;
	}

	/** Moves in. Returns the one that forwards to the same address already, in place of moving in, or those to others. */
	async join(onArrival: OnArrival): Promise<{ same: Neighbour } | { others: Neighbour[] }> {
		// Windows has no sockets in folders.
		if (process.platform === "win32") return { others: [] };
		mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
		const names = readdirSync(this.#folder).filter((name) => name.startsWith(`${this.#self.studio}-`));
		const found = await Promise.all(names.map(async (name) => ({ name, neighbour: await this.#greet(name) })));
		const same = found.find(({ name }) => name === this.#name)?.neighbour;
		if (same) return { same };
		for (const { name, neighbour } of found) if (!neighbour) rmSync(join(this.#folder, name), { force: true });
		await this.#open(onArrival);
		return { others: found.flatMap(({ neighbour }) => neighbour ?? []) };
	}

	leave(): void {
		if (!this.#server) return;
		this.#server.close();
		this.#server = undefined;
		rmSync(join(this.#folder, this.#name), { force: true });
	}

	/** Says hello. Undefined when nobody answers. */
	#greet(name: string): Promise<Neighbour | undefined> {
		return new Promise((resolve) => {
			const socket = connect(join(this.#folder, name));
			let answer = "";
			// One that is stopped, as with Ctrl-Z, is connected to and says nothing.
			socket.setTimeout(500, () => socket.destroy());
			socket.setEncoding("utf8").on("data", (text) => {
				answer += text;
			});
			let isThere = false;
			socket.on("connect", () => {
				isThere = true;
				socket.end(`${JSON.stringify(this.#self)}\n`);
			});
			socket.on("error", () => {});
			socket.on("close", () => resolve(parsed(answer) ?? (isThere ? { pid: 0, forward_to: "an address" } : undefined)));
		});
	}

	async #open(onArrival: OnArrival): Promise<void> {
		const server = createServer((socket) => {
			let said = "";
			socket.setEncoding("utf8").on("data", (text) => {
				said += text;
			});
			socket.on("end", () => {
				const arrived = parsed(said);
				if (arrived && arrived.forward_to !== this.#self.forward_to) onArrival(arrived);
			});
			socket.on("error", () => {});
			socket.write(`${JSON.stringify(this.#self)}\n`);
		});
		await new Promise<void>((resolve) => {
			// Without its socket a listener does its work all the same.
			server.on("error", () => resolve());
			server.listen(join(this.#folder, this.#name), () => {
				this.#server = server;
				resolve();
			});
		});
		server.unref();
	}
}

function parsed(text: string): Neighbour | undefined {
	try {
		const { pid, forward_to } = JSON.parse(text);
		return typeof pid === "number" && typeof forward_to === "string" ? { pid, forward_to } : undefined;
	} catch {
		return undefined;
	}
}
