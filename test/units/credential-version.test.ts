import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	beginChange,
	endChange,
	judgeReading,
	unknownVersion,
	type VersionState,
} from "../../src/platform/gate/object/credential-version.ts";

const lapseMs = 95_000;
/** The time from the first announcement to the end of the transaction: 60 s to tell all gates, and 30 s in D1. */
const transactionMs = 90_000;
/** A reading reaches the gate within this time. Nobody waits for a request that takes longer. */
const readingMs = lapseMs - transactionMs - 1;

const fresh = (version: number) => ({ version, fresh: true });
const remembered = (version: number) => ({ version, fresh: false });

/** The gate of a tenant with the database and some isolates. Each method is one step that can happen. */
class Model {
	now = 0;
	gate: VersionState = unknownVersion;
	database = 1;
	/** The highest version whose change was answered, or whose announcement lapsed after its commit. */
	settled = 1;
	readonly isolates: (number | null)[] = [null, null, null];
	readonly reading: ({ version: number; at: number } | null)[] = [null, null, null];
	readonly changes: { name: string; begunAt: number; committed: number | null; crashed: boolean }[] = [];
	private count = 0;

	begin() {
		const name = `change-${this.count++}`;
		this.gate = beginChange(this.gate, name, this.now);
		this.changes.push({ name, begunAt: this.now, committed: null, crashed: false });
	}

	commit(n: number) {
		const change = this.pick(n);
		if (!change || change.committed !== null || this.now - change.begunAt > transactionMs) return;
		this.database++;
		change.committed = this.database;
	}

	end(n: number) {
		const change = this.pick(n);
		if (!change || change.crashed) return;
		this.gate = endChange(this.gate, change.name, change.committed);
		this.settled = Math.max(this.settled, change.committed ?? 0);
		this.changes.splice(this.changes.indexOf(change), 1);
	}

	crash(n: number) {
		const change = this.pick(n);
		if (change) change.crashed = true;
	}

	wait(ms: number) {
		this.now += ms;
		for (const { crashed, begunAt, committed } of this.changes)
			if (crashed && this.now - begunAt >= lapseMs) this.settled = Math.max(this.settled, committed ?? 0);
	}

	read(isolate: number) {
		this.reading[isolate] = { version: this.database, at: this.now };
	}

	/** An isolate sends the gate what it has just read, or what it remembers. */
	request(isolate: number, usesMemory: boolean) {
		const settled = this.settled;
		const underWay = this.reading[isolate];
		const memory = this.isolates[isolate];
		if (usesMemory && memory != null) {
			const { current, state } = judgeReading(this.gate, remembered(memory), this.now);
			this.gate = state;
			if (current)
				expect(memory, "a remembered credential from before a settled change").toBeGreaterThanOrEqual(settled);
		} else if (underWay && this.now - underWay.at <= readingMs) {
			const { current, state } = judgeReading(this.gate, fresh(underWay.version), this.now);
			this.gate = state;
			this.isolates[isolate] = underWay.version;
			this.reading[isolate] = null;
			expect(current, "what was read for the request at hand").toBe(true);
		}
	}

	private pick(n: number) {
		return this.changes[n % Math.max(this.changes.length, 1)];
	}
}

const step = fc.oneof(
	fc.constant((m: Model) => m.begin()),
	fc.nat(3).map((n) => (m: Model) => m.commit(n)),
	fc.nat(3).map((n) => (m: Model) => m.end(n)),
	fc.nat(3).map((n) => (m: Model) => m.crash(n)),
	fc
		.oneof(fc.nat(100), fc.constantFrom(readingMs, transactionMs, lapseMs, lapseMs + 1))
		.map((ms) => (m: Model) => m.wait(ms)),
	fc.nat(2).map((isolate) => (m: Model) => m.read(isolate)),
	fc.tuple(fc.nat(2), fc.boolean()).map(
		([isolate, memory]) =>
			(m: Model) =>
				m.request(isolate, memory),
	),
);

