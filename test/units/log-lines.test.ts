import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { logFormatter } from "../../scripts/local/log-lines.ts";

const time = "2026-11-21T14:03:22.123Z";
/** This machine may be in any time zone. */
const clock = new Date(time).toTimeString().slice(0, 8);

const request = {
	time,
	level: "info",
	kind: "request",
	request_id: "req_1",
	operation_id: "createClient",
	method: "POST",
	status: 201,
	code: null,
	duration_ms: 12.4,
	gate_ms: 2,
	gate_trips: 1,
	db_ms: 6,
	db_trips: 2,
};
const refusal = {
	...request,
	level: "warning",
	operation_id: "automationFindOrCreateClient",
	status: 429,
	code: "rate_limit_exceeded",
	duration_ms: 1204,
	db_trips: 0,
};
const attempt = {
	time,
	level: "warning",
	kind: "attempt",
	delivery_id: "wbd_1",
	attempt: 3,
	status: 500,
	duration_ms: 87,
	outcome: "retried",
};
const fault = { time, level: "error", kind: "fault", request_id: "req_1", message: "no such table: clients" };
const step = { time, level: "info", kind: "step", step: "sweep", duration_ms: 3 };

const plain = logFormatter("readable", { colour: false });
const shown = (entry: object) => plain(JSON.stringify(entry));

describe("in the readable log", () => {
	it("a request is one line, in columns", () => {
		expect(shown(request)).toBe(`${clock}  201  createClient                     12 ms  gate 1 · db 2  req_1`);
		expect(shown(refusal)).toBe(
			`${clock}  429  automationFindOrCreateClient   1204 ms  gate 1 · db 0  rate_limit_exceeded  req_1`,
		);
	});

	it("a request of no operation goes by its method", () => {
		const { operation_id, gate_trips, db_trips, ...unknown } = { ...request, status: 404 };
		expect(shown(unknown)).toBe(`${clock}  404  POST                             12 ms                 req_1`);
	});

	it("a replayed answer is called one", () => {
		expect(shown({ ...request, replayed: true })).toMatch(/ {2}replayed {2}req_1$/);
		expect(shown({ ...request, replayed: false })).not.toContain("replayed");
	});

	it("an attempt tells its number, its answer and what becomes of the delivery", () => {
		expect(shown(attempt)).toBe(`${clock}  attempt 3   500     87 ms  wbd_1  retried`);
	});

	it("an attempt without an answer tells why", () => {
		const unreached = { ...attempt, attempt: 12, status: null, outcome: "dead", message: "Connection refused" };
		expect(shown(unreached)).toBe(`${clock}  attempt 12  –       87 ms  wbd_1  dead  Connection refused`);
	});

	it("a fault tells its message", () => {
		expect(shown(fault)).toBe(`${clock}  error    no such table: clients  req_1`);
	});

	it("a step is told where it went wrong, and only there", () => {
		expect(shown(step)).toBeUndefined();
		expect(shown({ ...step, level: "warning", message: "took 40 s" })).toBe(`${clock}  warning  sweep  took 40 s`);
	});

	it.each([
		"",
		"hello",
		"{}",
		"{ not JSON }",
		"✘ [ERROR] Could not resolve ./foo.ts",
		'{"level":"info","kind":"request"}',
		'{"time":"yesterday","level":"info","kind":"request"}',
		`{"time":"${time}","level":"loud","kind":"request"}`,
		`{"time":"${time}","level":"info","kind":"toString"}`,
	])("what is no entry stays as it is: %j", (line) => {
		expect(plain(line)).toBe(line);
	});

	it("nothing that a caller wrote begins a new line or steers the terminal", () => {
		const line = shown({ ...fault, message: "one\r\ntwo\u001b[2J\u202ethree\u2028four" });
		expect(line).toBe(`${clock}  error    one two [2J three four  req_1`);
	});

	it("colour is added where it is wanted, and changes no column", () => {
		const coloured = logFormatter("readable", { colour: true });
		for (const entry of [request, refusal, attempt, fault]) {
			const line = coloured(JSON.stringify(entry)) ?? "";
			expect(line).toContain("\u001b[");
			expect(stripVTControlCharacters(line)).toBe(shown(entry));
		}
	});
});

it("LOG=errors shows warnings and errors alone", () => {
	const format = logFormatter("errors", { colour: false });
	expect(format(JSON.stringify(request))).toBeUndefined();
	expect(format(JSON.stringify(refusal))).toBe(shown(refusal));
	expect(format(JSON.stringify(fault))).toBe(shown(fault));
	expect(format("hello")).toBe("hello");
});

it("LOG=json shows every entry as the Worker wrote it", () => {
	const format = logFormatter("json", { colour: true });
	for (const entry of [request, step, fault]) expect(format(JSON.stringify(entry))).toBe(JSON.stringify(entry));
});
