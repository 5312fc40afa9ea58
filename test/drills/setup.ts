import type { TestProject } from "vitest/node";
import { leavesOutBrowser } from "../../lab/harness/chromium.ts";
import { Server } from "../../lab/harness/server.ts";

/** Vitest calls this before the drills, and what it returns after them. */
export default async function ({ provide }: TestProject): Promise<() => Promise<void>> {
	if (leavesOutBrowser)
		console.error("No Chromium found: the browser tests are left out. Set CHROMIUM_PATH, or install chromium.");
	const shared = new Server();
	provide("sharedServer", await shared.address());
	const looking = setInterval(() => {
		if (!shared.isWanted) return;
		clearInterval(looking);
		// The drills that need the server wait for it, and report its output if it does not start.
		shared.start().catch(() => {});
	}, 100);
	return async () => {
		clearInterval(looking);
		await shared.remove();
	};
}
