import { id } from "../../../http/fields.ts";
import { payload } from "../../../lib/camel.ts";
import { type Client, client as record } from "../../clients/schema.ts";
import { type Definitions, define } from "./definition.ts";
import { changes } from "./fields.ts";
import { payloadSchema } from "./payload-schema.ts";
import { earlier, ids, now } from "./samples.ts";

const client = payloadSchema("client", record);

const merged = client.extend({ sourceClientId: id("client"), sourceClient: client });

const noor: Client = {
	object: "client",
	id: ids.client,
	email: "noor@example.com",
	first_name: "Noor",
	last_name: "Haddad",
	phone: "+49 30 5550142",
	pronouns: "she/her",
	date_of_birth: "1994-06-03",
	preferred_communication: "EMAIL",
	instagram_handle: "noor.draws",
	address: {
		line1: "Oranienstr. 12",
		line2: null,
		city: "Berlin",
		state: null,
		postal_code: "10999",
		country: "Germany",
	},
	notes: "Allergic to latex.",
	tags: ["fine line"],
	source: "instagram",
	is_blocked: false,
	do_not_contact: false,
	marketing_consent: true,
	assigned_artist_id: ids.artist,
	metadata: { crm_id: "4711" },
	created_at: earlier,
	updated_at: now,
};

const twice: Client = {
	...noor,
	id: ids.mergedClient,
	email: "noor.haddad@example.com",
	tags: [],
	updated_at: earlier,
};

const sent = (of: Client) => payload("client", of);

export const clientEvents = {
	"client.created": define("A client was created.", client, sent({ ...noor, created_at: now })),
	"client.updated": define("A client's fields changed.", client.extend({ changes }), {
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
