import { type Paints, paintsFor, wantsColour } from "./text/colour.ts";

/** Where a command reads and writes. */
export interface Terminal {
	env: NodeJS.ProcessEnv;
	/** The results, for people or for programs. */
	out(line: string): void;
	/** What is said beside the results. */
	note(line: string): void;
	/** The width of the screen. Undefined where the results go into a file or a program. */
	columns: number | undefined;
	paints: Paints;
	notePaints: Paints;
	input: NodeJS.ReadStream;
	/** Aborted when the person presses Ctrl-C. */
	signal: AbortSignal;
	/** Carried out before the process ends, however it ends. */
	atEnd(undo: () => void): void;
	/** Work that Ctrl-C does not break off when it ends soon. */
	finish<T>(work: Promise<T>): Promise<T>;
}

interface Ending {
	/** Ends when the work that is to be finished has ended. */
	finished(): Promise<unknown>;
	end(): void;
}

export function terminalOf({ env, stdin, stdout, stderr }: NodeJS.Process, signal: AbortSignal): Terminal & Ending {
	const endings: (() => void)[] = [];
	let work: Promise<unknown> = Promise.resolve();
	return {
		env,
		out: (line) => stdout.write(`${line}\n`),
		note: (line) => stderr.write(`${line}\n`),
		columns: stdout.isTTY ? stdout.columns || 80 : undefined,
		paints: paintsFor(wantsColour(stdout, env)),
		notePaints: paintsFor(wantsColour(stderr, env)),
		input: stdin,
		signal,
		atEnd: (undo) => endings.push(undo),
		finish: (begun) => {
			work = begun.catch(() => {});
			return begun;
		},
		finished: () => work,
		end: () => {
			for (const undo of endings.splice(0)) undo();
		},
	};
}
