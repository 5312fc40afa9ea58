import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Founding } from "../../../scripts/demo/founding.ts";
import { Notes } from "../../../scripts/demo/notes.ts";
import { Service } from "../../../scripts/demo/service.ts";
import { operatorToken } from "../../harness/product-runtime.ts";
import { signIn } from "./people.ts";

/** The studio that `npm start` shows, with the cookie of its owner. */
export async function foundDemoStudio(origin: string): Promise<{ id: string; cookie: string }> {
	const notes = new Notes(join(mkdtempSync(join(tmpdir(), "bench-")), "demo.json"));
	await new Founding(new Service(origin), notes, operatorToken).carryOut();
	const { email, password } = notes.content;
	return { id: notes.idOf("tenant"), cookie: await signIn(origin, email, password) };
}
