import { and, eq, type SQL, sql } from "drizzle-orm";
import { mustChangeRows, update, type Write } from "../../platform/commit/write.ts";
import type { Ctx } from "../../platform/context.ts";
import { laterThanBefore } from "../../platform/db/record.ts";
import { artists } from "../../platform/db/tables/data/artists.ts";
import { eventTypes } from "../../platform/db/tables/data/event-types.ts";
import { formSubmissions } from "../../platform/db/tables/data/forms.ts";
import { ideas } from "../../platform/db/tables/data/ideas.ts";
import { leads } from "../../platform/db/tables/data/leads.ts";
import { notFound } from "../../platform/problems/problem.ts";
import type { PictureRow } from "./schema.ts";

const tables = { idea: ideas, lead: leads, artist: artists, form_submission: formSubmissions } as const;

export type OwnerType = keyof typeof tables;

export interface Owner {
	type: OwnerType;
	id: string;
}

const words: Record<OwnerType, string> = {
	idea: "idea",
	lead: "lead",
	artist: "artist",
	form_submission: "form submission",
};

const isOwner = (tenantId: string, { type, id }: Owner): SQL | undefined =>
	and(eq(tables[type].tenantId, tenantId), eq(tables[type].id, id));

export async function pictureCountOf({ db, tenantId }: Ctx, owner: Owner): Promise<number> {
	const table = tables[owner.type];
	const [row] = await db.select({ count: table.pictureCount }).from(table).where(isOwner(tenantId, owner));
	if (!row) throw notFound(words[owner.type]);
	return row.count;
}

/** The record has changed with its pictures: they are a part of it, and programs that sync it see the change. */
export const touchOwner = (
	{ tenantId, now }: Ctx,
	owner: Owner,
	set: Record<string, SQL> = {},
	condition?: SQL,
): Write => {
	const table = tables[owner.type];
	return mustChangeRows(
		update(table)
			.set({ ...set, updatedAt: laterThanBefore(now), revision: sql`revision + 1` })
			.where(and(isOwner(tenantId, owner), condition)),
	);
};

/** The artist's event types that show the picture show none once it is deleted. Its address has its id. */
export const hideInEventTypes = ({ tenantId, now }: Ctx, { id, ownerId }: PictureRow): Write =>
	update(eventTypes)
		.set({
			details: sql`json_set(details, '$.image_url', NULL)`,
			updatedAt: laterThanBefore(now),
			revision: sql`revision + 1`,
		})
		.where(
			and(
				eq(eventTypes.tenantId, tenantId),
				eq(eventTypes.artistId, ownerId),
				sql`instr(details ->> '$.image_url', ${`/pictures/${tenantId}/${id}/`}) > 0`,
			),
		);

/** The picture that an artist chose to be shown by is no longer chosen once it is deleted. */
export const withoutAvatar = ({ ownerType, id }: PictureRow): Record<string, SQL> =>
	ownerType === "artist" ? { avatarPictureId: sql`nullif(avatar_picture_id, ${id})` } : {};
