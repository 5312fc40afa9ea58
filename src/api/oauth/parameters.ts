import type { AppContext } from "../../platform/http/request/app-env.ts";
import { MalformedBody, type Parameters, readUrlencoded } from "../../platform/http/request/body/urlencoded.ts";
import { OAuthError } from "./errors.ts";

export async function readParameters(c: AppContext): Promise<Parameters> {
	try {
		return await readUrlencoded(c);
	} catch (error) {
		throw error instanceof MalformedBody ? new OAuthError("invalid_request", error.message) : error;
	}
}

export function required(parameters: Parameters, name: string): string {
	const value = parameters[name];
	if (value === undefined) throw new OAuthError("invalid_request", `The parameter ${name} is missing.`);
	return value;
}

/** A request for tokens, after its app has authenticated. */
export interface TokenRequest {
	parameters: Parameters;
	/** This service's own origin. It throws where none is configured. */
	issuer(): string;
	/** Whether the tenant's gate has noted that the answer to the commit of this rotation was lost. */
	wasUnanswered(tenantId: string, rotation: string): Promise<boolean>;
}
