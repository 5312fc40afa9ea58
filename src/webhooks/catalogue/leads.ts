import { z } from "zod";
import { preferredCommunications } from "../../db/schema.ts";
import { id, metadataOut, time } from "../../http/fields.ts";
import { type Definitions, define } from "./definition.ts";
import { changes, idOf } from "./fields.ts";
import { earlier, ids, now } from "./samples.ts";

const lead = z.object({
	leadId: idOf("led"),
	firstName: z.string(),
	lastName: z.string().nullable(),
	email: z.string().nullable(),
	phone: z.string().nullable(),
	message: z.string().nullable(),
	source: z.string().nullable(),
	stage: z.enum(["NEW", "CONTACTED", "QUALIFIED", "BOOKED", "LOST"]),
	assignedArtistId: id("artist").nullable(),
	preferredCommunication: z.enum(preferredCommunications).nullable(),
	budgetRangeMin: z.number().min(0).nullable(),
	budgetRangeMax: z.number().min(0).nullable(),
	archived: z.boolean(),
	metadata: metadataOut,
	createdAt: time,
	updatedAt: time,
});

const changed = lead.extend({ changes });

const asked: z.output<typeof lead> = {
	leadId: ids.lead,
	firstName: "Noor",
	lastName: "Haddad",
	email: "noor@example.com",
	phone: "+49 30 5550142",
	message: "I would like a fern along my forearm, about 15 cm.",
	source: "instagram",
	stage: "NEW",
	assignedArtistId: null,
	preferredCommunication: "EMAIL",
	budgetRangeMin: 300,
	budgetRangeMax: 600,
	archived: false,
	metadata: {},
	createdAt: earlier,
	updatedAt: now,
};

export const leadEvents = {
	"lead.created": define("Someone showed interest: a lead was created.", lead, { ...asked, createdAt: now }),
	"lead.stage_changed": define("A lead moved to another stage.", changed, {
		...asked,
		stage: "CONTACTED",
		changes: { stage: { old: "NEW", new: "CONTACTED" } },
	}),
	"lead.assigned": define("A lead was assigned to an artist, or to another one.", changed, {
		...asked,
		assignedArtistId: ids.artist,
		changes: { assignedArtistId: { old: null, new: ids.artist } },
	}),
	"lead.archived": define("A lead was archived.", changed, {
		...asked,
		stage: "LOST",
		archived: true,
		changes: { archived: { old: false, new: true } },
	}),
} satisfies Definitions;
