import type { oas31 } from "zod-openapi";
import type { apiDocument } from "./document.ts";

type Json = Record<string, unknown>;
type ApiDocument = ReturnType<typeof apiDocument>;

const schemasPath = "#/components/schemas/";
const at = (path: string) => ({ $ref: `#/${path}` });

/** The address of the service in parts, because AsyncAPI splits it. */
interface Host {
	host: string;
	protocol: string;
}

/**
 * The AsyncAPI document of webhooks and the feed (contract: Documentation 19). It is made from the API document, so its
 * schemas, headers and examples are those of the declarations.
 */
export function asyncApiDocument(api: ApiDocument, { host, protocol }: Host): Json {
	const events = Object.entries(api.webhooks ?? {}).map(([type, { post }]) => eventOf(type, post ?? {}));
	const feed = feedOf(api, events);
	const names = events.map(({ type }) => type);
	return {
		asyncapi: "3.1.0",
		info: { ...api.info, title: "Tattoo Studio events", description, license: undefined },
		defaultContentType: "application/json",
		servers: {
			api: { host, protocol, description: "This service." },
			receiver: {
				host: "{receiver}",
				protocol: "https",
				description: "The address of your webhook endpoint.",
				variables: { receiver: { description: "The host of its `url`." } },
			},
		},
		channels: {
			webhooks: {
				address: null,
				title: "Webhooks",
				description: "The `url` of each webhook endpoint. It gets the types in its `events`.",
				servers: [at("servers/receiver")],
				messages: Object.fromEntries(names.map((type) => [type, at(`components/messages/${type}`)])),
			},
			feed: {
				address: "/v1/events",
				title: "The feed",
				description: feed.description,
				servers: [at("servers/api")],
				messages: { request: at("components/messages/feedRequest"), page: at("components/messages/feedPage") },
			},
		},
		operations: {
			sendWebhook: {
				action: "send",
				channel: at("channels/webhooks"),
				summary: "Send an event to a webhook endpoint",
				description: answerOf(api),
				bindings: { http: { method: "POST", bindingVersion: "0.3.0" } },
			},
			readFeed: {
				action: "receive",
				channel: at("channels/feed"),
				summary: "Read the feed",
				security: [at("components/securitySchemes/apiKey"), at("components/securitySchemes/oauth2")],
				messages: [at("channels/feed/messages/request")],
				bindings: { http: { method: "GET", query: feed.query, bindingVersion: "0.3.0" } },
				reply: { channel: at("channels/feed"), messages: [at("channels/feed/messages/page")] },
			},
		},
		components: {
			securitySchemes: securityOf(api),
			messageTraits: { delivery: { contentType: "application/json", headers: headersOf(api) } },
			messages: {
				...Object.fromEntries(events.map(({ type, message }) => [type, message])),
				feedRequest: { title: "A request for a page", summary: "Its parameters are in the query." },
				feedPage: { title: "A page of events", payload: feed.page },
			},
			schemas: schemasIn(api, [...events.map(({ message }) => message.payload), feed.page, feed.query]),
		},
	};
}

const description = `The events of a studio, as webhooks send them and as the feed lists them. Both carry the same events, with the same \`id\` and \`sequence\`.`;

interface EventMessage {
	type: string;
	message: { payload: unknown } & Json;
}

function eventOf(type: string, { summary, requestBody }: oas31.OperationObject): EventMessage {
	const content = (requestBody as oas31.RequestBodyObject).content["application/json"];
	return {
		type,
		message: {
			name: type,
			title: type,
			summary,
			traits: [at("components/messageTraits/delivery")],
			payload: content?.schema,
			examples: [{ payload: content?.example }],
		},
	};
}

/** The page and the parameters of the feed. A record of the feed is the event of a webhook with its `object`. */
function feedOf({ paths }: ApiDocument, events: EventMessage[]) {
	const { description, parameters = [], responses } = paths?.["/v1/events"]?.get ?? {};
	const { 200: done } = (responses ?? {}) as Record<string, oas31.ResponseObject>;
	const page = done?.content?.["application/json"]?.schema;
	const named = (parameters as oas31.ParameterObject[]).filter(({ name }) => feedParameters.includes(name));
	return {
		description,
		page: {
			allOf: [
				page,
				{ properties: { data: { type: "array", items: { anyOf: events.map(({ message }) => message.payload) } } } },
			],
		},
		query: {
			type: "object",
			properties: Object.fromEntries(named.map(({ name, schema, description }) => [name, { ...schema, description }])),
			required: ["after_sequence"],
		},
	};
}

const feedParameters = ["after_sequence", "wait", "type", "about", "request_id"];

/** The meaning of a receiver's answer. */
function answerOf({ components }: ApiDocument): string | undefined {
	const { Received } = (components?.responses ?? {}) as Record<string, oas31.ResponseObject>;
	return Received?.description;
}

function headersOf(api: ApiDocument): Json {
	const headers = Object.entries(api["x-headers-of-every-delivery"] as Record<string, oas31.HeaderObject>);
	return {
		type: "object",
		properties: Object.fromEntries(
			headers.map(([name, { description, example, schema }]) => [
				name,
				{ ...schema, description, examples: [example] },
			]),
		),
		required: headers.filter(([, { required }]) => required).map(([name]) => name),
	};
}

/** AsyncAPI names the scopes of an operation at the scheme. */
function securityOf({ components }: ApiDocument): Json {
	const { apiKey, oauth2 } = (components?.securitySchemes ?? {}) as Record<string, oas31.SecuritySchemeObject>;
	const { scopes: availableScopes, ...flow } = oauth2?.flows?.authorizationCode ?? { scopes: {} };
	return {
		apiKey,
		oauth2: { ...oauth2, flows: { authorizationCode: { ...flow, availableScopes } }, scopes: ["read:events"] },
	};
}

function schemasIn({ components }: ApiDocument, roots: unknown[]): Json {
	const found: Json = {};
	const visit = (value: unknown): void => {
		if (typeof value !== "object" || value === null) return;
		for (const [key, inner] of Object.entries(value)) {
			const name = key === "$ref" && typeof inner === "string" ? inner.slice(schemasPath.length) : undefined;
			if (name === undefined) visit(inner);
			else if (!Object.hasOwn(found, name)) {
				found[name] = components?.schemas?.[name];
				visit(found[name]);
			}
		}
	};
	visit(roots);
	return found;
}
