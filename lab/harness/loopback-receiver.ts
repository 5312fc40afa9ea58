import { once } from "node:events";
import { createServer, type Server as HttpServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Received {
	path: string;
	headers: Record<string, string | string[] | undefined>;
	body: string;
	// biome-ignore lint/suspicious/noExplicitAny: events of every type
	event: any;
	at: number;
}

/** A receiver on this machine. The test sets an answer for each path. */
export class LoopbackReceiver {
	readonly received: Received[] = [];
	private readonly answers = new Map<string, (response: ServerResponse) => void>();
	private readonly server: HttpServer = createServer((request, response) => {
		const at = Date.now();
		const chunks: Buffer[] = [];
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.on("end", () => {
			const body = Buffer.concat(chunks).toString();
			const path = request.url ?? "";
			this.received.push({ path, headers: request.headers, body, event: JSON.parse(body), at });
			const answer = this.answers.get(path);
			if (answer) answer(response);
			else response.end("thanks");
		});
	});

	/** Only on Linux are there further addresses, 127.0.0.2 to 127.255.255.254. */
	async listen(address = "127.0.0.1"): Promise<void> {
		this.server.listen(0, address);
		await once(this.server, "listening");
	}

	url(path: string): string {
		const { address, port } = this.server.address() as AddressInfo;
		return `http://${address}:${port}${path}`;
	}

	at = (path: string): Received[] => this.received.filter((one) => one.path === path);
	answer = (path: string, how: (response: ServerResponse) => void) => this.answers.set(path, how);

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}
}
