import type { AnyChange } from "../../../platform/commit/change.ts";
import { insert } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { pictures } from "../../../platform/db/tables/data/pictures.ts";
import type { Upload } from "../../../platform/http/endpoint/upload.ts";
import { inOrder } from "../../../platform/lib/in-order.ts";
import { problem } from "../../../platform/problems/problem.ts";
import { findForm } from "../../studio/forms/operations.ts";
import { checkRoom, newRow, objectOf, storing } from "./create-picture.ts";
import { type Picture, toPicture } from "./schema.ts";

/** Stores a picture that waits for the submission that names it. */
export async function createFormPicture(
	ctx: Ctx,
	formId: string,
	upload: Upload,
	caption: string | undefined,
): Promise<AnyChange<Picture>> {
	const [form] = await inOrder(findForm(ctx, formId), checkRoom(ctx));
	if (!form.isActive) throw problem("conflict", "The form is not active and takes no submissions.");
	if (!form.fields.some(({ type }) => type === "picture"))
		throw problem("conflict", "The form has no field of the type picture.");
	const row = newRow(ctx, { ownerType: "form", ownerId: formId, position: 1 }, upload, caption);
	return {
		result: toPicture(ctx, row),
		object: objectOf(upload, (place) => [storing(insert(pictures).values({ ...row, ...place }), row)]),
		writes: [],
		audit: { action: "picture.created", resourceId: row.id, details: { owner_id: formId } },
	};
}
