import { expect, test } from "vitest";
import table from "../oauth/README.md?raw";

const sources = import.meta.glob(["../*.test.ts", "../{contract,oauth,units,drills,browser}/**/*.test.ts"], {
	query: "?raw",
	import: "default",
	eager: true,
});

/** The path of a file from here. In the table a name without a folder is a file beside the table. */
const pathOf = (file: string) =>
	file.startsWith("units/")
		? file.replace("units/", "./")
		: file.startsWith("../")
			? file
			: /^(drills|browser)\//.test(file)
				? `../${file}`
				: `../oauth/${file}`;
const named = [...table.matchAll(/`([\w./-]+) › (.+?)`(?=[,\s])/g)].filter(([, file]) => file !== "file");

test("every test that the table of clauses names is there", () => {
	expect(named.length).toBeGreaterThan(70);
	const missing = named.filter(([, file = "", name = ""]) => {
		const source = sources[`${pathOf(file)}.test.ts`];
		return !source?.replaceAll("\\", "").includes(name);
	});
	expect(missing.map(([reference]) => reference)).toEqual([]);
});
