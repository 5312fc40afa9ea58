import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { LoopbackReceiver } from "../../lab/harness/loopback-receiver.ts";
import { quantile, Server } from "../../lab/harness/server.ts";
import { latencies } from "./latencies.ts";

const server = new Server();
const receiver = new LoopbackReceiver();
beforeAll(async () => {
	await receiver.listen();
	await server.start();
});
afterAll(async () => {
	await server.remove();
	receiver.close();
});

async function listen(key: string, at: LoopbackReceiver): Promise<void> {
	const body = { url: at.url("/"), events: ["client.created"] };
	expect((await server.call("POST", "/v1/webhook_endpoints", { key, body })).status).toBe(201);
}

const bad: ((response: ServerResponse) => void)[] = [
	// Never answers.
	() => {},
	// Never ends its answer.
	(response) => void response.writeHead(200).write("x"),
	// Sends a byte a second.
	(response) => {
		const sending = setInterval(() => response.write("x"), 1000);
		response.on("close", () => clearInterval(sending));
	},
	// Answers late.
	(response) => void setTimeout(() => response.end("thanks"), 9000),
	// Hangs up.
	(response) => void response.destroy(),
	// Answers with 50 MB.
	(response) => {
		const chunk = Buffer.alloc(1 << 20);
		let left = 50;
		const more = () => {
			while (left-- > 0) if (!response.write(chunk)) return void response.once("drain", more);
			response.end();
		};
		more();
	},
];

/** An event that waits for a receiver that hangs would come later than this. */
const mostMs = 5000;

it("while receivers hang, drip, hang up, answer late and answer without end, the other endpoints of their studios get their events within seconds", async () => {
	// Studios and hosts have a share of the attempts each (contract: Deliveries 18, Deliveries 19), so none of these has two bad ones.
	const studios = await Promise.all(
		bad.map(async (answer, n) => {
			const key = await server.newKey();
			const other = new LoopbackReceiver();
			await other.listen(`127.0.0.${n + 2}`);
			onTestFinished(() => other.close());
			other.answer("/", answer);
			await listen(key, other);
			await listen(key, receiver);
			return { key, other };
		}),
	);
	const keys = studios.map(({ key }) => key);
	let p95 = Number.POSITIVE_INFINITY;
	// Other load on the machine can only make the service slower, so the best of three tries counts.
	for (let n = 0; n < 3 && p95 >= mostMs; n++)
		p95 = quantile(await latencies(server, receiver, { keys, perSecond: 15, count: 90 }), 0.95);
	process.stdout.write(`beside bad receivers: p95 ${p95} ms\n`);
	expect(p95).toBeLessThan(mostMs);
	for (const { other } of studios) expect(other.received.length).toBeGreaterThan(0);
});
