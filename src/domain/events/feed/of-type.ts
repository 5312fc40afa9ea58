import { type SQL, sql } from "drizzle-orm";
import { events, type PublicEventType } from "../../../platform/db/tables/data/events.ts";

/**
 * The primary key has all events of a tenant in the order of a list, so SQLite would walk them. As long as it takes the
 * type for rare, it uses the index of types, which has the same order.
 */
export const isOfType = (type: PublicEventType): SQL => sql`likelihood(${events.type} = ${type}, 0.0001)`;
