import { stripVTControlCharacters } from "node:util";
import { type LogMode, logFormatter, readEntry } from "./log-lines.ts";

/** Prints the mails that the Worker sends as well. */
export class WorkerLog {
	/** False during the start, to hide the requests of the start itself. */
	isOn = false;
	readonly #mode: LogMode;

	readonly #onChange: () => void;

	/** `onChange` is called for each request that may have changed something. */
	constructor(mode: LogMode, onChange: () => void) {
		this.#mode = mode;
		this.#onChange = onChange;
		// Miniflare uses it to report each batch of a queue, each mail, and its errors.
		console.log = (text) => {
			const line = stripVTControlCharacters(String(text));
			const [, mail] = /^\[wrangler:info\] send_email .*?\n(.*)/s.exec(line) ?? [];
			if (!line.startsWith("[wrangler:info]")) process.stderr.write(`${line}\n`);
			else if (this.isOn && mail) process.stdout.write(`${mail}\n`);
		};
	}

	write = ({ level, message }: { level: string; message: string }): void => {
		const entry = readEntry(message);
		if (entry?.kind === "request" && !/^(GET|HEAD|OPTIONS)$/.test(String(entry.method))) this.#onChange();
		if (!this.isOn && entry?.level === "info") return;
		const stream = level === "error" ? process.stderr : process.stdout;
		const line = logFormatter(this.#mode, { colour: stream.isTTY && !process.env.NO_COLOR })(message);
		if (line !== undefined) stream.write(`${line}\n`);
	};
}
