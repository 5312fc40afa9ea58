import { extended } from "../../../platform/http/endpoint/extended.ts";
import { id } from "../../../platform/http/fields/fields.ts";
import { payload } from "../../../platform/lib/camel.ts";
import { type Client, client as record } from "../../clients/clients/schema.ts";
import { type Definitions, define } from "./definition.ts";
import { changes } from "./fields.ts";
import { payloadSchema } from "./payload-schema.ts";
import { noor, twice } from "./records.ts";
import { now } from "./samples.ts";

const client = payloadSchema("client", record);

const merged = extended(client, { sourceClientId: id("client"), sourceClient: client });

const sent = (of: Client) => payload("client", of);

export const clientEvents = {
	"client.created": define("A client was created.", client, sent({ ...noor, created_at: now })),
	"client.updated": define("A client's fields changed.", extended(client, { changes }), {
		...sent(noor),
		changes: { phone: { old: null, new: noor.phone }, marketingConsent: { old: false, new: true } },
	}),
	"client.merged": define("Another client, the source, was merged into this one and removed.", merged, {
		...sent(noor),
		sourceClientId: twice.id,
		sourceClient: sent(twice),
	}),
	"client.deleted": define("A client was deleted. The payload shows it as it was.", client, sent(noor)),
} satisfies Definitions;
