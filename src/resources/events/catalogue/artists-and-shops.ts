import { artist as artistRecord } from "../../artists/schema.ts";
import { shop as shopRecord } from "../../shops/schema.ts";
import { type Definitions, define } from "./definition.ts";
import { changes } from "./fields.ts";
import { payloadSchema } from "./payload-schema.ts";
import { earlier, ids, now } from "./samples.ts";

const artist = payloadSchema("artist", artistRecord);
const shop = payloadSchema("shop", shopRecord);

const mika = {
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
	instagramHandle: "mika.ink",
	websiteUrl: "https://mika.example",
	avatarUrl: null,
	workingHours: [{ weekday: 2, start: "10:00", end: "18:00" }],
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
		email: "kreuzberg@example.com",
		phone: null,
		websiteUrl: null,
		description: null,
		address: { line1: "Oranienstraße 1", line2: null, city: "Berlin", state: null, postalCode: "10999", country: "DE" },
		metadata: {},
		createdAt: now,
		updatedAt: now,
	}),
} satisfies Definitions;
