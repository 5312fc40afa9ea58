import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scopes } from "../../src/gate/scopes.ts";
import { until } from "./server.ts";
import { sharedServer } from "./shared-server.ts";

// The guides hold their snippets in fences. `sh run` is run as it stands, `sh command` runs the command line, and `file=…` is written to a file and used.

const server = sharedServer();
const folder = mkdtempSync(join(tmpdir(), "guides-"));
const started: ChildProcess[] = [];
let environment: NodeJS.ProcessEnv;

interface Fence {
	guide: string;
	info: string;
	text: string;
}

const fences: Fence[] = globSync("docs/guides/*.md").flatMap((file) =>
	[...readFileSync(file, "utf8").matchAll(/^```(\S+[^\n]*)\n([\s\S]*?)^```$/gm)].map(([, info = "", text = ""]) => ({
		guide: basename(file, ".md"),
		info,
		text,
	})),
);
const commands = fences.filter(({ info }) => info === "sh command");
const toRun = fences.filter(({ info }) => info === "sh run");

function written(name: string): string {
	const fence = fences.find(({ info }) => info.endsWith(`file=${name}`));
	if (!fence) throw new Error(`No guide has ${name}.`);
	const file = join(folder, name);
	writeFileSync(file, fence.text);
	return file;
}

beforeAll(async () => {
	await server.ready();
	const program = `exec "${process.execPath}" --no-warnings "${join(import.meta.dirname, "../../client/src/cli/main.ts")}" "$@"`;
	writeFileSync(join(folder, "tattoo-studio"), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
	environment = {
		...process.env,
		PATH: `${folder}:${process.env.PATH}`,
		HOME: folder,
		TATTOO_STUDIO_API_KEY: await keyWithAllScopes(),
		TATTOO_STUDIO_BASE_URL: server.origin,
	};
}, 120_000);

afterAll(() => {
	for (const child of started) child.kill();
	rmSync(folder, { recursive: true });
});

const run = (text: string, key = environment.TATTOO_STUDIO_API_KEY): string =>
	execFileSync("bash", ["-euo", "pipefail", "-c", text], {
		env: { ...environment, TATTOO_STUDIO_API_KEY: key },
		encoding: "utf8",
		timeout: 20_000,
	});

/** The JSON of the last answer. Headers may stand before it. */
const jsonIn = (output: string) => JSON.parse(output.replaceAll("}{", "}\n{").trim().split(/\r?\n/).at(-1) ?? "");

async function keyWithAllScopes(): Promise<string> {
	const studio = { name: "Guides", plan: "empire", email: "guides@example.com" };
	const { body: tenant } = await server.operate("POST", "/admin/tenants", studio);
	const { body } = await server.operate("POST", `/admin/tenants/${tenant.id}/api_keys`, { name: "Guides", scopes });
	return body.key;
}

describe("a snippet of a guide", () => {
	it.each(toRun.map(({ guide, text }, n) => [guide, n, text] as const))(
		"%s (%i) does what it says",
		(guide, _, text) => {
			const answer = jsonIn(run(text));
			if (guide === "handling-errors") expect(answer).toMatchObject({ code: "validation_failed", status: 400 });
			else expect(answer.code, JSON.stringify(answer)).toBeUndefined();
		},
	);

	it.each(commands.map(({ text }) => text.trim()))("%s works as it stands", (text) => {
		expect(() => run(text)).not.toThrow();
	});

	it("of the quick start leads to a verified webhook", async () => {
		const port = await freePort();
		const [endpoint, client] = toRun.filter(({ guide }) => guide === "quick-start");
		const { secret } = JSON.parse(run(endpoint?.text.replace("9000", String(port)) ?? ""));
		const file = join(folder, "receiver.mjs");
		// The command that the guide shows, in this folder and from this server.
		const fetched = /^curl -sO (\S+receiver\.mjs)/m.exec(readFileSync("docs/guides/quick-start.md", "utf8"))?.[1] ?? "";
		run(`cd "${folder}" && curl -sO "${fetched.replace("http://localhost:8787", server.origin)}"`);
		const receiver = spawn(process.execPath, [file], {
			env: { ...environment, WEBHOOK_SECRET: secret, PORT: String(port) },
		});
		started.push(receiver);
		let output = "";
		receiver.stdout.on("data", (chunk) => {
			output += chunk;
		});
		await until(
			async () =>
				await fetch(`http://localhost:${port}/`).then(
					() => true,
					() => false,
				),
			10_000,
			"it listens",
		);
		run((client?.text ?? "").replace("noor@", "verified@").replace("quick-start-1", "quick-start-verified"));
		await until(() => output.includes("verified client.created"), 20_000, "the event is verified");
		// What nobody signed is refused.
		const forged = await fetch(`http://localhost:${port}/`, { method: "POST", body: "{}" });
		expect(forged.status).toBe(400);
	}, 60_000);

	it("of booking finds a free time and books it", async () => {
		const { body: types } = await server.call("GET", "/v1/event_types?limit=100");
		const { body: clients } = await server.call("GET", "/v1/clients?limit=100");
		const type = types.data.find(({ slug }: { slug: string }) => slug === "consultation");
		const client = clients.data.find((one: { is_blocked: boolean }) => !one.is_blocked);
		const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
		const filled = (text: string) =>
			text
				.replace("art_…", type.artist_id)
				.replace("ety_…", type.id)
				.replace("cli_…", client.id)
				.replace("$(uuidgen)", crypto.randomUUID())
				.replace("2026-12-01T00", `${day(7)}T00`)
				.replace("2026-12-08T00", `${day(14)}T00`);
		const key = server.printed.DEMO_API_KEY;
		const [find, book] = fences.filter(({ guide, info }) => guide === "booking" && info === "sh");
		const free = jsonIn(run(filled(find?.text ?? ""), key));
		expect(free.data.length).toBeGreaterThan(0);
		const booking = filled(book?.text ?? "").replace("2026-12-01T10:00:00Z", free.data[0].start_at);
		expect(jsonIn(run(booking, key))).toMatchObject({ object: "appointment", start_at: free.data[0].start_at });
	});

	it("of the feed reads the events in their order", () => {
		const output = execFileSync(process.execPath, [written("follow.mjs")], {
			env: { ...environment, TURNS: "1" },
			encoding: "utf8",
		});
		const sequences = output
			.trim()
			.split("\n")
			.map((line) => Number(line.split(" ")[0]));
		expect(sequences.length).toBeGreaterThan(1);
		expect(sequences).toEqual(sequences.map((_, n) => n + 1));
	});

	it("of OAuth makes a challenge that PKCE takes", () => {
		const code = `const { verifier, challenge } = await import(${JSON.stringify(written("challenge.mjs"))}); console.log(verifier, challenge);`;
		const output = execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
		expect(output).toMatch(/^[\w-]{43} [\w-]{43}\n$/);
	});
});

const secret = "whsec_c2VjcmV0";
const body = '{"id":"evt_1","name":"Zoë"}';
const seconds = Math.floor(Date.now() / 1000);
const sign = (at: number, key = secret) =>
	`t=${at},v1=${createHmac("sha256", key).update(`${at}.${body}`).digest("hex")}`;
const cases = [
	["a good one", sign(seconds), true],
	["one of two after a rotation", `${sign(seconds, "whsec_other")},${sign(seconds).split(",")[1]}`, true],
	["one with another secret", sign(seconds, "whsec_other"), false],
	["an old one", sign(seconds - 301), false],
	["nonsense", "t=x,v1=zz", false],
	["an empty one", "", false],
] as const;

const has = (command: string): boolean => {
	try {
		execFileSync("sh", ["-c", `command -v ${command}`]);
		return true;
	} catch {
		return false;
	}
};

/** A program that prints, for each header, whether it is genuine. */
const verifiers = {
	ts: {
		command: process.execPath,
		program: (file: string, headers: string) =>
			`import { isGenuine } from ${JSON.stringify(file)}; for (const header of ${headers}) console.log(isGenuine(${JSON.stringify(body)}, header, ${JSON.stringify(secret)}));`,
		args: (program: string) => ["--input-type=module", "-e", program],
	},
	py: {
		command: "python3",
		program: (_: string, headers: string) =>
			`import sys; sys.path.insert(0, ${JSON.stringify(folder)}); from verify import is_genuine\nfor header in ${headers}: print("true" if is_genuine(${JSON.stringify(body)}.encode(), header, ${JSON.stringify(secret)}) else "false")`,
		args: (program: string) => ["-c", program],
	},
	php: {
		command: "php",
		program: (file: string, headers: string) =>
			`require ${JSON.stringify(file)}; foreach (json_decode('${headers}') as $header) echo is_genuine('${body}', $header, '${secret}') ? "true\n" : "false\n";`,
		args: (program: string) => ["-r", program],
	},
	rb: {
		command: "ruby",
		program: (file: string, headers: string) =>
			`require ${JSON.stringify(file)}; ${headers}.each { |header| puts genuine?('${body}', header, '${secret}') }`,
		args: (program: string) => ["-e", program],
	},
	go: {
		command: "go",
		program: (file: string, headers: string) => {
			// As a package of its own it has no main function.
			const [imports = "", ...rest] = readFileSync(file, "utf8")
				.replace("package webhook", "package main")
				.split("\n)\n");
			const main = `func main() { for _, header := range []string{${headers.slice(1, -1)}} { fmt.Println(IsGenuine([]byte(\`${body}\`), header, "${secret}")) } }`;
			const runnable = join(folder, "main.go");
			writeFileSync(runnable, `${imports.replace('"time"', '"time"\n\t"fmt"')}\n)\n${rest.join("\n)\n")}\n${main}\n`);
			return runnable;
		},
		args: (program: string) => ["run", program],
	},
};

describe("the verifier of the guide about webhooks", () => {
	it.each(Object.entries(verifiers).filter(([, { command }]) => has(command)))(
		"in %s takes and refuses the right signatures",
		(extension, { command, program, args }) => {
			const file = written(`verify.${extension}`);
			const headers = JSON.stringify(cases.map(([, header]) => header));
			const output = execFileSync(command, args(program(file, headers)), { encoding: "utf8" });
			expect(output.trim().split("\n")).toEqual(cases.map(([, , genuine]) => String(genuine)));
		},
	);
});

async function freePort(): Promise<number> {
	const probe = createServer();
	await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
	const { port } = probe.address() as { port: number };
	await new Promise((resolve) => probe.close(resolve));
	return port;
}
