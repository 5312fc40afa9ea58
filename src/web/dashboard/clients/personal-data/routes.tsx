import { getClient } from "../../../../domain/clients/clients/operations.ts";
import { eraseClient } from "../../../../domain/personal-data/erasure/operation.ts";
import { type ErasurePreview, previewErasure } from "../../../../domain/personal-data/erasure/preview.ts";
import { exportClient } from "../../../../domain/personal-data/export.ts";
import type { Ctx } from "../../../../platform/context.ts";
import { Problem } from "../../../../platform/problems/problem.ts";
import { Area } from "../../frame/area.ts";
import { erasePath, exportPath, path } from "../paths.ts";
import { erasePage } from "./erase-page.tsx";

/** Owners alone: the file has events and audit entries, and an erasure cannot be undone. */
export const personalDataPages = new Area("owner");

const kinds = { id: "client" } as const;

personalDataPages.page(
	exportPath(":id"),
	kinds,
	async ({ ctx }, { id }) => {
		const [day] = new Date(ctx.now).toISOString().split("T");
		return new Response(JSON.stringify(await exportClient(ctx, id), null, "\t"), {
			headers: {
				"Content-Type": "application/json",
				"Content-Disposition": `attachment; filename="client-${id}-${day}.json"`,
			},
		});
	},
	"file",
);

personalDataPages.form(erasePath(":id"), kinds, {
	kind: "delete",
	counted: "file",
	show: async (visit, { id }, again) => {
		const client = await getClient(visit.ctx, id);
		const foreseen = await previewOrRefusal(visit.ctx, id);
		return erasePage({ visit, client, ...foreseen }, again);
	},
	operation:
		(_, __, { id }) =>
		(ctx) =>
			eraseClient(ctx, id),
	afterSubmit: (visit) => visit.to(path, { done: "erased" }),
});

/** An import under way stands in the way, and the page says so. */
async function previewOrRefusal(ctx: Ctx, id: string): Promise<{ preview: ErasurePreview } | { refusal: string }> {
	try {
		return { preview: await previewErasure(ctx, id) };
	} catch (error) {
		if (error instanceof Problem && error.code === "conflict") return { refusal: error.message };
		throw error;
	}
}
