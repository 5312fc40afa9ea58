import { crashAgainAndAgain } from "../../harness/create-until-crash.ts";
import type { Drill } from "../drill.ts";
import { withServer } from "../npm-start.ts";
import { withReceiver } from "../receiver.ts";

export const crash: Drill = {
	name: "crash",
	promise: "across twenty `kill -9` during writes every acknowledged change is there once, and every event arrives",
	run: ({ short }, findings) =>
		withReceiver((receiver) =>
			withServer(async (server) => {
				const crashes = short ? 2 : 20;
				const { sent, answered, clients, events, arrived } = await crashAgainAndAgain(server, receiver, crashes);
				findings.note(
					`${crashes} crashes, ${sent} creates sent, ${answered.length} acknowledged, ${clients.length} there, ${arrived.size} events arrived`,
				);
				const there = new Set(clients);
				const lost = answered.filter((id) => !there.has(id)).length;
				findings.expect(lost === 0, `${lost} acknowledged changes are lost.`);
				findings.expect(there.size === clients.length, "A client is listed twice.");
				findings.expect(
					events
						.map(({ data }) => data.clientId)
						.sort()
						.join() === [...clients].sort().join(),
					"The events are not one for each client.",
				);
				const numbers = events.map(({ sequence }) => sequence).sort((a, b) => a - b);
				findings.expect(
					numbers.every((number, n) => number === n + 1),
					"The numbers of the events have a gap.",
				);
				const missing = events.filter(({ id }) => !arrived.has(id)).length;
				findings.expect(missing === 0, `${missing} events never arrived.`);
			}),
		),
};
