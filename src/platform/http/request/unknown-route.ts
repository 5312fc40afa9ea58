import { admit } from "../../gate/admit.ts";
import { Problem, problem } from "../../problems/problem.ts";
import { type AppContext, gateRequestOf } from "./app-env.ts";

/**
 * Counts the request against its key or token, or against its address if it has no valid one, and refuses it. A refusal
 * of the credential itself is no answer: nobody learns at such an address whether a key is valid (contract: Wire 28).
 */
export async function refuseUnknownRoute(c: AppContext): Promise<never> {
	try {
		await admit(gateRequestOf(c), { id: "unknown", scope: null });
	} catch (error) {
		if (!(error instanceof Problem) || (error.status !== 401 && error.status !== 403)) throw error;
	}
	throw problem("resource_not_found", `There is no ${c.req.method} ${c.req.path.slice(0, 200)}.`);
}
