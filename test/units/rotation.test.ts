import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/api/v1.ts";
import { newSeed } from "../support/new-seed.ts";
import { pairsOf, turns } from "../support/rotation.ts";
import { allInProcess, type Selection, select } from "../support/selection.ts";
import { isOnServer, tools } from "../support/tools.ts";

const options = { seed: 0, hasOneDatabase: false, isNamed: false, changed: [] };
const everything = select({ ...options, depth: "full" });
const says = (file: string, words: RegExp) => words.test(readFileSync(file, "utf8"));
const files = (words: RegExp) => everything.worker.filter((file) => says(file, words));
const isShort = (file: string) => !file.endsWith(".long.test.ts");
const doesMore = (file: string) => !isShort(file) || says(file, /\/(depth|takes-effect-at-once)\.ts"/);
const counting = files(/tags: \["rows"|@module-tag rows/);
const countingEachTime = files(/tags: \["rows"\]|@module-tag rows/);
const seeds = [7, 1_307_991_513].map((first) => Array.from({ length: turns }, (_, n) => first + n));

describe.each(seeds)("in 20 runs in a row from the seed %i on", (...row) => {
	const runs = (depth: "quick" | "rest", changed: string[] = []): Selection[] =>
		row.map((seed) => select({ ...options, seed, depth, changed }));
	const union = (selections: Selection[], project: keyof Selection) =>
		[...new Set(selections.flatMap((selection) => selection[project]))].sort();

	it("npm test has each file that needs no server, and in two runs those that tell what workerd does", () => {
		const quick = runs("quick");
		for (const project of ["units", "process"] as const)
			expect(union(quick, project)).toEqual(everything[project].filter((file) => isShort(file) && !isOnServer(file)));
		const isAboutBoth = (file: string) => file.startsWith("test/platform/");
		const needed = countingEachTime.filter((file) => isShort(file) && !isAboutBoth(file)).sort();
		for (const [n, { worker, process }] of quick.entries()) {
			const ofTwo = [...worker, ...(quick[n ^ 1]?.worker ?? [])];
			expect(ofTwo.filter((file) => !isAboutBoth(file)).sort()).toEqual(needed);
			expect(worker.filter(isAboutBoth)).toEqual(process.filter(isAboutBoth));
		}
	});

	it("what follows npm test in CI has each file that is tried on servers, which npm test has only after a change", () => {
		const onServers = [...everything.process, ...everything.drills].filter((file) => isOnServer(file));
		expect(onServers.length).toBeGreaterThan(10);
		const had = (selections: Selection[]) => [...union(selections, "process"), ...union(selections, "drills")];
		expect(had(runs("rest"))).toEqual(expect.arrayContaining(onServers));
		expect(had(runs("quick")).filter((file) => isOnServer(file))).toEqual([]);
	});

	it("what follows npm test in CI counts all rows each time", () => {
		for (const { worker } of runs("rest"))
			expect(worker).toEqual(expect.arrayContaining(countingEachTime.filter(isShort)));
	});

	it("what follows npm test in CI has each file in workerd with all of its tests", () => {
		const whole = [...runs("quick"), ...runs("rest")].flatMap(({ worker, onlyRows }) =>
			worker.filter((file) => !onlyRows.includes(file)),
		);
		const inBoth = everything.process.filter((file) => everything.worker.includes(file));
		expect([...new Set(whole)].sort()).toEqual(inBoth.filter(isShort));
	});

	it("what follows npm test in CI has each drill and each file that does more once", () => {
		const rest = runs("rest");
		expect(union([...runs("quick"), ...rest], "drills")).toEqual(everything.drills);
		for (const project of ["units", "process", "worker", "drills"] as const) {
			const counts = Map.groupBy(
				rest.flatMap((selection) => selection[project === "worker" ? "deepInWorkerd" : project]),
				(file) => file,
			);
			const more = everything[project].filter(doesMore);
			const isHere = (file: string) => project !== "worker" || counting.includes(file);
			for (const file of more.filter(isHere)) expect(counts.get(file), file).toHaveLength(1);
		}
		for (const file of everything.worker.filter((name) => name.startsWith("test/platform/")))
			expect(rest.filter(({ worker }) => worker.includes(file)).length, file).toBeGreaterThanOrEqual(1);
		const gate = everything.process.filter((file) => /^test\/(gate|moves)\//.test(file)).filter(isShort);
		for (const { worker } of rest) expect(worker).toEqual(expect.arrayContaining(gate));
	});

	it.each([
		["more cases", 45, 28],
		["more subjects", 28, 45],
		["few cases", 3, 120],
		["as many", 21, 21],
		["no subjects", 3, 0],
	])("each case meets each subject, and each of both is in every run: %s", (_, cases, subjects) => {
		const [numbers, letters] = [
			Array.from({ length: cases }, (_, n) => n),
			Array.from({ length: subjects }, (_, n) => n),
		];
		const inRuns = row.map((seed) => pairsOf(numbers, letters, seed));
		expect(new Set(inRuns.flat().map(String)).size).toBe(cases * subjects);
		if (subjects === 0) return;
		for (const pairs of inRuns) {
			expect(new Set(pairs.map(([one]) => one)).size).toBe(cases);
			expect(new Set(pairs.map(([, subject]) => subject)).size).toBe(subjects);
			expect(pairs.length).toBeLessThanOrEqual(3 * Math.max(cases, subjects));
		}
	});
});

describe("npm run test:fast", () => {
	const fast = select({ ...options, depth: "fast" });
	const texts = fast.process.map((file) => readFileSync(file, "utf8"));

	it.each([...new Set(endpoints.map(({ path }) => path))])("has the operations at %s", (path) => {
		const words = path
			.split(/\/:\w+|\//)
			.filter(Boolean)
			.slice(1);
		expect(texts.some((text) => words.every((word) => text.includes(word)))).toBe(true);
	});

	it("leaves out no unit for good but those that take seconds", () => {
		const changed = select({ ...options, depth: "fast", changed: undefined });
		const left = everything.units.filter((file) => !changed.units.includes(file));
		expect(left).toEqual(
			["busy-times", "command-help", "document-gaps", "linear-time", "passwords", "pictures/hostile", "universe"].map(
				(name) => `test/units/${name}.test.ts`,
			),
		);
	});
});

it("npm test starts each project but the one that measures", () => {
	const project = /\bname: "(\w+)",$/gm;
	const names = [...readFileSync("vitest.config.ts", "utf8").matchAll(project)].map(([, name]) => name);
	const started = [...readFileSync("scripts/test.ts", "utf8").matchAll(/"--project", "(\w+)"/g)].map(
		([, name]) => name,
	);
	expect(started.sort()).toEqual(names.filter((name) => name !== "measured").sort());
	expect(names).toContain("measured");
});

it("all runs share one bundle, because one that is made while another run reads it must be the same", () => {
	expect(readFileSync("vitest.config.ts", "utf8")).toContain("bundledModules([...allInProcess(), ...setupFiles]");
	for (const hasOneDatabase of [false, true])
		for (const depth of ["fast", "quick", "rest", "full"] as const)
			expect(allInProcess()).toEqual(expect.arrayContaining(select({ ...options, depth, hasOneDatabase }).process));
});

it("each file that compares numbers of rows has tests with the tag rows, for which workerd counts them", () => {
	const comparing = files(/\brows(Read|Written)\b|\bcountingRows\b/);
	expect(comparing.length).toBeGreaterThan(20);
	expect(comparing.filter((file) => !counting.includes(file))).toEqual([]);
});

it("no file with the tag full counts rows outside of full runs", () => {
	const full = files(/tags: \["rows", "full"\]/);
	expect(full.length).toBeGreaterThan(3);
	for (const file of full) {
		expect(says(file, /tags: \["rows"\]/), file).toBe(false);
		const before = readFileSync(file, "utf8").split('tags: ["rows", "full"]').slice(0, -1);
		for (const text of before)
			expect(text.match(/\b(it|describe)(InFull)?(?=\(|\.each\()/g)?.at(-1), file).toMatch(/InFull$/);
	}
});

describe("the tests of a tool, and units", () => {
	const isRun = (test: string, changed: string[] | undefined, seed = 3, depth: "quick" | "rest" = "quick"): boolean => {
		const { units, process, drills } = select({ ...options, seed, depth, changed });
		return [...units, ...process, ...drills].includes(test);
	};
	const untouched = (test: string): boolean =>
		seeds[0]?.filter((seed) => isRun(test, [], seed, isOnServer(test) ? "rest" : "quick")).length === 1;

	it.each([
		["client/test/lists.test.ts", "client/src/lists.ts"],
		["test/examples/crm-sync.test.ts", "client/examples/crm-sync.ts"],
		["test/platform/d1.test.ts", "lab/platform/d1/d1.ts"],
		["test/units/simulate.test.ts", "lab/simulate/year.ts"],
		["test/units/changed-files.test.ts", "test/support/changed-files.ts"],
		["test/units/prose.test.ts", "scripts/prose.ts"],
		["test/units/prose.test.ts", "test/units/prose.test.ts"],
		["test/deploy/wrangler.test.ts", "package-lock.json"],
		["test/deploy/restore.test.ts", "scripts/deploy/restoring/restore.ts"],
		["test/drills/start.test.ts", "package-lock.json"],
		["test/drills/crash.test.ts", "src/platform/commit/execute.ts"],
		["test/drills/mail.test.ts", "src/domain/mail/calendar.ts"],
		["test/drills/guides.test.ts", "docs/guides/webhooks.md"],
		["test/drills/oauth-guide.test.ts", "src/api/oauth/revoke.ts"],
		["test/drills/samples.test.ts", "src/web/docs/samples/go.ts"],
		["test/units/pictures/hostile.test.ts", "src/platform/pictures/png.ts"],
		["test/units/busy-times.test.ts", "src/domain/studio/calendars/ics/busy-times.ts"],
		["test/units/busy-times.test.ts", "src/platform/booking-rules/spans.ts"],
		["test/units/busy-times.test.ts", "test/support/depth.ts"],
		["test/units/busy-times.test.ts", "package-lock.json"],
		["test/units/checks-of-a-change.test.ts", "docs/contract.md"],
	])("%s run when %s changes, in what follows npm test in CI too, and otherwise in one of 20 runs", (test, file) => {
		expect(seeds[0]?.every((seed) => isRun(test, [file], seed) && isRun(test, [file], seed, "rest"))).toBe(true);
		expect(untouched(test)).toBe(true);
	});

	it("of both platforms run in both when one of them changes", () => {
		for (const depth of ["quick", "rest"] as const) {
			const { worker, process } = select({ ...options, depth, changed: ["lab/platform/d1/d1.ts"] });
			const ofBoth = everything.process.filter((file) => file.startsWith("test/platform/"));
			for (const files of [worker, process]) expect(files).toEqual(expect.arrayContaining(ofBoth));
		}
	});

	it.each(["test/units/timers.test.ts", "test/units/universe.test.ts", "test/units/bucket.test.ts"])(
		"run each time if they read more files than they import: %s",
		(test) => {
			expect(seeds[0]?.every((seed) => isRun(test, [], seed))).toBe(true);
		},
	);

	it("name files and folders that exist", () => {
		for (const path of tools.flatMap(({ folders }) => folders))
			expect(globSync([`${path}*`, `${path}/**`]).length, path).toBeGreaterThan(0);
		const tests = [...everything.units, ...everything.process, ...everything.drills];
		for (const tool of tools)
			expect(
				tests.some((test) => tool.tests.test(test)),
				String(tool.tests),
			).toBe(true);
	});

	it.each(["test/units/prose.test.ts", "test/deploy/deploy.test.ts", "test/drills/guides.test.ts"])(
		"run in each twentieth run of the rest: %s",
		(test) => {
			const runs = seeds[0]?.map((seed) => select({ ...options, seed, depth: "rest" })) ?? [];
			const files = runs.map(({ units, process, drills }) => [...units, ...process, ...drills]);
			expect(files.filter((all) => all.includes(test))).toHaveLength(1);
		},
	);

	it("run when nobody knows what changed, in a full run, and when they are named", () => {
		for (const test of ["client/test/lists.test.ts", "test/units/prose.test.ts"]) {
			expect(seeds[0]?.every((seed) => isRun(test, undefined, seed))).toBe(true);
			expect(everything.units).toContain(test);
			expect(select({ ...options, depth: "quick", isNamed: true }).units).toContain(test);
		}
	});
});

it("runs in a row have seeds of which each has its turn, and of which no two are the same", () => {
	const folder = mkdtempSync(join(tmpdir(), "turn-"));
	try {
		const made = Array.from({ length: 2 * turns }, () => newSeed(join(folder, "kept/turn")));
		expect(new Set(made).size).toBe(2 * turns);
		expect(new Set(made.slice(0, turns).map((seed) => seed % turns)).size).toBe(turns);
		expect(new Set(made.slice(7, 7 + turns).map((seed) => seed % turns)).size).toBe(turns);
		for (const seed of made) expect(seed).toBeLessThan(2 ** 31);
	} finally {
		rmSync(folder, { recursive: true });
	}
});
