import { afterAll, beforeAll, expect, it } from "vitest";
import { LoopbackReceiver } from "../../lab/harness/loopback-receiver.ts";
import { quantile, Server, sleep } from "../../lab/harness/server.ts";
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

const listen = (key: string, path: string) =>
	server.call("POST", "/v1/webhook_endpoints", { key, body: { url: receiver.url(path), events: ["client.created"] } });

/** Other load on the machine can only make the service slower, so the best of up to three measurements counts. */
async function bestP95(within: number, measure: (n: number) => Promise<number[]>): Promise<number> {
	let best = Number.POSITIVE_INFINITY;
	for (let n = 0; n < 3 && best >= within; n++) {
		const measured = await measure(n);
		process.stdout.write(`p50 ${quantile(measured, 0.5)} ms, p95 ${quantile(measured, 0.95)} ms\n`);
		best = Math.min(best, quantile(measured, 0.95));
	}
	return best;
}

it("from the answer to the receiver's first byte: p95 under 150 ms at 15 events a second", async () => {
	const measure = async (n: number) => {
		const key = await server.newKey();
		await listen(key, `/quick-${n}`);
		return await latencies(server, receiver, { keys: [key], perSecond: 15, count: 90 });
	};
	expect(await bestP95(150, measure)).toBeLessThan(150);
});

it("from the answer to twenty readers of the feed who wait: p95 under 250 ms", async () => {
	const [readers, changes] = [20, 30];
	const measure = async (n: number) => {
		const key = await server.newKey();
		const answeredAt = new Map<string, number>();
		const measured: { id: string; at: number }[] = [];
		const reading = Array.from({ length: readers }, async () => {
			for (let after = 0; after < changes; ) {
				const { status, body } = await server.call("GET", `/v1/events?after_sequence=${after}&wait=25`, { key });
				expect(status).toBe(200);
				const at = Date.now();
				for (const { data } of body.data) measured.push({ id: data.clientId, at });
				after = body.next_after_sequence;
			}
		});
		// The readers and the changes together stay within the limit of the tenant.
		for (let change = 0; change < changes; change++) {
			await sleep(150);
			const email = `feed-${n}-${change}@example.com`;
			const { status, body } = await server.call("POST", "/v1/clients", { key, body: { email, first_name: "A" } });
			expect(status).toBe(201);
			answeredAt.set(body.id, Date.now());
		}
		await Promise.all(reading);
		expect(measured).toHaveLength(readers * changes);
		return measured.map(({ id, at }) => Math.max(0, at - (answeredAt.get(id) ?? 0)));
	};
	expect(await bestP95(250, measure)).toBeLessThan(250);
});
