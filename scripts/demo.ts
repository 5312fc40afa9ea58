// Makes the demo studio, or what is missing of it: `OPERATOR_TOKEN=… node scripts/demo.ts <notes.json> <origin>`.
import { DemoSetup } from "./demo/demo-setup.ts";
import { Progress } from "./demo/progress.ts";
import { Service } from "./demo/service.ts";
import { messageOf } from "./local/errors.mjs";

const [file = "", origin = ""] = process.argv.slice(2);
try {
	await new DemoSetup(new Service(origin), new Progress(file), process.env.OPERATOR_TOKEN ?? "").run();
} catch (error) {
	console.error(`The demo studio could not be made: ${messageOf(error)}`);
	process.exitCode = 1;
}
