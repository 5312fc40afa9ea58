import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { runScheduledWork } from "../../src/entry/schedule/control.ts";
import { runLocalWork } from "../../src/entry/schedule/data.ts";
import { dataIds } from "../../src/platform/db/databases.ts";

/** Runs the scheduled work once, with these bindings, and waits for all that follows. */
export async function scheduledWork(bindings: typeof env = env): Promise<void> {
	const ctx = createExecutionContext();
	// The queue would run the same work a second time, at some other moment.
	await runScheduledWork({ ...bindings, SCHEDULE: { sendBatch: async () => {} } as unknown as Queue }, ctx);
	for (const id of dataIds(env)) await runLocalWork(bindings, ctx, id);
	await waitOnExecutionContext(ctx);
}
