import { app } from "./app.ts";
import type { Nudge } from "./commit/nudge.ts";
import type { Env } from "./env.ts";
import { runScheduledWork } from "./scheduled.ts";
import { consume } from "./webhooks/consumer.ts";

export { Gate } from "./gate/gate.ts";
export { Publisher } from "./publisher.ts";

export default {
	fetch: app.fetch,
	queue: consume,
	scheduled: (_, env, ctx) => runScheduledWork(env, ctx),
} satisfies ExportedHandler<Env, Nudge>;
