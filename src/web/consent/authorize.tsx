import { Hono } from "hono";
import { failureCode } from "../../api/oauth/errors.ts";
import { issuer } from "../../api/oauth/issuer.ts";
import { issueCode } from "../../api/oauth/tokens/issue-code.ts";
import { findApp } from "../../domain/access/oauth-apps/apps.ts";
import { presentApp } from "../../domain/access/oauth-apps/metadata-document/present-app.ts";
import { withParameters } from "../../domain/access/oauth-apps/redirect-uri.ts";
import { studiosOf } from "../../domain/access/people/consenting-studios.ts";
import { execute } from "../../platform/commit/execute.ts";
import { settingsOf } from "../../platform/context.ts";
import { type AppContext, type AppEnv, callerOf } from "../../platform/http/request/app-env.ts";
import { toProblem } from "../../platform/http/request/respond.ts";
import { signInPath } from "../sign-in/continuation.ts";
import { signedInUser, type User } from "../sign-in/sessions.ts";
import { readPageForm, showErrorPage } from "../ui/form.tsx";
import { limitPageRequests } from "../ui/limit-page-requests.ts";
import { errorPage, page } from "../ui/respond.tsx";
import { type AuthorizationRequest, checkRequest, type ReturnAddress } from "./authorization-request.ts";
import { ConsentPage } from "./consent-page.tsx";

export const authorization = new Hono<AppEnv>();

for (const path of ["/oauth/authorize", "/oauth/consent"]) authorization.use(path, limitPageRequests);

authorization.get("/oauth/authorize", async (c) => {
	const query = new URL(c.req.url).search.slice(1);
	return await withValidRequest(c, query, async (request) => {
		const user = await signedInUser(c);
		if (!user) return c.redirect(signInPath(`/oauth/authorize?${query}`), 303);
		return await showConsent(c, { request, query, user });
	});
});

authorization.post("/oauth/consent", async (c) => {
	const form = await readPageForm(c);
	const query = form.request ?? "";
	return await withValidRequest(c, query, async (request) => {
		if (form.decision === "deny")
			return redirectToApp(c, request, { error: "access_denied", error_description: "The request was denied." });
		const user = await signedInUser(c);
		if (!user) return c.redirect(signInPath(`/oauth/authorize?${query}`), 303);
		if (form.decision !== "approve")
			return await showConsent(c, { request, query, user, fault: "Choose Allow or Cancel." });
		const studios = await studiosOf(c.get("databases").control.db, user.id);
		const studio = studios.find(({ id }) => id === form.tenant_id);
		if (studio?.blockedBy !== null)
			return await showConsent(c, { request, query, user, fault: "Choose the studio that the app may connect to." });
		const asked = { ...request, userId: user.id, tenantId: studio.id };
		const caller = callerOf(c, { type: "user", id: user.id });
		const { result: code } = await execute(c.get("writer"), caller, () => issueCode(caller, asked));
		return redirectToApp(c, request, { code });
	});
});

authorization.onError(showErrorPage);

/** The issuer is read before anything is done, because the service may not answer without one (contract: OAuth 4). */
type WithIssuer<T> = T & { iss: string };

/**
 * As soon as the request names a registered app and address, the service reports every error and every failure to the
 * app (RFC 6749 4.1.2.1; contract: OAuth 7).
 */
async function withValidRequest(
	c: AppContext,
	query: string,
	proceed: (request: WithIssuer<AuthorizationRequest>) => Promise<Response>,
): Promise<Response> {
	const iss = issuer(c);
	const check = await checkRequest(
		(clientId) => findClient(c, clientId),
		{ settings: settingsOf(c.env), origin: iss },
		query,
	);
	if (check.outcome === "untrusted")
		return await errorPage(
			c,
			400,
			"This link does not work",
			`${check.fault} Go back to the app and try again. If it happens again, contact the developer of the app.`,
		);
	if (check.outcome === "refused")
		return redirectToApp(c, { ...check.returnTo, iss }, { error: check.error, error_description: check.description });
	const request = { ...check.request, iss };
	try {
		return await proceed(request);
	} catch (error) {
		const { status, message } = toProblem(c, error);
		return redirectToApp(c, request, { error: failureCode(status), error_description: message });
	}
}

async function findClient(c: AppContext, clientId: string) {
	const app = await findApp(c.get("databases").control.db, clientId);
	return app && (await presentApp(c.get("writer"), callerOf(c, { type: "system", id: null }), app));
}

/** The browser goes back to the app (RFC 6749 4.1.2), with the issuer that answers (RFC 9207 2). */
const redirectToApp = (
	c: AppContext,
	{ redirectUri, state, iss }: WithIssuer<ReturnAddress>,
	parameters: Record<string, string>,
): Response => c.redirect(withParameters(redirectUri, { ...parameters, state, iss }), 302);

interface ConsentProps {
	request: AuthorizationRequest;
	query: string;
	user: User;
	fault?: string;
}

async function showConsent(c: AppContext, { request, query, user, fault }: ConsentProps): Promise<Response> {
	const studios = await studiosOf(c.get("databases").control.db, user.id);
	const { logoUrl } = request.app;
	return await page(c, <ConsentPage request={request} query={query} user={user} studios={studios} fault={fault} />, {
		status: fault ? 422 : 200,
		images: logoUrl ? [new URL(logoUrl).origin] : [],
		formsLeaveSite: true,
	});
}
