import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endpoints } from "../src/api/v1.ts";
import type { Endpoint } from "../src/platform/http/endpoint/endpoint.ts";
import { type IdKind, newId } from "../src/platform/lib/ids.ts";
import { type Code, problems } from "../src/platform/problems/table.ts";
import { anyCharacter } from "./support/any-character.ts";
import { type Answer, call, send } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { operationFor, resolved } from "./support/document.ts";
import { expectProblem } from "./support/expect.ts";
import { createKey, newWorld, type Tenant } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers as JSON
type Json = any;

let world: Tenant;
let clientId: string;

beforeAll(async () => {
	world = await newWorld();
	const body = { email: "target@example.com", first_name: "Ana" };
	clientId = (await call(201, "/v1/clients", { key: world.key, body })).body.id;
});
beforeEach(() => advance(60));

const json = { "Content-Type": "application/json" };
const post = (raw: BodyInit, headers: Record<string, string> = {}) =>
	send("/v1/clients", { key: world.key, raw, headers: { ...json, ...headers } });

let made = 0;
const newEmail = () => `h${++made}@example.com`;
const withMember = (member: string) => `{"email":"${newEmail()}","first_name":"Ana",${member}}`;

function expectRefusal(answer: Answer, code: Code, path?: string): void {
	expectProblem(answer, "/v1/clients", code);
	if (path !== undefined) expect(answer.body.errors.map((error: Json) => error.path)).toContain(path);
}

describe("text that not every store can hold is refused where it stands", () => {
	const strings = [
		...["first_name", "last_name", "phone", "pronouns", "date_of_birth", "preferred_communication"],
		...["instagram_handle", "notes", "source", "assigned_artist_id"],
	];
	const places: [string, string, (text: string) => string][] = [
		...strings.map((field): [string, string, (text: string) => string] => [
			field,
			field,
			(text) => `"${field}":"${text}"`,
		]),
		["email", "email", (text) => `"email":"${text}@example.com"`],
		["an address part", "address.city", (text) => `"address":{"city":"${text}"}`],
		["a tag", "tags.1", (text) => `"tags":["good","${text}"]`],
		["a metadata value", "metadata.k", (text) => `"metadata":{"k":"${text}"}`],
	];

	it.each(places)("%s", async (_, path, member) => {
		// In JSON text, control characters must be escaped.
		const raw = ["a\0b", "a\u001fb"];
		for (const text of ["a\\u0000b", "\\u0000", "a\\ud800", "\\udc00a", "\\udc00\\ud800", ...raw]) {
			const answer = await post(withMember(member(text)));
			expectRefusal(answer, raw.includes(text) ? "malformed_json" : "validation_failed");
			if (answer.body.errors) expect(answer.body.errors[0].path).toBe(path);
			const patched = await send(`/v1/clients/${clientId}`, {
				method: "PATCH",
				key: world.key,
				raw: `{${member(text)}}`,
				headers: json,
			});
			expect(patched.status).toBe(400);
		}
	});

	it("a metadata key", async () => {
		for (const text of ["\\u0000", "a\\ud800", "\\udfff"])
			expectRefusal(await post(withMember(`"metadata":{"${text}":"v"}`)), "validation_failed");
	});

	it("the source of a merge", async () => {
		const raw = '{"source_id":"cli_\\u0000\\ud800"}';
		const answer = await send(`/v1/clients/${clientId}/merge`, { key: world.key, raw, headers: json });
		expect(answer.body.code).toBe("validation_failed");
	});

	it("a filter", async () => {
		for (const query of ["email=%00", "email=a%00@example.com", "updated_since=%00", "cursor=%00", "limit=%00"])
			expect((await send(`/v1/clients?${query}`, { key: world.key })).status).toBe(400);
		expect((await send("/v1/events?type=%00", { key: world.key })).status).toBe(400);
	});

	it("while every other Unicode text comes back as it was sent", async () => {
		const text = "𝕬 👩‍👩‍👧 é e\u0301 \u202e \ufeff \uffff \u{10ffff} ' \" \\ ; -- % <b> $x {{x}}";
		const given = { notes: text, tags: [text.slice(0, 50)], metadata: { "ключ 🔑.'\"": text } };
		const body = { email: newEmail(), first_name: text.slice(0, 50), ...given };
		const { body: client } = await call(201, "/v1/clients", { key: world.key, body });
		expect((await call(200, `/v1/clients/${client.id}`, { key: world.key })).body).toMatchObject(body);
	});
});

