import { expect, it } from "vitest";
import { differences } from "../../lab/hot-paths/kept-counts.ts";

const path = "GET a client";
const kept = { [path]: { code: 100_000, statements: 3 } };
const faultsOf = (code: number, statements = 3) => differences([{ path, code, statements }], kept);

it("a hot path may run as much code and as many statements as its kept count says", () => {
	for (const code of [90_000, 100_000, 105_000]) expect(faultsOf(code)).toEqual([]);
});

it("a hot path that runs a fifth more code, or one statement more, is a fault", () => {
	expect(faultsOf(120_000)).toEqual([expect.stringMatching(/runs 20 % more code/)]);
	expect(faultsOf(100_000, 4)).toEqual([expect.stringMatching(/4 statements instead of 3/)]);
});

it("a hot path that got cheaper must be kept so, and a new one needs a count", () => {
	expect(faultsOf(80_000)).toEqual([expect.stringMatching(/runs less than before/)]);
	expect(faultsOf(100_000, 2)).toEqual([expect.stringMatching(/runs less than before/)]);
	expect(differences([{ path: "GET all", code: 1, statements: 1 }], kept)).toEqual([
		expect.stringMatching(/no kept count/),
	]);
});
