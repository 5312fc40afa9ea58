import type { Parameters } from "../../platform/http/request/form.ts";

/** A request for tokens, after its app has authenticated. */
export interface TokenRequest {
	form: Parameters;
	/** This service's own origin. It throws where none is configured. */
	issuer(): string;
	/** Whether the tenant's gate has noted that the answer to the commit of this rotation was lost. */
	wasUnanswered(tenantId: string, rotation: string): Promise<boolean>;
}
