import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const { packages } = read("package-lock.json");

const recorded = ["version", "license", "engines", "workspaces", "dependencies", "devDependencies"];
const recordedOf = (manifest: Record<string, unknown>) =>
	Object.fromEntries(recorded.map((field) => [field, manifest[field]]));

/** npm drops the `./` at the beginning of a path. */
const commandsOf = ({ bin = {} }: { bin?: Record<string, string> }) =>
	Object.entries(bin).map(([command, path]) => [command, path.replace(/^\.\//, "")]);

it.each(["", ...read("package.json").workspaces])(
	"the lock file says the same of the package %j as its manifest, so that an install leaves the clone as it is",
	(folder) => {
		const manifest = read(join(folder, "package.json"));
		expect(recordedOf(packages[folder])).toEqual(recordedOf(manifest));
		expect(commandsOf(packages[folder])).toEqual(commandsOf(manifest));
	},
);

it("the runtime of local development and the tests scale pictures with one copy of sharp", () => {
	const copies = Object.keys(packages).filter((path) => path.endsWith("node_modules/sharp"));
	expect(copies).toEqual(["node_modules/sharp"]);
});
