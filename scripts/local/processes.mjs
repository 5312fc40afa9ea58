import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/**
 * The id of a process and its start time, which together are never used twice. Undefined if it does not run.
 * @param {number} pid
 */
export function identify(pid) {
	try {
		return `${pid}@${existsSync("/proc/self/stat") ? startInProc(pid) : startInPs(pid)}`;
	} catch {
		return undefined;
	}
}

/** @param {string} identity */
export const isRunning = (identity) => identify(Number.parseInt(identity, 10)) === identity;

/** @param {number} pid */
function startInProc(pid) {
	const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/.*\) /s, "").split(" ");
	return state === "Z" ? undefined : fields[18];
}

/** @param {number} pid */
const startInPs = (pid) =>
	execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).replaceAll(/\s+/g, "-");
