import { countedD1, countedGates } from "./bindings.ts";
import { type Cost, type Counts, noCounts } from "./counts.ts";

interface Env {
	COUNTED: { d1: string[]; gates: string[] };
}

type Handler = ExportedHandler<Record<string, unknown>>;

const newCost = (): Cost => ({ untilAnswer: noCounts(), afterwards: noCounts() });

let cost = newCost();
/** Requests come one by one, so all calls count for one request. */
const openCounts: { open: Counts } = { open: cost.afterwards };
let pending = 0;

function trackPending<T>(work: Promise<T>): Promise<T> {
	pending++;
	const over = () => {
		pending--;
	};
	work.then(over, over);
	return work;
}

const trackedContext = (ctx: ExecutionContext): ExecutionContext =>
	new Proxy(ctx, {
		get(target, name) {
			if (name === "waitUntil") return (work: Promise<unknown>) => target.waitUntil(trackPending(work));
			const member = Reflect.get(target, name, target);
			return typeof member === "function" ? member.bind(target) : member;
		},
	});

let counted: Record<string, unknown> | undefined;

/** The same object for every request, because a Worker may cache objects by its bindings. */
function countedEnv(env: Record<string, unknown> & Env): Record<string, unknown> {
	counted ??= {
		...env,
		...Object.fromEntries(env.COUNTED.d1.map((name) => [name, countedD1(env[name] as D1Database, openCounts)])),
		...Object.fromEntries(env.COUNTED.gates.map((name) => [name, countedGates(env[name] as object, openCounts)])),
	};
	return counted;
}

/** Adds the route `/.cost`: the cost of the previous request so far, and the number of its calls that still run. */
export const counting = (main: Handler): Handler => ({
	async fetch(request, env, ctx) {
		if (new URL(request.url).pathname === "/.cost") return Response.json({ pending, cost });
		cost = newCost();
		openCounts.open = cost.untilAnswer;
		try {
			return (await main.fetch?.(request, countedEnv(env as never), trackedContext(ctx))) as Response;
		} finally {
			openCounts.open = cost.afterwards;
		}
	},
	async queue(batch, env, ctx) {
		await trackPending(Promise.resolve(main.queue?.(batch, countedEnv(env as never), trackedContext(ctx))));
	},
});
