import type { LastUse } from "../../../platform/gate/requests/last-uses.ts";
import type { Visit } from "../frame/visit.ts";

/** Null if the request log does not answer, so that the pages of keys and apps still work. */
export const lastUses = ({ ctx }: Visit, credentialId?: string): Promise<LastUse[] | null> =>
	ctx.requests.lastUses(credentialId).catch(() => null);
