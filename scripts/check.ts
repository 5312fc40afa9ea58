// `npm run check`: tells all that does not hold.
import { runAll } from "./commands.ts";

/** The longest ones first. */
const checks = [
	"knip",
	"biome ci .",
	"tsc --checkers 1 --incremental --tsBuildInfoFile node_modules/.cache/types.json",
	"wrangler types --check --env-file .dev.vars.example",
	...["src/web/ui/browser", "src/web/docs/search/browser", "client", "lab/bench/peers"].map(
		(folder) => `tsc -p ${folder}`,
	),
	...["prose", "citations", "rooms", "migrations"].map((name) => `node --no-warnings scripts/check-${name}.ts`),
];

const failed: string[] = [];
await runAll(checks, ({ command, succeeded, output }) => {
	process.stdout.write(output);
	if (!succeeded) failed.push(command);
});
for (const command of failed) console.error(`FAILED: ${command}`);
process.exitCode = failed.length === 0 ? 0 : 1;
