import { countAddress } from "../../gate/rate-limit.ts";
import { problem } from "../../problems/problem.ts";
import { type AppContext, gateRequestOf } from "./app-env.ts";

/** Counts the request against its address, and refuses it (contract: Wire 28). */
export async function refuseUnknownRoute(c: AppContext): Promise<never> {
	await countAddress(gateRequestOf(c));
	throw problem("resource_not_found", `There is no ${c.req.method} ${c.req.path.slice(0, 200)}.`);
}
