/**
 * A line of the Worker's log. Any of the fields but the first three may be missing.
 *
 * @typedef {object} Entry
 * @property {string} time
 * @property {"info" | "warning" | "error"} level
 * @property {"request" | "attempt" | "step" | "fault"} kind
 * @property {unknown} [request_id]
 * @property {unknown} [operation_id]
 * @property {unknown} [method]
 * @property {unknown} [status]
 * @property {unknown} [code]
 * @property {unknown} [duration_ms]
 * @property {unknown} [gate_trips]
 * @property {unknown} [db_trips]
 * @property {unknown} [replayed]
 * @property {unknown} [dry_run]
 * @property {unknown} [delivery_id]
 * @property {unknown} [attempt]
 * @property {unknown} [outcome]
 * @property {unknown} [step]
 * @property {unknown} [message]
 */

const levels = ["info", "warning", "error"];
const kinds = ["request", "attempt", "step", "fault"];

/**
 * The entry in a line. What the Worker writes as an error, wrangler decorates: `✘ [ERROR] {…}`.
 *
 * @param {string} line
 * @returns {{ entry?: Entry; json: string; decorated: boolean }}
 */
export function readEntry(line) {
	const [, decoration, json = ""] = line.match(/^(\S+ \[[A-Z]+\] )?(\{.*\})\s*$/s) ?? [];
	const value = parse(json);
	return isEntry(value) ? { entry: value, json, decorated: decoration !== undefined } : { json, decorated: false };
}

/**
 * @param {string} json
 * @returns {unknown}
 */
function parse(json) {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}

/**
 * @param {unknown} value
 * @returns {value is Entry}
 */
const isEntry = (value) =>
	typeof value === "object" &&
	value !== null &&
	"time" in value &&
	!Number.isNaN(Date.parse(String(value.time))) &&
	"level" in value &&
	levels.includes(String(value.level)) &&
	"kind" in value &&
	kinds.includes(String(value.kind));

/** @param {string} line */
export const isInformation = (line) => readEntry(line).entry?.level === "info";
