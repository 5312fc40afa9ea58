import { extended } from "../../../platform/http/endpoint/extended.ts";
import { withChanges } from "../../../platform/http/fields/payload-fields.ts";
import { payload } from "../../../platform/lib/camel.ts";
import { lead as record } from "../../clients/leads/schema.ts";
import { type Definitions, define } from "./definition.ts";
import { ids, now } from "./example-ids.ts";
import { exampleLead } from "./example-records.ts";
import { payloadSchema } from "./payload-schema.ts";

const lead = payloadSchema("lead", record);
const changed = extended(lead, withChanges);

const leadPayload = payload("lead", exampleLead);

export const leadEvents = {
	"lead.created": define("A lead was created.", lead, { ...leadPayload, createdAt: now }),
	"lead.stage_changed": define("A lead moved to another stage.", changed, {
		...leadPayload,
		stage: "CONTACTED",
		changes: { stage: { old: "NEW", new: "CONTACTED" } },
	}),
	"lead.assigned": define("A lead was assigned to an artist, or to another artist than before.", changed, {
		...leadPayload,
		assignedArtistId: ids.artist,
		changes: { assignedArtistId: { old: null, new: ids.artist } },
	}),
	"lead.archived": define("A lead was archived.", changed, {
		...leadPayload,
		stage: "LOST",
		archived: true,
		archivedAt: now,
		changes: { archived: { old: false, new: true }, archivedAt: { old: null, new: now } },
	}),
} satisfies Definitions;
