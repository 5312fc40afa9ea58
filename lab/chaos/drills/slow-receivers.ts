import { LoopbackReceiver } from "../../harness/loopback-receiver.ts";
import { quantile, sleep, until } from "../../harness/server.ts";
import { type Drill, type Findings, times } from "../drill.ts";
import { listenAt, withReceiver } from "../receiver.ts";
import type { Service } from "../service/service.ts";
import { newClient, newKey, newTenant } from "../studio.ts";

const slowEndpoints = 14;
const answersAfterMs = 9000;
/** By then the slow attempts have taken all the places that they get. */
const untilFullMs = 15_000;
const perSecond = 4;
const tries = 3;
/** A shorter time says nothing on a machine with other work. */
const leastMs = 20;

export const slowReceivers: Drill = {
	name: "slow-receivers",
	promise: `while ${slowEndpoints} receivers of one tenant answer 200 after ${answersAfterMs / 1000} seconds, at an event a second for each, the p95 of another tenant's events stays under twice its normal`,
	run: ({ service, short }, findings) =>
		withReceiver(async (receiver) => {
			const on = await service();
			const key = await newKey(on, await newTenant(on));
			await listenAt(on, key, receiver.url("/good"));
			const seconds = short ? 5 : 30;
			const ratios: number[] = [];
			// Other load on the machine can only make the result worse, so the best of several counts.
			for (let n = 0; n < (short ? 1 : tries) && !ratios.some((ratio) => ratio < 2); n++) {
				const normal = await latencies(on, key, receiver, seconds, findings);
				const slow = await SlowTenant.start(on);
				await sleep(untilFullMs);
				const beside = await latencies(on, key, receiver, seconds, findings);
				const { attempts, events } = await slow.end();
				const [before, after] = [normal, beside].map((took) => Math.max(leastMs, quantile(took, 0.95))) as [
					number,
					number,
				];
				ratios.push(after / before);
				findings.note(
					`from the change to its event: p50 ${quantile(normal, 0.5)} → ${quantile(beside, 0.5)} ms, p95 ${quantile(normal, 0.95)} → ${quantile(beside, 0.95)} ms, most ${Math.max(...normal)} → ${Math.max(...beside)} ms; ${attempts} slow attempts at ${events * slowEndpoints} deliveries`,
				);
			}
			const best = Math.min(...ratios);
			findings.expect(best < 2, `The p95 was ${best.toFixed(1)} times its normal.`);
		}),
};

/** The milliseconds from the start of a change to the arrival of its event, for each change. */
async function latencies(
	on: Service,
	key: string,
	receiver: LoopbackReceiver,
	seconds: number,
	findings: Findings,
): Promise<number[]> {
	const beganAt = new Map<string, number>();
	await Promise.all(
		times(perSecond * seconds, async (n) => {
			await sleep((n * 1000) / perSecond);
			const began = Date.now();
			beganAt.set(await newClient(on, key), began);
		}),
	);
	const arrived = () => receiver.at("/good").filter(({ event }) => beganAt.has(event.data.clientId));
	await until(() => arrived().length >= beganAt.size, 60_000, "all arrive").catch(() => {});
	const missing = beganAt.size - arrived().length;
	findings.expect(missing === 0, `${missing} events did not arrive within a minute.`);
	return arrived().map(({ event, at }) => at - (beganAt.get(event.data.clientId) ?? 0));
}

/** A tenant that makes a change each second, of which all of its slow receivers are told. */
class SlowTenant {
	private readonly receivers: LoopbackReceiver[] = [];
	private readonly endpoints: string[] = [];
	private readonly on: Service;
	private readonly key: string;
	private isOver = false;
	private events = 0;
	private writing = Promise.resolve();

	private constructor(on: Service, key: string) {
		this.on = on;
		this.key = key;
	}

	static async start(on: Service): Promise<SlowTenant> {
		const slow = new SlowTenant(on, await newKey(on, await newTenant(on)));
		// At one host a tenant has at most 20 attempts under way (contract: Deliveries 18), so each has a host of its own.
		for (let n = 0; n < slowEndpoints; n++) {
			const receiver = new LoopbackReceiver();
			await receiver.listen(`127.0.0.${n + 2}`);
			receiver.answer("/slow", (response) => void setTimeout(() => response.end("thanks"), answersAfterMs));
			slow.receivers.push(receiver);
			slow.endpoints.push((await listenAt(on, slow.key, receiver.url("/slow"))).endpoint.id);
		}
		slow.writing = slow.write();
		return slow;
	}

	/** Deletes the endpoints, so that nothing more is sent. */
	async end(): Promise<{ attempts: number; events: number }> {
		this.isOver = true;
		await this.writing;
		for (const id of this.endpoints) await this.on.call("DELETE", `/v1/webhook_endpoints/${id}`, { key: this.key });
		await sleep(answersAfterMs);
		const attempts = this.receivers.reduce((sum, receiver) => sum + receiver.at("/slow").length, 0);
		for (const receiver of this.receivers) receiver.close();
		return { attempts, events: this.events };
	}

	private async write(): Promise<void> {
		while (!this.isOver) {
			this.events++;
			await newClient(this.on, this.key);
			await sleep(1000);
		}
	}
}
