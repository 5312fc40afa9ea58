import { and, gte, lt, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { type IdKind, idPrefix } from "../../lib/ids.ts";

/** The records of one kind in a table of several. Their ids begin alike, so they are a range of the primary key. */
export const idsOfKind = (id: AnySQLiteColumn, kind: IdKind): SQL | undefined =>
	and(gte(id, idPrefix(kind)), lt(id, `${idPrefix(kind).slice(0, -1)}\``));
