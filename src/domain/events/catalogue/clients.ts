import { extended } from "../../../platform/http/endpoint/extended.ts";
import { id } from "../../../platform/http/fields/fields.ts";
import { withChanges } from "../../../platform/http/fields/payload-fields.ts";
import { payload } from "../../../platform/lib/camel.ts";
import { type Client, client as record } from "../../clients/clients/schema.ts";
import { type Definitions, define } from "./definition.ts";
import { now } from "./example-ids.ts";
import { duplicateClient, exampleClient } from "./example-records.ts";
import { payloadSchema } from "./payload-schema.ts";

const client = payloadSchema("client", record);

const merged = extended(client, { sourceClientId: id("client"), sourceClient: client });

const clientPayload = (of: Client) => payload("client", of);

export const clientEvents = {
	"client.created": define("A client was created.", client, clientPayload({ ...exampleClient, created_at: now })),
	"client.updated": define("A client's fields changed.", extended(client, withChanges), {
		...clientPayload(exampleClient),
		changes: { phone: { old: null, new: exampleClient.phone }, marketingConsent: { old: false, new: true } },
	}),
	"client.merged": define("Another client, the source, was merged into this one and removed.", merged, {
		...clientPayload(exampleClient),
		sourceClientId: duplicateClient.id,
		sourceClient: clientPayload(duplicateClient),
	}),
	"client.deleted": define(
		"A client was deleted. The payload shows it as it was.",
		client,
		clientPayload(exampleClient),
	),
} satisfies Definitions;
