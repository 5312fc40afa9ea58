import { describe, expect, it } from "vitest";
import { changesBetween, unmentioned } from "../../scripts/released/changes.ts";
import { factsOf } from "../../scripts/released/facts.ts";

const client = {
	type: "object",
	required: ["id", "email"],
	properties: {
		id: { type: "string" },
		email: { type: "string", maxLength: 254 },
		status: { type: "string", enum: ["ACTIVE", "BLOCKED"] },
	},
};

/** An API of one list and one create. */
const document = () => ({
	paths: {
		"/v1/clients": {
			get: {
				security: [{ oauth2: ["read:clients"] }],
				parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }] as object[],
				responses: {
					200: answer({ type: "array", items: { $ref: "#/components/schemas/Client" } }),
					404: answer({ type: "object", properties: { code: { const: "resource_not_found" }, title: { const: "A" } } }),
				} as Record<string, object>,
			},
			post: {
				requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/NewClient" } } } },
				responses: { 201: answer({ $ref: "#/components/schemas/Client" }) },
			} as { deprecated?: boolean; requestBody: object; responses: object },
		} as {
			get: { security: object[]; parameters: object[]; responses: Record<string, object> };
			post?: { deprecated?: boolean };
		},
	} as Record<string, Record<string, unknown>>,
	webhooks: { "client.created": { post: { requestBody: answer({ $ref: "#/components/schemas/Client" }) } } } as Record<
		string,
		object
	>,
	components: {
		schemas: {
			Client: structuredClone(client) as typeof client & { description?: string },
			NewClient: structuredClone({ ...client, required: ["email"] }),
		} as Record<string, Schema>,
	},
});

interface Schema {
	description?: string;
	required: string[];
	properties: Record<string, { type: string | string[]; maxLength?: number; enum?: string[] }>;
}

const answer = (schema: object) => ({ content: { "application/json": { schema } } });

type Document = ReturnType<typeof document>;

/** The words of the changes that break callers, and of those that do not. */
function told(change: (next: Document) => void, before = document()) {
	const next = structuredClone(before);
	change(next);
	const changes = changesBetween(factsOf(before), factsOf(next));
	const words = (breaks: boolean) => [
		...new Set(changes.filter((one) => one.breaks === breaks).map(({ word }) => word)),
	];
	return { breaks: words(true), adds: words(false) };
}

const schemaOf = (next: Document, name: string): Schema => next.components.schemas[name] as Schema;
// biome-ignore lint/suspicious/noExplicitAny: parts of a document
const operation = (next: Document, method: string): any => next.paths["/v1/clients"]?.[method];

const breaking: [string, (next: Document) => void, string][] = [
	["an operation that is gone", (next) => delete next.paths["/v1/clients"]?.post, "/v1/clients"],
	["a type of event that is gone", (next) => delete next.webhooks["client.created"], "client.created"],
	["a field that is gone", (next) => delete schemaOf(next, "Client").properties.status, "status"],
	["a field of another type", (next) => (schemaOf(next, "Client").properties.id = { type: "integer" }), "id"],
	[
		"a field that may be null now",
		(next) => (schemaOf(next, "Client").properties.id = { type: ["string", "null"] }),
		"id",
	],
	["a field that may be missing now", (next) => (schemaOf(next, "Client").required = ["id"]), "email"],
	[
		"a value that is gone",
		(next) => (schemaOf(next, "Client").properties.status = { type: "string", enum: ["ACTIVE"] }),
		"BLOCKED",
	],
	[
		"a body's new required field",
		(next) => {
			schemaOf(next, "NewClient").properties.name = { type: "string" };
			schemaOf(next, "NewClient").required.push("name");
		},
		"name",
	],
	["a field that a body must have now", (next) => schemaOf(next, "NewClient").required.push("status"), "status"],
	[
		"a tighter limit",
		(next) => (schemaOf(next, "NewClient").properties.email = { type: "string", maxLength: 100 }),
		"email",
	],
	["a body that must be there now", (next) => (operation(next, "post").requestBody.required = true), "/v1/clients"],
	["a parameter that is gone", (next) => (operation(next, "get").parameters = []), "limit"],
	["a parameter that is required now", (next) => (operation(next, "get").parameters[0].required = true), "limit"],
	[
		"a new required parameter",
		(next) => operation(next, "get").parameters.push({ name: "of", in: "query", required: true, schema: {} }),
		"of",
	],
	["another scope", (next) => (operation(next, "get").security[0].oauth2 = ["read:people"]), "read:people"],
	["an error that is gone", (next) => delete operation(next, "get").responses[404], "resource_not_found"],
];

