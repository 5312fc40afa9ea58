import { plainQueueTables } from "../peers/plain-queue/tables.ts";
import type { Running } from "../runtime.ts";
import { ask } from "../setup/ask.ts";
import { Receivers } from "../setup/receiver.ts";
import { newStudios, type Studio } from "../setup/studios.ts";
import { bearer, inTurn, keyed, newEmail, type Scenario, type Scenarios } from "./scenario.ts";

const studioCount = 16;
const fanOuts = [1, 10, 50];

/** Each scenario has its own tenants, whose events go to so many endpoints. */
const tenantOf = (turn: number, endpoints: number) => `hooked-${endpoints}-${turn % studioCount}`;

async function addEndpointsOfPeer({ runtime }: Running, urls: string[]): Promise<void> {
	const d1 = await runtime.getD1Database("DATA", "plain-queue");
	const insert = d1.prepare("INSERT INTO endpoints (tenant_id, url) VALUES (?, ?)");
	for (let n = 0; n < studioCount; n++) await d1.batch(urls.map((url) => insert.bind(tenantOf(n, urls.length), url)));
}

export const webhookScenarios: Scenarios = (running) => {
	const { runtime, origins } = running;
	let isPeerReady = false;
	const preparePeer = async () => {
		if (isPeerReady) return;
		isPeerReady = true;
		const d1 = await runtime.getD1Database("DATA", "plain-queue");
		await d1.batch(plainQueueTables.map((sql) => d1.prepare(sql)));
	};

	const fanOut = (count: number): Scenario => {
		let studios: Studio[] = [];
		let receivers: Receivers | undefined;
		/** Completed when the event has reached the last endpoint. */
		const sent = (path: string, headers = {}) => {
			const email = newEmail();
			const arrived = receivers?.all(email, count);
			return { ...keyed(path, { first_name: "Ada", email }, headers), completed: () => arrived };
		};
		return {
			name: `An event to ${count} ${count === 1 ? "endpoint" : "endpoints"}`,
			kind: count === 50 ? "fan-out" : "other",
			connections: 4,
			prepare: async () => {
				await preparePeer();
				receivers = await Receivers.open(count);
				const { urls } = receivers;
				studios = await newStudios(origins.product, studioCount);
				for (const { key } of studios)
					for (const url of urls)
						await ask(origins.product, "/v1/webhook_endpoints", { url, events: ["client.created"] }, { key });
				await addEndpointsOfPeer(running, urls);
			},
			contenders: {
				product: (turn) => sent("/v1/clients", bearer(inTurn(studios, turn))),
				"plain-queue": (turn) => sent(`/${tenantOf(turn, count)}/events`),
			},
			end: async () => receivers?.close(),
		};
	};
	return fanOuts.map(fanOut);
};
