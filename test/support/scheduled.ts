import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { runScheduledWork } from "../../src/entry/schedule/control.ts";
import { runLocalWork, type WorkDue } from "../../src/entry/schedule/data.ts";

export async function scheduledWork(bindings: typeof env = env): Promise<void> {
	const ctx = createExecutionContext();
	const messages: WorkDue[] = [];
	// The queue would run the same work at some other moment.
	const sendBatch = async (batch: MessageSendRequest<WorkDue>[]) =>
		void messages.push(...batch.map(({ body }) => body));
	await runScheduledWork({ ...bindings, SCHEDULE: { sendBatch } as unknown as Queue }, ctx);
	messages.sort((a, b) => (a.database < b.database ? -1 : 1));
	for (const message of messages) await runLocalWork(bindings, ctx, message);
	await waitOnExecutionContext(ctx);
}
