import { describe, expect, it } from "vitest";
import { clientMethod } from "../../src/api/examples/client-method.ts";
import { exampleFor } from "../../src/api/examples/example-for.ts";
import { endpoints } from "../../src/api/v1.ts";
import { TattooStudio } from "../src/index.ts";
import { failure, json, page, service } from "./service.ts";

type Method = (...given: unknown[]) => PromiseLike<unknown>;

/** The method at a path such as `ideas.pictures.create`. */
const methodAt = (studio: object, path: string): Method =>
	// biome-ignore lint/suspicious/noExplicitAny: the client by its names
	path.split(".").reduce((part, name) => part[name], studio as any) as unknown as Method;

const picture = new Blob(["bytes"], { type: "image/jpeg" });

describe("a method sends what its operation takes", () => {
	it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))("%s", async (_, endpoint) => {
		const { group, method } = clientMethod(endpoint);
		const { path, ids, body, query } = exampleFor(endpoint);
		const { studio, received } = service([endpoint.method === "GET" ? page([]) : json({})]);
		const input = body ?? (Object.keys(query).length > 0 ? query : undefined);
		const takesFile = endpoint.kind === "change" && endpoint.takesFile;
		const takesInput = input !== undefined || endpoint.body || endpoint.query || endpoint.method === "GET";
		const inputs = [...(takesFile ? [picture] : []), ...(takesInput ? [input] : [])];
		await methodAt(studio, `${group}.${method}`)(...ids, ...inputs);
		const [request] = received;
		expect(`${request?.method} ${request?.url.pathname}${request?.url.search}`).toBe(`${endpoint.method} ${path}`);
		expect(request?.body).toEqual(takesFile ? picture : endpoint.body ? (body ?? {}) : undefined);
		const type = takesFile ? "image/jpeg" : endpoint.body ? "application/json" : null;
		expect(request?.headers.get("Content-Type")).toBe(type);
	});
});

it("the words beside a picture are in the query", async () => {
	const { studio, received } = service([json({})]);
	await studio.ideas.pictures.create("ide_1", picture, { caption: "The fern" }, { idempotencyKey: "once" });
	expect(received[0]?.url.search).toBe("?caption=The+fern");
	expect(received[0]?.headers.get("Idempotency-Key")).toBe("once");
});

it("a body that may be left out is sent as an empty object, which is JSON", async () => {
	const { studio, received } = service([json({})]);
	await studio.webhookEndpoints.test("whe_1");
	expect(received[0]?.body).toEqual({});
	expect(received[0]?.headers.get("Content-Type")).toBe("application/json");
});

describe("an id", () => {
	it.each([undefined, null, 7, "", ".", ".."])("%j is refused before anything is sent", async (id) => {
		const { studio, received } = service([json({})]);
		expect(() => studio.clients.delete(id as string)).toThrow(TypeError);
		expect(() => studio.webhookEndpoints.get(id as string)).toThrow("is no id");
		expect(received).toHaveLength(0);
	});

	it("stays one part of the path, whatever it holds", async () => {
		const { studio, received } = service([json({})]);
		await studio.clients.get("../artists?x=1#y");
		expect(received[0]?.url.pathname).toBe("/v1/clients/..%2Fartists%3Fx%3D1%23y");
	});
});

describe("request", () => {
	it("sends any request of the API", async () => {
		const { studio, received } = service([json({ object: "client" })]);
		await studio.request("patch", "/v1/clients/cli_1", { body: { phone: null }, ifMatch: '"3"' });
		await studio.request("GET", "/v1/clients", {
			query: { limit: 2, q: undefined },
			headers: { "X-Request-ID": "mine" },
		});
		expect(received[0]).toMatchObject({ method: "PATCH", body: { phone: null } });
		expect(received[0]?.headers.get("If-Match")).toBe('"3"');
		expect(received[0]?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
		expect(received[1]?.url.search).toBe("?limit=2");
		expect(received[1]?.headers.get("X-Request-ID")).toBe("mine");
		expect(received[1]?.headers.get("Authorization")).toBe("Bearer svc_test_sk_1");
	});

	it("calls fetch as a function, because the global one of browsers refuses to be a method", async () => {
		let owner: unknown = "not called";
		const fetch = async function (this: unknown) {
			owner = this;
			return json({});
		};
		await new TattooStudio({ apiKey: "svc_test_sk_1", baseUrl: "https://api.test", fetch }).me.get();
		expect(owner).toBeUndefined();
	});

	it.each(["localhost:8787", "api.example.com", "ftp://api.test", "https://", "/v1"])(
		"is refused at once with the address %s",
		(baseUrl) => {
			expect(() => new TattooStudio({ apiKey: "svc_test_sk_1", baseUrl })).toThrow(
				new TypeError(`baseUrl is “${baseUrl}”. Begin it with https:// or http://, such as https://api.example.com.`),
			);
		},
	);

	it("keeps the path of a base address", async () => {
		const { studio, received } = service([json({})], { baseUrl: "https://proxy.test/studio/" });
		await studio.me.get();
		expect(received[0]?.url.href).toBe("https://proxy.test/studio/v1/me");
	});

	it("refuses a header that cannot be sent at once, and not as a connection that failed", async () => {
		const { studio, received } = service([json({})]);
		expect(await failure(studio.me.get({ headers: { "X-Name": "a\nb" } }))).toBeInstanceOf(TypeError);
		expect(received).toHaveLength(0);
	});
});
