// The unchanged product, with databases that stand still as long as the drill says so: `PUT /drill/standstill`.
import { faultyDatabase } from "../../../lab/harness/faulty-database.ts";
import { databasesIn } from "../../../lab/harness/placement.ts";
import type { Env } from "../../../src/platform/env.ts";
import product from "../../../src/worker.ts";

export * from "../../../src/worker.ts";

let standsStill = false;

/** No statement is executed until the standstill ends. */
async function afterStandstill<T>(_: string, run: () => Promise<T>): Promise<T> {
	while (standsStill) await scheduler.wait(50);
	return await run();
}

const withStandstills = (env: Env): Env => ({
	...env,
	...Object.fromEntries(
		databasesIn(env).map(([binding, d1]) => [binding, faultyDatabase(d1, binding, afterStandstill)]),
	),
});

/** The product remembers things by its bindings, so they are made once. */
let bindings: Env | undefined;
const faulty = (env: Env): Env => (bindings ??= withStandstills(env));

export default {
	async fetch(request, env, ctx) {
		if (new URL(request.url).pathname !== "/drill/standstill") return await product.fetch(request, faulty(env), ctx);
		standsStill = await request.json<boolean>();
		return new Response();
	},
	queue: (batch, env, ctx) => product.queue(batch as Parameters<typeof product.queue>[0], faulty(env), ctx),
	scheduled: (controller, env, ctx) => product.scheduled(controller, faulty(env), ctx),
} satisfies ExportedHandler<Env>;
