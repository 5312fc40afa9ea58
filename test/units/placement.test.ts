import { describe, expect, it } from "vitest";
import { chooseDatabase, type DatabaseCandidate, fullBytes } from "../../src/domain/access/databases/choose.ts";

const mebi = 1024 ** 2;
const empty = (n: number): DatabaseCandidate => ({
	id: `DATA_${n}`,
	region: "any",
	sizeBytes: 0,
	placedSince: 0,
	isAway: false,
});
const anywhere = { region: "any", bytesPerTenant: mebi } as const;

/** The same numbers at every run. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1664525 + 1013904223) % 2 ** 32;
		return state / 2 ** 32;
	};
}

/** The bytes of a studio in a month, log-normal: the largest of ten thousand has about 250 times the median. */
function bytesPerMonth(random: () => number): number {
	const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
	return 0.1 * mebi * Math.exp(1.5 * normal);
}

interface Filled extends DatabaseCandidate {
	tenants: number;
	growth: number;
}

/** Places tenants over some years. They grow by the day, and the databases tell their sizes once a day. */
function simulate({ tenants, databases, seed }: { tenants: number; databases: number; seed: number }): Filled[] {
	const random = randomFrom(seed);
	const filled: Filled[] = Array.from({ length: databases }, (_, n) => ({ ...empty(n + 1), tenants: 0, growth: 0 }));
	const days = 1000;
	for (let placed = 0, day = 1; day <= days; day++) {
		for (; placed < (tenants * day) / days; placed++) {
			const known = filled.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / Math.max(1, placed);
			const id = chooseDatabase(filled, { region: "any", bytesPerTenant: Math.max(mebi, known) });
			const chosen = filled.find((one) => one.id === id);
			if (!chosen) throw new Error("No database has room.");
			chosen.placedSince++;
			chosen.tenants++;
			chosen.growth += bytesPerMonth(random) / 30;
		}
		for (const one of filled) Object.assign(one, { sizeBytes: one.sizeBytes + one.growth, placedSince: 0 });
	}
	return filled;
}

const spread = (values: number[]): number => {
	const even = values.reduce((sum, value) => sum + value, 0) / values.length;
	return Math.max(...values.map((value) => Math.abs(value - even) / even));
};

describe("the database for a new tenant", () => {
	it.each([1, 2, 3, 4, 5])("leaves 10 000 tenants, some of them large, within a fifth of even (%i)", (seed) => {
		const filled = simulate({ tenants: 10_000, databases: 12, seed });
		expect(filled.reduce((sum, { tenants }) => sum + tenants, 0)).toBe(10_000);
		expect(spread(filled.map(({ sizeBytes }) => sizeBytes))).toBeLessThan(0.2);
	});

	it("is another one each time, as long as their sizes do not tell what was placed", () => {
		const databases = [empty(1), empty(2), empty(3)];
		for (let n = 0; n < 300; n++) {
			const id = chooseDatabase(databases, anywhere);
			for (const one of databases) if (one.id === id) one.placedSince++;
		}
		expect(databases.map(({ placedSince }) => placedSince)).toEqual([100, 100, 100]);
	});

	it("is a new and empty one until it has as much as the others", () => {
		const databases = [{ ...empty(1), sizeBytes: 500 * mebi }, empty(2)];
		expect(chooseDatabase(databases, anywhere)).toBe("DATA_2");
		expect(chooseDatabase([...databases.slice(0, 1), { ...empty(2), placedSince: 501 }], anywhere)).toBe("DATA_1");
	});

	it("lies in the region that the tenant must be in", () => {
		const databases: DatabaseCandidate[] = [empty(1), { ...empty(2), region: "eu", sizeBytes: 900 * mebi }];
		expect(chooseDatabase(databases, { ...anywhere, region: "eu" })).toBe("DATA_2");
		expect(chooseDatabase(databases, anywhere)).toBe("DATA_1");
		expect(chooseDatabase([empty(1)], { ...anywhere, region: "eu" })).toBeUndefined();
	});

	it("is none that is full or does not answer", () => {
		const full = { ...empty(1), sizeBytes: fullBytes };
		const away = { ...empty(2), isAway: true };
		expect(chooseDatabase([full, away, { ...empty(3), sizeBytes: fullBytes - 1 }], anywhere)).toBe("DATA_3");
		expect(chooseDatabase([full, away], anywhere)).toBeUndefined();
	});
});
