import { join } from "node:path";
import { localDatabases, wrangler } from "./databases.ts";
import type { WorkerLog } from "./worker-log.ts";

interface Options {
	port: number;
	stateDir: string;
	/** They take precedence over `wrangler.toml` and `.dev.vars`. */
	variables: Record<string, string>;
	log: WorkerLog;
	/** Called if the service ends by itself. */
	onEnd: (error: unknown) => void;
}

/** Runs the Worker until this process ends, and rebuilds it when a source changes. Resolves when the Worker answers. */
export async function startService(root: string, options: Options): Promise<void> {
	const databases = [...localDatabases(root)].map(([name, database_id]) => [name, { type: "d1", database_id }]);
	const variables = Object.entries(options.variables).map(([name, value]) => [name, { type: "plain_text", value }]);
	const worker = await wrangler().unstable_startWorker({
		config: join(root, "wrangler.toml"),
		sendMetrics: false,
		bindings: Object.fromEntries([...databases, ...variables]),
		dev: {
			server: { hostname: "localhost", port: options.port },
			inspector: false,
			remote: false,
			persist: options.stateDir,
			logLevel: "warn",
			structuredLogsHandler: options.log.write,
		},
	});
	const isBroken = () => options.onEnd(new Error("The service could not be built."));
	worker.raw.on("error", (event) => options.onEnd(event.cause ?? event)).on("buildFailed", isBroken);
	await worker.ready;
	await fetch(`http://127.0.0.1:${options.port}/healthz`);
	worker.raw.off("buildFailed", isBroken);
}
