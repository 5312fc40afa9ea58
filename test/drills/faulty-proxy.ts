import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { randomFrom } from "../../lab/harness/random.ts";
import { sleep } from "../../lab/harness/server.ts";

type Fault = (exchange: Exchange) => Promise<void>;

interface Exchange {
	response: ServerResponse;
	/** Sends the request on, and resolves with its answer. */
	forward(): Promise<{ status: number; headers: Record<string, string>; body: Buffer }>;
}

const unavailable = ({ response }: Exchange, status: number): void => {
	response.writeHead(status, { "Content-Type": "text/html", "Retry-After": "1" }).end("<h1>Come back later</h1>");
};

/** The faults of a network. Some lose the request, and some lose only the answer. */
const faults: Record<string, Fault> = {
	"drops the request": async ({ response }) => void response.destroy(),
	"drops the answer": async ({ response, forward }) => {
		await forward();
		response.destroy();
	},
	"dies in the middle of the answer": async ({ response, forward }) => {
		const { status, headers, body } = await forward();
		response.writeHead(status, { ...headers, "Content-Length": String(body.length) });
		response.write(body.subarray(0, body.length / 2));
		setTimeout(() => response.destroy(), 5);
	},
	"ends the answer too early": async ({ response, forward }) => {
		const { status, headers, body } = await forward();
		response.writeHead(status, { ...headers, Connection: "close" }).end(body.subarray(0, body.length / 2));
	},
	"says 503 instead": async (exchange) => unavailable(exchange, 503),
	"says 503 after the change": async (exchange) => {
		await exchange.forward();
		unavailable(exchange, 503);
	},
	"says 502 after the change": async (exchange) => {
		await exchange.forward();
		unavailable(exchange, 502);
	},
	"says 429 instead": async (exchange) => unavailable(exchange, 429),
	"delays the request beyond patience": async ({ response, forward }) => {
		await sleep(2500);
		await forward();
		response.destroy();
	},
	"delays the answer beyond patience": async ({ response, forward }) => {
		await forward();
		await sleep(2500);
		response.destroy();
	},
};

const names = Object.keys(faults);

/** Passes requests on to the service, and applies a fault to a part of them. */
export class FaultyProxy {
	/** The number of times that each fault was applied. */
	readonly done: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]));
	private readonly server = createServer((request, response) => void this.pass(request, response));
	private readonly target: string;
	private readonly random: () => number;
	private faults = 0;
	/** The part of the requests that get a fault. */
	private readonly part: number;

	constructor({ target, seed, part }: { target: string; seed: number; part: number }) {
		this.target = target;
		this.part = part;
		this.random = randomFrom(seed);
	}

	async start(): Promise<string> {
		await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	stop(): void {
		this.server.close();
		this.server.closeAllConnections();
	}

	private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const exchange = { response, forward: () => this.forward(request, Buffer.concat(chunks)) };
		// The faults take turns, so that a short run meets each of them.
		const name = this.random() < this.part ? names[this.faults++ % names.length] : undefined;
		try {
			if (name !== undefined) {
				this.done[name] = (this.done[name] ?? 0) + 1;
				return await faults[name]?.(exchange);
			}
			const { status, headers, body } = await exchange.forward();
			response.writeHead(status, headers).end(body);
		} catch {
			response.destroy();
		}
	}

	private async forward({ method = "GET", url = "", headers }: IncomingMessage, body: Buffer) {
		const { host: _, connection: __, "content-length": ___, ...sent } = headers as Record<string, string>;
		const answer = await fetch(this.target + url, {
			method,
			headers: sent,
			...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
		});
		const {
			"content-encoding": ____,
			"content-length": _____,
			"transfer-encoding": ______,
			...kept
		} = Object.fromEntries(answer.headers);
		return { status: answer.status, headers: kept, body: Buffer.from(await answer.arrayBuffer()) };
	}
}
