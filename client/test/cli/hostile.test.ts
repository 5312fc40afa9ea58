import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { announceListener } from "../../src/cli/listen/announce-listener.ts";
import { ListenerRegistry } from "../../src/cli/listen/listener-registry.ts";
import { program } from "../../src/cli/program.ts";
import { discover } from "../../src/cli/session/oauth.ts";
import { Logins } from "../../src/cli/store/logins.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { paintsFor } from "../../src/cli/text/colour.ts";

let folder: string;
let env: NodeJS.ProcessEnv;
let server: Server;
let baseUrl: string;
/** The answer to each path. */
let answers: Record<string, unknown>;
let shown: string[];
let terminal: Terminal;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "cli-"));
	env = { XDG_CONFIG_HOME: join(folder, "config"), XDG_STATE_HOME: join(folder, "state"), XDG_RUNTIME_DIR: folder };
	server = createServer((request, response) => {
		const body = answers[request.url ?? ""];
		response.writeHead(body === undefined ? 404 : 200, { "Content-Type": "application/json" });
		response.end(JSON.stringify(body ?? {}));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	shown = [];
	terminal = {
		env,
		out: (line) => shown.push(line),
		note: (line) => shown.push(line),
		columns: 80,
		paints: paintsFor(false),
		notePaints: paintsFor(false),
		input: new PassThrough() as unknown as NodeJS.ReadStream,
		signal: new AbortController().signal,
		atEnd: () => {},
		finish: (work) => work,
	};
});
afterEach(() => {
	server.close();
	rmSync(folder, { recursive: true, force: true });
});

const metadata = (given: Record<string, unknown> = {}) => ({
	issuer: baseUrl,
	authorization_endpoint: `${baseUrl}/oauth/authorize`,
	token_endpoint: `${baseUrl}/oauth/token`,
	revocation_endpoint: `${baseUrl}/oauth/revoke`,
	...given,
});
const metadataPath = "/.well-known/oauth-authorization-server";

describe("login refuses a service whose metadata names an endpoint elsewhere", () => {
	it.each(["authorization_endpoint", "token_endpoint", "revocation_endpoint"])("as %s", async (name) => {
		for (const [endpoint] of [
			["file:///etc/passwd"],
			["https://other.example/oauth"],
			[`blob:${baseUrl}/oauth`],
			[baseUrl.replace("//", "//someone@")],
			[`${baseUrl}0/oauth`],
			["/oauth/authorize"],
			[undefined],
			[42],
		]) {
			answers = { [metadataPath]: metadata({ [name]: endpoint }) };
			await expect(discover(baseUrl), String(endpoint)).rejects.toThrow(`names no ${name} of its own`);
		}
		answers = { [metadataPath]: metadata() };
		expect((await discover(baseUrl)).token_endpoint).toBe(`${baseUrl}/oauth/token`);
	});

	it("and opens no program for it", async () => {
		const browser = join(folder, "browser");
		writeFileSync(browser, `#!/bin/sh\ntouch ${folder}/opened\n`);
		chmodSync(browser, 0o755);
		env.BROWSER = browser;
		answers = {
			[metadataPath]: metadata({ authorization_endpoint: "file:///etc/passwd" }),
			"/.well-known/tattoo-studio-cli": { client_id: "svcoa_x", scopes: ["read:events"] },
		};
		await expect(program(["login", "--base-url", baseUrl], terminal)).rejects.toThrow("authorization_endpoint");
		expect(existsSync(join(folder, "opened"))).toBe(false);
	});
});

it("the name of a studio is printed without its control characters", async () => {
	const logins = new Logins(env);
	logins.save(
		baseUrl,
		{
			client_id: "svcoa_x",
			access_token: "svcoat_x",
			refresh_token: "svcort_x",
			expires_at: 0,
			scope: "read:events",
			tenant_id: "ten_1",
			tenant_name: "Encre\u001b[2J\u202eevil\nSigned in",
		},
		{ current: true },
	);
	answers = { "/oauth/revoke": {} };
	await program(["logout"], terminal);
	expect(shown).toEqual([`Signed out of Encre\ufffd[2J\ufffdevil Signed in at ${baseUrl}.`]);
});

describe.runIf(process.platform !== "win32")("a folder of sockets that somebody else could have made", () => {
	const own = { studio: "s", pid: 1, forward_to: "http://127.0.0.1:1/" };
	const path = () => join(folder, `tattoo-studio-${userInfo().uid}`);
	const registered = () => new ListenerRegistry(env, own).register(() => {});

	it("is not used when it is a link, or belongs to another user", async () => {
		const elsewhere = join(folder, "elsewhere");
		mkdirSync(elsewhere, { mode: 0o700 });
		symlinkSync(elsewhere, path());
		expect(await registered()).toEqual({ unsafeFolder: path() });
		rmSync(path());
		writeFileSync(path(), "");
		expect(await registered()).toEqual({ unsafeFolder: path() });
		rmSync(path());
		mkdirSync(path(), { mode: 0o700 });
		const another = new ListenerRegistry(env, own, userInfo().uid + 1);
		expect(await another.register(() => {})).toEqual({ unsafeFolder: path() });
	});

	it("is closed to others when they could write into it", async () => {
		mkdirSync(path());
		chmodSync(path(), 0o777);
		expect(await registered()).toEqual({ others: [] });
		expect(statSync(path()).mode & 0o777).toBe(0o700);
	});

	it("is told of, and the listener runs without it", async () => {
		symlinkSync(folder, path());
		await announceListener(terminal, { baseUrl, tenantId: "ten_1" }, "http://127.0.0.1:1/");
		expect(shown).toEqual([`${path()} does not belong to you alone, so this listener knows of no others.`]);
	});
});
