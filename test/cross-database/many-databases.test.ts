import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { databasesIn } from "../../lab/harness/placement.ts";
import { runScheduledWork } from "../../src/entry/schedule/control.ts";
import type { WorkDue } from "../../src/entry/schedule/data.ts";

it("each of many data databases gets a message for its scheduled work, although a queue takes 100 in one call", async () => {
	const ids = Array.from({ length: 250 }, (_, n) => `DATA_${n + 1}`);
	const [, [, anyOfThem] = []] = databasesIn(env);
	const messages: WorkDue[] = [];
	const SCHEDULE = {
		sendBatch: async (batch: MessageSendRequest<WorkDue>[]) => {
			if (batch.length > 100) throw new Error("Too many messages.");
			messages.push(...batch.map(({ body }) => body));
		},
	} as unknown as Queue;
	const ctx = createExecutionContext();
	await runScheduledWork({ ...env, ...Object.fromEntries(ids.map((id) => [id, anyOfThem])), SCHEDULE }, ctx);
	await waitOnExecutionContext(ctx);
	expect(messages.map(({ database }) => database).sort()).toEqual(ids.sort());
});
