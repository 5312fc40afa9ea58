import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DemoSetup } from "../../../scripts/demo/demo-setup.ts";
import { Progress } from "../../../scripts/demo/progress.ts";
import { Service } from "../../../scripts/demo/service.ts";
import { operatorToken } from "../../harness/product-runtime.ts";
import { signIn } from "./people.ts";

/** Makes the demo studio of `npm start`. Returns its id and the cookie of its owner. */
export async function foundDemoStudio(origin: string): Promise<{ id: string; cookie: string }> {
	const notes = new Progress(join(mkdtempSync(join(tmpdir(), "bench-")), "demo.json"));
	await new DemoSetup(new Service(origin), notes, operatorToken, null).run();
	const { email, password } = notes.content;
	return { id: notes.idOf("tenant"), cookie: await signIn(origin, email, password) };
}
