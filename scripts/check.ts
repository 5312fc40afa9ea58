// `npm run check`: tells all that does not hold.
import { type Ended, runAll } from "./commands.ts";

const script = (name: string, options = ""): string => `node --no-warnings ${name}${options}`;

/** The longest ones first. */
const checks = [
	script("scripts/check-expressions.ts"),
	script("scripts/check-document.ts"),
	"tsc --checkers 1 --incremental --tsBuildInfoFile node_modules/.cache/types.json",
	script("scripts/check-client.ts"),
	"knip",
	"biome ci .",
	...["prose", "citations", "rooms"].map((name) => script(`scripts/check-${name}.ts`)),
	...["src/web/ui/browser", "src/web/docs/search/browser", "client", "lab/bench/peers"].map(
		(folder) => `tsc -p ${folder}`,
	),
];
/** It measures time, so nothing else may run. */
const measurement = script("scripts/check-bundle.ts");

const failed: string[] = [];
const tell = ({ command, succeeded, output }: Ended): void => {
	process.stdout.write(output);
	if (!succeeded) failed.push(command);
};
await runAll(checks, tell);
await runAll([measurement], tell);
for (const command of failed) console.error(`FAILED: ${command}`);
process.exitCode = failed.length === 0 ? 0 : 1;
