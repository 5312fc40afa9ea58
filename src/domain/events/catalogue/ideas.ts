import { extended } from "../../../platform/http/endpoint/extended.ts";
import { withChanges } from "../../../platform/http/fields/payload-fields.ts";
import { payload } from "../../../platform/lib/camel.ts";
import { idea as record } from "../../clients/ideas/schema.ts";
import { type Definitions, define } from "./definition.ts";
import { ids, now } from "./example-ids.ts";
import { exampleIdea } from "./example-records.ts";
import { payloadSchema } from "./payload-schema.ts";

const idea = payloadSchema("idea", record);
const changed = extended(idea, withChanges);

const fern = payload("idea", exampleIdea);

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
