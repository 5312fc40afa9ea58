import type { Ctx } from "../../platform/context.ts";
import type { AppContext } from "../../platform/http/request/app-env.ts";

/**
 * The studio is looked for before the form is read, and a form with pictures takes minutes on a slow line. So the time
 * is that at which the whole form had arrived.
 */
export const atArrival = <T extends { ctx: Ctx }>(c: AppContext, of: T): T => ({
	...of,
	ctx: { ...of.ctx, now: c.get("now") },
});
