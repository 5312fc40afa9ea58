// Makes the demo studio, or what is missing of it: `OPERATOR_TOKEN=… node scripts/demo.ts <notes.json> <origin>`.
import { Founding } from "./demo/founding.ts";
import { Notes } from "./demo/notes.ts";
import { Service } from "./demo/service.ts";
import { messageOf } from "./local/errors.mjs";

const [file = "", origin = ""] = process.argv.slice(2);
try {
	await new Founding(new Service(origin), new Notes(file), process.env.OPERATOR_TOKEN ?? "").carryOut();
} catch (error) {
	console.error(`The demo studio could not be made: ${messageOf(error)}`);
	process.exitCode = 1;
}
