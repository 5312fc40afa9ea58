import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server as HttpServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, decide, newApp, newPerson, newStudio } from "../../lab/harness/person.ts";
import { installTools, toolPath } from "../../scripts/document-tools.ts";
import { signIn, source, Terminal } from "./command-line.ts";
import { sharedServer } from "./shared-server.ts";

// The protocol as its own authors understand it: their suite of conformance, and their client.

const server = sharedServer();
const folder = mkdtempSync(join(tmpdir(), "agents-"));
const node = process.execPath;
let proxy: HttpServer;
let person: Account;
// biome-ignore lint/suspicious/noExplicitAny: the package is installed by installTools, apart from the project
let sdk: any;

/** The suite knows no credentials, so a proxy adds one. */
function proxyWithKey(): HttpServer {
	return createServer((asked, answer) => {
		const passed = request(
			new URL(asked.url ?? "", server.origin).href,
			{ method: asked.method, headers: { ...asked.headers, authorization: `Bearer ${server.defaultKey}` } },
			(answered) => {
				answer.writeHead(answered.statusCode ?? 502, answered.headers);
				answered.pipe(answer);
			},
		);
		asked.pipe(passed);
	});
}

beforeAll(async () => {
	await Promise.all([server.ready(), installTools()]);
	sdk = await import(toolPath("@modelcontextprotocol/client/dist/index.mjs"));
	proxy = proxyWithKey();
	await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
	person = await newPerson(server, await newStudio(server, "Nadel & Faden"));
});
afterAll(() => {
	proxy?.close();
	rmSync(folder, { recursive: true });
});

/** The scenarios for what this server has. They pass, whatever else the suite tries. */
const applicable = {
	"2025-06-18": ["server-initialize", "ping", "tools-list"],
	"2025-11-25": ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"],
	"2026-07-28": [
		"tools-list",
		"server-stateless",
		"sep-2164-resource-not-found",
		"server-sse-multiple-streams",
		"dns-rebinding-protection",
		"caching",
		"http-header-validation",
		"input-required-result-unsupported-methods",
		"input-required-result-ignore-extra-params",
		"input-required-result-missing-input-response",
		"input-required-result-validate-input",
	],
};

