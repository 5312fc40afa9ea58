import {
	cancelExport,
	createExport,
	getExport,
	listExports,
	roomForExport,
} from "../../../domain/exports/operations.ts";
import { together } from "../../../platform/db/together.ts";
import { Area } from "../frame/area.ts";
import type { Content } from "../frame/declarations.ts";
import type { Visit } from "../frame/visit.ts";
import { nextPageOf } from "../lists/next-page.ts";
import { ExportPage } from "./page.tsx";
import { exportPath, path } from "./paths.ts";

export const exportPages = new Area("owner");

const ofExport = { id: "export" } as const;

const perPage = 20;

/** The alarm stands at the top. */
async function contentOf(visit: Visit, alarm?: string): Promise<Content> {
	const after = visit.c.req.query("after");
	const [found, room] = await together(
		visit.ctx,
		(ctx) => listExports(ctx, {}, { after, take: perPage + 1 }),
		(ctx) => roomForExport(ctx),
	);
	const { shown, next } = nextPageOf(visit, found, perPage);
	const first = after === undefined ? undefined : visit.to(path);
	return {
		title: "Export the studio",
		body: <ExportPage visit={visit} exports={shown} room={room} first={first} next={next} alarm={alarm} />,
	};
}

exportPages.form(
	path,
	{},
	{
		// A full studio may leave (contract: Exports 7).
		kind: "change",
		show: (visit, _, again) => contentOf(visit, again?.faults?.summary),
		operation: () => (ctx) => createExport(ctx),
		afterSubmit: (visit) => visit.to(path, { done: "begun" }),
	},
);

// The page may have been open for longer than an address of the file is valid.
exportPages.page(`${exportPath(":id")}/download`, ofExport, async (visit, { id }) => {
	const { url } = await getExport(visit.ctx, id);
	if (url !== null) return visit.c.redirect(url, 303);
	return { ...(await contentOf(visit, "This export has no file. The list says why.")), status: 404 };
});

exportPages.form(`${exportPath(":id")}/cancel`, ofExport, {
	kind: "delete",
	operation:
		(_, __, { id }) =>
		(ctx) =>
			cancelExport(ctx, id),
	afterSubmit: (visit) => visit.to(path, { done: "cancelled" }),
});
