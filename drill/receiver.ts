import { LoopbackReceiver } from "../test/drills/loopback-receiver.ts";
import { until } from "../test/drills/server.ts";
import type { Service } from "./service/service.ts";
import { made } from "./studio.ts";

export const listenAt = (on: Service, key: string, url: string, events = ["*"]) =>
	made(on, ["POST", "/v1/webhook_endpoints", 201], { key, body: { url, events } });

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

/** A sweep trusts for a minute that a nudge is on its way. This moves the clock on so often until all events have come. */
export async function sweepUntil(on: Service, arrived: () => boolean, minutes = 20): Promise<void> {
	for (let minute = 0; minute < minutes && !arrived(); minute++) {
		await on.moveClock(61_000);
		await until(arrived, 5000, "all events have come").catch(() => {});
	}
}
