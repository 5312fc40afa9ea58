import { payload } from "../../../lib/camel.ts";
import { type Lead, lead as record } from "../../leads/schema.ts";
import { type Definitions, define } from "./definition.ts";
import { changes } from "./fields.ts";
import { payloadSchema } from "./payload-schema.ts";
import { earlier, ids, now } from "./samples.ts";

const lead = payloadSchema("lead", record);
const changed = lead.extend({ changes });

const noor: Lead = {
	object: "lead",
	id: ids.lead,
	first_name: "Noor",
	last_name: "Haddad",
	email: "noor@example.com",
	phone: "+49 30 5550142",
	message: "I would like a fern along my forearm, about 15 cm.",
	source: "instagram",
	stage: "NEW",
	assigned_artist_id: null,
	preferred_communication: "EMAIL",
	budget_range_min: 300,
	budget_range_max: 600,
	archived: false,
	archived_at: null,
	client_id: null,
	converted_at: null,
	form_submission_id: null,
	metadata: {},
	created_at: earlier,
	updated_at: now,
};
const asked = payload("lead", noor);

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
