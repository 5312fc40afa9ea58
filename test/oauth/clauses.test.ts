import { expect, test } from "vitest";
import table from "./README.md?raw";

const sources = import.meta.glob(["../*.test.ts", "../{oauth,units,drills}/*.test.ts"], {
	query: "?raw",
	import: "default",
	eager: true,
});

const pathOf = (file: string) =>
	/^(units|drills)\//.test(file) ? `../${file}` : file.startsWith("../") ? file : `./${file}`;
const named = [...table.matchAll(/`([\w./-]+) › (.+?)`(?=[,\s])/g)].filter(([, file]) => file !== "file");

test("every test that the table of clauses names is there", () => {
	expect(named.length).toBeGreaterThan(70);
	const missing = named.filter(([, file = "", name = ""]) => {
		const source = sources[`${pathOf(file)}.test.ts`];
		return !source?.replaceAll("\\", "").includes(name);
	});
	expect(missing.map(([reference]) => reference)).toEqual([]);
});
