import * as z from "zod";
import { id, time } from "../../platform/http/fields/fields.ts";
import { auditEntry } from "../access/audit-log/operations.ts";
import { appointment } from "../booking/appointments/schema.ts";
import { client } from "../clients/clients/schema.ts";
import { submission } from "../clients/form-submissions/schema.ts";
import { idea } from "../clients/ideas/schema.ts";
import { lead } from "../clients/leads/schema.ts";
import { event } from "../events/feed/operations.ts";
import { importRow } from "../imports/schema.ts";
import { picture } from "../pictures/schema.ts";

const importRowOfClient = importRow
	.extend({ import_id: id("import"), cells: z.array(z.string()).nullable() })
	.meta({ id: "ImportRowOfClient" });

export const clientExport = z
	.object({
		object: z.literal("client_export"),
		client_id: id("client"),
		exported_at: time,
		merged_client_ids: z.array(id("client")).meta({ description: "The clients who were merged into this one." }),
		data: z.object({
			client,
			appointments: z.array(appointment),
			leads: z.array(lead),
			ideas: z.array(idea),
			form_submissions: z.array(submission),
			pictures: z.array(picture),
			import_rows: z.array(importRowOfClient),
			events: z.array(event),
			audit_entries: z.array(auditEntry),
		}),
	})
	.meta({ id: "ClientExport" });

export type ClientExport = z.output<typeof clientExport>;
