import type { Ctx } from "../../platform/context.ts";
import type { AppContext } from "../../platform/http/request/app-env.ts";

/**
 * Moves the time to the moment when the whole form had arrived. The studio is looked for before the form is read, and a form
 * with pictures takes minutes on a slow line.
 */
export const atArrival = <T extends { ctx: Ctx }>(c: AppContext, of: T): T => ({
	...of,
	ctx: { ...of.ctx, now: c.get("now") },
});
