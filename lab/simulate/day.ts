import { nextAttemptAt } from "../../src/domain/events/attempts/retry-schedule.ts";
import { GateUse } from "./gate-use.ts";
import { Limits } from "./limits.ts";
import { Load } from "./load.ts";
import { Random } from "./random.ts";
import type { Tenant } from "./tenants.ts";
import { sentBy } from "./traffic.ts";
import { busyMs, type DatabaseTimes } from "./work.ts";

const seconds = 86_400;
/** A platform that has this share of the endpoints is down for an hour. */
const platformShare = 0.3;
const downFrom = 15 * 3600;
const downUntil = 16 * 3600;
/** Attempts that fail at any other time. */
const failing = 0.02;

export interface Day {
	sent: number;
	admitted: number;
	/** Of the admitted requests. */
	changes: number;
	/** Rows that the objects of the studios write, and calls to them, for the admitted requests. */
	gateRows: number;
	gateCalls: number;
	refused: number;
	/** Those of studios with a flash day. */
	refusedOnFlash: number;
	/** The most that one gate is asked in a second. */
	busiestGate: number;
	studiosRefused: number;
	deliveries: number;
	attempts: number;
	/** The most messages of the queue in a second. */
	messagesPerSecond: number;
	/** The most deliveries that wait at once, and how many wait when the platform has been back for a quarter of an hour. */
	waiting: number;
	waitingLater: number;
	/** What the databases have to do, for each way to spread the studios. */
	loads: Load[];
}

interface Spread {
	databaseOfTenant: number[];
	databases: number;
}

/** Sends everything that the studios send on their busiest day through their buckets to their databases. */
export function busiestDay(
	tenants: Tenant[],
	spreads: Spread[],
	{ seed, service }: { seed: number; service: DatabaseTimes },
): Day {
	const random = new Random(seed);
	const loads = spreads.map(({ databases }) => new Load(databases, seconds));
	const messages = new Uint32Array(seconds);
	/** How many deliveries more wait from a second on. */
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
			if (!limits.admits(sent)) {
				refused++;
				continue;
			}
			day.admitted++;
			gate.add(
				sent,
				limits.claims(sent).map(([name]) => name),
			);
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
	return { ...day, messagesPerSecond: Math.max(...chunkMax(messages)), waiting: most, waitingLater: later, loads };

	/** One delivery with its attempts, by the product's own schedule. */
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

/** Math.max of so many numbers at once would be too many arguments. */
function* chunkMax(numbers: Uint32Array): Generator<number> {
	for (let at = 0; at < numbers.length; at += 10_000) yield Math.max(...numbers.subarray(at, at + 10_000));
}