describe("bodies", () => {
	it.each([
		["an unknown property", (nested: string) => withMember(`"x":${nested}`), 201],
		["metadata", (nested: string) => withMember(`"metadata":${nested}`), 400],
		["a metadata value", (nested: string) => withMember(`"metadata":{"k":${nested}}`), 400],
		["a tag", (nested: string) => withMember(`"tags":[${nested}]`), 400],
		["the whole body", (nested: string) => nested, 400],
	] as const)("nested 100000 levels deep in %s", async (_, body, status) => {
		const depth = 100_000;
		const arrays = "[".repeat(depth) + "]".repeat(depth);
		const objects = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
		for (const nested of [arrays, objects]) {
			const answer = await post(body(nested));
			expect([status, 400], answer.text.slice(0, 300)).toContain(answer.status);
		}
	});

	it.each(["1e400", "-1e400", "1152921504606846976", "1e-400", "-0", "9".repeat(10_000)])(
		"with the number %s in place of every kind of value",
		async (number) => {
			for (const field of ["email", "first_name", "tags", "metadata", "address", "is_blocked", "notes"])
				expectRefusal(
					await post(`{"email":"n@example.com","first_name":"A","${field}":${number}}`),
					"validation_failed",
					field,
				);
			expect((await post(withMember(`"unknown":${number}`))).status).toBe(201);
		},
	);

	it("with the names of an object's own machinery leave the service as it was", async () => {
		const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then", "toJSON"];
		const members = names.map((name) => `"${name}":{"is_blocked":true,"admin":true}`).join(",");
		const answer = await post(withMember(members));
		expect(answer.status).toBe(201);
		expect(answer.body.is_blocked).toBe(false);
		expect(answer.headers.get("Service-Ignored-Fields")?.split(",").sort()).toEqual([...names].sort());
		expect(({} as Json).admin).toBeUndefined();
		for (const name of names)
			expectRefusal(await post(withMember(`"${name}":1,"email":5`)), "validation_failed", "email");
	});

	it("keep metadata under the names of an object's own machinery, or say that they were dropped", async () => {
		const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then", "toJSON"];
		const { status, body, headers } = await post(
			withMember(`"metadata":{${names.map((name) => `"${name}":"v"`).join(",")}}`),
		);
		expect(status).toBe(201);
		const dropped = headers.get("Service-Ignored-Fields")?.split(",") ?? [];
		for (const name of names)
			expect(Object.hasOwn(body.metadata, name) || dropped.includes(`metadata.${name}`), name).toBe(true);
		const again = await call(200, `/v1/clients/${body.id}`, { key: world.key });
		expect(again.text).toBe(JSON.stringify(body));
		const emptied = { method: "PATCH", key: world.key, body: { metadata: null } };
		expect((await call(200, `/v1/clients/${body.id}`, emptied)).body.metadata).toEqual({});
		const patch = { method: "PATCH", key: world.key, body: { metadata: { toString: "w", length: "3" } } };
		expect((await call(200, `/v1/clients/${body.id}`, patch)).body.metadata).toEqual({ toString: "w", length: "3" });
		const [event] = (await call(200, "/v1/events?limit=1", { key: world.key })).body.data;
		expect(event.data.changes.metadata.new).toEqual({ toString: "w", length: "3" });
	});

	it("with a key twice count the last", async () => {
		const { status, body } = await post(withMember('"first_name":"Last"'));
		expect([status, body.first_name]).toEqual([201, "Last"]);
	});

	it("may begin with a byte order mark", async () => {
		expect((await post(`\ufeff${withMember('"notes":"x"')}`)).status).toBe(201);
		expectRefusal(await post("\ufeff"), "malformed_json");
	});

	it.each([
		["a lone continuation byte", [0x80]],
		["an overlong slash", [0xc0, 0xaf]],
		["an encoded surrogate", [0xed, 0xa0, 0x80]],
		["half a character", [0xf0, 0x9f]],
		["beyond Unicode", [0xf4, 0x90, 0x80, 0x80]],
	])("that are not UTF-8 are malformed: %s", async (_, bytes) => {
		const [head = "", tail = ""] = withMember('"notes":"|"').split("|");
		const encode = (text: string) => [...new TextEncoder().encode(text)];
		expectRefusal(await post(new Uint8Array([...encode(head), ...bytes, ...encode(tail)])), "malformed_json");
	});

	it("in UTF-16 are malformed", async () => {
		const text = withMember('"notes":"x"');
		expectRefusal(await post(new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer)), "malformed_json");
	});

	it.each(["0", "5", "99999999999999999999", "-1", "abc", ""])(
		"with a Content-Length of %j that lies never break the service",
		async (length) => {
			const answer = await post(withMember('"notes":"x"'), { "Content-Length": length });
			expect([201, 400, 413]).toContain(answer.status);
		},
	);

	it("that break off are refused or lost, and the service lives on", async () => {
		const raw = new ReadableStream({
			start(controller) {
				controller.enqueue(new TextEncoder().encode('{"email":'));
				controller.close();
			},
		});
		expectRefusal(await post(raw), "malformed_json");
	});

	it("with very many faults are answered with a bounded list of them", async () => {
		const many = Array(300_000).fill("1").join(",");
		const members = Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join(",");
		for (const body of [withMember(`"tags":[${many}]`), withMember(`"metadata":{${members}}`)]) {
			for (const headers of [{}, { "Idempotency-Key": crypto.randomUUID() }] as Record<string, string>[]) {
				const answer = await post(body, headers);
				expectRefusal(answer, "validation_failed");
				expect(answer.body.errors.length).toBeGreaterThan(0);
				expect(answer.text.length).toBeLessThan(64 * 1024);
			}
		}
	});

	it("with a huge name are refused or dropped, and answered in brief", async () => {
		const name = "n".repeat(500_000);
		const refused = await post(withMember(`"metadata":{"${name}":"v"}`));
		expectRefusal(refused, "validation_failed");
		expect(refused.text.length).toBeLessThan(4096);
		const dropped = await post(withMember(`"${name}":1`));
		expect(dropped.status).toBe(201);
		expect(dropped.headers.get("Service-Ignored-Fields")).toBe("+1");
	});
});

