/**
 * Only this file writes to the log. Each line is JSON and has the same keys everywhere. No line contains a secret, a body,
 * the value of a query parameter or a whole address (contract: Observability 2).
 */
type Level = "info" | "warning" | "error";
type Kind = "request" | "attempt" | "step" | "fault";

interface Line {
	request_id?: string | undefined;
	operation_id?: string | null;
	/** The pattern of the route. The path itself may contain ids and must not be logged. */
	route?: string;
	method?: string;
	status?: number | null;
	code?: string | null;
	tenant_id?: string | null;
	credential_id?: string | null;
	duration_ms?: number;
	gate_ms?: number;
	gate_trips?: number;
	db_ms?: number;
	db_trips?: number;
	rows_read?: number;
	rows_written?: number;
	replayed?: boolean;
	dry_run?: boolean;
	delivery_id?: string;
	event_type?: string;
	attempt?: number;
	outcome?: string;
	step?: string;
	database?: string;
	message?: string;
}

function write(level: Level, kind: Kind, line: Line): void {
	const text = JSON.stringify({ time: new Date().toISOString(), level, kind, ...line }).replace(lineEnds, escaped);
	if (level === "info") console.log(text);
	else console.error(text);
}

/** JSON does not escape these, and many tools read them as the end of a line. */
const lineEnds = /[\u0085\u2028\u2029]/g;
const escaped = (end: string): string => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`;

export const log = {
	info: (kind: Kind, line: Line) => write("info", kind, line),
	warning: (kind: Kind, line: Line) => write("warning", kind, line),
	error: (kind: Kind, line: Line) => write("error", kind, line),
};
