import { it } from "vitest";
import type { Endpoint } from "../../src/platform/http/endpoint/endpoint.ts";
import { type IdKind, newId } from "../../src/platform/lib/ids.ts";
import { type Call, call } from "../support/api.ts";
import { operationFor, resolved } from "../support/document.ts";
import { addExport, cancelExports } from "../support/exports.ts";
import { importRows, rowsRequest } from "../support/imports.ts";
import { everyPair } from "../support/pairs.ts";
import { pictureRequest } from "../support/pictures.ts";
import { operate } from "../support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: a JSON schema is read by path
type Schema = any;

/** The same cases for each of these endpoints. */
export function atEach<E extends Endpoint>(
	endpoints: readonly E[],
	cases: Record<string, (endpoint: E) => Promise<void>>,
) {
	const pairs = everyPair(Object.entries(cases), endpoints).map(
		([[name, run], endpoint]) => [`${endpoint.method} ${endpoint.path}`, name, () => run(endpoint)] as const,
	);
	it.each(pairs)("%s %s", async (_, __, run) => await run());
}

/** Each value has a name of its own. */
export const withEach = <T>(
	values: readonly T[],
	name: (value: T) => string,
	run: (endpoint: Endpoint, value: T) => Promise<void>,
): Record<string, (endpoint: Endpoint) => Promise<void>> =>
	Object.fromEntries(values.map((value) => [name(value), (endpoint) => run(endpoint, value)]));

/** The smallest value that matches the schema. */
function sample(schema: Schema): unknown {
	if (schema.$ref) return sample(resolved(schema));
	if (schema.allOf) return Object.assign({}, ...schema.allOf.map(sample));
	if ("const" in schema) return schema.const;
	if (schema.enum) return schema.enum[0];
	if (schema.pattern && schema.example) return schema.example;
	const choice = schema.anyOf ?? schema.oneOf;
	if (choice) return sample(choice[0]);
	// A part of an `allOf` leaves its type to the others.
	const type = schema.properties ? "object" : schema.type;
	switch (Array.isArray(type) ? type[0] : type) {
		case "object":
			return Object.fromEntries((schema.required ?? []).map((name: string) => [name, sample(schema.properties[name])]));
		case "array":
			return [sample(schema.items)];
		case "integer":
		case "number":
			return schema.minimum ?? 1;
		case "boolean":
			return true;
		default:
			return texts[schema.format] ?? "text";
	}
}

const texts: Record<string, string> = {
	email: "ana@example.com",
	"date-time": "2026-01-01T10:00:00Z",
	date: "2026-01-01",
	uri: "https://example.com/",
};

/** With ids of the declared kinds, and with the required query parameters. */
export function pathOf(endpoint: Endpoint, ids: Record<string, string> = {}, query: string[] = []): string {
	const path = endpoint.path.replace(
		/:(\w+)/g,
		(_, name: string) => ids[name] ?? newId(endpoint.params[name] as IdKind, Date.now()),
	);
	const demanded = (operationFor(endpoint).parameters as Schema[])
		.map(resolved)
		.filter((parameter) => parameter.in === "query" && parameter.required)
		.map(({ name, schema }) => `${name}=${encodeURIComponent(String(sample(schema)))}`);
	const all = [...demanded, ...query];
	return all.length > 0 ? `${path}?${all.join("&")}` : path;
}

export const bodyOf = (endpoint: Endpoint): unknown =>
	sample(operationFor(endpoint).requestBody.content["application/json"].schema);

export const requestOf = (endpoint: Endpoint, key: string | undefined, options: Call = {}): Call => ({
	method: endpoint.method,
	key,
	...(endpoint.body ? { body: bodyOf(endpoint) } : {}),
	...fileRequest(endpoint),
	...options,
});

function fileRequest(endpoint: Endpoint): Call {
	if (endpoint.kind !== "change" || !endpoint.takesFile) return {};
	return endpoint.takesFile === "picture" ? pictureRequest() : rowsRequest();
}

