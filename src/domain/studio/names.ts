import { and, desc, eq } from "drizzle-orm";
import type { Ctx } from "../../platform/context.ts";
import { artists } from "../../platform/db/tables/data/artists.ts";
import { forms } from "../../platform/db/tables/data/forms.ts";
import { shops } from "../../platform/db/tables/data/shops.ts";

// The records of the studio that forms and filters offer, by their names.

/** Lists and the pages of records lead to the others. */
export const maxListed = 200;

export interface Named {
	id: string;
	name: string;
}

export interface NamedArtist extends Named {
	status: (typeof artists.$inferSelect)["status"];
}

const byName = <T extends Named>(records: T[]): T[] => records.sort((a, b) => a.name.localeCompare(b.name));

/** The newest artists; with `active`, only those who can be booked. */
export const listArtistNames = async ({ db, tenantId }: Ctx, { active = false } = {}): Promise<NamedArtist[]> =>
	byName(
		await db
			.select({ id: artists.id, name: artists.name, status: artists.status })
			.from(artists)
			.where(and(eq(artists.tenantId, tenantId), active ? eq(artists.status, "ACTIVE") : undefined))
			.orderBy(desc(artists.id))
			.limit(maxListed),
	);

export const listShopNames = async ({ db, tenantId }: Ctx): Promise<(Named & { timezone: string })[]> =>
	byName(
		await db
			.select({ id: shops.id, name: shops.name, timezone: shops.timezone })
			.from(shops)
			.where(eq(shops.tenantId, tenantId))
			.orderBy(desc(shops.id))
			.limit(maxListed),
	);

export const listFormNames = async ({ db, tenantId }: Ctx): Promise<Named[]> =>
	byName(
		await db
			.select({ id: forms.id, name: forms.name })
			.from(forms)
			.where(eq(forms.tenantId, tenantId))
			.orderBy(desc(forms.id))
			.limit(maxListed),
	);
