import { Hono } from "hono";
import { execute } from "../commit/execute.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { callerOf } from "../http/app-env.ts";
import { studiosOf } from "../oauth/studios.ts";
import { counted } from "../pages/count.ts";
import { readPageForm, showErrorPage } from "../pages/form.tsx";
import { page } from "../pages/respond.tsx";
import { signInPath } from "../sign-in/continuation.ts";
import { signedIn } from "../sign-in/sessions.ts";
import { account } from "./account/routes.tsx";
import { ConnectedApps } from "./connected-apps.tsx";
import { connectionsOf, disconnect } from "./connections.ts";

/** The pages of the people who run a studio. */
export const dashboard = new Hono<AppEnv>();

for (const path of ["/dashboard", "/dashboard/*"]) dashboard.use(path, counted);

const connectedApps = "/dashboard/connected_apps";

dashboard.get("/dashboard", (c) => c.redirect(connectedApps, 303));

dashboard.get(connectedApps, async (c) => {
	const user = await signedIn(c);
	if (!user) return c.redirect(signInPath(connectedApps), 303);
	const caller = callerOf(c, { type: "user", id: user.id });
	const { studio: asked, before } = c.req.query();
	const studios = await studiosOf(caller.control, user.id);
	const one = studios.filter(({ id }) => id === asked);
	const withConnections = (one.length > 0 ? one : studios).map(async (studio) => ({
		studio,
		connections: await connectionsOf(caller, studio.id, one.length > 0 ? before : undefined),
	}));
	return await page(
		c,
		<ConnectedApps user={user} studios={await Promise.all(withConnections)} done={c.req.query("done") !== undefined} />,
	);
});

dashboard.post(`${connectedApps}/disconnect`, async (c) => {
	const form = await readPageForm(c);
	const user = await signedIn(c);
	if (!user) return c.redirect(signInPath(connectedApps), 303);
	const caller = callerOf(c, { type: "user", id: user.id });
	await execute(c.get("writer"), caller, (caller) => disconnect(caller, user.id, form.grant_id ?? ""));
	return c.redirect(`${connectedApps}?done`, 303);
});

dashboard.route("/", account);

dashboard.onError((error, c: AppContext) => showErrorPage(error, c));
