import { Hono } from "hono";
import type { AppContext, AppEnv } from "../../platform/http/request/app-env.ts";
import { notFound } from "../../platform/problems/problem.ts";
import { showErrorPage } from "../ui/form.tsx";
import { limitPageRequests } from "../ui/limit-page-requests.ts";
import { account } from "./account/routes.tsx";
import { apiKeyPages } from "./api-keys/routes.tsx";
import { appointmentEndPages } from "./appointments/end-routes.tsx";
import { handOverPages } from "./appointments/hand-over.tsx";
import { appointmentPages } from "./appointments/routes.tsx";
import { artistPages } from "./artists/routes.tsx";
import { artistTimePages } from "./artists/time-routes.tsx";
import { auditLogPages } from "./audit-log/routes.tsx";
import { brandPages } from "./brand/routes.tsx";
import { calendarPages } from "./calendar/routes.tsx";
import { calendarFeedPages } from "./calendar-feeds/routes.tsx";
import { formPages } from "./client-forms/routes.tsx";
import { submissionPages } from "./client-forms/submission-routes.tsx";
import { ideaPages } from "./clients/ideas/routes.tsx";
import { personalDataPages } from "./clients/personal-data/routes.tsx";
import { clientPages } from "./clients/routes.tsx";
import { connectedAppPages } from "./connected-apps/routes.tsx";
import { deliveryPages } from "./deliveries/routes.tsx";
import { depositActPages } from "./deposits/act-pages.tsx";
import { depositPages } from "./deposits/routes.tsx";
import { eventTypePages } from "./event-types/routes.tsx";
import { eventPages } from "./events/routes.tsx";
import { exportPages } from "./export/routes.tsx";
import { Area } from "./frame/area.ts";
import { importPages } from "./import/routes.tsx";
import { leadPages } from "./leads/routes.tsx";
import { newSecretPages } from "./new-secrets/routes.tsx";
import { overviewPages } from "./overview/routes.tsx";
import { requestPages } from "./requests/routes.tsx";
import { shopPages } from "./shops/routes.tsx";
import { studioPages } from "./studio/routes.tsx";
import { teamPages } from "./team/routes.tsx";
import { recoverPages } from "./webhooks/recover.tsx";
import { webhookPages } from "./webhooks/routes.tsx";
import { verifyPages } from "./webhooks/verify.tsx";

export const dashboard = new Hono<AppEnv>();

for (const path of ["/dashboard", "/dashboard/*"]) dashboard.use(path, limitPageRequests);

export const areas = [
	overviewPages,
	calendarPages,
	appointmentPages,
	appointmentEndPages,
	handOverPages,
	depositPages,
	depositActPages,
	clientPages,
	personalDataPages,
	ideaPages,
	importPages,
	leadPages,
	artistPages,
	artistTimePages,
	shopPages,
	calendarFeedPages,
	eventTypePages,
	formPages,
	submissionPages,
	brandPages,
	studioPages,
	apiKeyPages,
	newSecretPages,
	webhookPages,
	recoverPages,
	verifyPages,
	deliveryPages,
	eventPages,
	requestPages,
	connectedAppPages,
	auditLogPages,
	teamPages,
	exportPages,
];

const notFoundPages = new Area("everyone");
const refuse = () => {
	throw notFound("page");
};
notFoundPages.check("/dashboard/*", {}, { show: refuse, check: refuse });

for (const { routes } of areas) dashboard.route("/", routes);
dashboard.route("/", account);
dashboard.route("/", notFoundPages.routes);

dashboard.onError((error, c: AppContext) => showErrorPage(error, c));
