#!/usr/bin/env node
import { exitCodes, explain } from "./failure.ts";
import { program } from "./program.ts";
import { terminalOf } from "./terminal.ts";

const stopping = new AbortController();
const terminal = terminalOf(process, stopping.signal);

function end(code: number): never {
	terminal.end();
	process.exit(code);
}

process.on("SIGINT", () => {
	stopping.abort();
	end(exitCodes.interrupted);
});
process.on("SIGTERM", () => end(143));
process.on("SIGHUP", () => end(129));
// Whoever read the output has gone, as `head` does. Nobody is left to be told anything.
process.stdout.on("error", () => end(0));

try {
	await program(process.argv.slice(2), terminal);
	terminal.end();
	process.exitCode ??= 0;
} catch (error) {
	const { lines, exitCode } = explain(error);
	const { bad } = terminal.notePaints;
	for (const [n, line] of lines.entries()) terminal.note(n === 0 ? `${bad("Error:")} ${line}` : `  ${line}`);
	terminal.end();
	process.exitCode = exitCode;
}