describe("a remembered credential", () => {
	test("from before a change is never trusted once the change was answered, nor after a crash once it lapsed, in any order of events", () => {
		fc.assert(
			fc.property(fc.array(step, { minLength: 5, maxLength: 60, size: "max" }), (steps) => {
				const model = new Model();
				for (const take of steps) take(model);
			}),
			{ numRuns: 20_000 },
		);
	});

	test("is trusted as long as nothing changes", () => {
		const { state } = judgeReading(unknownVersion, fresh(4), 0);
		expect(judgeReading(state, remembered(4), 1e9).current).toBe(true);
	});

	test("is trusted again after a change that was refused", () => {
		const known = judgeReading(unknownVersion, fresh(4), 0).state;
		const announced = beginChange(known, "a", 10);
		expect(judgeReading(announced, remembered(4), 11).current).toBe(false);
		expect(judgeReading(endChange(announced, "a", null), remembered(4), 12).current).toBe(true);
	});

	test("is not trusted by a gate that knows nothing, until somebody has read", () => {
		expect(judgeReading(unknownVersion, remembered(4), 0).current).toBe(false);
		const { state } = judgeReading(unknownVersion, fresh(5), 0);
		expect(judgeReading(state, remembered(4), 0).current).toBe(false);
		expect(judgeReading(state, remembered(5), 0).current).toBe(true);
	});
});

describe("around a change", () => {
	const known = judgeReading(unknownVersion, fresh(1), 0).state;

	test("only what was read for the request at hand is taken", () => {
		const announced = beginChange(known, "a", 0);
		expect(judgeReading(announced, remembered(1), 1).current).toBe(false);
		expect(judgeReading(announced, fresh(1), 1).current).toBe(true);
		expect(judgeReading(announced, fresh(2), 1).current).toBe(true);
	});

	test("what was read for the request at hand is taken after it too, but neither trusted later nor learned from", () => {
		const done = endChange(beginChange(known, "a", 0), "a", 2);
		const { current, state } = judgeReading(done, fresh(1), 1);
		expect(current).toBe(true);
		expect(judgeReading(state, remembered(1), 2).current).toBe(false);
		expect(judgeReading(state, remembered(2), 2).current).toBe(true);
	});

	test("a control database that was restored to an earlier state is read for each request, and refuses nobody", () => {
		const ahead = judgeReading(unknownVersion, fresh(40), 0).state;
		const restored = judgeReading(ahead, fresh(7), 1);
		expect(restored.current).toBe(true);
		expect(judgeReading(restored.state, remembered(7), 2).current).toBe(false);
		expect(judgeReading(restored.state, fresh(41), 3).state.version).toBe(41);
	});

	test("the end of one does not end another", () => {
		const both = beginChange(beginChange(known, "a", 0), "b", 0);
		const one = endChange(both, "a", 2);
		expect(judgeReading(one, remembered(2), 1).current).toBe(false);
		expect(judgeReading(endChange(one, "b", 3), remembered(3), 1).current).toBe(true);
	});

	test("ends that arrive in another order than the commits leave the highest version", () => {
		const both = beginChange(beginChange(known, "a", 0), "b", 0);
		const ended = endChange(endChange(both, "b", 3), "a", 2);
		expect(judgeReading(ended, remembered(2), 1).current).toBe(false);
		expect(judgeReading(ended, remembered(3), 1).current).toBe(true);
	});

	test("a crash leaves the memory untrusted until the next reading after its deadline", () => {
		const crashed = beginChange(known, "a", 0);
		expect(judgeReading(crashed, remembered(1), lapseMs - 1).current).toBe(false);
		const lapsed = judgeReading(crashed, remembered(1), lapseMs + 1);
		expect(lapsed.current).toBe(false);
		const learned = judgeReading(lapsed.state, fresh(2), lapseMs + 2);
		expect(learned.current).toBe(true);
		expect(judgeReading(learned.state, remembered(1), lapseMs + 3).current).toBe(false);
		expect(judgeReading(learned.state, remembered(2), lapseMs + 3).current).toBe(true);
	});

	test("a crashed one does not stay announced behind others that ended well", () => {
		const crashed = beginChange(known, "a", 0);
		const later = endChange(beginChange(crashed, "b", lapseMs + 1), "b", 2);
		const { state } = judgeReading(later, fresh(2), lapseMs + 2);
		expect(state.changing).toEqual({});
		expect(judgeReading(state, remembered(2), lapseMs + 3).current).toBe(true);
	});
});
