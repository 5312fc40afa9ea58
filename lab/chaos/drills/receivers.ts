import type { ServerResponse } from "node:http";
import type { LoopbackReceiver } from "../../harness/loopback-receiver.ts";
import { quantile, sleep, until } from "../../harness/server.ts";
import { type Drill, type Findings, times } from "../drill.ts";
import { listenAt, withReceiver } from "../receiver.ts";
import type { Service } from "../service/service.ts";
import { newClient, newKey, newTenant } from "../studio.ts";

/** Wrong behaviours of receivers. */
const bad: Record<string, (response: ServerResponse) => void> = {
	"never answers": () => {},
	"never ends its answer": (response) => void response.writeHead(200).write("x"),
	"sends a byte a second": (response) => {
		response.writeHead(200);
		const sending = setInterval(() => response.write("x"), 1000);
		response.on("close", () => clearInterval(sending));
	},
	"hangs up": (response) => void response.destroy(),
	"answers with 50 MB": (response) => {
		const chunk = Buffer.alloc(1 << 20);
		let left = 50;
		const more = () => {
			while (left-- > 0) if (!response.write(chunk)) return void response.once("drain", more);
			response.end();
		};
		more();
	},
};

const perSecond = 15;
const mostMs = 1000;
const tries = 3;

export const receivers: Drill = {
	name: "receivers",
	promise: "while the receivers of other endpoints hang, an endpoint gets its events with a p95 under one second",
	run: ({ service, short }, findings) =>
		withReceiver(async (receiver) => {
			const on = await service();
			// A tenant may have 20 attempts under way at one host (contract: Deliveries 18), so each bad one has a tenant.
			const keys = await Promise.all(Object.keys(bad).map(async () => newKey(on, await newTenant(on))));
			for (const [n, answer] of Object.values(bad).entries()) {
				receiver.answer(`/bad-${n}`, answer);
				await listenAt(on, keys[n] ?? "", receiver.url(`/bad-${n}`));
				await listenAt(on, keys[n] ?? "", receiver.url("/good"));
			}
			const p95s: number[] = [];
			// Other load on the machine can only make the service slower, so the best of several counts.
			for (let n = 0; n < (short ? 1 : tries) && !p95s.some((p95) => p95 < mostMs); n++) {
				receiver.received.length = 0;
				const took = await latencies(on, keys, receiver, short ? 30 : 300, findings);
				p95s.push(quantile(took, 0.95));
				findings.note(
					`${took.length} events beside ${Object.keys(bad).join(", ")}: p50 ${quantile(took, 0.5)} ms, p95 ${p95s.at(-1)} ms`,
				);
			}
			findings.expect(Math.min(...p95s) < mostMs, `The p95 was ${Math.min(...p95s)} ms.`);
		}),
};

/** The milliseconds between the answer to the change and the arrival of its event, for each event. */
async function latencies(
	on: Service,
	keys: string[],
	receiver: LoopbackReceiver,
	changes: number,
	findings: Findings,
): Promise<number[]> {
	const answeredAt = new Map<string, number>();
	const write = async (n: number) => {
		await sleep((n * 1000) / perSecond);
		const key = keys[n % keys.length] ?? "";
		const client = await newClient(on, key);
		answeredAt.set(client, Date.now());
	};
	await Promise.all(times(changes, write));
	const good = () => receiver.at("/good").filter(({ event }) => answeredAt.has(event.data.clientId));
	await until(() => good().length >= changes, 10_000, "all arrive").catch(() => {});
	const missing = changes - good().length;
	findings.expect(missing === 0, `${missing} events did not arrive within 10 s of the last.`);
	for (const n of Object.values(bad).keys())
		findings.expect(receiver.at(`/bad-${n}`).length > 0, "A receiver that hangs was never asked.");
	return good().map(({ event, at }) => Math.max(0, at - (answeredAt.get(event.data.clientId) ?? 0)));
}