/** The server says no to a capability that it does not announce, or the suite misses a tool of its own test server. */
const asksForMore = [
	/There is no tool test_\w+\./,
	/The service has no method (prompts|resources|completion|logging)\/\w+/,
	/^Not testable: server (exposes no tool with x-mcp-header|does not list the diagnostic tool 'test_)/,
	/^Tool 'json_schema_2020_12_tool' not found\./,
	// They begin with such a tool, and tell only what came instead.
	/^Expected InputRequiredResult with inputRequests and requestState$/,
	/^Prerequisite failed: could not get initial InputRequiredResult with requestState$/,
];

interface Check {
	scenario: string;
	id: string;
	status: string;
	errorMessage?: string;
}

/** All scenarios of the suite. */
async function conformanceIn(revision: string): Promise<Check[]> {
	const { port } = proxy.address() as AddressInfo;
	const out = join(folder, revision);
	const suite = [toolPath("@modelcontextprotocol/conformance/dist/index.js"), "server", "--suite", "all"];
	const args = ["--url", `http://127.0.0.1:${port}/mcp`, "--spec-version", revision, "-o", out];
	// It ends with 1 if a scenario fails.
	await promisify(execFile)(node, [...suite, ...args], { maxBuffer: 64 * 1024 * 1024 }).catch(() => {});
	return readdirSync(out, { recursive: true, encoding: "utf8" })
		.filter((file) => file.endsWith("checks.json"))
		.flatMap((file) => {
			const [, scenario = ""] = file.match(/^server-(.+)-\d{4}-\d\d-\d\dT/) ?? [];
			const checks: Omit<Check, "scenario">[] = JSON.parse(readFileSync(join(out, file), "utf8"));
			return checks.map((check) => ({ ...check, scenario }));
		});
}

describe.each(Object.entries(applicable))("the suite of conformance in %s", (revision, names) => {
	it("has no failure but for what this server does not announce", async ({ annotate }) => {
		const checks = await conformanceIn(revision);
		const failed = checks.filter(({ status }) => status === "FAILURE");
		const [excused, wrong] = [true, false].map((isExcused) =>
			failed.filter(({ errorMessage = "" }) => asksForMore.some((one) => one.test(errorMessage)) === isExcused),
		);
		expect(wrong).toEqual([]);
		const passed = checks.filter(({ status }) => status === "SUCCESS");
		expect(names.filter((name) => !passed.some(({ scenario }) => scenario === name))).toEqual([]);
		await annotate(`${passed.length} checks passed, ${excused?.length} ask for more than this server announces`);
	});
});

/** The work of an agent, through any transport. */
async function workThrough(transport: unknown, options: object = {}) {
	const client = new sdk.Client({ name: "drill", version: "1" }, options);
	await client.connect(transport);
	const { tools } = await client.listTools();
	expect(tools.length).toBe(6);
	const use = async (name: string, given: object) => {
		const { structuredContent, isError } = await client.callTool({ name, arguments: given });
		expect(isError, JSON.stringify(structuredContent)).toBeFalsy();
		return structuredContent;
	};
	const me = await use("read", { operation_id: "getMe" });
	const found = await use("find_operations", { query: "new client" });
	expect(found.operations[0].operation_id).toBe("createClient");
	const body = { email: `${crypto.randomUUID()}@example.com`, first_name: "Kai", last_name: "Sato" };
	const { preview, summary } = await use("preview_change", { operation_id: "createClient", body });
	expect(summary).toContain("“Kai Sato”");
	const made = await use("apply_change", { preview, summary });
	expect(await use("apply_change", { preview, summary })).toEqual(made);
	await client.close();
	return me;
}

const mcpUrl = () => new URL("/mcp", server.origin);

describe("the official client", () => {
	it.each([["auto"], [{ pin: "2026-07-28" }], ["legacy"]])("works with an API key (negotiation: %j)", async (mode) => {
		const transport = new sdk.StreamableHTTPClientTransport(mcpUrl(), {
			requestInit: { headers: { Authorization: `Bearer ${server.defaultKey}` } },
		});
		const me = await workThrough(transport, { versionNegotiation: { mode } });
		expect(me.api_key).not.toBeNull();
	});

	it("signs in by the browser, led by the 401 alone", async () => {
		const redirectUrl = "http://127.0.0.1:9999/callback";
		const app = await newApp(server, {
			name: "Agent",
			type: "public",
			redirect_uris: [redirectUrl],
			scopes: ["read:clients", "write:clients"],
		});
		const kept: Record<string, unknown> = {};
		let asked: URL | undefined;
		const authProvider = {
			redirectUrl,
			clientMetadata: { client_name: "Agent", redirect_uris: [redirectUrl], token_endpoint_auth_method: "none" },
			clientInformation: () => ({ client_id: app.clientId }),
			tokens: () => kept.tokens,
			saveTokens: (tokens: unknown) => {
				kept.tokens = tokens;
			},
			redirectToAuthorization: (url: URL) => {
				asked = url;
			},
			saveCodeVerifier: (verifier: string) => {
				kept.verifier = verifier;
			},
			codeVerifier: () => kept.verifier,
		};
		const newTransport = () => new sdk.StreamableHTTPClientTransport(mcpUrl(), { authProvider });
		const first = newTransport();
		await expect(new sdk.Client({ name: "drill", version: "1" }).connect(first)).rejects.toThrow();
		expect(asked?.searchParams.get("resource")).toBe(mcpUrl().href);
		const back = await decide(asked?.href ?? "", person);
		await first.finishAuth(back.searchParams);
		const me = await workThrough(newTransport());
		expect(me.oauth.app_name).toBe("Agent");
		const { access_token } = kept.tokens as { access_token: string };
		expect((await server.call("GET", "/v1/me", { key: access_token })).body.code).toBe("invalid_access_token");
	});

	it("works through the command line, with the login that is there", async () => {
		const terminal = new Terminal();
		try {
			await signIn(terminal, server, person);
			const { StdioClientTransport } = await import(toolPath("@modelcontextprotocol/client/dist/stdio.mjs"));
			const [command, ...args] = [...source, "mcp"];
			const me = await workThrough(new StdioClientTransport({ command, args, env: terminal.environment() }));
			expect(me.tenant_name).toBe("Nadel & Faden");
		} finally {
			terminal.remove();
		}
	});
});
