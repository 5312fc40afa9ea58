import { exports } from "cloudflare:workers";
import { type Schema, Validator } from "@cfworker/json-schema";
import { beforeAll, describe, expect, it } from "vitest";
import { publicEventTypes } from "../src/platform/db/tables/data/events.ts";
import { call } from "./support/api.ts";
import { createClient } from "./support/deliveries.ts";
import { newEndpoint } from "./support/endpoints.ts";
import { Receiver } from "./support/receiver.ts";
import { newWorld, type Tenant } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: the AsyncAPI document
type Json = any;

const get = (path: string, init: RequestInit = {}): Promise<Response> =>
	exports.default.fetch(new Request(new URL(path, "https://api.test"), init));

let document: Json;
let world: Tenant;
beforeAll(async () => {
	world = await newWorld();
	document = await (await get("/asyncapi.json")).json();
});

const valueAt = (pointer: string): Json =>
	pointer
		.slice(2)
		.split("/")
		.reduce((value, name) => value?.[name], document);

/** The schema becomes a document of its own. */
const validator = (schema: object) =>
	new Validator({ ...schema, components: { schemas: document.components.schemas } } as Schema, "7", false);

describe("/asyncapi.json", () => {
	it("is sent like the API document, and names the address at which it is asked", async () => {
		const answer = await get("/asyncapi.json");
		expect(answer.headers.get("Content-Type")).toBe("application/json");
		expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
		const etag = answer.headers.get("ETag") ?? "";
		expect((await get("/asyncapi.json", { headers: { "If-None-Match": etag } })).status).toBe(304);
		expect((await get("/asyncapi.json", { method: "HEAD" })).headers.get("ETag")).toBe(etag);
		expect(document.servers.api).toMatchObject({ host: "api.test", protocol: "https" });
		const local = (await (await get("http://localhost:8787/asyncapi.json")).json()) as Json;
		expect(local.servers.api).toMatchObject({ host: "localhost:8787", protocol: "http" });
		expect(JSON.stringify(local)).not.toContain(".invalid");
	});

	it("has a message for each type of event, whose schema is that of the type, with an example that fits", async () => {
		expect(Object.keys(document.channels.webhooks.messages).sort()).toEqual([...publicEventTypes].sort());
		for (const type of publicEventTypes) {
			const { payload, examples, name } = valueAt(document.channels.webhooks.messages[type].$ref);
			expect(name).toBe(type);
			const alone = (await (await get(`/docs/events/${type}.schema.json`)).json()) as Json;
			for (const schema of [validator(payload), new Validator(alone, "2020-12", false)]) {
				expect(schema.validate(examples[0].payload).errors).toEqual([]);
				expect(schema.validate({ ...examples[0].payload, type: "client.exploded" }).valid).toBe(false);
			}
		}
	});

	it("refers to nothing that it does not have, and has no schema to which nothing refers", () => {
		const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = ""]) => ref);
		expect(refs.filter((ref) => valueAt(ref) === undefined)).toEqual([]);
		const names = new Set(refs.map((ref) => ref.split("/").at(-1)));
		expect(Object.keys(document.components.schemas).filter((name) => !names.has(name))).toEqual([]);
	});

	it("describes a delivery as it is sent, with its headers", async () => {
		const receiver = new Receiver();
		const endpoint = await newEndpoint(world, { asymmetric: true });
		await createClient(world.key);
		const [received] = await receiver.until(endpoint.url, 1);
		const { headers } = document.components.messageTraits.delivery;
		const sent = Object.fromEntries(
			Object.keys(headers.properties).map((name) => {
				const value = received?.headers.get(name);
				return [name, headers.properties[name].type === "integer" ? Number(value) : value];
			}),
		);
		expect(new Validator(headers, "7", false).validate(sent).errors).toEqual([]);
		expect(validator(document.components.messages["client.created"].payload).validate(received?.event).errors).toEqual(
			[],
		);
	});

	it("describes a page of the feed as it is answered", async () => {
		const { address, messages } = document.channels.feed;
		const { query } = document.operations.readFeed.bindings.http;
		expect(Object.keys(query.properties)).toEqual(expect.arrayContaining(["after_sequence", "wait", "type"]));
		await createClient(world.key);
		const { body } = await call(200, `${address}?after_sequence=0`, { key: world.key });
		const page = validator(valueAt(messages.page.$ref).payload);
		expect(body.data.length).toBeGreaterThan(0);
		expect(page.validate(body).errors).toEqual([]);
		const [event] = body.data;
		expect(page.validate({ ...body, data: [{ ...event, data: {} }] }).valid).toBe(false);
		expect(page.validate({ ...body, data: [{ ...event, object: "client" }] }).valid).toBe(false);
	});
});
