import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { managePages } from "./booking-page/manage/routes.tsx";
import { bookingPage } from "./booking-page/routes.tsx";
import { dashboard } from "./dashboard/routes.tsx";
import { docs } from "./docs/routes.ts";
import { unknownAddress } from "./docs/unknown-address.ts";
import { endpoints } from "./endpoints.ts";
import { countAddress } from "./gate/rate-limit.ts";
import { type AppEnv, visitorOf } from "./http/app-env.ts";
import { cors } from "./http/cors.ts";
import { frame } from "./http/frame.ts";
import { handle } from "./http/handle.ts";
import { healthCheck } from "./http/health.ts";
import { problemAnswer, send, toProblem } from "./http/respond.ts";
import { oauth } from "./oauth/app.ts";
import { authorization } from "./oauth/authorize.tsx";
import { commandLine } from "./oauth/command-line.ts";
import { operatorInterface } from "./operator/app.ts";
import { assets } from "./pages/assets.ts";
import { problem } from "./problems.ts";
import { invitationPages } from "./sign-in/invitations.tsx";
import { passwordReset } from "./sign-in/reset-routes.tsx";
import { signIn } from "./sign-in/routes.tsx";

/**
 * The middleware and routes of the Worker, in the order in which a request meets them. Hono's own choice would first try
 * to make one regular expression of all routes, at the first request of each isolate, and then give up.
 */
export const app = new Hono<AppEnv>({ router: new TrieRouter() });

app.use(frame);
app.options("/v1/*", cors);

for (const endpoint of endpoints) app.on(endpoint.method, endpoint.path, handle(endpoint));

app.route("/", healthCheck);
app.route("/", assets);
app.route("/", oauth);
app.route("/", authorization);
app.route("/", commandLine);
app.route("/", signIn);
app.route("/", invitationPages);
app.route("/", passwordReset);
app.route("/", dashboard);
app.route("/", docs);
app.route("/admin", operatorInterface);
app.route("/", managePages);
app.route("/", bookingPage);
app.route("/", unknownAddress);

app.all("*", async (c) => {
	await countAddress(visitorOf(c));
	throw problem("resource_not_found", `There is no ${c.req.method} ${c.req.path.slice(0, 200)}.`);
});

app.onError((error, c) => send(problemAnswer(c, toProblem(c, error))));
