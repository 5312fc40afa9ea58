// Keeps sending pictures, in a thread of its own, until it is told to end.
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { newPicture } from "../harness/picture-bytes.ts";
import { times } from "./drill.ts";

export interface FloodOrder {
	origin: string;
	key: string;
	atOnce: number;
	everyMs: number;
	pictureBytes: number;
}

const { origin, key, atOnce, everyMs, pictureBytes } = workerData as FloodOrder;
const authorization = { Authorization: `Bearer ${key}` };
const picture = new Blob([newPicture(pictureBytes)], { type: "image/png" });
const perLead = 25;

async function newLead(): Promise<string> {
	const headers = { ...authorization, "Content-Type": "application/json" };
	const response = await fetch(`${origin}/v1/leads`, { method: "POST", headers, body: '{"first_name":"Ana"}' });
	return `${origin}/v1/leads/${((await response.json()) as { id: string }).id}/pictures`;
}

/** The caller waits as it is told, and comes again. */
async function untilTaken(url: string): Promise<number[]> {
	const response = await fetch(url, { method: "POST", headers: authorization, body: picture });
	await response.arrayBuffer();
	if (response.status !== 503) return [response.status];
	await sleep(Number(response.headers.get("Retry-After")) * 1000);
	return [503, ...(await untilTaken(url))];
}

let isOver = false;
parentPort?.once("message", () => {
	isOver = true;
});

const statuses: number[] = [];
while (!isOver) {
	const next = sleep(everyMs);
	const leads = await Promise.all(times(atOnce / perLead, newLead));
	const answers = leads.flatMap((url) => times(perLead, () => untilTaken(url)));
	statuses.push(...(await Promise.all(answers)).flat());
	await next;
}
parentPort?.postMessage(statuses);
