import { Area } from "../frame/area.ts";
import { Overview } from "./page.tsx";
import { apiPart, studioPart } from "./parts.ts";

export const overviewPages = new Area("everyone");

overviewPages.page("/dashboard", {}, async (visit) => {
	const [studio, api] = await Promise.all([
		studioPart(visit),
		visit.studio.role === "OWNER" ? apiPart(visit) : undefined,
	]);
	return { title: "Overview", body: <Overview visit={visit} studio={studio} api={api} /> };
});
