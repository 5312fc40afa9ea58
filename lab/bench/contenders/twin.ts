import type { V4WorkerOptions } from "miniflare";
import { type Module, mainPath } from "../../harness/product-runtime.ts";
import { bundled } from "./bundle.ts";

interface Bound {
	modules: Module[];
	bindings?: Record<string, unknown>;
	d1Databases?: Record<string, unknown>;
	durableObjects?: Record<string, { className: string }>;
	queueProducers?: Record<string, { queueName: string }>;
	queueConsumers?: Record<string, object>;
}

const counted = (queue: string) => `${queue}-counted`;

const entry = `import main from "./${mainPath}"; import { counting } from "./counting.js"; export default counting(main);`;

/** The same Worker with the same databases and objects, and with counters around its bindings. It is never timed. */
export async function twinOf(options: V4WorkerOptions): Promise<V4WorkerOptions> {
	const {
		modules,
		bindings,
		d1Databases = {},
		durableObjects = {},
		queueProducers = {},
		queueConsumers = {},
	} = options as unknown as Bound;
	const own = queueProducers.WEBHOOKS?.queueName;
	return {
		...options,
		name: counted(String(options.name)),
		modules: [
			{ type: "ESModule", path: "counted.js", contents: entry },
			...modules,
			await bundled("counting/counting.ts", "counting.js"),
		],
		bindings: { ...bindings, COUNTED: { d1: Object.keys(d1Databases), gates: Object.keys(durableObjects) } },
		durableObjects: Object.fromEntries(
			Object.entries(durableObjects).map(([name, object]) => [name, { ...object, scriptName: options.name }]),
		),
		// The twin has its own queue, so that its deliveries are counted.
		queueProducers: own ? { ...queueProducers, WEBHOOKS: { queueName: counted(own) } } : queueProducers,
		queueConsumers: own ? { [counted(own)]: queueConsumers[own] } : {},
		cronTriggers: [],
	} as unknown as V4WorkerOptions;
}
