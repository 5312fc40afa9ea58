import { extended } from "../../../platform/http/endpoint/extended.ts";
import { withChanges } from "../../../platform/http/fields/payload-fields.ts";
import { payload } from "../../../platform/lib/camel.ts";
import { artist as artistRecord } from "../../studio/artists/schema.ts";
import { shop as shopRecord } from "../../studio/shops/schema.ts";
import { type Definitions, define } from "./definition.ts";
import { now } from "./example-ids.ts";
import { exampleArtist, exampleShop } from "./example-records.ts";
import { payloadSchema } from "./payload-schema.ts";

const artist = payloadSchema("artist", artistRecord);
const shop = payloadSchema("shop", shopRecord);

const joined = payload("artist", exampleArtist);

export const artistAndShopEvents = {
	"artist.created": define("An artist joined the studio.", artist, { ...joined, createdAt: now }),
	"artist.deactivated": define(
		"An artist was deactivated and cannot be booked any more.",
		extended(artist, withChanges),
		{
			...joined,
			status: "DEACTIVATED",
			changes: { status: { old: "ACTIVE", new: "DEACTIVATED" } },
		},
	),
	"shop.created": define("A shop was added to the studio.", shop, payload("shop", exampleShop)),
} satisfies Definitions;
