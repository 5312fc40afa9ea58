import { type SQL, sql } from "drizzle-orm";
import { deliveries } from "../../../platform/db/tables/data/webhooks.ts";
import { perStep } from "./step.ts";

/** The deletion of a delivery deletes its attempts, so a statement takes as many deliveries as have this many. */
const maxAttemptsPerStatement = 1000;

/** The first deliveries of an order, as many as have few attempts together, and at least one. */
export const deletableDeliveries = (where: SQL, order: SQL): SQL =>
	sql`SELECT row FROM (
		SELECT row, sum(attempt_count) OVER earlier AS attempts, row_number() OVER earlier AS place
		FROM (SELECT rowid AS row, attempt_count, ${order} AS turn FROM ${deliveries} WHERE ${where} ORDER BY ${order} LIMIT ${perStep})
		WINDOW earlier AS (ORDER BY turn, row)
	) WHERE attempts <= ${maxAttemptsPerStatement} OR place = 1`;
