/** The tests of the project's own tools, and where the tool of each is. */
const tools: { tests: RegExp; folders: string[] }[] = [
	{ tests: /^client\/test\//, folders: ["client/", "src/platform/problems/"] },
	{ tests: /^test\/units\/(bench|drill|simulate)\./, folders: ["lab/"] },
	{
		tests: /^test\/units\/(citations|documents|expressions|log-lines|prose|released)\./,
		folders: ["scripts/", "docs/released/"],
	},
	{
		tests: /^test\/deploy\//,
		folders: ["scripts/", "test/deploy/", "lab/platform/", "migrations/", "package-lock.json", "wrangler.toml"],
	},
	{
		tests: /^test\/drills\/start\./,
		folders: ["scripts/", "lab/harness/", "migrations/", "package.json", "package-lock.json", "wrangler.toml"],
	},
];

/** Whether a test is one of a tool in whose folders nothing was changed. Its own change counts, too. */
export const isUntouchedTool = (test: string, changed: string[] | undefined): boolean =>
	changed !== undefined &&
	tools.some(
		({ tests, folders }) =>
			tests.test(test) && ![test, ...folders].some((path) => changed.some((file) => file.startsWith(path))),
	);
