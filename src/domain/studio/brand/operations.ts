import { and, eq, sql } from "drizzle-orm";
import { type Change, decideAgain, noChange } from "../../../platform/commit/change.ts";
import { type DatabaseRefusal, isStale } from "../../../platform/commit/transaction/refusals.ts";
import { insert, mustChangeRows, removeIfUnchanged, update, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { pictures } from "../../../platform/db/tables/data/pictures.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { together } from "../../../platform/db/together.ts";
import type { Upload } from "../../../platform/http/endpoint/upload.ts";
import { changesBetween } from "../../../platform/lib/changes.ts";
import { fieldProblem, notFound } from "../../../platform/problems/problem.ts";
import { checkRoom, newRow, objectOf, storing } from "../../pictures/create-picture.ts";
import { type Brand, brandColumns } from "./brand.ts";
import { holdsContrast, nearestThatHolds } from "./colors.ts";

export async function readBrand({ db, tenantId }: Ctx): Promise<Brand> {
	const [brand] = await db.select(brandColumns).from(studios).where(eq(studios.tenantId, tenantId));
	if (!brand) throw notFound("studio");
	return brand;
}

/** Null stands for the color of the service. */
export async function setAccentColor(ctx: Ctx, color: string | null): Promise<Change<Brand>> {
	if (color !== null && !holdsContrast(color))
		throw fieldProblem(
			"accent_color",
			`is too light to be read. The nearest color that can be is ${nearestThatHolds(color)}`,
		);
	const before = await readBrand(ctx);
	return changeOf(ctx, before, { ...before, accentColor: color }, []);
}

const logoTypes: readonly string[] = ["image/png", "image/jpeg", "image/webp"];
const maxLogoBytes = 1024 * 1024;
/** Wider or higher ones could not be read at the size that they are shown. */
const maxRatio = 10;

/** Mail programs load the logo as it is, so it must be small and of a type that they know. */
function checkLogo({ type, width, height, bytes }: Upload): void {
	if (!logoTypes.includes(type)) throw fieldProblem("logo", "must be a PNG, a JPEG or a WebP");
	if (bytes.byteLength > maxLogoBytes) throw fieldProblem("logo", "has more than 1 MB. Save it smaller");
	if (Math.max(width / height, height / width) > maxRatio)
		throw fieldProblem("logo", `is ${width} by ${height} pixels. One side is at most ${maxRatio} times the other`);
}

/** The logo before it goes in the same transaction. */
export async function setLogo(ctx: Ctx, upload: Upload): Promise<Change<Brand>> {
	checkLogo(upload);
	const [before, old] = await together(
		ctx,
		(ctx) => readBrand(ctx),
		(ctx) => findLogo(ctx),
		(ctx) => checkRoom(ctx),
	);
	const row = newRow(ctx, { ownerType: "tenant", ownerId: ctx.tenantId, position: 1 }, upload, undefined);
	const { width: logoWidth, height: logoHeight } = row;
	return {
		...changeOf(ctx, before, { ...before, logoId: row.id, logoWidth, logoHeight }, removing(old)),
		object: objectOf(upload, (place) => [storing(insert(pictures).values({ ...row, ...place }), row)]),
	};
}

export async function removeLogo(ctx: Ctx): Promise<Change<Brand>> {
	const [before, old] = await together(
		ctx,
		(ctx) => readBrand(ctx),
		(ctx) => findLogo(ctx),
	);
	return changeOf(ctx, before, { ...before, logoId: null, logoWidth: null, logoHeight: null }, removing(old));
}

type PictureRow = typeof pictures.$inferSelect;

async function findLogo({ db, tenantId }: Ctx): Promise<PictureRow | undefined> {
	const [row] = await db
		.select()
		.from(pictures)
		.where(and(eq(pictures.tenantId, tenantId), eq(pictures.ownerId, tenantId)));
	return row;
}

const removing = (old: PictureRow | undefined): Write[] => (old ? [removeIfUnchanged(pictures, old)] : []);

function changeOf({ tenantId }: Ctx, before: Brand, after: Brand, writes: Write[]): Change<Brand> {
	const changes = changesBetween(shown(before), shown(after));
	if (!changes) return noChange(before);
	const { accentColor, logoId, logoWidth, logoHeight } = after;
	const isAsBefore = sql`accent_color IS ${before.accentColor} AND logo_id IS ${before.logoId}`;
	return {
		result: after,
		writes: [
			...writes,
			mustChangeRows(
				update(studios)
					.set({ accentColor, logoId, logoWidth, logoHeight })
					.where(and(eq(studios.tenantId, tenantId), isAsBefore)),
			),
		],
		audit: { action: "tenant.updated", resourceId: tenantId, changes },
		onRefused: (refusal: DatabaseRefusal) => (isStale(refusal) ? decideAgain : undefined),
	};
}

/** As the audit log names it. */
const shown = ({ accentColor, logoId }: Brand) => ({ accent_color: accentColor, logo: logoId });
