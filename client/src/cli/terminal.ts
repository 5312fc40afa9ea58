import { type Paints, paintsFor, wantsColour } from "./text/colour.ts";

/** The input and the outputs of a command. */
export interface Terminal {
	env: NodeJS.ProcessEnv;
	/** Writes a line of the results, for people or for programs. */
	out(line: string): void;
	/** Writes a line for people that belongs to no result. */
	note(line: string): void;
	/** The width of the screen. Undefined if the results go into a file or to a program. */
	columns: number | undefined;
	paints: Paints;
	notePaints: Paints;
	input: NodeJS.ReadStream;
	/** Aborted when the person presses Ctrl-C. */
	signal: AbortSignal;
	/** Registers a function that is called before the process ends. */
	atEnd(undo: () => void): void;
	/** Runs work that may end after Ctrl-C, within a time limit. */
	finish<T>(work: Promise<T>): Promise<T>;
}

interface Ending {
	/** Resolves when the work of `finish` has ended. */
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
