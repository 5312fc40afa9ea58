import { expect, it } from "vitest";
import { countedD1, countedGates } from "../../lab/bench/counting/bindings.ts";
import { noCounts } from "../../lab/bench/counting/counts.ts";
import { roundOf, spreadOf } from "../../lab/bench/figures.ts";
import { timeOfParts } from "../../lab/bench/profile.ts";
import type { Measured, Result } from "../../lab/bench/report.ts";
import type { ContenderName } from "../../lab/bench/runtime.ts";
import type { Kind } from "../../lab/bench/scenarios/scenario.ts";
import { targets } from "../../lab/bench/targets.ts";

const measured = (who: ContenderName, perSecond: number, cpuMs: number, rowsRead = 0): Measured => ({
	who,
	rounds: [{ perSecond, p50: 1, p95: 2, p99: 3, cpuMs }],
	cost: { untilAnswer: { ...noCounts(), rowsRead }, afterwards: noCounts() },
});
const result = (kind: Kind, ...contenders: Measured[]): Result => ({ name: kind, kind, contenders });
const missed = (...results: Result[]) => targets(results).flatMap(({ target, holds }) => (holds ? [] : [target]));

it("a target holds up to its bound, and not beyond it", () => {
	const beside = (perSecond: number, cpuMs: number) => (kind: Kind) =>
		result(kind, measured("floor", 1000, 1), measured("product", perSecond, cpuMs));
	expect(missed(beside(1000 / 1.15, 1.15)("read"), beside(1000 / 1.35, 1.35)("keyed POST"))).toEqual([]);
	expect(missed(beside(1000 / 1.4, 1.4)("booking"), beside(1000 / 1.25, 1.25)("free times"))).toEqual([]);
	expect(missed(beside(860, 1.16)("read"))).toEqual(["floor ÷ product ≤ 1.15", "CPU ÷ floor's ≤ 1.15"]);
	expect(missed(beside(700, 1)("keyed POST"))).toEqual(["floor ÷ product ≤ 1.35"]);
	expect(missed(beside(1, 9)("other"))).toEqual([]);
	const peer = measured("better-auth", 500, 1);
	expect(missed(result("key check", measured("product", 1499, 1), peer))).toEqual(["product ÷ better-auth ≥ 3"]);
	expect(missed(result("key check", measured("product", 1500, 1), peer))).toEqual([]);
	const queue = measured("plain-queue", 10, 1);
	expect(missed(result("fan-out", measured("product", 9, 1), queue))).toEqual(["product ÷ plain-queue ≥ 1"]);
	expect(missed(result("fan-out", measured("product", 10, 1), queue))).toEqual([]);
});

it("an agent's read may cost so many times the request of /v1", () => {
	const read = (cpuMs: number) => result("agent", measured("product", 1, 1), measured("agent", 1, cpuMs));
	expect(missed(read(1.35))).toEqual([]);
	expect(missed(read(1.36))).toEqual(["CPU ÷ that of the request of /v1 ≤ 1.35"]);
});

it("the rows that follow the answer count, too", () => {
	const product = measured("product", 1, 1);
	const writing = (before: number, after: number): Measured => ({
		...product,
		cost: {
			untilAnswer: { ...noCounts(), rowsWritten: before },
			afterwards: { ...noCounts(), rowsWritten: after },
		},
	});
	expect(missed(result("fan-out", writing(200, 120)), result("booking", writing(14, 0)))).toEqual([]);
	expect(missed(result("fan-out", writing(200, 121)), result("booking", writing(14, 1)))).toEqual([
		"rows written ≤ 320",
		"rows written ≤ 14",
	]);
});

it("a page must stay as cheap as that of the shortest list", () => {
	const page = (cpuMs: number, rows: number) => result("page", measured("product", 100, cpuMs, rows));
	expect(missed(page(2, 51), page(2.5, 60))).toEqual([]);
	expect(missed(page(2, 51), page(2.6, 51))).toEqual(["CPU ÷ that of the shortest list ≤ 1.25"]);
	expect(missed(page(2, 51), page(2, 61))).toEqual(["rows read ≤ 60"]);
});

