import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type AppContext, note } from "../../platform/http/request/app-env.ts";
import {
	MalformedBody,
	type Parameters,
	readUrlencoded,
	readUrlencodedValues,
} from "../../platform/http/request/body/urlencoded.ts";
import { toProblem } from "../../platform/http/request/respond.ts";
import { errorPage } from "./respond.tsx";

/**
 * Browsers tell the origin of a POST in Sec-Fetch-Site or at least in Origin, and a page of another site cannot prevent
 * that. A request with neither header does not come from a browser. The session cookie is also SameSite=Lax.
 */
function isSameOrigin(c: AppContext): boolean {
	const site = c.req.header("Sec-Fetch-Site");
	const origin = c.req.header("Origin");
	if (site !== undefined && site !== "same-origin") return false;
	return origin === undefined || origin === new URL(c.req.url).origin;
}

export function requireSameOrigin(c: AppContext): void {
	if (!isSameOrigin(c)) throw new CrossOriginForm();
}

export async function readPageForm(c: AppContext): Promise<Parameters> {
	requireSameOrigin(c);
	return await readUrlencoded(c);
}

export async function readPageFormValues(c: AppContext): Promise<Record<string, string[]>> {
	requireSameOrigin(c);
	return await readUrlencodedValues(c);
}

export class CrossOriginForm extends Error {}

export async function showErrorPage(error: Error, c: AppContext): Promise<Response> {
	if (error instanceof CrossOriginForm)
		return await errorPage(c, 403, "This form came from another site", "Only a page of this site may send it.");
	if (error instanceof MalformedBody) return await errorPage(c, 400, "This form cannot be read", error.message);
	const { status, code, message, headers } = toProblem(c, error);
	note(c, { code });
	for (const [name, value] of Object.entries(headers)) c.header(name, value);
	return await errorPage(c, status as ContentfulStatusCode, "Something went wrong", message);
}
