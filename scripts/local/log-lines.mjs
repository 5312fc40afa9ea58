// What the Worker says of its requests, attempts, steps and faults, made readable.
import { readEntry } from "./log-entry.mjs";

/** @import { Entry } from "./log-entry.mjs" */
/** @typedef {"readable" | "errors" | "json"} LogMode */
/** @typedef {(text: string) => string} Paint */
/** @typedef {{ dim: Paint; good: Paint; warning: Paint; bad: Paint }} Paints */

/** Wide enough for the longest operation id. */
const operationWidth = 28;

/**
 * Makes a function that tells how a line is shown, and undefined for one that is not. Lines that are no entries stay
 * as they are.
 *
 * @param {LogMode} mode
 * @param {{ colour: boolean }} options
 * @returns {(line: string) => string | undefined}
 */
export function logFormatter(mode, { colour }) {
	const paints = paintsFor(colour);
	let afterDecorated = false;
	return (line) => {
		const { entry, json, decorated } = readEntry(line);
		// Wrangler sets an empty line after what it decorates.
		const isPadding = afterDecorated && line.trim() === "";
		afterDecorated = decorated || isPadding;
		if (isPadding) return undefined;
		if (!entry) return line;
		if (mode === "json") return json;
		return isShown(entry, mode) ? formatters[entry.kind](entry, paints) : undefined;
	};
}

/**
 * Local development takes the schedule's steps every two seconds: those that went well would hide all else.
 *
 * @param {Entry} entry
 * @param {LogMode} mode
 */
const isShown = ({ level, kind }, mode) => level !== "info" || (mode !== "errors" && kind !== "step");

/** @type {Record<Entry["kind"], (entry: Entry, paints: Paints) => string>} */
const formatters = {
	request: (entry, paints) =>
		columns(
			clockTime(entry),
			status(entry, paints),
			(text(entry.operation_id) || text(entry.method)).padEnd(operationWidth),
			duration(entry),
			trips(entry),
			paints.warning(text(entry.code)),
			entry.replayed === true ? "replayed" : "",
			entry.dry_run === true ? "dry run" : "",
			paints.dim(text(entry.request_id)),
		),
	attempt: (entry, paints) =>
		columns(
			clockTime(entry),
			`attempt ${text(entry.attempt)}`.padEnd(10),
			status(entry, paints),
			duration(entry),
			paints.dim(text(entry.delivery_id)),
			text(entry.outcome),
			text(entry.message),
		),
	step: (entry, paints) => trouble(entry, paints),
	fault: (entry, paints) => trouble(entry, paints),
};

/**
 * @param {Entry} entry
 * @param {Paints} paints
 */
const trouble = (entry, paints) =>
	columns(
		clockTime(entry),
		levelPaint(entry, paints)(entry.level.padEnd(7)),
		text(entry.step) || text(entry.operation_id),
		text(entry.message),
		text(entry.code),
		paints.dim(text(entry.request_id) || text(entry.delivery_id)),
	);

/** @param {string[]} cells */
const columns = (...cells) => cells.filter((cell) => cell !== "").join("  ");

/** @param {Entry} entry */
const clockTime = ({ time }) => new Date(time).toTimeString().slice(0, 8);

/**
 * @param {Entry} entry
 * @param {Paints} paints
 */
function status(entry, { good, warning, bad }) {
	const shown = text(entry.status).padEnd(3);
	if (typeof entry.status !== "number") return bad(shown.replace("   ", "–  "));
	return (entry.status < 400 ? good : entry.status < 500 ? warning : bad)(shown);
}

/** @param {Entry} entry */
const duration = ({ duration_ms: ms }) => (typeof ms === "number" ? `${Math.round(ms)} ms` : "").padStart(8);

/** @param {Entry} entry */
const trips = ({ gate_trips, db_trips }) =>
	(text(gate_trips) || text(db_trips) ? `gate ${text(gate_trips) || 0} · db ${text(db_trips) || 0}` : "").padEnd(13);

/**
 * @param {Entry} entry
 * @param {Paints} paints
 */
const levelPaint = ({ level }, { dim, warning, bad }) => ({ info: dim, warning, error: bad })[level];

/**
 * A value on one line. What it holds may come from a caller: nothing in it may steer the terminal.
 *
 * @param {unknown} value
 */
const text = (value) =>
	typeof value === "string" || typeof value === "number"
		? String(value)
				.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
				.trim()
		: "";

/**
 * @param {boolean} colour
 * @returns {Paints}
 */
function paintsFor(colour) {
	const paint = (/** @type {number} */ code) => (/** @type {string} */ text) =>
		colour && text !== "" ? `\x1b[${code}m${text}\x1b[0m` : text;
	return { dim: paint(2), good: paint(32), warning: paint(33), bad: paint(31) };
}
