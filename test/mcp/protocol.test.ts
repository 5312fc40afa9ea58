import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { toolArguments } from "../../src/api/mcp/tools/tools.ts";
import { send } from "../support/api.ts";
import { createKey, newWorld } from "../support/world.ts";
import { post, request, result, revisions } from "./mcp.ts";

let key: string;
let tenantId: string;
beforeAll(async () => {
	({ key, id: tenantId } = await newWorld());
});

const earlier = revisions.slice(1);

describe.each(earlier)("in the revision %s", (revision) => {
	it("a client begins with initialize", async () => {
		const given = { protocolVersion: revision, capabilities: {}, clientInfo: { name: "tests", version: "1" } };
		const { protocolVersion, capabilities, serverInfo } = await result(key, "initialize", given, revision);
		expect([protocolVersion, capabilities, serverInfo.name]).toEqual([revision, { tools: {} }, "tattoo-studio"]);
	});

	it("a notification gets an empty 202", async () => {
		const { body, ...call } = request("notifications/initialized", {}, revision);
		const { status, text } = await post(
			{ ...call, body: { jsonrpc: "2.0", method: "notifications/initialized" } },
			key,
		);
		expect([status, text]).toEqual([202, ""]);
	});

	it("ping is answered, and server/discover is unknown", async () => {
		expect(await result(key, "ping", {}, revision)).toEqual({});
		const { status, body } = await post(request("server/discover", {}, revision), key);
		expect([status, body.error.code]).toEqual([200, -32601]);
	});
});

describe("in the revision 2026-07-28", () => {
	it("server/discover tells what there is, without a handshake", async () => {
		const { supportedVersions, capabilities, resultType, ttlMs } = await result(key, "server/discover");
		expect([supportedVersions, capabilities, resultType]).toEqual([["2026-07-28"], { tools: {} }, "complete"]);
		expect(ttlMs).toBeGreaterThan(0);
	});

	it.each(["initialize", "ping", "resources/list", "__proto__"])("the method %s is unknown: 404", async (method) => {
		const { status, body } = await post(request(method), key);
		expect([status, body.error.code]).toEqual([404, -32601]);
	});

	it.each([
		["another method than the body", { "Mcp-Method": "tools/call" }],
		["another revision than the body", { "MCP-Protocol-Version": "2025-11-25" }],
	])("a header that names %s is refused", async (_, headers) => {
		const given = request("tools/list");
		const { status, body } = await post({ ...given, headers: { ...given.headers, ...headers } }, key);
		expect([status, body.error.code]).toEqual([400, -32020]);
	});

	it("a missing header is refused", async () => {
		const given = request("tools/call", { name: "read", arguments: {} });
		for (const name of ["Mcp-Method", "Mcp-Name", "MCP-Protocol-Version"]) {
			const headers = Object.fromEntries(Object.entries(given.headers ?? {}).filter(([one]) => one !== name));
			const { status, body } = await post({ ...given, headers }, key);
			expect([name, status, body.error.code]).toEqual([name, 400, -32020]);
		}
	});

	it("a revision that it is not is refused with the one that it is", async () => {
		const given = request("tools/list");
		const body = JSON.parse(JSON.stringify(given.body).replaceAll("2026-07-28", "2099-01-01"));
		const headers = { ...given.headers, "MCP-Protocol-Version": "2099-01-01" };
		const { body: answer } = await post({ ...given, headers, body }, key);
		expect(answer.error).toMatchObject({ code: -32022, data: { supported: ["2026-07-28"], requested: "2099-01-01" } });
	});

	it("a request without its claims is refused", async () => {
		const given = request("tools/list");
		const { status, body } = await post({ ...given, body: { jsonrpc: "2.0", id: 7, method: "tools/list" } }, key);
		expect([status, body.error.code, body.id]).toEqual([400, -32602, 7]);
	});
});

it("a revision that nobody knows is refused with those that are known", async () => {
	const given = request("tools/list", {}, "2025-06-18");
	const { status, body } = await post(
		{ ...given, headers: { ...given.headers, "MCP-Protocol-Version": "1999-01-01" } },
		key,
	);
	expect([status, body.error.code, body.error.data.supported]).toEqual([400, -32022, [...revisions]]);
});