const adding: [string, (next: Document) => void, string][] = [
	[
		"a new operation, whatever it demands",
		(next) => (next.paths["/v1/leads"] = { post: { ...operation(next, "post") } }),
		"/v1/leads",
	],
	["a new field", (next) => (schemaOf(next, "Client").properties.name = { type: ["string", "null"] }), "name"],
	["a new value", (next) => schemaOf(next, "Client").properties.status?.enum?.push("GONE"), "GONE"],
	[
		"a body's new field",
		(next) => (schemaOf(next, "NewClient").properties.name = { type: "string", maxLength: 3 }),
		"name",
	],
	["a body's field that may be left out now", (next) => (schemaOf(next, "NewClient").required = []), "email"],
	[
		"a body's field that may be null now",
		(next) => (schemaOf(next, "NewClient").properties.id = { type: ["string", "null"] }),
		"id",
	],
	[
		"a wider limit",
		(next) => (schemaOf(next, "NewClient").properties.email = { type: "string", maxLength: 300 }),
		"email",
	],
	["a new parameter", (next) => operation(next, "get").parameters.push({ name: "of", in: "query", schema: {} }), "of"],
	["an operation that is deprecated", (next) => (operation(next, "post").deprecated = true), "/v1/clients"],
];

describe("what changed since the last released API document", () => {
	it.each(breaking)("%s breaks callers", (_, change, word) => expect(told(change).breaks).toContain(word));

	it.each(adding)("%s does not break them, and is told", (_, change, word) => {
		expect(told(change)).toEqual({ breaks: [], adds: [word] });
	});

	it("is nothing where only words, examples and names of components differ", () => {
		const changed = told((next) => {
			schemaOf(next, "Client").description = "Somebody.";
			operation(next, "get").responses[404] = answer({
				type: "object",
				properties: { code: { const: "resource_not_found" }, title: { const: "B" } },
			});
			next.components.schemas.Person = schemaOf(next, "Client");
			operation(next, "get").responses[200] = answer({ type: "array", items: { $ref: "#/components/schemas/Person" } });
		});
		expect(changed).toEqual({ breaks: [], adds: [] });
	});
});

describe("the changelog", () => {
	const gone = [{ what: "removed: GET /v1/clients/{client_id}", word: "/v1/clients/{client_id}", breaks: true }];
	const fresh = [{ what: "added: POST /v1/clients body.name", word: "name", breaks: false }];

	it("mentions a change in a new line, by its name between backticks", () => {
		expect(unmentioned(fresh, ["- Clients take a `name`."])).toEqual([]);
		expect(unmentioned(fresh, ["- `POST /v1/clients?name=…` works."])).toEqual([]);
		for (const line of ["- Clients take a name.", "- Clients take `first_name`."])
			expect(unmentioned(fresh, [line])).toEqual(["added: POST /v1/clients body.name: a line must name `name`."]);
	});

	it("says of a change that breaks callers that it does", () => {
		const path = "`GET /v1/clients/{id}` is gone.";
		expect(unmentioned(gone, [`- ${path}`])).toHaveLength(1);
		expect(unmentioned(gone, [`- **Breaking**: ${path}`])).toEqual([]);
	});
});
