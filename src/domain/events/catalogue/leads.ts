import { extended } from "../../../platform/http/endpoint/extended.ts";
import { payload } from "../../../platform/lib/camel.ts";
import { lead as record } from "../../clients/leads/schema.ts";
import { type Definitions, define } from "./definition.ts";
import { changes } from "./fields.ts";
import { payloadSchema } from "./payload-schema.ts";
import { request } from "./records.ts";
import { ids, now } from "./samples.ts";

const lead = payloadSchema("lead", record);
const changed = extended(lead, { changes });

const asked = payload("lead", request);

export const leadEvents = {
	"lead.created": define("A lead was created.", lead, { ...asked, createdAt: now }),
	"lead.stage_changed": define("A lead moved to another stage.", changed, {
		...asked,
		stage: "CONTACTED",
		changes: { stage: { old: "NEW", new: "CONTACTED" } },
	}),
	"lead.assigned": define("A lead was assigned to an artist, or to another artist than before.", changed, {
		...asked,
		assignedArtistId: ids.artist,
		changes: { assignedArtistId: { old: null, new: ids.artist } },
	}),
	"lead.archived": define("A lead was archived.", changed, {
		...asked,
		stage: "LOST",
		archived: true,
		archivedAt: now,
		changes: { archived: { old: false, new: true }, archivedAt: { old: null, new: now } },
	}),
} satisfies Definitions;
