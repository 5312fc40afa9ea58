import { catalogue } from "../../../domain/events/catalogue/catalogue.ts";
import {
	type PublicEventType,
	publicEventTypes,
	recordKeyOf,
	type recordKeys,
} from "../../../domain/events/catalogue/event-types.ts";
import { reasons } from "../../../domain/events/catalogue/reasons.ts";
import { inlineCode } from "../layout/badges.tsx";
import { RowsPage } from "../layout/rows.tsx";
import { EventContent } from "../reference/event-content.tsx";
import type { ApiDocument } from "./api-document.ts";
import { cell, type DocPage } from "./doc-page.ts";
import { propertiesIn, resolved, type Schema } from "./schema-list.ts";

/** From the API document. */
function requestOf({ webhooks }: ApiDocument, type: PublicEventType): { schema: Schema; example?: unknown } {
	const content = webhooks[type]?.post?.requestBody?.content?.["application/json"];
	if (!content) throw new Error(`The API document does not describe ${type}.`);
	return content;
}

const documentRefPrefix = "#/components/schemas/";
const schemaRefPrefix = "#/$defs/";

/** The event as it is sent, also by a test send, with every definition that the schema refers to. */
export function eventSchema(document: ApiDocument, type: PublicEventType): object {
	const { schemas } = document.components;
	const definitions: Record<string, unknown> = {};
	const withDefinitions = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(withDefinitions);
		if (typeof value !== "object" || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => {
				if (key !== "$ref" || typeof inner !== "string" || !inner.startsWith(documentRefPrefix))
					return [key, withDefinitions(inner)];
				const name = inner.slice(documentRefPrefix.length);
				if (!Object.hasOwn(definitions, name)) {
					// Set first: a schema may refer to itself.
					definitions[name] = {};
					definitions[name] = withDefinitions(schemas[name]);
				}
				return [key, schemaRefPrefix + name];
			}),
		);
	};
	return {
		$schema: "https://json-schema.org/draft/2020-12/schema",
		title: type,
		description: catalogue[type].summary,
		...(withDefinitions(requestOf(document, type).schema) as object),
		$defs: definitions,
	};
}

const commandsFor = (type: PublicEventType, address: string) => [
	{
		words: "Fetch the latest one of your studio:",
		text: `curl -s "${address}/events?type=${type}&limit=1" \\
  -H "Authorization: Bearer $TATTOO_STUDIO_API_KEY"`,
	},
	{
		words: "Send a sample to your endpoint, without a real event:",
		text: `curl -s -X POST "${address}/webhook_endpoints/$ENDPOINT_ID/test" \\
  -H "Authorization: Bearer $TATTOO_STUDIO_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"type": "${type}"}'`,
	},
];

function eventPage(document: ApiDocument, type: PublicEventType): DocPage {
	const { summary } = catalogue[type];
	const { schemas } = document.components;
	const { schema, example } = requestOf(document, type);
	const [data = {}] = resolved(schema, schemas).properties?.data?.anyOf ?? [];
	const receivers = `An endpoint gets it when its \`events\` hold \`${type}\` or \`*\` and neither its \`filter\` nor its \`exclude_own\` excludes the event. The event is about the record whose id is in \`data.${recordKeyOf(type)}\`.`;
	const commands = commandsFor(type, `${document.servers[0]?.url}/v1`);
	return {
		path: `/docs/events/${type}`,
		title: type,
		description: summary,
		section: "Events",
		part: partOf(type),
		content: EventContent({
			type,
			summary,
			receivers,
			schemas,
			commands,
			reason: reasons[type],
			request: schema,
			example,
		}),
		markdown: `# ${type}

${summary}

## Why would I get this?

${reasons[type]}

${receivers}

## Example

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

## Get one

${commands.map(({ words, text }) => `${words}\n\n\`\`\`sh\n${text}\n\`\`\``).join("\n\n")}

## Fields of data

${propertiesIn(data, schemas, false).join("\n")}

The schema of the whole event: [${type}.schema.json](/docs/events/${type}.schema.json).
`,
	};
}

const parts: Record<keyof typeof recordKeys, string> = {
	appointment: "Appointments",
	lead: "Leads",
	client: "Clients",
	form_submission: "Forms",
	consent_submission: "Forms",
	idea: "Ideas",
	message: "Messages",
	payment: "Payments",
	payout: "Payments",
	deposit: "Payments",
	artist: "Artists and shops",
	shop: "Artists and shops",
	subscription: "Subscription",
	booking_link: "Booking links",
};

const partOf = (type: PublicEventType): string => parts[type.split(".")[0] as keyof typeof recordKeys];

const lead =
	"Every change in a studio becomes an event, no matter who made it. [Webhooks](/docs/webhooks) bring events to you, and with [the feed](/docs/feed) you fetch them.";

export function eventPages(document: ApiDocument): DocPage[] {
	const types = [...Map.groupBy(publicEventTypes, partOf)];
	const tables = types.map(([part, own]) => {
		const rows = own.map((type) => `| [\`${type}\`](/docs/events/${type}) | ${cell(catalogue[type].summary)} |`);
		return `## ${part}\n\n| Type | When it is sent |\n| --- | --- |\n${rows.join("\n")}\n`;
	});
	const index: DocPage = {
		path: "/docs/events",
		title: "Events",
		description: "Every type of event that webhooks and the feed carry.",
		section: "Events",
		markdown: `# Events\n\n${lead}\n\n${tables.join("\n")}`,
		content: RowsPage({
			title: "Events",
			lead,
			parts: types.map(([name, own]) => ({
				name,
				rows: own.map((type) => ({
					path: `/docs/events/${type}`,
					name: inlineCode(type),
					words: catalogue[type].summary,
				})),
			})),
		}),
	};
	return [index, ...publicEventTypes.map((type) => eventPage(document, type))];
}