/** The functions that make a record of each kind. */
export const makers: Partial<Record<IdKind, (key: string, ids?: Record<string, string>) => Promise<string>>> = {
	client: async (key) => {
		const email = `${crypto.randomUUID()}@example.com`;
		return (await call(201, "/v1/clients", { key, body: { email, first_name: "Ana" } })).body.id;
	},
	lead: async (key) => (await call(201, "/v1/leads", { key, body: { first_name: "Ana" } })).body.id,
	idea: async (key) => {
		const client_id = await makers.client?.(key);
		return (await call(201, "/v1/ideas", { key, body: { client_id, subject: "Fern" } })).body.id;
	},
	artist: async (key) => (await call(201, "/v1/artists", { key, body: { name: "Mika" } })).body.id,
	time_block: async (key, ids) => {
		const body = { start_at: "2027-01-01T10:00:00Z", end_at: "2027-01-01T12:00:00Z" };
		return (await call(201, `/v1/artists/${ids?.artist_id ?? (await makers.artist?.(key))}/time_blocks`, { key, body }))
			.body.id;
	},
	export: async (key) => {
		await cancelExports();
		return await addExport(key);
	},
	import: async (key) => (await importRows(key, `email,first_name\n${crypto.randomUUID()}@example.com,Ana`)).id,
	shop: async (key) => (await call(201, "/v1/shops", { key, body: { name: "Kreuzberg" } })).body.id,
	appointment: async (key) => {
		const [artist_id, client_id] = [await makers.artist?.(key), await makers.client?.(key)];
		const body = { artist_id, client_id, start_at: "2027-03-02T10:00:00Z", end_at: "2027-03-02T11:00:00Z" };
		return (await call(201, "/v1/appointments", { key, body })).body.id;
	},
	event_type: async (key) => {
		const artist_id = await makers.artist?.(key);
		const { tenant_id } = (await call(200, "/v1/me", { key })).body;
		const body = { artist_id, name: "Session", slug: "session", duration_minutes: 60, kind: "TATTOO" };
		return (await operate(201, `/admin/tenants/${tenant_id}/event_types`, { body })).body.id;
	},
	form: async (key) => {
		const placement = { key: "placement", label: "Placement", type: "text" };
		const photos = { key: "photos", label: "Photos", type: "picture" };
		const body = { name: "Intake", fields: [placement, photos] };
		return (await call(201, "/v1/forms", { key, body })).body.id;
	},
	form_submission: async (key, ids) => {
		const body = { submission_data: { placement: "Arm" } };
		return (await call(201, `/v1/forms/${ids?.form_id ?? (await makers.form?.(key))}/submissions`, { key, body })).body
			.id;
	},
	picture: async (key, ids = {}) => {
		const [name = ""] = Object.keys(ids);
		const owner = { idea_id: "ideas", lead_id: "leads", artist_id: "artists", submission_id: "form_submissions" }[name];
		return (await call(201, `/v1/${owner}/${ids[name]}/pictures`, { key, ...pictureRequest() })).body.id;
	},
	event: async (key) => {
		await makers.client?.(key);
		return (await call(200, "/v1/events", { key })).body.data[0].id;
	},
	audit_entry: async (key) => {
		await makers.client?.(key);
		return (await call(200, "/v1/audit_log", { key })).body.data[0].id;
	},
	webhook_endpoint: async (key) => {
		const body = { url: "https://hooks.test/contract", events: ["payout.paid"] };
		return (await call(201, "/v1/webhook_endpoints", { key, body })).body.endpoint.id;
	},
	automation_hook: async (key) => {
		const body = { target_url: `https://hooks.test/${crypto.randomUUID()}`, trigger: "new_client" };
		return (await call(201, "/v1/automation/hooks", { key, body })).body.id;
	},
	request: async (key) => {
		const id = crypto.randomUUID();
		await call(200, "/v1/me", { key, headers: { "X-Request-ID": id } });
		return id;
	},
	delivery: async (key) => {
		const id = await makers.webhook_endpoint?.(key);
		return (await call(200, `/v1/webhook_endpoints/${id}/test`, { key, method: "POST" })).body.id;
	},
};

export async function realIds({ params }: Endpoint, key: string): Promise<Record<string, string>> {
	const ids: Record<string, string> = {};
	for (const [name, kind] of Object.entries(params)) ids[name] = (await makers[kind]?.(key, ids)) ?? "";
	return ids;
}
