import * as z from "zod";
import type { auditEntries } from "../../../platform/db/tables/data/audit-log.ts";
import { id, time } from "../../../platform/http/fields/fields.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { type DeletedType, deletedTypes, mergeAction } from "./types.ts";

export const deletion = z
	.object({
		object: z.literal("deletion"),
		id: id("audit_entry").meta({ description: "The id of the audit entry." }),
		type: z.enum(deletedTypes).meta({ description: "The `object` of the record." }),
		resource_id: z.string().meta({ description: "The id of the record." }),
		deleted_at: time,
	})
	.meta({ id: "Deletion" });

export type Deletion = z.output<typeof deletion>;

type Row = Pick<typeof auditEntries.$inferSelect, "id" | "action" | "resourceId" | "details" | "createdAt">;

export const toDeletion = (row: Row): Deletion => ({
	object: "deletion",
	id: row.id,
	type: row.action.split(".")[0] as DeletedType,
	resource_id: (row.action === mergeAction ? row.details?.source_id : undefined) ?? row.resourceId,
	deleted_at: timestamp(row.createdAt),
});
