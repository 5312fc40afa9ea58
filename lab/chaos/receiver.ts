import { LoopbackReceiver } from "../harness/loopback-receiver.ts";
import { until } from "../harness/server.ts";
import type { Service } from "./service/service.ts";
import { request } from "./studio.ts";

export const listenAt = (on: Service, key: string, url: string, events = ["*"]) =>
	request(on, ["POST", "/v1/webhook_endpoints", 201], { key, body: { url, events } });

/** Runs something with a receiver, and closes it afterwards. */
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

/** So many sweeps in a row that bring nothing are the end. */
const maxIdleSweeps = 12;

/**
 * Waits until everything has come. A sweep trusts for a minute that a nudge is on its way, so the clock moves on by a
 * minute again and again, as long as that brings anything.
 */
export async function sweepUntil(on: Service, missing: () => number): Promise<void> {
	for (let idle = 0, before = missing(); before > 0 && idle < maxIdleSweeps; ) {
		await on.moveClock(61_000);
		await until(() => missing() === 0, 5000, "all events have come").catch(() => {});
		idle = missing() < before ? 0 : idle + 1;
		before = missing();
	}
}
