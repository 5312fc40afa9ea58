import { defineGlobals } from "../platform/globals.ts";
import { bundleWorker, workerScript } from "../universe/cloud/bundle.ts";
import { type Executed, ExecutedCode, sumOf } from "./executed.ts";
import { HotStudio } from "./studio.ts";

/** A request with all that follows it, such as the attempts at its webhooks. */
export interface Counted {
	/** The characters of the Worker's code that ran, each as often as it ran. */
	code: number;
	/** The statements that the databases ran. */
	statements: number;
}

export interface Count extends Counted {
	path: string;
	executed: Executed;
}

/** The first requests fill caches and have the parts of the code compiled that are made at their first use. */
const warmUps = 8;
const counted = 5;
/** The request log and the attempts follow the answer. */
const afterwardsMs = 2000;

/** Counts requests of each hot path in a warm isolate, in virtual time. The result depends on nothing but the code. */
export async function countHotPaths(isWanted: (path: string) => boolean = () => true): Promise<Count[]> {
	defineGlobals();
	const code = new ExecutedCode(workerScript);
	const studio = new HotStudio(await bundleWorker());
	await studio.live(studio.prepare());
	const counts: Count[] = [];
	for (const [path, send] of Object.entries(studio.paths)) {
		if (!isWanted(path)) continue;
		const sendSome = async (times: number) => {
			for (let n = 0; n < times; n++) await studio.live(send().then(() => studio.world.simulation.wait(afterwardsMs)));
		};
		await sendSome(warmUps);
		code.take();
		const before = studio.statements;
		await sendSome(counted);
		const executed = code.take();
		const perRequest = (sum: number) => Math.round(sum / counted);
		counts.push({
			path,
			code: perRequest(sumOf(executed)),
			statements: perRequest(studio.statements - before),
			executed: new Map([...executed].map(([name, sum]) => [name, perRequest(sum)])),
		});
	}
	code.stop();
	return counts;
}
