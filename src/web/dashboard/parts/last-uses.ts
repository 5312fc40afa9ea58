import type { LastUse } from "../../../platform/gate/requests/last-uses.ts";
import type { Visit } from "../frame/visit.ts";

/** Null while the request log does not answer. Credentials can be looked at and revoked then, too. */
export const lastUses = ({ ctx }: Visit, credentialId?: string): Promise<LastUse[] | null> =>
	ctx.requests.lastUses(credentialId).catch(() => null);
