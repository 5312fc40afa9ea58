import { setTimeout as sleep } from "node:timers/promises";
import { costOf } from "./counting/cost-of.ts";
import { runtimeCpuMs } from "./cpu.ts";
import { drive, type Load } from "./drive.ts";
import { type Round, roundOf } from "./figures.ts";
import type { Measured, Result } from "./report.ts";
import type { ContenderName, Running } from "./runtime.ts";
import type { Next, Scenario } from "./scenarios/scenario.ts";

interface Amount {
	rounds: number;
	load: Load;
}

const warmUpSeconds = 2;
/** The pause after a contender, in which its remaining work ends, so that it does not count for the next one. */
const restMs = 1000;

/** Each round drives all contenders in turn, so that other load on the machine affects all of them. */
export async function measure(scenario: Scenario, { origins, twins }: Running, amount: Amount): Promise<Result> {
	await scenario.prepare();
	const load = { ...amount.load, connections: scenario.connections ?? amount.load.connections };
	const contenders = (Object.entries(scenario.contenders) as [ContenderName, Next][]).map(([who, next]) => {
		let turn = 0;
		return { who, next, rounds: [] as Round[], drive: (load: Load) => drive(origins[who], () => next(turn++), load) };
	});
	for (const { drive } of contenders) await drive({ ...load, seconds: warmUpSeconds });
	for (let round = 0; round < amount.rounds; round++)
		for (const { drive, rounds } of contenders) {
			const before = runtimeCpuMs();
			const driven = await drive(load);
			await sleep(restMs);
			const after = runtimeCpuMs();
			rounds.push(roundOf(driven, before === null || after === null ? null : after - before));
		}
	const measured: Measured[] = [];
	for (const { who, next, rounds } of contenders) measured.push({ who, rounds, cost: await costOf(twins[who], next) });
	await scenario.end?.();
	return { name: scenario.name, kind: scenario.kind, contenders: measured };
}
