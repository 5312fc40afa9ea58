import { together } from "../../../platform/db/together.ts";
import { Area } from "../frame/area.ts";
import { Overview } from "./page.tsx";
import { apiSection, requestHours, studioSection } from "./sections.ts";

export const overviewPages = new Area("everyone");

overviewPages.page("/dashboard", {}, async (visit) => {
	const isOwner = visit.studio.role === "OWNER";
	const [[studio, api], hours] = await Promise.all([
		together(
			visit,
			(visit) => studioSection(visit),
			(visit) => (isOwner ? apiSection(visit) : undefined),
		),
		isOwner ? requestHours(visit) : undefined,
	]);
	return { title: "Overview", body: <Overview visit={visit} studio={studio} api={api && { ...api, hours }} /> };
});
