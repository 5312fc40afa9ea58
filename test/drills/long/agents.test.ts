import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server as HttpServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, decide, newApp, newPerson, newStudio } from "../../../lab/harness/person.ts";
import { installTools, toolPath } from "../../../scripts/document-tools.ts";
import { signIn, source, Terminal } from "../command-line.ts";
import { sharedServer } from "../shared-server.ts";

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
}, 180_000);
afterAll(() => {
	proxy?.close();
	rmSync(folder, { recursive: true });
});

/** The scenarios for what this server has. The others ask for tools, prompts and resources that only a test server has. */
const scenarios = {
	"2025-06-18": ["server-initialize", "server-session-lifecycle", "ping", "tools-list", "dns-rebinding-protection"],
	"2025-11-25": ["server-initialize", "server-session-lifecycle", "ping", "tools-list", "dns-rebinding-protection"],
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
	],
};
/** Checks that need a diagnostic tool of a test server, or a capability that this server does not announce. */
const notApplicable =
	/^sep-2575-(server-rejects-undeclared-capability|missing-capability-http-400|http-server-no-independent-requests-on-stream|server-no-log-without-loglevel)$|^sep-2549-(prompts|resources)/;

describe.each(Object.entries(scenarios))("the suite of conformance in %s", (revision, names) => {
	it.each(names)(
		"%s",
		async (scenario) => {
			const { port } = proxy.address() as AddressInfo;
			const out = join(folder, revision, scenario);
			const args = [
				"server",
				"--url",
				`http://127.0.0.1:${port}/mcp`,
				"--spec-version",
				revision,
				"--scenario",
				scenario,
			];
			const force = scenario === "dns-rebinding-protection" && revision === "2025-06-18" ? ["--force"] : [];
			await promisify(execFile)(node, [
				toolPath("@modelcontextprotocol/conformance/dist/index.js"),
				...args,
				...force,
				"-o",
				out,
			]).catch(() => {});
			const checks = readdirSync(out, { recursive: true, encoding: "utf8" })
				.filter((file) => file.endsWith("checks.json"))
				.flatMap((file) => JSON.parse(readFileSync(join(out, file), "utf8")));
			expect(checks.length + Number(scenario === "server-session-lifecycle")).toBeGreaterThan(0);
			const failed = checks.filter(({ status, id }) => status === "FAILURE" && !notApplicable.test(id));
			expect(failed.map(({ id, errorMessage }) => `${id}: ${errorMessage}`)).toEqual([]);
		},
		60_000,
	);
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
	const made = await use("apply_change", { preview });
	expect(await use("apply_change", { preview })).toEqual(made);
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
