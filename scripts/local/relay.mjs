import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import { isInformation } from "./log-entry.mjs";
import { logFormatter } from "./log-lines.mjs";

/** @import { LogMode } from "./log-lines.mjs" */
/** @import { Wrangler } from "./wrangler.mjs" */

/**
 * Passes on what the worker and wrangler say, but for wrangler's lines about itself and about each request. Standard
 * output is held back until the function returned is called; what the worker says of its requests until then is about
 * those of the start itself, and is dropped.
 *
 * @param {Wrangler} wrangler
 * @param {{ log: LogMode; onCrash: () => void }} options
 */
export function relayOutput({ stdout, stderr }, { log, onCrash }) {
	/** @type {string[] | undefined} */
	let held = [];
	const hold = (/** @type {string} */ line) => isInformation(line) || held?.push(line);
	const toStdout = printer(process.stdout, log);
	createInterface({ input: stdout }).on("line", (line) => {
		if (line.includes("The Workers runtime crashed unexpectedly")) onCrash();
		else if (held) hold(line);
		else if (!isAboutItself(stripVTControlCharacters(line))) toStdout(line);
	});

	const toStderr = printer(process.stderr, log);
	createInterface({ input: stderr }).on("line", toStderr);

	return (/** @type {{ show: boolean }} */ { show }) => {
		if (show) for (const line of held ?? []) toStderr(line);
		held = undefined;
	};
}

/**
 * What wrangler says when it has built the Worker again, and of each request.
 *
 * @param {string} line
 */
const isAboutItself = (line) =>
	/^(\[wrangler:info\]|⎔|\[custom build\] Running|Your Worker has access|Binding {2}|env\.[A-Z\d_]+ )/.test(line);

/**
 * @param {NodeJS.WriteStream} stream
 * @param {LogMode} log
 */
function printer(stream, log) {
	const format = logFormatter(log, { colour: stream.isTTY && !process.env.NO_COLOR });
	return (/** @type {string} */ line) => {
		const plain = stripVTControlCharacters(line);
		const shown = format(plain);
		if (shown !== undefined) stream.write(`${shown === plain && stream.isTTY ? line : shown}\n`);
	};
}
