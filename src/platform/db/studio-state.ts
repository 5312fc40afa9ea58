import { type SQL, sql } from "drizzle-orm";

/**
 * Whether this database has the current data of studio `t`, and the studio neither moves nor is being deleted, so that
 * its data may change.
 */
export const isStudioHere: SQL = sql`t.state = 'OPEN'`;

/** Whether work at studio `t` that has begun may be recorded. Of a studio that is closed for a move, only this changes. */
export const mayWorkEnd: SQL = sql`t.state IN ('OPEN', 'CLOSING')`;

/** Like `isStudioHere`, but true also while the studio is being deleted, because a restore brings it back as it was. */
export const isStudioHereOrDeleting: SQL = sql`t.state IN ('OPEN', 'DELETING')`;

/** Whether the rows of studio `t` here are the valid ones, also while it moves or is being deleted, and after that. */
export const hasValidRows: SQL = sql`t.state IN ('OPEN', 'CLOSING', 'LEAVING', 'DELETING', 'DELETED')`;
