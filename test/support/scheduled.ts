import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { runScheduledWork } from "../../src/scheduled.ts";

/** Runs the scheduled work once and waits for all that follows. */
export async function scheduledWork(): Promise<void> {
	const ctx = createExecutionContext();
	await runScheduledWork(env, ctx);
	await waitOnExecutionContext(ctx);
}
