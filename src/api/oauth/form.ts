import type { AppContext } from "../../platform/http/request/app-env.ts";
import { FormError, type Parameters, readForm } from "../../platform/http/request/form.ts";
import { OAuthError } from "./errors.ts";

/** The form of a token, revocation or introspection request. */
export async function readOAuthForm(c: AppContext): Promise<Parameters> {
	try {
		return await readForm(c);
	} catch (error) {
		throw error instanceof FormError ? new OAuthError("invalid_request", error.message) : error;
	}
}

export function required(parameters: Parameters, name: string): string {
	const value = parameters[name];
	if (value === undefined) throw new OAuthError("invalid_request", `The parameter ${name} is missing.`);
	return value;
}
