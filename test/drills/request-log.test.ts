import { afterAll, beforeAll, expect, it } from "vitest";
import { Server, sleep, until } from "../../lab/harness/server.ts";

const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.remove());

/** The period before a crash whose requests may be lost (contract: Requests 6). */
const lostMs = 1000;
const streamMs = 4000;
/**
 * The streams of the tenants begin at different times, so that their waiting log entries differ in age at the crash.
 */
const beginMs = [0, 700, 1400];
const lanes = ["a", "b"];

interface Answered {
	id: string;
	/** When its sender had the answer, which is a little after the service gave it. */
	at: number;
	tookMs: number;
}

/** Each request has an `X-Request-ID` of its own. */
async function stream(key: string, lane: string, answered: Answered[]): Promise<void> {
	for (let n = 0; ; n++) {
		const id = `drill-${lane}-${String(n).padStart(5, "0")}`;
		const sentAt = Date.now();
		const answer = await server.call("GET", "/v1/me", { key, headers: { "X-Request-ID": id } }).catch(() => null);
		if (!answer) return;
		expect(answer.status).toBe(200);
		answered.push({ id, at: Date.now(), tookMs: Date.now() - sentAt });
		await sleep(10);
	}
}

/** The requests of the log, the newest first. */
async function logged(key: string): Promise<string[]> {
	const ids: string[] = [];
	let cursor = "";
	do {
		const { body } = await server.call("GET", `/v1/requests?path=/v1/me&limit=100&cursor=${cursor}`, { key });
		ids.push(...body.data.map((request: { request_id: string }) => request.request_id));
		cursor = body.next_cursor ?? "";
	} while (cursor);
	return ids;
}

it("the service killed under a stream of requests: the logs of its tenants lack those of the last second alone, in their order and each once", async () => {
	const tenants = await Promise.all(
		beginMs.map(async (begin) => ({ begin, key: await server.newKey(), answered: [] as Answered[] })),
	);
	const streams = tenants.map(async ({ begin, key, answered }) => {
		await sleep(begin);
		await Promise.all(lanes.map((lane) => stream(key, lane, answered)));
	});
	await sleep(streamMs);
	await until(() => tenants.every(({ answered }) => answered.length > 40), 60_000, "many requests are answered");
	const killedAt = Date.now();
	await server.crash();
	await Promise.all(streams);
	await server.start();
	for (const { key, answered } of tenants) {
		const ids = await logged(key);
		// The answers were noted late and the crash early, so neither makes the promise seem broken. A batch enters the log
		// by one more call. A busy machine takes as long for it as it took for the slowest of the last requests.
		const last = answered.filter(({ at }) => at > killedAt - 2 * lostMs);
		const slowestMs = Math.max(...last.map(({ tookMs }) => tookMs));
		const mustBeThere = answered.filter(({ at }) => at <= killedAt - lostMs - slowestMs);
		expect(mustBeThere.length).toBeGreaterThan(5);
		expect(mustBeThere.filter(({ id }) => !ids.includes(id))).toEqual([]);
		expect(new Set(ids).size).toBe(ids.length);
		for (const lane of lanes) {
			const ofLane = ids.filter((id) => id.startsWith(`drill-${lane}-`));
			expect(ofLane).toEqual([...ofLane].sort().reverse());
		}
	}
});
