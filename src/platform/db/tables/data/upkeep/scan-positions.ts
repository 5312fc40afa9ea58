import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../../columns.ts";

export interface ScanPosition {
	tenantId: string;
	endpointId: string;
}

export interface AnswerPosition {
	tenantId: string;
	credentialId: string;
	key: string;
}

/** The position at which the next run continues a scan. A scan that finished has no row. */
export const scanPositions = sqliteTable("scan_positions", {
	step: text("step").primaryKey(),
	position: json<ScanPosition | AnswerPosition>("position").notNull(),
});
