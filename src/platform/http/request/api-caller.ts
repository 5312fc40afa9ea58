import type { ApiCtx } from "../../context.ts";
import type { Credential } from "../../gate/credentials/credentials.ts";
import type { LastWrite } from "../../gate/object/gate.ts";
import { type AppContext, callerOf, internalRequestOf, requestsOf } from "./app-env.ts";

export function apiCallerOf(c: AppContext, credential: Credential, lastWrite: LastWrite | null): ApiCtx {
	const { tenant } = credential;
	const databases = c.get("databases");
	databases.addPlacement(tenant);
	databases.readSince(tenant.database, lastWrite?.database === tenant.database ? lastWrite.bookmark : null);
	const caller: ApiCtx = {
		...callerOf(c, credential.actor, credential.testMode),
		tenantId: tenant.id,
		db: databases.data(tenant.database).db,
		credential,
		requests: requestsOf(c, tenant),
	};
	internalRequestOf(c).onCaller?.(caller);
	return caller;
}
