import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The receivers of the webhooks: servers on this machine that answer at once, each with its own host. */
export class Receivers {
	readonly #servers: Server[];
	readonly #awaited = new Map<string, { left: number; arrived: () => void }>();

	private constructor(servers: Server[]) {
		this.#servers = servers;
	}

	/** Uses several addresses of 127.0.0.0/8, because the product limits the attempts at one host. */
	static async open(count: number): Promise<Receivers> {
		const servers = Array.from({ length: count }, () => createServer());
		const receivers = new Receivers(servers);
		for (const [n, server] of servers.entries()) {
			server.on("request", async (request, response) => {
				let body = "";
				for await (const part of request) body += part;
				response.end();
				receivers.#take(body);
			});
			server.listen(0, `127.0.0.${n + 1}`);
			await once(server, "listening");
		}
		return receivers;
	}

	get urls(): string[] {
		return this.#servers.map((server) => {
			const { address, port } = server.address() as AddressInfo;
			return `http://${address}:${port}/webhooks`;
		});
	}

	/** Resolves once so many deliveries have come whose body contains the address of the mail. */
	all(email: string, count: number): Promise<void> {
		return new Promise((resolve) => this.#awaited.set(email, { left: count, arrived: resolve }));
	}

	#take(body: string): void {
		const email = /bench-\d+@example\.com/.exec(body)?.[0] ?? "";
		const awaited = this.#awaited.get(email);
		if (!awaited) return;
		awaited.left--;
		if (awaited.left > 0) return;
		this.#awaited.delete(email);
		awaited.arrived();
	}

	async close(): Promise<void> {
		for (const server of this.#servers) {
			server.closeAllConnections();
			server.close();
		}
	}
}
