import { filesOf } from "./imports.ts";

/** Tests that run when one of these folders or files was changed, and otherwise by turn. */
interface Tool {
	tests: RegExp;
	/** Beginnings of paths. */
	folders: string[];
}

/** The project's own programs. */
const programs: Tool[] = [
	{ tests: /^client\/test\//, folders: ["client/", "src/platform/problems/"] },
	{ tests: /^test\/examples\//, folders: ["client/", "docs/guides/"] },
	{
		// The platform in one process does what workerd does.
		tests: /^test\/platform\//,
		folders: ["lab/platform/", "test/platform/", "test/support/conformance.ts", "wrangler.toml", "package-lock.json"],
	},
	{ tests: /^test\/units\/bench\./, folders: ["lab/bench/"] },
	{
		tests: /^test\/units\/command-help\./,
		folders: [
			...["deploy", "local/command-help.ts", "migrate.ts", "restore.ts", "screenshots.ts", "status.ts"].map(
				(name) => `scripts/${name}`,
			),
			...["bench/options.ts", "chaos/run.ts", "universe/run.ts"].map((name) => `lab/${name}`),
			"package.json",
		],
	},
	{ tests: /^test\/units\/drill\./, folders: ["lab/chaos/", "lab/harness/fuzz/"] },
	{ tests: /^test\/units\/simulate\./, folders: ["lab/simulate/"] },
	{ tests: /^test\/units\/changed-files\./, folders: ["test/support/changed-files.ts"] },
	{
		// The choice of the tests of a run, which reads all of their texts.
		tests: /^test\/units\/rotation\./,
		folders: ["test/", "src/api/", "vitest.config.ts", "scripts/test"],
	},
	{
		tests: /^test\/units\/(citations|documents|expressions|log-lines|prose|released)\./,
		folders: [
			...["citations", "expressions", "paths", "prose", "released", "rooms", "syntax", "tables"].map(
				(name) => `scripts/${name}`,
			),
			...["scripts/local/log-lines.ts", "docs/released/"],
		],
	},
];

const ofServers = ["scripts/local/", "scripts/setup.mjs", "lab/harness/server.ts", "migrations/", "wrangler.toml"];

/** Programs and documents that are tried on real servers, and with wrangler itself, which all take many seconds to start. */
const onServers: Tool[] = [
	{
		tests: /^test\/deploy\/wrangler\./,
		folders: ["scripts/deploy/wrangler.ts", "test/deploy/cloud/", "test/deploy/quick-wrangler.ts", "package-lock.json"],
	},
	{
		tests: /^test\/deploy\//,
		folders: [
			...["scripts/deploy", "scripts/local/", "scripts/migrate.ts", "scripts/restore.ts", "scripts/status.ts"],
			...["test/deploy/", "migrations/", "wrangler.toml"],
		],
	},
	{
		tests: /^test\/drills\/start\./,
		folders: [...ofServers, "scripts/start.ts", "scripts/demo/", "package.json", "package-lock.json"],
	},
	{
		tests: /^test\/drills\/crash\./,
		folders: [...ofServers, "src/platform/commit/", "lab/harness/create-until-crash.ts"],
	},
	{ tests: /^test\/drills\/mail\./, folders: [...ofServers, "src/domain/mail/"] },
	{ tests: /^test\/drills\/oauth-guide\./, folders: ["docs/guides/oauth", "src/api/oauth/", "src/web/consent/"] },
	{
		tests: /^test\/drills\/guides\./,
		folders: ["docs/guides/", "client/src/cli/", "src/domain/events/catalogue/", "test/drills/fences.ts"],
	},
	{
		tests: /^test\/drills\/samples\./,
		folders: ["src/web/docs/samples/", "src/web/docs/reference/", "test/drills/fences.ts"],
	},
];

/** These read files beside those that they import. */
const readers: Tool[] = [
	{
		tests: /^test\/units\/pictures\//,
		folders: [
			"src/platform/pictures/",
			"test/pictures/files/",
			"test/support/",
			"package-lock.json",
			"vitest.config.ts",
		],
	},
];

export const tools = [...programs, ...onServers];

const groups = [...tools, ...readers];
/** The first one counts. */
const groupOf = (test: string): Tool | undefined => groups.find(({ tests }) => tests.test(test));

const isOf =
	(some: Tool[]) =>
	(test: string): boolean =>
		some.some(({ tests }) => tests.test(test));
export const isOfTool = isOf(tools);
/** Without a change, only what follows `npm test` in CI takes the time for them. */
export const isOnServer = isOf(onServers);

/** All units depend on these. */
const ofUnits = ["package.json", "package-lock.json", "tsconfig.json", "vitest.config.ts", "test/support/seed.ts"];

/** The beginnings of the paths of the files that decide what a test does, if that is known. */
function pathsOf(test: string): Iterable<string> | undefined {
	const group = groupOf(test);
	if (group) return [test, ...group.folders];
	const files = /^test\/units\//.test(test) ? filesOf(test) : undefined;
	return files && [...files, ...ofUnits];
}

/** Whether nothing was changed on which a test depends: a test of a tool, or a unit. */
export function isUntouched(test: string, changed: string[] | undefined): boolean {
	const paths = changed && pathsOf(test);
	return paths !== undefined && ![...paths].some((path) => changed?.some((file) => file.startsWith(path)));
}
