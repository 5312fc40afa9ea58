import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { calendars } from "../api/calendars/app.ts";
import { exportFiles } from "../api/exports/app.ts";
import { mcp } from "../api/mcp/app.ts";
import { oauth } from "../api/oauth/app.ts";
import { commandLine } from "../api/oauth/command-line.ts";
import { operatorInterface } from "../api/operator/app.ts";
import { pictures } from "../api/pictures/app.ts";
import { v1 } from "../api/v1-routes.ts";
import { webhookKeys } from "../api/webhook-keys.ts";
import { sendMailNow } from "../domain/mail/outbox/outbox.ts";
import { type AppContext, type AppEnv, note } from "../platform/http/request/app-env.ts";
import { cors } from "../platform/http/request/headers/cors.ts";
import { requestLifecycle } from "../platform/http/request/lifecycle.ts";
import { answerError } from "../platform/http/request/respond.ts";
import { refuseUnknownRoute } from "../platform/http/request/unknown-route.ts";
import { managePages } from "../web/booking-page/manage/routes.tsx";
import { bookingPage } from "../web/booking-page/routes.tsx";
import { unknownAddresses } from "../web/booking-page/unknown-addresses.ts";
import { authorization } from "../web/consent/authorize.tsx";
import { dashboard } from "../web/dashboard/routes.tsx";
import { docsNotFound } from "../web/docs/not-found/not-found-routes.ts";
import { operatorDocumentRoute } from "../web/docs/operator-document.ts";
import { docs } from "../web/docs/routes.ts";
import { sentMailPages } from "../web/sent-mails/routes.tsx";
import { emailConfirmation } from "../web/sign-in/email-routes.tsx";
import { invitationPages } from "../web/sign-in/invitation-routes.tsx";
import { passwordReset } from "../web/sign-in/reset-routes.tsx";
import { signIn } from "../web/sign-in/routes.tsx";
import { assets } from "../web/ui/asset-routes.ts";

/** Contract: Observability 3. A deployment that tries itself sends a webhook here. */
function healthCheck(c: AppContext): Response {
	note(c, { operationId: "healthz" });
	return c.json({ status: "ok" });
}

/**
 * The middleware and routes of the Worker, in the order in which a request meets them. At the first request of each
 * isolate, Hono's default router would try to make one regular expression of all routes, and then give up.
 */
export const app = new Hono<AppEnv>({ router: new TrieRouter() });

app.use(requestLifecycle(sendMailNow));
app.options("/v1/*", cors);
app.options("/mcp", cors);

app.route("/", v1);
app.route("/", mcp);
app.on(["GET", "POST"], "/healthz", healthCheck);
app.route("/", assets);
app.route("/", oauth);
app.route("/", authorization);
app.route("/", commandLine);
app.route("/", pictures);
app.route("/", exportFiles);
app.route("/", calendars);
app.route("/", webhookKeys);
app.route("/", signIn);
app.route("/", invitationPages);
app.route("/", passwordReset);
app.route("/", emailConfirmation);
app.route("/", dashboard);
app.route("/", docs);
app.route("/", operatorDocumentRoute);
app.route("/admin", operatorInterface);
app.route("/", sentMailPages);
app.route("/", managePages);
app.route("/", bookingPage);
app.route("/", docsNotFound);
app.route("/", unknownAddresses);

app.all("*", refuseUnknownRoute);

app.onError(answerError);
