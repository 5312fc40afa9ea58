// Prints the triggers of the journal of moves for a migration: `node scripts/journal-triggers.ts [table…]`.
import { journalTriggers } from "../src/domain/moves/rows/journal-triggers.ts";
import { movedTables } from "../src/domain/moves/rows/moved-tables.ts";

const wanted = process.argv.slice(2);
const tables = movedTables().filter(({ name }) => wanted.length === 0 || wanted.includes(name));
console.log(
	tables
		.flatMap((table) => Object.values(journalTriggers(table)))
		.map((trigger) => `${trigger};`)
		.join("\n--> statement-breakpoint\n"),
);