describe("Service-Ignored-Fields", () => {
	it("is bounded, and counts what it leaves out", async () => {
		const members = Array.from({ length: 10_000 }, (_, n) => `"unknown_${n}":0`).join(",");
		const header = (await post(withMember(members))).headers.get("Service-Ignored-Fields") ?? "";
		const names = header.split(",");
		const left = Number(/^\+(\d+)$/.exec(names.at(-1) ?? "")?.[1]);
		expect(header.length).toBeLessThanOrEqual(1024);
		expect(header.length).toBeGreaterThan(1000);
		expect(names.slice(0, 3)).toEqual(["unknown_0", "unknown_1", "unknown_2"]);
		expect(names.length - 1 + left).toBe(10_000);
	});

	it("is whole at 1024 characters, and one of 1025 counts the last name", async () => {
		const shown = async (...lengths: number[]) => {
			const members = lengths.map((length, n) => `"${String(n).padEnd(length, "x")}":0`).join(",");
			return (await post(withMember(members))).headers.get("Service-Ignored-Fields")?.split(",") ?? [];
		};
		expect((await shown(1000, 23)).map(({ length }) => length)).toEqual([1000, 23]);
		expect((await shown(1000, 24)).at(-1)).toBe("+1");
		// The first name would fit without the count alone.
		expect(await shown(1024, 5)).toEqual(["+2"]);
	});

	it.each([
		["a comma", "a,b", "a%2Cb"],
		["a newline", "a\r\nSet-Cookie: x=y", "a%0D%0ASet-Cookie:%20x=y"],
		["an emoji", "🦜", "%F0%9F%A6%9C"],
		["an umlaut", "größe", "gr%C3%B6%C3%9Fe"],
		["a lone surrogate", "\ud800", "%EF%BF%BD"],
		["a percent sign", "100%", "100%25"],
		["NUL", "\0", "%00"],
		["a space", "first name", "first%20name"],
	])("is visible ASCII for a name with %s", async (_, name, shown) => {
		const answer = await post(withMember(`${JSON.stringify(name)}:1`));
		expect(answer.status).toBe(201);
		expect(answer.headers.get("Service-Ignored-Fields")).toBe(shown);
		expect(answer.headers.has("Set-Cookie")).toBe(false);
	});

	it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("names the query parameter %s", async (name) => {
		const { headers } = await call(200, `/v1/clients?${name}=1&${name}=2`, { key: world.key });
		expect(headers.get("Service-Ignored-Fields")).toBe(name);
	});

	it("takes an empty name without harm", async () => {
		expect((await post(withMember('"":1'))).status).toBe(201);
		await call(200, "/v1/clients?=1&&&=", { key: world.key });
	});
});

