import { z } from "zod";
import { id, metadataOut, time } from "../../http/fields.ts";
import { type Definitions, define } from "./definition.ts";
import { changes, idOf } from "./fields.ts";
import { earlier, ids, now } from "./samples.ts";

const artist = z.object({
	artistId: id("artist"),
	shopId: idOf("shp").nullable(),
	name: z.string(),
	slug: z.string(),
	email: z.string().nullable(),
	timezone: z.string().meta({ description: "An IANA time zone." }),
	status: z.enum(["ACTIVE", "DEACTIVATED"]),
	isConsultationDesk: z.boolean(),
	maxAppointmentsPerDay: z.int().min(1).nullable(),
	bio: z.string().nullable(),
	metadata: metadataOut,
	createdAt: time,
	updatedAt: time,
});

const shop = z.object({
	shopId: idOf("shp"),
	name: z.string(),
	slug: z.string(),
	timezone: z.string().meta({ description: "An IANA time zone." }),
	metadata: metadataOut,
	createdAt: time,
	updatedAt: time,
});

const mika: z.output<typeof artist> = {
	artistId: ids.artist,
	shopId: ids.shop,
	name: "Mika Sørensen",
	slug: "mika-sorensen",
	email: "mika@example.com",
	timezone: "Europe/Berlin",
	status: "ACTIVE",
	isConsultationDesk: false,
	maxAppointmentsPerDay: 3,
	bio: "Plants, in fine line.",
	metadata: {},
	createdAt: earlier,
	updatedAt: now,
};

export const artistAndShopEvents = {
	"artist.created": define("An artist joined the studio.", artist, { ...mika, createdAt: now }),
	"artist.deactivated": define("An artist was deactivated and cannot be booked any more.", artist.extend({ changes }), {
		...mika,
		status: "DEACTIVATED",
		changes: { status: { old: "ACTIVE", new: "DEACTIVATED" } },
	}),
	"shop.created": define("A shop was added to the studio.", shop, {
		shopId: ids.shop,
		name: "Kreuzberg",
		slug: "kreuzberg",
		timezone: "Europe/Berlin",
		metadata: {},
		createdAt: now,
		updatedAt: now,
	}),
} satisfies Definitions;
