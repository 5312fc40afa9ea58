import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endpoints } from "../src/endpoints.ts";
import { scopes } from "../src/gate/scopes.ts";
import { codesOf } from "../src/http/codes.ts";
import { type Endpoint, isList } from "../src/http/endpoint.ts";
import { type IdKind, newId } from "../src/lib/ids.ts";
import { type Call, call, newAddress, send } from "./support/api.ts";
import { document } from "./support/document.ts";
import { expectLimits, expectProblem } from "./support/expect.ts";
import { type Connection, newApp, newConnection, newTokens, refresh, type Tokens } from "./support/oauth.ts";
import { Receiver } from "./support/receiver.ts";
import { advance, newKey, newWorld, operate, type Tenant } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: a JSON schema is read by path
type Schema = any;

let world: Tenant;
let light: Tenant;
let other: Tenant;

beforeAll(async () => {
	new Receiver();
	[world, light, other] = await Promise.all([
		newWorld({ plan: "empire" }),
		newWorld({ plan: "light" }),
		newWorld({ plan: "empire" }),
	]);
});

const operationOf = ({ path, method }: Endpoint): Schema =>
	document.paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()];

/** The smallest value that fits a schema of the API document. */
function sample(schema: Schema): unknown {
	if (schema.$ref) return sample(document.components.schemas[schema.$ref.split("/").at(-1)]);
	if ("const" in schema) return schema.const;
	if (schema.enum) return schema.enum[0];
	const choice = schema.anyOf ?? schema.oneOf;
	if (choice) return sample(choice[0]);
	switch (schema.type) {
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

/** The path with ids of the declared kinds and with the query parameters that the endpoint requires. */
function pathOf(endpoint: Endpoint, ids: Record<string, string> = {}, query: string[] = []): string {
	const path = endpoint.path.replace(
		/:(\w+)/g,
		(_, name: string) => ids[name] ?? newId(endpoint.params[name] as IdKind, Date.now()),
	);
	const demanded = (operationOf(endpoint).parameters as Schema[])
		.filter((parameter) => parameter.in === "query" && parameter.required)
		.map(({ name, schema }) => `${name}=${encodeURIComponent(String(sample(schema)))}`);
	const all = [...demanded, ...query];
	return all.length > 0 ? `${path}?${all.join("&")}` : path;
}

const bodyOf = (endpoint: Endpoint): unknown =>
	sample(operationOf(endpoint).requestBody.content["application/json"].schema);

/** A request that fits the declaration in every point. */
const requestOf = (endpoint: Endpoint, options: Call = {}): Call => ({
	method: endpoint.method,
	key: world.key,
	...(endpoint.body ? { body: bodyOf(endpoint) } : {}),
	...options,
});

const named = (some: readonly Endpoint[]) =>
	some.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

// The tests send far more in a minute than the limit of a tenant allows.
const refill = () => advance(60);

describe.each(named(endpoints))("%s: the gate", (_, endpoint) => {
	beforeAll(refill);

	it("refuses a request without a credential, before it looks at body and ids", async () => {
		const path = pathOf(endpoint, Object.fromEntries(Object.keys(endpoint.params).map((name) => [name, "bad"])));
		const raw = endpoint.body ? { raw: "{", headers: { "Content-Type": "text/plain" } } : {};
		const answer = await send(path, { method: endpoint.method, ...raw });
		expectProblem(answer, path, "missing_api_key");
		expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
		expectLimits(answer);
		expect(answer.headers.get("RateLimit-Limit")).toBe("60");
	});

	it("refuses a scheme other than Bearer as a missing credential", async () => {
		const path = pathOf(endpoint);
		const headers = { Authorization: `Basic ${btoa("a:b")}` };
		const answer = await send(path, { method: endpoint.method, headers });
		expectProblem(answer, path, "missing_api_key");
		expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
	});

	it("refuses a mistyped key", async () => {
		const path = pathOf(endpoint);
		const key = world.key.slice(0, -1) + (world.key.endsWith("0") ? "1" : "0");
		const answer = await send(path, { method: endpoint.method, key });
		expectProblem(answer, path, "invalid_api_key");
		expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
		expectLimits(answer);
	});

	it("refuses a tenant on the Light plan", async () => {
		const path = pathOf(endpoint);
		const answer = await send(path, { method: endpoint.method, key: light.key });
		expectProblem(answer, path, "feature_not_available");
		expectLimits(answer);
	});

	it("lets a key pass that has no scope but the one it needs", async () => {
		const { key } = await newKey(world.id, { scopes: endpoint.scope ? [endpoint.scope] : [] });
		const answer = await send(pathOf(endpoint), requestOf(endpoint, { key }));
		expect([200, 201, 400, 404, 409]).toContain(answer.status);
	});
});

describe.each(named(endpoints.filter(({ scope }) => scope !== null)))("%s: the scope", (_, endpoint) => {
	it("refuses a key that has every scope but the one it needs", async () => {
		const granted = scopes.filter((scope) => scope !== endpoint.scope);
		const { key } = await newKey(world.id, { scopes: granted });
		const path = pathOf(endpoint);
		const answer = await send(path, { method: endpoint.method, key });
		expectProblem(answer, path, "insufficient_scope");
		expect(answer.body.required_scopes).toEqual([endpoint.scope]);
		const challenge = `Bearer error="insufficient_scope", scope="${endpoint.scope}"`;
		expect(answer.headers.get("WWW-Authenticate")).toBe(challenge);
		expect([...answer.body.granted_scopes].sort()).toEqual([...granted].sort());
		expectLimits(answer);
	});
});

describe.each(named(endpoints))("%s: every answer", (_, endpoint) => {
	beforeAll(refill);

	it("carries the RateLimit headers of the most restrictive limit", async () => {
		const answer = await send(pathOf(endpoint), requestOf(endpoint));
		expectLimits(answer);
		const limits = [1000, 100_000, ...(endpoint.capPerMinute ? [endpoint.capPerMinute] : [])];
		expect(Number(answer.headers.get("RateLimit-Limit"))).toBe(Math.min(...limits));
	});

	it("takes over the request id that was sent", async () => {
		const headers = { "X-Request-ID": "Abc.9_z-".repeat(16) };
		const answer = await send(pathOf(endpoint), requestOf(endpoint, { headers }));
		expect(answer.headers.get("X-Request-ID")).toBe(headers["X-Request-ID"]);
		const refused = await send(pathOf(endpoint), { method: endpoint.method, headers });
		expect(refused.body.request_id).toBe(headers["X-Request-ID"]);
	});

	it.each([
		["too long", "a".repeat(129)],
		["with a space", "a b"],
		["with a slash", "a/b"],
		["empty", ""],
	])("replaces a request id that is %s", async (_, id) => {
		const headers = { "X-Request-ID": id };
		const answer = await send(pathOf(endpoint), requestOf(endpoint, { key: undefined, headers }));
		expect(answer.headers.get("X-Request-ID")).toMatch(/^req_[0-9a-f]{32}$/);
		expect(answer.body.request_id).toBe(answer.headers.get("X-Request-ID"));
	});

	it("lets scripts of every origin read it, with all its headers and without cookies", async () => {
		const { headers } = await send(
			pathOf(endpoint),
			requestOf(endpoint, { headers: { Origin: "https://app.example" } }),
		);
		expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
		expect(headers.has("Access-Control-Allow-Credentials")).toBe(false);
		const exposed = headers
			.get("Access-Control-Expose-Headers")
			?.split(",")
			.map((name) => name.trim());
		expect(exposed).toEqual(expect.arrayContaining(Object.keys(document.components.headers)));
	});

	it("is not kept by caches", async () => {
		const { headers } = await send(pathOf(endpoint), requestOf(endpoint));
		expect(headers.get("Cache-Control")).toBe("no-store");
	});

	it("answers a preflight without counting it", async () => {
		const from = newAddress();
		const headers = {
			Origin: "https://app.example",
			"Access-Control-Request-Method": endpoint.method,
			"Access-Control-Request-Headers": "authorization,content-type,idempotency-key,x-request-id",
		};
		for (let n = 0; n < 3; n++) {
			const preflight = await call(204, pathOf(endpoint), { method: "OPTIONS", headers, from });
			expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe("*");
			expect(preflight.headers.get("Access-Control-Allow-Methods")?.split(",")).toContain(endpoint.method);
			const allowed = preflight.headers.get("Access-Control-Allow-Headers")?.toLowerCase().split(",");
			expect(allowed).toEqual(expect.arrayContaining(headers["Access-Control-Request-Headers"].split(",")));
		}
		const first = await send(pathOf(endpoint), { method: endpoint.method, from });
		expect(first.headers.get("RateLimit-Remaining")).toBe("59");
	});

	it("names an unknown query parameter in Service-Ignored-Fields, unless it is refused first", async () => {
		const answer = await send(pathOf(endpoint, {}, ["frobnicate=1"]), requestOf(endpoint));
		if (answer.status < 300 || isList(endpoint))
			expect(answer.headers.get("Service-Ignored-Fields")?.split(",")).toContain("frobnicate");
		expect(answer.status).toBeLessThan(500);
	});

	it("has a page behind the type of each of its errors", async () => {
		for (const code of codesOf(endpoint)) {
			const page = await call(200, `/docs/errors/${code}`);
			expect(page.text).toContain(code);
		}
	});
});

describe("an access token", () => {
	/** A key sends this tenant the same requests, in the same order, as a token sends the other tenant. */
	let twin: Tenant;
	const connections: Record<string, { connection: Connection; tokens: Tokens }> = {};
	/** A fresh access token of the connection with this name. Older ones expire, because the tests move the clock. */
	const accessToken = async (name: string): Promise<string> => {
		const { connection, tokens } = connections[name] as (typeof connections)[string];
		Object.assign(tokens, (await refresh(connection.app, tokens.refresh_token)).body);
		return tokens.access_token;
	};

	beforeAll(async () => {
		const connect = async (name: string, scope = scopes.join(" ")) => {
			const connection = await newConnection({ plan: "empire", app: await newApp({ scopes }) });
			connections[name] = { connection, tokens: await newTokens(connection, { scope }) };
			return connection;
		};
		const [, , onLight] = await Promise.all([
			connect("full"),
			connect("audit alone", "read:audit_log"),
			connect("light"),
		]);
		twin = await newWorld({ plan: "empire" });
		await operate(200, `/admin/tenants/${onLight.tenantId}`, { method: "PATCH", body: { plan: "light" } });
	});

	describe.each(named(endpoints))("at %s", (_, endpoint) => {
		beforeAll(refill);

		it("is taken like a key", async () => {
			const path = pathOf(endpoint);
			const withKey = await send(path, requestOf(endpoint, { key: twin.key }));
			const withToken = await send(path, requestOf(endpoint, { key: await accessToken("full") }));
			expect([withToken.status, withToken.body.code]).toEqual([withKey.status, withKey.body.code]);
			expectLimits(withToken);
		});

		it("is refused of a tenant on the Light plan", async () => {
			const path = pathOf(endpoint);
			const answer = await send(path, requestOf(endpoint, { key: await accessToken("light") }));
			expectProblem(answer, path, "feature_not_available");
		});

		it("is refused when it was never given out, and so is a refresh token", async () => {
			const path = pathOf(endpoint);
			for (const key of ["svcoat_nonsense", connections.full?.tokens.refresh_token]) {
				const answer = await send(path, requestOf(endpoint, { key }));
				expectProblem(answer, path, "invalid_access_token");
				expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
			}
		});
	});

	const elsewhere = endpoints.filter(({ scope }) => scope !== null && scope !== "read:audit_log");
	describe.each(named(elsewhere))("at %s", (_, endpoint) => {
		beforeAll(refill);

		it("is refused where its grant lacks the scope", async () => {
			const path = pathOf(endpoint);
			const answer = await send(path, requestOf(endpoint, { key: await accessToken("audit alone") }));
			expectProblem(answer, path, "insufficient_scope");
			expect(answer.body).toMatchObject({
				required_scopes: [endpoint.scope],
				granted_scopes: ["read:audit_log"],
			});
		});
	});
});

describe.each(named(endpoints.filter(({ params }) => Object.keys(params).length > 0)))("%s: ids", (_, endpoint) => {
	beforeAll(refill);

	it("answers 404 for ids that are well-formed and unknown", async () => {
		const path = pathOf(endpoint);
		expectProblem(await send(path, requestOf(endpoint)), path, "resource_not_found");
	});

	it.each(Object.entries(endpoint.params))("refuses a badly formed %s", async (name, kind) => {
		const good = newId(kind, Date.now());
		const [prefix, value] = good.split("_") as [string, string];
		const bad = [
			`xyz_${value}`,
			value,
			prefix,
			`${prefix}_`,
			good.slice(0, -1),
			`${good}0`,
			good.toUpperCase(),
			`${prefix}_${value.toUpperCase().replace(/\d/g, "A")}`,
			`${good.slice(0, -1)}g`,
			`${good}%20`,
			"1",
			"null",
			"..%2F",
		];
		for (const id of bad) {
			const path = pathOf(endpoint, { [name]: id });
			const answer = await send(path, requestOf(endpoint));
			expectProblem(answer, path, "invalid_id");
			expect(answer.body.errors).toEqual([{ location: "params", path: name, message: expect.stringMatching(/./) }]);
		}
	});
});

/** Makes a record of each kind and returns its id. */
const makers: Partial<Record<IdKind, (key: string) => Promise<string>>> = {
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
	shop: async (key) => (await call(201, "/v1/shops", { key, body: { name: "Kreuzberg" } })).body.id,
	event_type: async (key) => {
		const artist_id = await makers.artist?.(key);
		const { tenant_id } = (await call(200, "/v1/me", { key })).body;
		const body = { artist_id, name: "Session", slug: "session", duration_minutes: 60, kind: "TATTOO" };
		return (await operate(201, `/admin/tenants/${tenant_id}/event_types`, { body })).body.id;
	},
	form: async (key) => {
		const body = { name: "Intake", fields: [{ key: "placement", label: "Placement", type: "text" }] };
		return (await call(201, "/v1/forms", { key, body })).body.id;
	},
	form_submission: async (key) => {
		const body = { submission_data: { placement: "Arm" } };
		return (await call(201, `/v1/forms/${await makers.form?.(key)}/submissions`, { key, body })).body.id;
	},
	event: async (key) => {
		await makers.client?.(key);
		return (await call(200, "/v1/events", { key })).body.data[0].id;
	},
	webhook_endpoint: async (key) => {
		const body = { url: "https://hooks.test/contract", events: ["payout.paid"] };
		return (await call(201, "/v1/webhook_endpoints", { key, body })).body.endpoint.id;
	},
	automation_hook: async (key) => {
		const body = { target_url: `https://hooks.test/${crypto.randomUUID()}`, trigger: "new_client" };
		return (await call(201, "/v1/automation/hooks", { key, body })).body.id;
	},
	delivery: async (key) => {
		const id = await makers.webhook_endpoint?.(key);
		return (await call(200, `/v1/webhook_endpoints/${id}/test`, { key, method: "POST" })).body.id;
	},
};

/** Makes the records that the path names and returns their ids. */
async function realIds({ params }: Endpoint, key: string): Promise<Record<string, string>> {
	const ids: Record<string, string> = {};
	for (const [name, kind] of Object.entries(params)) ids[name] = (await makers[kind]?.(key)) ?? "";
	return ids;
}

const withRecords = endpoints.filter(
	({ params }) => Object.keys(params).length > 0 && Object.values(params).every((kind) => makers[kind]),
);
describe.each(named(withRecords))("%s: another tenant's record", (_, endpoint) => {
	it("is answered like one that does not exist", async () => {
		const ids = await realIds(endpoint, other.key);
		const theirs = await send(pathOf(endpoint, ids), requestOf(endpoint));
		const unknown = await send(pathOf(endpoint), requestOf(endpoint));
		expectProblem(theirs, pathOf(endpoint, ids), "resource_not_found");
		const told = ({ request_id: _, instance: __, ...rest }: Record<string, unknown>) => rest;
		expect(told(theirs.body)).toEqual(told(unknown.body));
		expect([...theirs.headers.keys()]).toEqual([...unknown.headers.keys()]);
	});
});

describe.each(named(endpoints.filter(({ body }) => body)))("%s: the body", (_, endpoint) => {
	beforeEach(refill);
	const json = { "Content-Type": "application/json" };
	const refusal = async (raw: BodyInit, headers: Record<string, string>) => {
		const path = pathOf(endpoint);
		return { path, answer: await send(path, { method: endpoint.method, key: world.key, raw, headers }) };
	};

	it.each([
		"text/plain",
		"text/json",
		"application/x-www-form-urlencoded",
		"multipart/form-data; boundary=x",
		"application/jsonp",
		"application/json-patch",
		"json",
	])("is refused as %s", async (type) => {
		const { path, answer } = await refusal(JSON.stringify(bodyOf(endpoint)), { "Content-Type": type });
		expectProblem(answer, path, "unsupported_media_type");
		expectLimits(answer);
	});

	it("is refused without a content type", async () => {
		const { path, answer } = await refusal(new TextEncoder().encode("{}"), {});
		expectProblem(answer, path, "unsupported_media_type");
	});

	it.each(["application/json; charset=utf-8", "Application/JSON", "application/merge-patch+json"])(
		"is read as %s",
		async (type) => {
			const { answer } = await refusal(JSON.stringify(bodyOf(endpoint)), { "Content-Type": type });
			expect([200, 201, 400, 404, 409]).toContain(answer.status);
			expect(answer.body.code).not.toBe("malformed_json");
		},
	);

	it(endpoint.bodyOptional ? "may be empty" : "is refused when empty", async () => {
		for (const raw of ["", new Uint8Array()]) {
			const { path, answer } = await refusal(raw, json);
			if (endpoint.bodyOptional) expect([200, 201, 400, 404, 409]).toContain(answer.status);
			else expectProblem(answer, path, "malformed_json");
			if (endpoint.bodyOptional) expect(answer.body.code).not.toBe("malformed_json");
		}
	});

	it.each(["{", '{"a":}', "{'a':1}", "nul", "{}x", '{"a":1,}', " ", '{"a":"\n"}', "NaN"])(
		"is refused as malformed when it is %j",
		async (raw) => {
			const { path, answer } = await refusal(raw, json);
			expectProblem(answer, path, "malformed_json");
			expectLimits(answer);
		},
	);

	it.each(["[]", "[{}]", "null", '"text"', "1", "true"])("fails as a whole when it is %s", async (raw) => {
		const { path, answer } = await refusal(raw, json);
		expectProblem(answer, path, "validation_failed");
		expect(answer.body.errors).toEqual([{ location: "body", message: expect.stringMatching(/./) }]);
	});

	const ofLength = (length: number) => `{"${"x".repeat(length - 6)}":1}`;

	it("may have 1 MiB and not a byte more", async () => {
		const { answer: fits } = await refusal(ofLength(1024 * 1024), json);
		expect([200, 201, 400, 404, 409]).toContain(fits.status);
		const { path, answer } = await refusal(ofLength(1024 * 1024 + 1), json);
		expectProblem(answer, path, "payload_too_large");
		expectLimits(answer);
	});

	it("is refused when it turns out too large without a Content-Length", async () => {
		const chunk = new TextEncoder().encode(" ".repeat(64 * 1024));
		let left = 40;
		const raw = new ReadableStream({
			pull(controller) {
				if (left-- > 0) controller.enqueue(chunk);
				else controller.close();
			},
		});
		const { path, answer } = await refusal(raw, json);
		expectProblem(answer, path, "payload_too_large");
	});
});

describe.each(named(endpoints.filter(({ method, body }) => method !== "GET" && !body)))(
	"%s: no body",
	(_, endpoint) => {
		it("does not read one that is sent all the same", async () => {
			const path = pathOf(endpoint);
			const answer = await send(path, { ...requestOf(endpoint), raw: "{", headers: { "Content-Type": "text/plain" } });
			expectProblem(answer, path, "resource_not_found");
		});
	},
);

describe.each(named(endpoints.filter(isList)))("%s: the list", (_, endpoint) => {
	beforeAll(refill);

	it("has the envelope", async () => {
		const { body } = await call(200, pathOf(endpoint, await realIds(endpoint, world.key)), requestOf(endpoint));
		expect(Object.keys(body).sort()).toEqual(["data", "has_more", "next_cursor", "object"]);
		expect(body.object).toBe("list");
	});

	it.each(["limit=1", "limit=100"])("takes %s", async (query) => {
		const path = pathOf(endpoint, await realIds(endpoint, world.key), [query]);
		const { body } = await call(200, path, requestOf(endpoint));
		expect(body.data.length).toBeLessThanOrEqual(Number(query.split("=")[1]));
	});

	it.each([
		"limit=0",
		"limit=101",
		"limit=-1",
		"limit=1.5",
		"limit=abc",
		"limit=1e1",
		"limit=%2B5",
		"limit=",
		"limit=5&limit=5",
		"limit=99999999999999999999",
	])("refuses %s", async (query) => {
		const path = pathOf(endpoint, {}, [query]);
		const answer = await send(path, requestOf(endpoint));
		expectProblem(answer, path, "validation_failed");
		expect(answer.body.errors).toEqual([
			{ location: "querystring", path: "limit", message: expect.stringMatching(/./) },
		]);
		expect(answer.body.detail).toContain("limit");
	});

	it.each(["", "x", "====", "bm90IGEgY3Vyc29y", "%00", "a".repeat(5000), "%F0%9F%92%A9"])(
		"refuses the cursor %j",
		async (cursor) => {
			const path = pathOf(endpoint, {}, [`cursor=${cursor}`]);
			expectProblem(await send(path, requestOf(endpoint)), path, "invalid_cursor");
		},
	);
});

describe("the surface", () => {
	it("names each operation once", () => {
		const ids = endpoints.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it("has each method and path once", () => {
		const routes = endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ":")}`);
		expect(new Set(routes).size).toBe(routes.length);
	});

	it("knows 25 scopes and asks for no other", () => {
		expect(new Set(scopes).size).toBe(25);
		for (const { id, scope } of endpoints) if (scope !== null) expect(scopes, id).toContain(scope);
	});

	it("asks for read scopes to read and for write scopes to change", () => {
		for (const { id, method, scope } of endpoints) {
			if (scope?.startsWith("write:")) expect(method, id).not.toBe("GET");
			if (method !== "GET") expect(scope, id).toMatch(/^write:/);
		}
	});

	const patterns = endpoints.map(({ method, path }) => ({
		method,
		pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`),
	}));
	const undeclared = [...new Map(endpoints.map((endpoint) => [endpoint.path, endpoint])).values()].flatMap((endpoint) =>
		["GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"]
			.filter((method) => !patterns.some((known) => known.method === method && known.pattern.test(endpoint.path)))
			.map((method) => [method, endpoint.path, endpoint] as const),
	);

	it.each(undeclared)("does not know %s %s, whoever asks", async (method, _, endpoint) => {
		const path = pathOf(endpoint);
		for (const key of [undefined, "nonsense", world.key]) {
			const answer = await send(path, { method, key });
			expectProblem(answer, path, "resource_not_found");
			expectLimits(answer);
			expect(answer.headers.get("RateLimit-Limit")).toBe("60");
		}
	});

	it.each([
		"/",
		"/v1",
		"/v1/",
		"/v1/nothing",
		"/v2/clients",
		"/v1/clients/",
		"/V1/clients",
		"/v1//clients",
		"/nothing",
	])("does not know %s", async (path) => {
		const answer = await send(path, { headers: { "X-Request-ID": "mine" } });
		expectProblem(answer, path, "resource_not_found");
		expect(answer.body.request_id).toBe("mine");
		expectLimits(answer);
	});

	it("counts unknown routes against the address", async () => {
		const from = newAddress();
		const { headers: before } = await call(404, "/v1/nothing", { from });
		const { headers: after } = await call(404, "/v2/nothing", { method: "POST", from });
		expect(before.get("RateLimit-Remaining")).toBe("59");
		expect(after.get("RateLimit-Remaining")).toBe("58");
		const answers = await Promise.all(Array.from({ length: 70 }, () => send("/v1/nothing", { from })));
		const refused = answers.find(({ status }) => status === 429);
		expect(refused?.body.code).toBe("rate_limit_exceeded");
		expect(refused?.headers.get("X-RateLimit-Scope")).toBe("key");
	});
});
