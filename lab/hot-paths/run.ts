// Counts the code that the hot paths run: `npm run hot-paths`. See README.md.
import { parseArgs } from "node:util";
import { countHotPaths } from "./count.ts";
import { differences, writeCounts } from "./kept-counts.ts";

const { values } = parseArgs({
	options: {
		write: { type: "boolean", default: false },
		check: { type: "boolean", default: false },
		only: { type: "string", default: "" },
		functions: { type: "string", default: "0" },
	},
});

const counts = await countHotPaths((path) => path.includes(values.only));
if (values.check) {
	const faults = differences(counts);
	for (const fault of faults) console.error(fault);
	if (faults.length > 0) process.exitCode = 1;
	else console.log(`The ${counts.length} hot paths run as much code and as many statements as before.`);
} else
	for (const { path, code, statements, executed } of counts) {
		console.log(`${path}: ${code} characters of code, ${statements} statements`);
		const most = [...executed].sort(([, a], [, b]) => b - a).slice(0, Number(values.functions));
		for (const [name, characters] of most) console.log(`${String(characters).padStart(12)}  ${name}`);
	}
if (values.write) writeCounts(counts);
