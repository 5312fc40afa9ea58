// Makes the lines of the Worker's log readable.
export type LogMode = "readable" | "errors" | "json";
type Paint = (text: string) => string;
type Paints = Record<"dim" | "good" | "warning" | "bad", Paint>;

/** A line from `src/platform/log.ts`. Any other field may be missing. */
interface Entry extends Record<string, unknown> {
	time: string;
	level: "info" | "warning" | "error";
	kind: "request" | "attempt" | "step" | "fault";
}

/** Wide enough for the longest operation id. */
const operationWidth = 28;

/**
 * Makes a function that formats a line, or returns undefined for a hidden one. A line that is no entry stays as it is.
 */
export function logFormatter(mode: LogMode, { colour }: { colour: boolean }): (line: string) => string | undefined {
	const paints = paintsFor(colour);
	return (line) => {
		const entry = readEntry(line);
		if (!entry || mode === "json") return line;
		return isShown(entry, mode) ? formatters[entry.kind](entry, paints) : undefined;
	};
}

export function readEntry(line: string): Entry | undefined {
	try {
		const { time, level, kind, ...rest } = JSON.parse(line);
		const isEntry = Date.parse(time) > 0 && /^(info|warning|error)$/.test(level) && Object.hasOwn(formatters, kind);
		return isEntry ? { time, level, kind, ...rest } : undefined;
	} catch {
		return undefined;
	}
}

/** The scheduled work runs again and again. Its successful steps would hide everything else. */
const isShown = ({ level, kind }: Entry, mode: LogMode) => level !== "info" || (mode !== "errors" && kind !== "step");

const formatters: Record<Entry["kind"], (entry: Entry, paints: Paints) => string> = {
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

const trouble = (entry: Entry, paints: Paints) =>
	columns(
		clockTime(entry),
		{ info: paints.dim, warning: paints.warning, error: paints.bad }[entry.level](entry.level.padEnd(7)),
		text(entry.step) || text(entry.operation_id),
		text(entry.message),
		text(entry.code),
		paints.dim(text(entry.request_id) || text(entry.delivery_id)),
	);

const columns = (...cells: string[]) => cells.filter((cell) => cell !== "").join("  ");

const clockTime = ({ time }: Entry) => new Date(time).toTimeString().slice(0, 8);

function status(entry: Entry, { good, warning, bad }: Paints): string {
	if (typeof entry.status !== "number") return bad("–  ");
	return (entry.status < 400 ? good : entry.status < 500 ? warning : bad)(String(entry.status).padEnd(3));
}

const duration = ({ duration_ms: ms }: Entry) => (typeof ms === "number" ? `${Math.round(ms)} ms` : "").padStart(8);

const trips = ({ gate_trips, db_trips }: Entry) =>
	(text(gate_trips) || text(db_trips) ? `gate ${text(gate_trips) || 0} · db ${text(db_trips) || 0}` : "").padEnd(13);

/** A value in one line, without control characters, because it may come from a caller. */
const text = (value: unknown) =>
	typeof value === "string" || typeof value === "number"
		? String(value)
				.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
				.trim()
		: "";

function paintsFor(colour: boolean): Paints {
	const paint = (code: number) => (text: string) => (colour && text !== "" ? `\x1b[${code}m${text}\x1b[0m` : text);
	return { dim: paint(2), good: paint(32), warning: paint(33), bad: paint(31) };
}
