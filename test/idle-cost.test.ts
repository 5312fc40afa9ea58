/** @module-tag rows */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { expect, it } from "vitest";
import { runScheduledWork } from "../src/entry/schedule/control.ts";
import { runLocalWork } from "../src/entry/schedule/data.ts";
import { countingRows } from "./support/cost.ts";
import { scheduledWork } from "./support/scheduled.ts";

// An idle database costs this each minute: docs/scale.md.
it("a minute of scheduled work with nothing to do writes the row of its claim and its notes alone", async () => {
	await scheduledWork();
	const ctx = createExecutionContext();
	const local = countingRows();
	await runLocalWork(local.bindings, ctx, "DATA_1");
	const control = countingRows();
	const SCHEDULE = { sendBatch: async () => {} } as unknown as Queue;
	await runScheduledWork({ ...control.bindings, SCHEDULE }, ctx);
	await waitOnExecutionContext(ctx);
	expect(local.count.rows).toBe(2);
	expect(control.count.rows).toBe(1);
});
