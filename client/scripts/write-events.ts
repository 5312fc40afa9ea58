import { nameIn, type Schema, schemaOf, webhooks } from "./document.ts";
import { bodyOf, comment, declarationOf, needs, propertiesOf, typeName } from "./schema-types.ts";

const all = Object.entries(webhooks).map(([type, { post }]) => {
	const body = post.requestBody?.content["application/json"]?.schema ?? {};
	return { type, summary: post.summary, data: nameIn(propertiesOf(body).properties.data?.anyOf?.[0]?.$ref ?? "") };
});

/** The schemas that events refer to. Records may refer to them, too. */
export const ofEvents = new Set(all.flatMap(({ data }) => [data, ...needs(schemaOf(data))]));

const without = (name: string, ...left: string[]): Schema => {
	const { properties, required } = propertiesOf(schemaOf(name));
	return {
		properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !left.includes(key))),
		required,
	};
};

/** The types of events, each with its data. */
export function events(): string {
	const parts = [
		`/** The data of each type of event. */\nexport interface EventData {\n${all
			.map(({ type, summary, data }) => `${comment(summary)}${JSON.stringify(type)}: ${typeName(data)};`)
			.join("\n")}\n}\n`,
		"export type PublicEventType = keyof EventData;\n",
		`interface Logged<T extends PublicEventType> extends Typed<T> ${bodyOf(without("Event", "type", "data"), "answer")}\n`,
		`interface Posted<T extends PublicEventType> extends Typed<T> ${bodyOf(without("EventEnvelope", "type", "data"), "answer")}\n`,
		"interface Typed<T extends PublicEventType> {\n/** The type of the event. A `switch` over it narrows `data`. */\ntype: T;\n/** The data of the event. Its keys are in camelCase. If its person was erased, `erased` is true and it has ids alone. */\ndata: EventData[T] & { erased?: true | undefined };\n}\n",
		"/** The events of these types, as the log and the feed show them. */\nexport type EventOf<T extends PublicEventType> = { [One in T]: Logged<One> }[T];\n",
		"/** An event of the log and of the feed. The service may add types: a `switch` over `type` should ignore unknown ones. */\nexport type StudioEvent = EventOf<PublicEventType>;\n",
		"/** The events of these types, as webhooks bring them. */\nexport type WebhookEventOf<T extends PublicEventType> = { [One in T]: Posted<One> }[T];\n",
		"/** An event as a webhook brings it. The service may add types: a `switch` over `type` should ignore unknown ones. */\nexport type WebhookEvent = WebhookEventOf<PublicEventType>;\n",
		...[...ofEvents].map((name) => declarationOf(name, "answer")),
	];
	return parts.join("\n");
}
