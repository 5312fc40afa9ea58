import { randomUUID } from "node:crypto";
import type { Caller } from "../../lab/harness/caller.ts";
import type { LoopbackReceiver } from "../../lab/harness/loopback-receiver.ts";
import { sleep, until } from "../../lab/harness/server.ts";

interface Changes {
	/** The keys of studios with an endpoint at the receiver. */
	keys: string[];
	perSecond: number;
	count: number;
}

export async function latencies(
	on: Caller,
	receiver: LoopbackReceiver,
	{ keys, perSecond, count }: Changes,
): Promise<number[]> {
	const answeredAt = new Map<string, number>();
	const sending = Array.from({ length: count }, async (_, n) => {
		await sleep((n * 1000) / perSecond);
		const client = { email: `${randomUUID()}@example.com`, first_name: "A" };
		const { status, body } = await on.call("POST", "/v1/clients", { key: keys[n % keys.length], body: client });
		if (status !== 201) throw new Error(`A change was answered ${status} ${body.code}.`);
		answeredAt.set(body.id, Date.now());
	});
	await Promise.all(sending);
	const arrived = () => receiver.received.filter(({ event }) => answeredAt.has(event.data.clientId));
	await until(() => arrived().length >= count, 60_000, "all have arrived");
	return arrived().map(({ event, at }) => at - (answeredAt.get(event.data.clientId) ?? 0));
}
