import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { runScheduledWork } from "../../src/scheduled.ts";

/** One run of the scheduled work, with what it leaves to do afterwards. */
export async function scheduledWork(): Promise<void> {
	const ctx = createExecutionContext();
	await runScheduledWork(env, ctx);
	await waitOnExecutionContext(ctx);
}
