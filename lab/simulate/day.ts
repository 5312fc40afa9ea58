import { nextAttemptAt } from "../../src/domain/events/attempts/retry-schedule.ts";
import { Control, type ControlLoad } from "./control.ts";
import { GateUse } from "./gate-use.ts";
import { Limits } from "./limits.ts";
import { Load } from "./load.ts";
import { Random } from "./random.ts";
import type { Tenant } from "./tenants.ts";
import { sentBy } from "./traffic.ts";
import { busyMs, type DatabaseTimes } from "./work.ts";

const seconds = 86_400;
/** The share of the endpoints whose platform is down for an hour. */
const platformShare = 0.3;
const downFrom = 15 * 3600;
const downUntil = 16 * 3600;
/** The share of attempts that fail at any other time. */
const failing = 0.02;

export interface Day {
	sent: number;
	admitted: number;
	/** The changes among the admitted requests. */
	changes: number;
	/** The rows that the studios' objects write, and the calls to them, for the admitted requests. */
	gateRows: number;
	gateCalls: number;
	refused: number;
	/** The refused requests of studios with a flash day. */
	refusedOnFlash: number;
	/** The largest number of requests to one gate in a second. */
	busiestGate: number;
	studiosRefused: number;
	deliveries: number;
	attempts: number;
	/** The largest number of messages of the queue in a second. */
	messagesPerSecond: number;
	/** The largest number of waiting deliveries, and the number a quarter of an hour after the platform is back. */
	waiting: number;
	waitingLater: number;
	control: ControlLoad;
	/** The load of the databases, for each number of databases. */
	loads: Load[];
}

interface Spread {
	databaseOfTenant: number[];
	databases: number;
}

/** Sends all requests of the studios' busiest day through their buckets to their databases. */
export function busiestDay(
	tenants: Tenant[],
	spreads: Spread[],
	{ seed, service }: { seed: number; service: DatabaseTimes },
): Day {
	const random = new Random(seed);
	const loads = spreads.map(({ databases }) => new Load(databases, seconds));
	const control = new Control(seed + 1, service);
	const messages = new Uint32Array(seconds);
	/** The change in the number of waiting deliveries at each second. */
	const waits = new Int32Array(seconds + 1);
	const day = {
		sent: 0,
		admitted: 0,
		changes: 0,
		gateRows: 0,
		gateCalls: 0,
		refused: 0,
		refusedOnFlash: 0,
		busiestGate: 0,
		studiosRefused: 0,
		deliveries: 0,
		attempts: 0,
	};
	for (const [n, tenant] of tenants.entries()) {
		const limits = new Limits(tenant);
		const gate = new GateUse();
		const askControl = control.tenant(tenant);
		const add = (second: number, calls: number, ms: number) => {
			for (const [which, load] of loads.entries())
				load.add(spreads[which]?.databaseOfTenant[n] ?? 0, second, calls, ms);
		};
		let [second, inSecond, refused] = [-1, 0, 0];
		for (const sent of sentBy(tenant, random)) {
			const at = Math.floor(sent.at);
			inSecond = at === second ? inSecond + 1 : 1;
			second = at;
			day.busiestGate = Math.max(day.busiestGate, inSecond);
			day.sent++;
			askControl(sent);
			if (!limits.admits(sent)) {
				refused++;
				continue;
			}
			day.admitted++;
			gate.add(sent, limits.written(sent));
			const { changes } = sent.work;
			if (changes) day.changes++;
			add(at, changes ? 2 : 1, busyMs(sent.work, service));
			for (let endpoint = 0; changes && endpoint < tenant.endpoints; endpoint++) deliver(at, add);
		}
		gate.end();
		day.gateRows += gate.rows;
		day.gateCalls += gate.calls;
		day.refused += refused;
		if (refused > 0) day.studiosRefused++;
		if (tenant.flash) day.refusedOnFlash += refused;
	}
	let [now, most, later] = [0, 0, 0];
	for (let second = 0; second < seconds; second++) {
		now += waits[second] ?? 0;
		most = Math.max(most, now);
		if (second === downUntil + 900) later = now;
	}
	return {
		...day,
		messagesPerSecond: Math.max(...chunkMax(messages)),
		waiting: most,
		waitingLater: later,
		control: control.end(tenants),
		loads,
	};

	/** Simulates one delivery with its attempts, by the product's retry schedule. */
	function deliver(from: number, add: (second: number, calls: number, ms: number) => void): void {
		const ofPlatform = random.next() < platformShare;
		day.deliveries++;
		waits[from] = (waits[from] ?? 0) + 1;
		for (let at = from, attempt = 1; at < seconds; attempt++) {
			day.attempts++;
			messages[at] = (messages[at] ?? 0) + 1;
			add(at, 2, 2 * service.commitMs);
			const fails = (ofPlatform && at >= downFrom && at < downUntil) || random.next() < failing;
			const next = fails ? nextAttemptAt(attempt, at * 1000, null) : null;
			if (next === null) {
				waits[at + 1] = (waits[at + 1] ?? 0) - 1;
				return;
			}
			at = Math.ceil(next / 1000);
		}
	}
}

/** The maximum of each chunk: `Math.max` cannot take all numbers as arguments at once. */
function* chunkMax(numbers: Uint32Array): Generator<number> {
	for (let at = 0; at < numbers.length; at += 10_000) yield Math.max(...numbers.subarray(at, at + 10_000));
}
