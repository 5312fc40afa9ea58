import { and, eq } from "drizzle-orm";
import type { Databases } from "../../platform/db/databases.ts";
import { pictures } from "../../platform/db/tables/data/pictures.ts";
import type { PictureAddress } from "./addresses.ts";
import type { PictureRow } from "./schema.ts";

/** Undefined when the picture or its studio is deleted. */
export async function findForAddress(
	databases: Databases,
	{ tenantId, id }: PictureAddress,
): Promise<PictureRow | undefined> {
	const placement = await databases.placementOf(tenantId);
	if (!placement || placement.beingDeleted) return undefined;
	const [row] = await databases
		.data(placement.database)
		.db.select()
		.from(pictures)
		.where(and(eq(pictures.tenantId, tenantId), eq(pictures.id, id)));
	return row;
}
