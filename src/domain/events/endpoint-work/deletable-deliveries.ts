import type { SQL } from "drizzle-orm";
import { sql } from "../../../platform/db/statements/expression.ts";
import { deliveries } from "../../../platform/db/tables/data/webhooks.ts";
import { perStep } from "./step.ts";

/** Deleting a delivery deletes its attempts, so the deliveries of one statement have at most this many together. */
const maxAttemptsPerStatement = 1000;

/** The first deliveries in an order: as many as stay within the limit of attempts, and at least one. */
export const deletableDeliveries = (where: SQL, order: SQL): SQL =>
	sql`SELECT row FROM (
		SELECT row, sum(attempt_count) OVER earlier AS attempts, row_number() OVER earlier AS n
		FROM (SELECT rowid AS row, attempt_count, ${order} AS turn FROM ${deliveries} WHERE ${where} ORDER BY ${order} LIMIT ${perStep})
		WINDOW earlier AS (ORDER BY turn, row)
	) WHERE attempts <= ${maxAttemptsPerStatement} OR n = 1`;
