import { and, eq, sql } from "drizzle-orm";
import type { AnyChange } from "../../../platform/commit/change.ts";
import { insert, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { pictures } from "../../../platform/db/tables/data/pictures.ts";
import { together } from "../../../platform/db/together.ts";
import type { Upload } from "../../../platform/http/endpoint/upload.ts";
import { problem } from "../../../platform/problems/problem.ts";
import { checkRoom, newRow, objectOf } from "../../pictures/create-picture.ts";
import { type Picture, type PictureRow, toPicture } from "../../pictures/schema.ts";
import { findForm } from "./operations.ts";

export async function createFormPicture(
	ctx: Ctx,
	formId: string,
	upload: Upload,
	caption: string | undefined,
): Promise<AnyChange<Picture>> {
	const [form, , waiting] = await together(
		ctx,
		(ctx) => findForm(ctx, formId),
		(ctx) => checkRoom(ctx, upload.bytes.byteLength),
		(ctx) => readWaiting(ctx, formId),
	);
	if (!form.isActive) throw problem("conflict", "The form is not active and takes no submissions.");
	if (!form.fields.some(({ type }) => type === "picture"))
		throw problem("conflict", "The form has no field of the type picture.");
	if (waiting.count >= maxWaiting || waiting.bytes + upload.bytes.byteLength > maxWaitingBytes) throw tooManyWait();
	const row = newRow(ctx, { ownerType: "form", ownerId: formId, position: 1 }, upload, caption);
	return {
		result: toPicture(ctx, row),
		object: objectOf(upload, (place) => [amongWaiting(insert(pictures).values({ ...row, ...place }), row)]),
		writes: [],
		audit: { action: "picture.created", resourceId: row.id, details: { owner_id: formId } },
		onRefused: (refusal) => (refusal.kind === "raised" && refusal.name === "plan_limit" ? tooManyWait() : undefined),
	};
}

/** Anybody may upload to a form of a booking page, so these bytes do not count to the plan, and have limits of their own. */
const maxWaiting = 500;
const maxWaitingBytes = 512 * 1024 ** 2;

const isWaiting = (tenantId: string, formId: string) =>
	and(eq(pictures.tenantId, tenantId), eq(pictures.ownerId, formId), eq(pictures.ownerType, "form"));

/** No submission has named these pictures. */
async function readWaiting({ db, tenantId }: Ctx, formId: string): Promise<{ count: number; bytes: number }> {
	const [row] = await db
		.select({ count: sql<number>`count(*)`, bytes: sql<number>`coalesce(sum(size_bytes), 0)` })
		.from(pictures)
		.where(isWaiting(tenantId, formId));
	return row ?? { count: 0, bytes: 0 };
}

/** The database refuses the picture if too many wait with it. */
const amongWaiting = (write: Write, { tenantId, ownerId }: PictureRow): Write => ({
	write,
	condition: sql`(SELECT count(*) <= ${maxWaiting} AND sum(size_bytes) <= ${maxWaitingBytes}
		FROM ${pictures} WHERE ${isWaiting(tenantId, ownerId)})`,
	reason: "plan_limit",
});

const tooManyWait = () =>
	problem(
		"plan_limit_reached",
		`At most ${maxWaiting} pictures of a form, and ${maxWaitingBytes / 1024 ** 2} MiB of them, wait for a submission that names them.`,
	);
