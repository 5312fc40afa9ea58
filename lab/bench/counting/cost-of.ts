import { setTimeout as sleep } from "node:timers/promises";
import { oneByOne } from "../drive.ts";
import { spreadOf } from "../figures.ts";
import type { Next } from "../scenarios/scenario.ts";
import { type Cost, type Counts, noCounts } from "./counts.ts";

const warmUp = 2;
const times = 5;

/** The median of several requests of one caller, without the first ones. */
export async function costOf(twin: string, next: Next): Promise<Cost> {
	const costs: Cost[] = [];
	const note = async () => {
		costs.push(await settled(twin));
	};
	await oneByOne(twin, () => next(0), warmUp + times, note);
	const measured = costs.slice(warmUp);
	return {
		untilAnswer: medianOf(measured.map(({ untilAnswer }) => untilAnswer)),
		afterwards: medianOf(measured.map(({ afterwards }) => afterwards)),
	};
}

/** All work that the last request started has ended. */
async function settled(twin: string): Promise<Cost> {
	for (let quiet = 0; ; ) {
		const { pending, cost } = (await (await fetch(`${twin}/.cost`)).json()) as { pending: number; cost: Cost };
		quiet = pending === 0 ? quiet + 1 : 0;
		if (quiet === 3) return cost;
		await sleep(30);
	}
}

function medianOf(counts: Counts[]): Counts {
	const median = (of: (account: Counts) => number) => spreadOf(counts.map(of)).median;
	const trips = (kind: "gate" | "d1") => ({
		calls: median((account) => account[kind].calls),
		inSequence: median((account) => account[kind].inSequence),
	});
	return {
		...noCounts(),
		gate: trips("gate"),
		d1: trips("d1"),
		rowsRead: median(({ rowsRead }) => rowsRead),
		rowsWritten: median(({ rowsWritten }) => rowsWritten),
	};
}
