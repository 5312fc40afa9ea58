import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";

/** Lives with each of the seeds, in as many processes as there are processors. Tells whether all promises were kept. */
export async function liveMany(seeds: readonly number[], studioDays: number): Promise<boolean> {
	const began = performance.now();
	const waiting = [...seeds];
	const failed: string[] = [];
	let lived = 0;
	const liveNext = async (): Promise<void> => {
		for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
			const { code, signal, output } = await liveWith(seed);
			if (code === 0) lived += studioDays;
			else failed.push(signal ? `${seed} (ended by ${signal})` : String(seed));
			const perSecond = (lived * 1000) / (performance.now() - began);
			console.log(`${output.trimEnd()}\n${lived} studio-days lived, ${perSecond.toFixed(1)} a second\n`);
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() }, liveNext));
	if (failed.length > 0) console.log(`These seeds did not live to the end without a fault: ${failed.join(", ")}`);
	return failed.length === 0;
}

/** The same program with the same options. The last value of an option counts. */
async function liveWith(seed: number): Promise<{ code: number | null; signal: string | null; output: string }> {
	const args = [...process.execArgv, ...process.argv.slice(1), "--quiet", "--lives", "1", "--seed", String(seed)];
	const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
	let output = "";
	child.stdout.setEncoding("utf8").on("data", (text) => {
		output += text;
	});
	const [code, signal] = await once(child, "close");
	return { code, signal, output };
}
