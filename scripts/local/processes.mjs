import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { codeOf } from "./errors.mjs";

const hasProc = existsSync("/proc/self/stat");

/**
 * Start time, parent's id and command name of a process; undefined when it does not run.
 *
 * @param {number} pid
 */
export function inspect(pid) {
	try {
		const { state, ...found } = hasProc ? fromProc(pid) : fromPs(pid);
		return state === "" || state.startsWith("Z") ? undefined : found;
	} catch {
		return undefined;
	}
}

/** @param {number} pid */
function fromProc(pid) {
	const [, command = "", rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").match(/\((.*)\) (.*)/s) ?? [];
	const fields = rest.split(" ");
	return { state: fields[0] ?? "", parent: Number(fields[1]), start: fields[19] ?? "", command };
}

/** @param {number} pid */
function fromPs(pid) {
	const line = ps("-o", "state=,ppid=,lstart=,comm=", "-p", String(pid));
	const [state = "", parent, ...rest] = line.trim().split(/\s+/);
	return { state, parent: Number(parent), start: rest.slice(0, 5).join("-"), command: rest.slice(5).join(" ") };
}

/**
 * The process's id and its start time, which together are never used twice; undefined when it does not run.
 *
 * @param {number} pid
 */
export function identify(pid) {
	const found = inspect(pid);
	return found && `${pid}@${found.start}`;
}

/** @param {string} identity */
export const isRunning = (identity) => identify(Number.parseInt(identity, 10)) === identity;

/**
 * Ids of the processes that were started with the environment variable `name` set to `value`.
 *
 * @param {string} name
 * @param {string} value
 */
export function withEnvironment(name, value) {
	const entry = `${name}=${value}`;
	if (!hasProc) {
		const lines = ps("-A", "-E", "-ww", "-o", "pid=,command=").split("\n");
		return lines.filter((line) => line.includes(entry)).map((line) => Number.parseInt(line, 10));
	}
	return readdirSync("/proc")
		.filter((file) => /^\d+$/.test(file))
		.map(Number)
		.filter((pid) => {
			try {
				return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(entry);
			} catch {
				return false;
			}
		});
}

/**
 * Sends the signal to a process, or with a negative id to a process group; one that is gone is no error.
 *
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
export function kill(pid, signal) {
	try {
		process.kill(pid, signal);
	} catch (error) {
		if (codeOf(error) !== "ESRCH") throw error;
	}
}

/** @param {string[]} options */
function ps(...options) {
	return execFileSync("ps", options, {
		encoding: "utf8",
		env: { ...process.env, LC_ALL: "C" },
		maxBuffer: 2 ** 26,
		stdio: ["ignore", "pipe", "ignore"],
	});
}
