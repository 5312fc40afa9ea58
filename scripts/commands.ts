import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

/** How a command ended, and all that it printed. */
export interface Ended {
	command: string;
	succeeded: boolean;
	output: string;
}

/** Runs a command of the shell. */
const run = (command: string): Promise<Ended> =>
	new Promise((resolve) => {
		const child = spawn(`{ ${command}; } 2>&1`, { shell: true, stdio: ["ignore", "pipe", "inherit"] });
		let output = "";
		child.stdout.setEncoding("utf8").on("data", (text) => {
			output += text;
		});
		child.on("close", (code) => resolve({ command, succeeded: code === 0, output }));
	});

/** `tell` hears of each command when it has ended. As many run at once as there are processors. */
export async function runAll(
	commands: readonly string[],
	tell: (ended: Ended) => void,
	atOnce = availableParallelism(),
): Promise<void> {
	const waiting = [...commands];
	const lane = async (): Promise<void> => {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) tell(await run(next));
	};
	await Promise.all(Array.from({ length: atOnce }, lane));
}
