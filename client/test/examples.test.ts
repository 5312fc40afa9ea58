import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "../examples");

it.each(readdirSync(folder))("%s has fewer than 120 lines and uses the client alone", (name) => {
	const text = readFileSync(join(folder, name), "utf8");
	expect(text.trimEnd().split("\n").length).toBeLessThan(120);
	const imported = [...text.matchAll(/ from "([^"]+)"/g)].map(([, from]) => from);
	expect(imported.filter((from) => !/^(tattoo-studio|\.\/.+|node:.+)$/.test(from ?? ""))).toEqual([]);
});
