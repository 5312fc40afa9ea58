// Compares the product with the floor and with its peers: `npm run bench`. See README.md.
import { deployed } from "../../scripts/deployed-modules.ts";
import { measure } from "./measure.ts";
import { options } from "./options.ts";
import { profile } from "./profile.ts";
import { costTable, type Result, speedTable } from "./report.ts";
import { startContenders } from "./runtime.ts";
import { lastSavedRun, type SavedRun, saveRun, textOf, updateReadme } from "./saved-run.ts";
import { scenarios } from "./scenarios/index.ts";

async function newRun(): Promise<SavedRun> {
	const running = await startContenders();
	const results: Result[] = options.add ? lastSavedRun().results : [];
	try {
		for (const scenario of scenarios(running, options.totals).filter(options.isWanted)) {
			console.error(`\n${scenario.name} …`);
			const result = await measure(scenario, running, options);
			results.push(result);
			// A later scenario that fails must not cost the figures of the earlier ones.
			saveRun(results, { ...options.load, rounds: options.rounds });
			console.error(`${speedTable([result])}\n\n${costTable([result])}`);
		}
	} finally {
		await running.runtime.dispose();
	}
	return saveRun(results, { ...options.load, rounds: options.rounds });
}

async function newProfiles(): Promise<void> {
	const { map } = deployed();
	const running = await startContenders({ inspected: true });
	try {
		for (const scenario of scenarios(running, options.totals).filter(options.isWanted)) {
			const { table, file } = await profile(scenario, running, options.load, map);
			console.log(`\n${scenario.name}: ${file}\n\n${table}`);
		}
	} finally {
		await running.runtime.dispose();
	}
}

if (options.profile) await newProfiles();
else {
	const kept = options.last ? lastSavedRun() : await newRun();
	console.log(textOf(kept));
	if (options.write) updateReadme(kept);
}
