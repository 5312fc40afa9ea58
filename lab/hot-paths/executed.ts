import { type Profiler, Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";

type Coverage = Profiler.TakePreciseCoverageReturnType;

/** The characters of code that ran, each counted as often as it ran, by function. */
export type Executed = Map<string, number>;

/**
 * Counts the code of a script that runs. V8 tells of each block how often it ran. The same requests run the same code, so
 * unlike a time the number is the same on every machine, however busy it is. It knows nothing of what native code does,
 * such as SQLite.
 */
export class ExecutedCode {
	private readonly session = new Session();
	private readonly script: string;

	/** Must be made before the script is compiled. */
	constructor(script: string) {
		this.script = script;
		// Optimized code does not count the functions that it takes in, and nobody knows when V8 optimizes.
		setFlagsFromString("--no-opt --no-maglev --no-sparkplug --no-flush-bytecode");
		this.session.connect();
		this.session.post("Profiler.enable");
		this.session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
	}

	/** The code that ran since the last call. */
	take(): Executed {
		const executed: Executed = new Map();
		this.session.post("Profiler.takePreciseCoverage", (error, coverage) => {
			if (error) throw error;
			for (const { name, length, count } of blocksOf(coverage, this.script))
				if (count > 0) executed.set(name, (executed.get(name) ?? 0) + length * count);
		});
		return executed;
	}

	stop(): void {
		this.session.disconnect();
	}
}

export const sumOf = (executed: Executed): number => [...executed.values()].reduce((sum, one) => sum + one, 0);

interface Block {
	name: string;
	start: number;
	end: number;
	/** Without the blocks inside it. */
	length: number;
	count: number;
}

function blocksOf({ result }: Coverage, script: string): Block[] {
	const blocks = result
		.filter(({ url }) => url === script)
		.flatMap(({ functions }) =>
			functions.flatMap(({ functionName, ranges }) =>
				ranges.map(({ startOffset: start, endOffset: end, count }) => ({
					name: `${functionName || "(anonymous)"} at ${ranges[0]?.startOffset}`,
					...{ start, end, count, length: end - start },
				})),
			),
		)
		.sort((a, b) => a.start - b.start || b.end - a.end);
	const around: Block[] = [];
	for (const block of blocks) {
		while ((around.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= block.start) around.pop();
		const outer = around.at(-1);
		if (outer) outer.length -= block.end - block.start;
		around.push(block);
	}
	return blocks;
}
