import { z } from "zod";
import { id, metadataOut, time } from "../../http/fields.ts";
import { type Definitions, define } from "./definition.ts";
import { changes, idOf } from "./fields.ts";
import { earlier, ids, now } from "./samples.ts";

const idea = z.object({
	ideaId: idOf("ide"),
	clientId: id("client"),
	artistId: id("artist").nullable(),
	subject: z.string(),
	description: z.string().nullable(),
	placement: z.string().nullable(),
	size: z.string().nullable(),
	style: z.string().nullable(),
	stage: z.enum(["NEW", "IN_REVIEW", "QUOTED", "APPROVED", "SCHEDULED", "DONE", "DECLINED"]),
	sourceType: z.enum(["MANUAL", "FORM", "BOOKING_PAGE", "API", "IMPORT"]),
	bttStatus: z.enum(["NONE", "PENDING", "SENT", "COMPLETED"]),
	archived: z.boolean(),
	metadata: metadataOut,
	createdAt: time,
	updatedAt: time,
});

const changed = idea.extend({ changes });

const fern: z.output<typeof idea> = {
	ideaId: ids.idea,
	clientId: ids.client,
	artistId: ids.artist,
	subject: "Fern along the forearm",
	description: "A single frond, light shading, no outline.",
	placement: "Left forearm, inside",
	size: "15 cm",
	style: "Botanical",
	stage: "NEW",
	sourceType: "FORM",
	bttStatus: "NONE",
	archived: false,
	metadata: {},
	createdAt: earlier,
	updatedAt: now,
};

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