it.each([
	["no JSON", "{", -32700, 400],
	["a batch", "[]", -32600, 400],
	["no message", '{"id":1}', -32600, 400],
	["an id that is null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, 400],
	["params that are no object", '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602, 200],
])("a body that is %s is refused in the words of JSON-RPC", async (_, raw, code, status) => {
	const answer = await send("/mcp", { key, method: "POST", raw, headers: { "Content-Type": "application/json" } });
	expect([answer.status, answer.body.error.code]).toEqual([status, code]);
});

it("the tools take at most 10 KB", async () => {
	const { tools } = await result(key, "tools/list");
	expect(tools.map(({ name }: { name: string }) => name)).toEqual(Object.keys(toolArguments));
	expect(new TextEncoder().encode(JSON.stringify({ tools })).byteLength).toBeLessThanOrEqual(10_000);
});

it("the schemas of the tools say what the service checks", async () => {
	const { tools } = await result(key, "tools/list");
	for (const { name, inputSchema } of tools) {
		const { properties, required = [] } = z.toJSONSchema(toolArguments[name as keyof typeof toolArguments], {
			io: "input",
		});
		const types = (given: object) => Object.entries(given).map(([field, { type }]) => [field, type]);
		expect([types(inputSchema.properties), inputSchema.required ?? []]).toEqual([types(properties ?? {}), required]);
	}
});

it.each(["GET", "DELETE", "PUT"])("%s is 405, as there are no sessions", async (method) => {
	const { status, headers } = await send("/mcp", { key, method });
	expect([status, headers.get("Allow")]).toEqual([405, "POST"]);
});

describe("the credential", () => {
	it("goes before the form of a message: 401 with the address of the metadata", async () => {
		for (const call of [
			request("tools/list"),
			request("tools/call", { name: "read", arguments: {} }),
			{ method: "POST", raw: "{" },
		]) {
			const { status, body, headers } = await post(call, undefined);
			expect([status, body.code]).toEqual([401, "missing_api_key"]);
			expect(headers.get("WWW-Authenticate")).toBe(
				'Bearer resource_metadata="https://api.test/.well-known/oauth-protected-resource/mcp"',
			);
		}
	});

	it("is refused within a call as under /v1", async () => {
		const call = request("tools/call", { name: "read", arguments: { operation_id: "getMe" } });
		const { status, body, headers } = await post(call, `${key.slice(0, -1)}${key.endsWith("x") ? "y" : "x"}`);
		expect([status, body.code]).toEqual([401, "invalid_api_key"]);
		expect(headers.get("WWW-Authenticate")).toContain("/oauth-protected-resource/mcp");
	});

	it("of a studio on Light is 403", async () => {
		const light = await newWorld({ plan: "light" });
		for (const call of [
			request("tools/list"),
			request("tools/call", { name: "read", arguments: { operation_id: "getMe" } }),
		]) {
			const { status, body } = await post(call, light.key);
			expect([status, body.code]).toEqual([403, "feature_not_available"]);
		}
	});
});

describe("a message counts", () => {
	/** A key of few requests a minute, so that none comes back while a test counts them. */
	const slowKey = async (tenantId: string) =>
		(await createKey(tenantId, { rate_limit_tier: "custom", rate_limit_per_minute: 5 })).key;
	const remaining = async (call: ReturnType<typeof request>, key: string) =>
		Number((await post(call, key)).headers.get("RateLimit-Remaining"));
	const tool = (name: string, given: object) => request("tools/call", { name, arguments: given });

	it.each([
		["tools/list", request("tools/list")],
		["a tool that reads no records", tool("find_operations", { query: "client" })],
		["read", tool("read", { operation_id: "getMe" })],
		["a call that no operation fits", tool("read", { operation_id: "nothing" })],
		["an unknown preview", tool("apply_change", { preview: "prv_1", summary: "x" })],
		[
			"a preview",
			tool("preview_change", { operation_id: "createClient", body: { email: "a@example.com", first_name: "A" } }),
		],
	])("as one request: %s", async (_, call) => {
		const key = await slowKey(tenantId);
		const before = await remaining(request("tools/list"), key);
		expect(before - (await remaining(call, key))).toBe(1);
	});

	it("as one request also where the plan refuses it", async () => {
		const key = await slowKey((await newWorld({ plan: "light" })).id);
		const call = tool("find_operations", { query: "x" });
		const before = await remaining(call, key);
		expect(before - (await remaining(call, key))).toBe(1);
	});

	it("and answers 429 with problem+json when there are no requests left", async () => {
		const { key } = await createKey((await newWorld()).id, { rate_limit_tier: "custom", rate_limit_per_minute: 2 });
		const call = request("tools/list");
		await post(call, key);
		await post(call, key);
		const answer = await post(call, key);
		expect([answer.status, answer.body.code]).toEqual([429, "rate_limit_exceeded"]);
		const inCall = await post(tool("read", { operation_id: "getMe" }), key);
		expect([inCall.status, inCall.body.code]).toEqual([429, "rate_limit_exceeded"]);
		expect(Number(inCall.headers.get("Retry-After"))).toBeGreaterThan(0);
	});
});

it("scripts of every origin may call, as under /v1", async () => {
	const { headers } = await send("/mcp", {
		method: "OPTIONS",
		headers: { Origin: "https://agent.example", "Access-Control-Request-Method": "POST" },
	});
	expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
	expect(headers.get("Access-Control-Allow-Headers")).toContain("MCP-Protocol-Version");
	const { headers: answered } = await post(request("tools/list"), key);
	expect(answered.get("Access-Control-Allow-Origin")).toBe("*");
});

it("a page that gave itself the address of the machine is 403 in development (contract: MCP 12)", async () => {
	const given = request("tools/list");
	const from = (host: string, origin: string) =>
		post({ ...given, headers: { ...given.headers, Host: host, Origin: origin } }, key);
	expect((await from("evil.example.com", "http://evil.example.com")).status).toBe(403);
	expect((await from("localhost:8787", "http://localhost:3000")).status).toBe(200);
	expect((await from("127.0.0.1", "https://agent.example")).status).toBe(200);
});