it("a system that does not tell the CPU time misses no target by it", () => {
	const unknown = (who: ContenderName) => ({
		...measured(who, 100, 0),
		rounds: [{ ...roundOf({ latencies: [1], seconds: 1 }, null) }],
	});
	expect(targets([result("read", unknown("floor"), unknown("product"))])).toHaveLength(1);
});

it("the spread of rounds is their median, least and most", () => {
	expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 });
	expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, least: 1, most: 4 });
	const latencies = Array.from({ length: 100 }, (_, n) => n + 1);
	expect(roundOf({ latencies, seconds: 2 }, 300)).toEqual({ perSecond: 50, p50: 50, p95: 95, p99: 99, cpuMs: 3 });
});

/** A namespace whose objects answer when the test lets them. */
function newNamespace() {
	const answers: (() => void)[] = [];
	const enter = () => new Promise<void>((resolve) => answers.push(resolve));
	return { namespace: { getByName: () => ({ enter }) }, answers };
}

it("trips at the same moment count once in sequence, and those that end after the answer count as later", async () => {
	const [untilAnswer, afterwards] = [noCounts(), noCounts()];
	const book = { open: untilAnswer };
	const { namespace, answers } = newNamespace();
	const gate = countedGates(namespace, book).getByName();
	const first = [gate.enter(), gate.enter()];
	for (const answer of answers.splice(0)) answer();
	await Promise.all(first);
	const last = gate.enter();
	book.open = afterwards;
	answers[0]?.();
	await last;
	expect([untilAnswer.gate, afterwards.gate]).toEqual([
		{ calls: 2, inSequence: 1 },
		{ calls: 1, inSequence: 1 },
	]);
});

it("the rows of each statement of a batch are counted", async () => {
	const account = noCounts();
	const statement = { bind: () => statement, all: async () => ({ results: [{ id: 1 }], meta: rows(2, 0) }) };
	const rows = (rows_read: number, rows_written: number) => ({ rows_read, rows_written });
	const d1 = {
		prepare: () => statement,
		batch: async (all: unknown[]) => all.map(() => ({ meta: rows(1, 3) })),
	} as unknown as D1Database;
	const counted = countedD1(d1, { open: account });
	expect(await counted.prepare("SELECT 1").bind().first()).toEqual({ id: 1 });
	await counted.batch([counted.prepare("INSERT"), counted.prepare("INSERT")]);
	expect(account).toMatchObject({ d1: { calls: 2, inSequence: 2 }, rowsRead: 4, rowsWritten: 6 });
});

it("a profile tells the time of each folder and each library, and of nothing that is not the product's", () => {
	const map = {
		version: 3,
		file: "worker.js",
		sources: ["../src/platform/gate/object/gate.ts", "../node_modules/@hono/zod-validator/index.js"],
		sourcesContent: [],
		sourceRoot: "",
		names: [],
		mappings: "AAAA;ACAA",
	};
	const frame = (functionName: string, url = "", lineNumber = -1) => ({
		callFrame: { functionName, url, lineNumber, columnNumber: 0 },
	});
	const nodes = [
		{ id: 1, ...frame("(idle)") },
		{ id: 2, ...frame("enter", "worker.js", 0) },
		{ id: 3, ...frame("validate", "worker.js", 1) },
		{ id: 4, ...frame("fetch") },
		{ id: 5, ...frame("all", "cloudflare-internal:d1-api", 0) },
		{ id: 6, ...frame("(garbage collector)") },
	];
	const times = timeOfParts({ nodes, samples: [1, 2, 3, 2, 4, 5, 6], timeDeltas: [900, 10, 20, 30, 1, 2, 15] }, map);
	expect(times).toEqual([
		["src/platform/gate/", 40],
		["@hono/zod-validator", 20],
		["garbage collection", 15],
		["calls into the runtime", 3],
	]);
});
