import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { faults } from "../data/faults.ts";

/** The receiver of the demo studio's events if the service takes no address of this machine (contract: Running 5). */
const elsewhere = "https://website.demo-studio.example";

/** The website that gets the demo studio's events. It runs beside the service, as long as `npm start` does. */
export class DemoReceiver {
	readonly #isProduction: boolean;
	#port = 0;

	constructor(isProduction: boolean) {
		this.#isProduction = isProduction;
	}

	url(path: string): string {
		return `${this.#isProduction ? elsewhere : `http://127.0.0.1:${this.#port}`}${path}`;
	}

	/**
	 * Listens on the port of an earlier start, or on a free one, and returns the port. If another program has it, that
	 * program gets the events.
	 */
	async start(port: number): Promise<number> {
		this.#port = port;
		if (this.#isProduction) return port;
		const server = createServer((request, response) => {
			this.#answer(request, response).catch(() => response.destroy());
		});
		try {
			await once(server.listen(port, "127.0.0.1"), "listening");
			this.#port = (server.address() as AddressInfo).port;
		} catch {
			server.close();
		}
		return this.#port;
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks = [];
		for await (const chunk of request) chunks.push(chunk);
		// The service's clock may not be that of this machine.
		const sentAt = Number(request.headers["webhook-timestamp"]) * 1000;
		const fault = faultOf(JSON.parse(Buffer.concat(chunks).toString()), sentAt);
		response.writeHead(fault?.status ?? 200, { "Content-Type": "text/plain" });
		response.end(fault?.text ?? "Thank you.");
	}
}

interface Event {
	created_at: string;
	data?: { title?: string };
}

function faultOf({ created_at, data }: Event, sentAt: number) {
	const fault = faults[data?.title ?? ""];
	const isOver = fault?.forSeconds !== undefined && Date.parse(created_at) + fault.forSeconds * 1000 < sentAt;
	return isOver ? undefined : fault;
}
