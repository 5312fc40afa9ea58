#!/usr/bin/env node
import { setTimeout as sleep } from "node:timers/promises";
import { exitCodes, explain } from "./failure.ts";
import { program } from "./program.ts";
import { terminalOf } from "./terminal.ts";

const stopping = new AbortController();
const terminal = terminalOf(process, stopping.signal);

function end(code: number): never {
	terminal.end();
	process.exit(code);
}

/** After Ctrl-C, a receiver has this time to answer the event that it has. A second Ctrl-C ends the process at once. */
const shutdownTimeoutMs = 3000;

process.on("SIGINT", () => {
	if (stopping.signal.aborted) end(exitCodes.interrupted);
	stopping.abort();
	Promise.race([terminal.finished(), sleep(shutdownTimeoutMs)]).then(() => end(exitCodes.interrupted));
});
process.on("SIGTERM", () => end(143));
process.on("SIGHUP", () => end(129));
// The reader of the output has closed it, as `head` does.
process.stdout.on("error", () => end(0));

try {
	await program(process.argv.slice(2), terminal);
	terminal.end();
	process.exitCode ??= 0;
} catch (error) {
	// The error comes from Ctrl-C, whose handler ends the process.
	if (stopping.signal.aborted) await sleep(2 * shutdownTimeoutMs);
	const { lines, exitCode } = explain(error);
	const { bad } = terminal.notePaints;
	for (const [n, line] of lines.entries()) terminal.note(n === 0 ? `${bad("Error:")} ${line}` : `  ${line}`);
	terminal.end();
	process.exitCode = exitCode;
}
