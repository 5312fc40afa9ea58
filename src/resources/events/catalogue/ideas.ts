import { payload } from "../../../lib/camel.ts";
import { type Idea, idea as record } from "../../ideas/schema.ts";
import { type Definitions, define } from "./definition.ts";
import { changes } from "./fields.ts";
import { payloadSchema } from "./payload-schema.ts";
import { earlier, ids, now } from "./samples.ts";

const idea = payloadSchema("idea", record);
const changed = idea.extend({ changes });

const forearm: Idea = {
	object: "idea",
	id: ids.idea,
	client_id: ids.client,
	artist_id: ids.artist,
	subject: "Fern along the forearm",
	stage: "NEW",
	source_type: "FORM",
	btt_status: "NONE",
	archived: false,
	archived_at: null,
	form_submission_id: ids.submission,
	description: "A single frond, light shading, no outline.",
	body_part: "Forearm",
	placement: "Left forearm, inside",
	placement_side: "LEFT",
	size: "15 cm",
	size_cm: 15,
	style: "Botanical",
	styles: ["Botanical", "Fine line"],
	color_preference: "BLACK_AND_GREY",
	colors: [],
	budget_min: 30_000,
	budget_max: 60_000,
	currency: "EUR",
	reference_urls: ["https://example.com/fern.jpg"],
	is_cover_up: false,
	cover_up_description: null,
	is_touch_up: false,
	is_first_tattoo: false,
	skin_tone: null,
	health_notes: null,
	allergies: "Latex",
	medications: null,
	is_pregnant_or_nursing: false,
	estimated_sessions: 1,
	estimated_hours: 2.5,
	quote_amount: null,
	quote_currency: null,
	quoted_at: null,
	deposit_amount: null,
	preferred_dates: ["2026-03-20"],
	availability_notes: "Fridays, after four",
	deadline: null,
	internal_notes: null,
	tags: ["botanical"],
	metadata: {},
	created_at: earlier,
	updated_at: now,
};
const fern = payload("idea", forearm);

export const ideaEvents = {
	"idea.created": define("A tattoo idea was created.", idea, { ...fern, createdAt: now }),
	"idea.stage_changed": define("A tattoo idea moved to another stage.", changed, {
		...fern,
		stage: "QUOTED",
		changes: { stage: { old: "IN_REVIEW", new: "QUOTED" } },
	}),
	"idea.transferred": define("A tattoo idea went from one artist to another.", changed, {
		...fern,
		artistId: ids.newArtist,
		changes: { artistId: { old: ids.artist, new: ids.newArtist } },
	}),
} satisfies Definitions;
