import { app } from "./app.ts";
import type { Env } from "./env.ts";
import { runScheduledWork } from "./scheduled.ts";

export { Gate } from "./gate/gate.ts";

export default {
	fetch: app.fetch,
	scheduled: (_, env) => runScheduledWork(env),
} satisfies ExportedHandler<Env>;
