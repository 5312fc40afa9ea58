import { expect, it } from "vitest";
import { Findings } from "../../lab/chaos/drill.ts";
import { checkSamples, type Sample } from "../../lab/chaos/samples.ts";
import { Dice } from "../../lab/harness/fuzz/dice.ts";

const steady: Sample = { p50: 10, p95: 30, memory: 400, oldest: 1000, waiting: 0 };
const looks = (change: (n: number) => Partial<Sample>): Sample[] =>
	Array.from({ length: 60 }, (_, n) => ({ ...steady, ...change(n) }));

function brokenBy(all: Sample[]): string[] {
	const findings = new Findings();
	checkSamples(all, findings);
	return findings.broken;
}

it.each<[string, (n: number) => Partial<Sample>]>([
	["stays as it is", () => ({})],
	["grows while it warms up", (n) => ({ memory: Math.min(400, 200 + 20 * n) })],
	["has single slow answers", (n) => ({ p95: n % 10 === 0 ? 900 : 30 })],
	["tells no memory", () => ({ memory: null })],
])("a soak whose service %s holds", (_, change) => {
	expect(brokenBy(looks(change))).toEqual([]);
});

it.each<[string, (n: number) => Partial<Sample>]>([
	["holds more and more memory", (n) => ({ memory: 400 + 10 * n })],
	["becomes slower and slower", (n) => ({ p95: 30 + 5 * n })],
	["leaves a due delivery for two minutes", (n) => ({ oldest: n === 40 ? 120_000 : 1000 })],
])("a soak whose service %s is broken", (_, change) => {
	expect(brokenBy(looks(change))).toHaveLength(1);
});

it("the same seed and number give the same dice, and others give others", () => {
	const drawn = (seed: number, number: number) => new Dice(seed, number).hex(16);
	expect(drawn(1, 2)).toBe(drawn(1, 2));
	expect(new Set([drawn(1, 2), drawn(1, 3), drawn(2, 2), drawn(2, 3)]).size).toBe(4);
});

it("what breaks a promise several times is told once, with its number", () => {
	const findings = new Findings();
	for (const holds of [true, false, false]) findings.expect(holds, "It was lost.");
	expect(findings.broken).toEqual(["It was lost. (2 times)"]);
});
