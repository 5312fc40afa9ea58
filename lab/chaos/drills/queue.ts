import type { Drill } from "../drill.ts";
import { times } from "../drill.ts";
import { arrivedAt, listenAt, sweepUntil, withReceiver } from "../receiver.ts";
import type { Service } from "../service/service.ts";
import { newClient, newStudio } from "../studio.ts";

export const queue: Drill = {
	name: "queue",
	promise: "every committed event arrives at every endpoint, although the queues forget one of every three messages",
	run: ({ service, short }, findings) =>
		withReceiver(async (receiver) => {
			const on = await service();
			const { key } = await newStudio(on);
			const paths = ["/queue-1", "/queue-2"];
			for (const path of paths) await listenAt(on, key, receiver.url(path));
			const before = await on.faults({ forgetEveryMessage: 3 });
			const changes = short ? 15 : 150;
			for (let n = 0; n < changes; n += 15) await Promise.all(times(15, () => newClient(on, key)));
			const events = (await on.all("/v1/events?type=client.created", key)).slice(0, changes);
			const missing = () =>
				paths.flatMap((path) => {
					const arrived = new Set(arrivedAt(receiver, path));
					return events.filter(({ id }) => !arrived.has(id));
				});
			await sweepUntil(on, () => missing().length);
			const after = await on.faults({ forgetEveryMessage: 0 });
			const [messages, forgotten] = [after.messages - before.messages, after.forgotten - before.forgotten];
			const attempts = paths.flatMap((path) => arrivedAt(receiver, path)).length;
			findings.note(`${changes} changes, ${forgotten} of ${messages} messages forgotten, ${attempts} attempts arrived`);
			findings.expect(events.length === changes, `${events.length} events for ${changes} changes.`);
			findings.expect(forgotten > 0, "The queues forgot nothing.");
			for (const { id } of missing()) findings.expect(false, `Never arrived: ${await rowOf(on, id)}`);
		}),
};

/** The rows of the deliveries of an event that did not arrive. */
async function rowOf(on: Service, eventId: string): Promise<string> {
	for (const d1 of await on.dataDatabases())
		for (const table of ["deliveries", "fan_outs"]) {
			const sql = `SELECT * FROM ${table} WHERE event_id = ? AND status <> 'SUCCEEDED'`;
			const { results } = await d1.prepare(sql).bind(eventId).all();
			if (results.length > 0) return JSON.stringify(results);
		}
	return `no delivery of ${eventId} is pending`;
}
