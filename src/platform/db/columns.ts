import { integer, text } from "drizzle-orm/sqlite-core";

/** Times are whole milliseconds since 1970, so that SQL can compare and index them. */
export const created = { createdAt: integer("created_at").notNull() };

export const changed = {
	...created,
	updatedAt: integer("updated_at").notNull(),
	/** Rises with every update. A write names the revision that its operation read (contract: Wire 26). */
	revision: integer("revision").notNull().default(1),
};

export const key = { id: text("id").notNull(), tenantId: text("tenant_id").notNull() };

export const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);
export const json = <T>(name: string) => text(name, { mode: "json" }).$type<T>();
export const metadata = () => json<Record<string, string>>("metadata").notNull().default({});

export const pictureCount = () => integer("picture_count").notNull().default(0);

export interface PostalAddress {
	line1: string | null;
	line2: string | null;
	city: string | null;
	state: string | null;
	postal_code: string | null;
	country: string | null;
}
