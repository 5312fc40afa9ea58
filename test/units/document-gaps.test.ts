import { expect, it } from "vitest";
import { apiDocument } from "../../src/api/openapi/document.ts";
import { gapsIn } from "../../src/api/openapi/words/gaps.ts";
import { unusedWords } from "../../src/api/openapi/words/words.ts";

const origin = "https://api.example.com";
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read by path
type Json = any;
const present: Json = apiDocument(origin, `${origin}/docs`);

const changed = (change: (document: Json) => void): string[] => {
	const document = structuredClone(present);
	change(document);
	return gapsIn(document);
};

it.each<[string, (document: Json) => void, string]>([
	[
		"a field of a record without words",
		({ components }) => delete components.schemas.Client.properties.phone.description,
		"Client.phone has no description.",
	],
	[
		"a field of an inner object without words",
		({ components }) => delete components.schemas.Me.properties.api_key.properties.name.description,
		"Me.api_key.name has no description.",
	],
	[
		"a field of a body without words",
		({ paths }) =>
			delete paths["/oauth/token"].post.requestBody.content["application/x-www-form-urlencoded"].schema.oneOf[0]
				.properties.code.description,
		"exchangeToken body.code has no description.",
	],
	[
		"a field that only a further part of the schema described",
		({ components }) => delete components.schemas.List.properties.data.description,
		"listClients 200.data has no description.",
	],
	[
		"an operation without words",
		({ paths }) => delete paths["/v1/clients"].post.description,
		"createClient has no description.",
	],
	[
		"a parameter without words",
		({ components }) => delete components.parameters.client_id.description,
		"client_id: the parameter client_id has no description.",
	],
	[
		"an answer without an example",
		({ components }) => delete components.schemas.Client.examples,
		"getClient 200: the answer has no example.",
	],
	[
		"an error answer without codes",
		({ components }) => {
			components.responses["404"].content["application/problem+json"].schema = { $ref: "#/components/schemas/Problem" };
		},
		"getClient 404: the error names no code.",
	],
])("a document is refused for %s", (_, change, gap) => {
	expect(changed(change)).toContain(gap);
});

it("words for a field that no schema has are found", () => {
	const { phone: _, ...properties } = present.components.schemas.Lead.properties;
	const { phone: __, ...ofPatch } = present.components.schemas.LeadPatch.properties;
	const { phone: ___, ...ofEvent } = present.components.schemas.EventDataLead.properties;
	const schemas = {
		...present.components.schemas,
		Lead: { properties },
		LeadPatch: { properties: ofPatch },
		EventDataLead: { properties: ofEvent },
	};
	expect(unusedWords(schemas)).toEqual(["Lead.phone"]);
});

it("events and records describe a field with the same words", () => {
	const { Client, EventDataClient, ClientPatch } = present.components.schemas;
	expect(EventDataClient.properties.isBlocked.description).toBe(Client.properties.is_blocked.description);
	expect(ClientPatch.properties.is_blocked.description).toBe(Client.properties.is_blocked.description);
});