describe("paths and queries", () => {
	it.each([
		"%E0%A4%A",
		"%00",
		"%2F",
		"%",
		"%zz",
		"%ff%fe",
		"cli_%00",
		"cli_%27%20OR%201=1--",
		"cli_';DROP%20TABLE%20clients;--",
		"cli_%",
		"cli_________________________________",
		"cli_%25",
		"undefined",
		"[object%20Object]",
		"..%5c",
		"🦜",
		"a".repeat(10_000),
		`cli_${"0".repeat(10_000)}`,
	])("an id of %s is refused as such", async (id) => {
		for (const [method, path] of [
			["GET", `/v1/clients/${id}`],
			["DELETE", `/v1/clients/${id}`],
			["GET", `/v1/events/${id}`],
		] as const) {
			const answer = await send(path, { method, key: world.key });
			expect([answer.status, answer.body.code], answer.text.slice(0, 300)).toEqual([400, "invalid_id"]);
		}
	});

	it.each([
		"/v1/clients/a/b",
		"/v1/clients/%2F/x",
		"/v1/%63lients",
		"/%",
		"/v1/clients;a=b",
		`/v1/${"a/".repeat(4000)}`,
		"/v1/%00",
	])("%s is unknown", async (path) => {
		const answer = await send(path, { key: world.key });
		expect(answer.status, answer.text.slice(0, 300)).toBe(path === "/v1/%63lients" ? answer.status : 404);
		expect(answer.status).toBeLessThan(500);
	});

	it.each([
		"?updated_since=2020-01-01T00:00:00Z&updated_since=2020-01-01T00:00:00Z",
		"?email=a@example.com&email=b@example.com",
		"?cursor=a&cursor=b",
		"?limit=1&limit=2",
		"?limit=5&limit=5",
	])("a parameter twice is refused, and named: %s", async (query) => {
		const path = `/v1/clients${query}`;
		const answer = await send(path, { key: world.key });
		expectProblem(answer, path, "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "querystring", path: query.slice(1).split("=")[0] });
	});

	it.each([
		"?%",
		"?%zz=1",
		"?a=%E0%A4%A",
		"?%00=%00",
		"?limit[]=1",
		"?a[b]=1",
		"?&&=&",
		"?+",
		`?${"q".repeat(10_000)}`,
		`?${"a=1&".repeat(4000)}`,
	])("a query that makes no sense is ignored: %s", async (query) => {
		const { headers } = await call(200, `/v1/clients${query}`, { key: world.key });
		expect(headers.get("Service-Ignored-Fields") ?? "").toMatch(/^[\x21-\x7e]{0,1024}$/);
	});

	it("an address with more than 16384 characters is refused, to a caller with a request left, and counts once", async () => {
		const { id } = await newWorld();
		const { key } = await createKey(id, { rate_limit_tier: "custom", rate_limit_per_minute: 3 });
		const path = (length: number) => "/v1/clients?x=".padEnd(length - "https://api.test".length, "x");
		const remaining = async (status: number, path: string, of?: string) => {
			const answer = await call(status, path, of ? { key: of } : {});
			return [answer.headers.get("RateLimit-Remaining"), answer.body.code, answer.body.errors?.[0].location];
		};
		expect(await remaining(200, path(16_384), key)).toEqual(["2", undefined, undefined]);
		expect(await remaining(400, path(16_385), key)).toEqual(["1", "validation_failed", "querystring"]);
		expect(await remaining(400, `/v1/clients?limit=${"9".repeat(3000)}`, key)).toEqual([
			"0",
			"validation_failed",
			"querystring",
		]);
		expect((await remaining(429, path(16_385), key))[1]).toBe("rate_limit_exceeded");
		expect((await remaining(401, path(16_385)))[1]).toBe("missing_api_key");
		const change = { method: "POST", key: world.key, raw: "{}", headers: json };
		expect((await call(400, path(16_385), change)).body.errors[0].location).toBe("querystring");
	});

	it.each(["'", "' OR '1'='1", "%", "_", '"; DROP TABLE clients; --', "*", "target@example.com' --"])(
		"SQL in the email filter finds nobody: %s",
		async (email) => {
			const { body } = await call(200, `/v1/clients?email=${encodeURIComponent(email)}`, { key: world.key });
			expect(body.data).toEqual([]);
		},
	);
});

describe("cursors", () => {
	const base64url = (text: string) => btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
	const id = newId("client", Date.now());

	it.each([
		["junk", base64url("junk")],
		["an id alone", base64url(id)],
		["an id with another digest", base64url(`${id}.0123456789abcdef012345`)],
		["an id with an empty digest", base64url(`${id}.`)],
		["SQL", base64url("' OR 1=1 --.x")],
		["bytes", base64url("\xff\xfe\0.")],
		["dots", base64url("....")],
		["padding", `${base64url(id)}==`],
		["plain base64", "ab+/"],
		["an impossible length", "abcde"],
		["400 characters", "A".repeat(400)],
		["16000 characters", "A".repeat(16_000)],
		["JSON", encodeURIComponent('{"id":1}')],
		["an offset", "50"],
	])("%s", async (_, cursor) => {
		for (const list of ["/v1/clients", "/v1/events", "/v1/audit_log"]) {
			const path = `${list}?cursor=${cursor}`;
			expectProblem(await send(path, { key: world.key }), path, "invalid_cursor");
		}
	});
});

describe("methods and headers", () => {
	it("HEAD answers like GET, without a body", async () => {
		const get = await call(200, `/v1/clients/${clientId}`, { key: world.key });
		const head = await call(200, `/v1/clients/${clientId}`, { method: "HEAD", key: world.key });
		expect(head.text).toBe("");
		expect([...head.headers.keys()].sort()).toEqual([...get.headers.keys()].sort());
		expect((await send("/v1/clients", { method: "HEAD" })).status).toBe(401);
		expect((await send("/v1/nothing", { method: "HEAD" })).status).toBe(404);
	});

	it.each(["PROPFIND", "PURGE", "SEARCH", "PUT", "get"])("%s is no method of a record", async (method) => {
		const answer = await send(`/v1/clients/${clientId}`, { method, key: world.key });
		expect([200, 404]).toContain(answer.status);
		if (method !== "get") expect(answer.body.code).toBe("resource_not_found");
	});

	it.each(["a\tb", "id;x=1", "größe", "<script>", "%0d%0aSet-Cookie:x", "x".repeat(10_000), '"quoted"', "a,b"])(
		"a request id of %s is replaced",
		async (id) => {
			for (const key of [world.key, undefined]) {
				const { headers } = await send("/v1/me", { key, headers: { "X-Request-ID": id } });
				expect(headers.get("X-Request-ID")).toMatch(/^req_[0-9a-f]{32}$/);
			}
		},
	);

	it.each([
		"",
		"Bearer",
		"Bearer ",
		"Bearer  ",
		"Basic x",
		"Token x",
		"bearer",
		"Bearer\t",
		"größe",
		"x".repeat(10_000),
	])("the Authorization %j is no credential", async (Authorization) => {
		const answer = await send("/v1/me", { headers: { Authorization } });
		expect(answer.body.code).toBe("missing_api_key");
	});

	it.each([
		"svc_live_sk_",
		"svc_live_sk_größe",
		"a b",
		"undefined",
		"x".repeat(10_000),
		"' OR 1=1 --",
		"svc_live_sk_%00",
	])("the bearer value %j is no key", async (key) => {
		expect((await send("/v1/me", { key })).body.code).toBe("invalid_api_key");
	});

	it("the scheme is matched without regard to case", async () => {
		for (const scheme of ["bearer", "BEARER", "BeArEr"])
			await call(200, "/v1/me", { headers: { Authorization: `${scheme} ${world.key}` } });
	});

	it.each(["", " ", "größe", "x".repeat(256), '""', `"${"x".repeat(256)}"`, "a\tb"])(
		"the Idempotency-Key %j is refused",
		async (key) => {
			const answer = await post(withMember('"notes":"x"'), { "Idempotency-Key": key });
			expectRefusal(answer, "validation_failed");
			expect(answer.body.errors[0]).toMatchObject({ location: "headers", path: "Idempotency-Key" });
		},
	);

	it.each(["text/html", "größe", "application/json, text/plain", ";", "/", "application/", "x".repeat(10_000), "*/*"])(
		"the content type %j is refused",
		async (type) => {
			expectRefusal(await post("{}", { "Content-Type": type }), "unsupported_media_type");
		},
	);

	it("an address of any form is taken as it is", async () => {
		for (const from of ["", "nobody", "::1", "fe80::1%eth0", "1.2.3.4, 5.6.7.8", "x".repeat(5000)])
			expect((await send("/v1/me", { from, key: world.key })).status).toBe(200);
	});
});

describe("whatever is sent to an endpoint", () => {
	const path = (endpoint: Endpoint) =>
		endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
			endpoint.params[name] === "client" ? clientId : newId(endpoint.params[name] as IdKind, Date.now()),
		);
	const fieldsOf = (schema: Json): string[] =>
		schema?.$ref
			? fieldsOf(resolved(schema))
			: [...Object.keys(schema?.properties ?? {}), ...(schema?.allOf ?? []).flatMap(fieldsOf)];

	const odd = fc.oneof(
		fc.jsonValue({ maxDepth: 3 }),
		fc.constantFrom(
			"",
			"\0",
			"\ud800",
			"__proto__",
			"2026-01-01T00:00:00Z",
			"cli_",
			"a@example.com",
			-1,
			2 ** 60,
			null,
		),
		fc.string({ unit: anyCharacter, maxLength: 300 }),
	);
	const object = (names: string[]) =>
		fc.dictionary(fc.oneof(fc.constantFrom(...names, "x", "constructor"), fc.string({ maxLength: 5 })), odd, {
			maxKeys: 8,
		});
	const query = (names: string[]) =>
		fc
			.array(
				fc.tuple(
					fc.constantFrom(...names, "limit", "cursor", "x", "__proto__"),
					fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom("1", "100", "%", "%00", "+", "2026-01-01T00:00:00Z")),
				),
				{ maxLength: 4 },
			)
			.map((pairs) => pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join("&"))
			.chain((text) => fc.constantFrom(text, text.replace(/%/g, ""), `${text}&%E0%A4`, text));

	it.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
		"%s answers random requests as documented",
		async (_, endpoint) => {
			const operation = operationFor(endpoint);
			const bodyFields = fieldsOf(resolved(operation.requestBody ?? {})?.content?.["application/json"]?.schema);
			const queryFields = (operation.parameters as Json[])
				.map(resolved)
				.filter((p) => p.in === "query")
				.map((p) => p.name);
			const body = endpoint.body ? fc.oneof(odd, object(bodyFields), object(bodyFields)) : fc.constant(undefined);
			await fc.assert(
				fc.asyncProperty(body, query(queryFields), async (value, search) => {
					const raw = endpoint.body ? { raw: JSON.stringify(value ?? null), headers: json } : {};
					// `send` checks the answer against the API document.
					const answer = await send(`${path(endpoint)}?${search}`, { method: endpoint.method, key: world.key, ...raw });
					expect(answer.status, answer.text).toBeLessThan(500);
					if (answer.status < 400) return;
					expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
					expect(problems[answer.body.code as Code].status).toBe(answer.status);
				}),
				{ numRuns: 60 },
			);
		},
	);
});

it("a misspelt name is told also where it is why the request is refused", async () => {
	const world = await newWorld();
	const body = { emial: "ana@example.com", first_name: "Ana" };
	const { headers } = await call(400, "/v1/clients?dry_run=1", { key: world.key, body });
	expect(headers.get("Service-Ignored-Fields")).toBe("dry_run,emial");
});
