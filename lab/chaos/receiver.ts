import { LoopbackReceiver } from "../harness/loopback-receiver.ts";
import { until } from "../harness/server.ts";
import type { Service } from "./service/service.ts";
import { request } from "./studio.ts";

export const listenAt = (on: Service, key: string, url: string, events = ["*"]) =>
	request(on, ["POST", "/v1/webhook_endpoints", 201], { key, body: { url, events } });

/** Calls a function with a receiver, and closes the receiver afterwards. */
export async function withReceiver(run: (receiver: LoopbackReceiver) => Promise<void>): Promise<void> {
	const receiver = new LoopbackReceiver();
	await receiver.listen();
	try {
		await run(receiver);
	} finally {
		receiver.close();
	}
}

/** The ids of the events that came there. */
export const arrivedAt = (receiver: LoopbackReceiver, path: string): string[] =>
	receiver.at(path).map(({ event }) => event.id);

/** The number of sweeps in a row without a new delivery after which the wait gives up. */
const maxIdleSweeps = 12;

/**
 * Waits until all deliveries have arrived. A sweep ignores a nudge that is less than a minute old, so this advances the
 * clock by a minute again and again, as long as deliveries arrive.
 */
export async function sweepUntil(on: Service, missing: () => number): Promise<void> {
	for (let idle = 0, before = missing(); before > 0 && idle < maxIdleSweeps; ) {
		await on.moveClock(61_000);
		await until(() => missing() === 0, 5000, "all events have come").catch(() => {});
		idle = missing() < before ? 0 : idle + 1;
		before = missing();
	}
}
