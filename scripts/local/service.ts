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

/** The Worker, which answers at a port that nobody knows until it is opened at its own. */
export interface StartedService {
	hiddenPort: number;
	open(): Promise<void>;
}

/** The Worker runs until this process ends, and is rebuilt when a source changes. Resolves when the Worker answers. */
export async function startService(root: string, options: Options): Promise<StartedService> {
	const databases = [...localDatabases(root)].map(([name, database_id]) => [name, { type: "d1", database_id }]);
	const variables = Object.entries(options.variables).map(([name, value]) => [name, { type: "plain_text", value }]);
	const server = { hostname: "localhost", port: 0 };
	const worker = await wrangler().unstable_startWorker({
		config: join(root, "wrangler.toml"),
		sendMetrics: false,
		bindings: Object.fromEntries([...databases, ...variables]),
		dev: {
			server,
			inspector: false,
			remote: false,
			persist: options.stateDir,
			logLevel: "warn",
			structuredLogsHandler: options.log.write,
		},
	});
	const { raw } = worker;
	let latest: Parameters<typeof raw.proxy.onReloadComplete>[0] | undefined;
	raw.on("reloadComplete", (event) => {
		latest = event;
	});
	const isBroken = () => options.onEnd(new Error("The service could not be built."));
	raw.on("error", (event) => options.onEnd(event.cause ?? event)).on("buildFailed", isBroken);
	await worker.ready;
	const hiddenPort = Number((await worker.url).port);
	await healthyAt(hiddenPort);
	raw.off("buildFailed", isBroken);
	return {
		hiddenPort,
		// Wrangler's proxy alone moves to the port. The Worker goes on, with its clock and its queues.
		open: async () => {
			const config = { ...worker.config, dev: { ...worker.config.dev, server: { ...server, port: options.port } } };
			raw.proxy.onConfigUpdate({ type: "configUpdate", config });
			if (latest) raw.proxy.onReloadComplete({ ...latest, config });
			await raw.proxy.ready.promise;
			await healthyAt(options.port);
		},
	};
}

const healthyAt = (port: number) => fetch(`http://127.0.0.1:${port}/healthz`);
