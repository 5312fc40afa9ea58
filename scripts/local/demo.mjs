import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { readIfExists } from "./files.mjs";

/** @import { Content } from "../demo/progress.ts" */
/** @import { Run } from "./run.mjs" */
/** @typedef {Required<Content>} DemoStudio */

/** Of an event type in scripts/demo/data/ that anybody can book at once. */
export const demoBookingPath = "/mika-sorensen/book/consultation";

/**
 * The demo studio of this state folder, made through the service's own interface the first time.
 *
 * @param {string} root
 * @param {Run} run
 * @param {{ origin: string; operatorToken: string; signal: AbortSignal }} service
 * @returns {Promise<DemoStudio>}
 */
export async function ensureDemoStudio(root, run, service) {
	const file = join(run.stateDir, "demo.json");
	const found = read(file);
	if (found) return found;
	await make(root, run, file, service);
	const made = read(file);
	if (!made) throw new Error(`${file} holds no demo studio.`);
	return made;
}

/**
 * The key is noted last: with it the studio is complete.
 *
 * @param {string} file
 * @returns {DemoStudio | undefined}
 */
function read(file) {
	const noted = JSON.parse(readIfExists(file) ?? "{}");
	return noted.key ? noted : undefined;
}

/**
 * @param {string} root
 * @param {Run} run
 * @param {string} file
 * @param {{ origin: string; operatorToken: string; signal: AbortSignal }} service
 */
async function make(root, run, file, { origin, operatorToken, signal }) {
	const node = join(root, "node_modules/.bin/node");
	const child = spawn(node, [join(root, "scripts/demo.ts"), file, origin], {
		cwd: root,
		detached: true,
		stdio: ["ignore", "ignore", "pipe"],
		env: { ...run.environment, OPERATOR_TOKEN: operatorToken },
		signal,
	});
	let output = "";
	child.stderr.setEncoding("utf8").on("data", (chunk) => {
		output += chunk;
	});
	const [code] = await once(child, "close");
	if (code !== 0) throw new Error(output.trim());
}
