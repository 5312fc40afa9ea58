import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../../lab/harness/server.ts";
import { freePort, jsonIn, runs } from "./fences.ts";

// The commands of README.md in a fresh clone, as they are printed there. Only the port is the test's own.

const clone = mkdtempSync(join(tmpdir(), "clone-"));
const types = join(clone, "worker-configuration.d.ts");
const port = await freePort();
const origin = `http://localhost:${port}`;
const [, section = ""] = readFileSync("README.md", "utf8").split("\n## Without the demo studio\n");
const [migrate = "", serve = "", makeKey = ""] = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
	([, text = ""]) =>
		text
			.replaceAll("wrangler dev", `wrangler dev --port ${port}`)
			.replaceAll("http://localhost:8787", origin)
			.replaceAll("localhost:8787", `localhost:${port}`),
);
const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };
const inClone = (line: string) => execFileSync("sh", ["-c", line], { cwd: clone, env, encoding: "utf8" });

let server: ChildProcess;
let output = "";

const call = (path: string, key: string, body?: object) =>
	fetch(`${origin}${path}`, {
		method: body ? "POST" : "GET",
		headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
		...(body && { body: JSON.stringify(body) }),
	});

/** The files of this clone that git knows or would know, with the packages that are installed here. */
function makeClone(): void {
	const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
	for (const file of new Set(String(files).split("\0")))
		if (file && existsSync(file)) cpSync(file, join(clone, file), { dereference: false });
	symlinkSync(resolve("node_modules"), join(clone, "node_modules"));
	// npm does so after each install.
	inClone("npm run prepare");
}

beforeAll(async () => {
	makeClone();
	inClone(migrate);
	server = spawn("sh", ["-c", serve], { cwd: clone, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
	for (const stream of [server.stdout, server.stderr])
		stream?.on("data", (chunk) => {
			output += chunk;
		});
	await until(() => output.includes("Ready on") || server.exitCode !== null, 120_000, "wrangler serves");
	expect(server.exitCode, output).toBe(null);
});

afterAll(() => {
	if (server?.pid && server.exitCode === null) process.kill(-server.pid);
	rmSync(clone, { recursive: true });
});

it("npx wrangler dev serves the API with a key that the operator makes, the pages and the schedule", async () => {
	expect((await fetch(`${origin}/healthz`)).status).toBe(200);
	const { key } = jsonIn(inClone(makeKey));

	const made = await call("/v1/clients", key, { email: "ada@example.com", first_name: "Ada" });
	expect(made.status, output).toBe(201);
	const { id } = (await made.json()) as { id: string };
	expect(await (await call(`/v1/clients/${id}`, key)).json()).toMatchObject({ id, first_name: "Ada" });

	for (const path of ["/docs", "/dashboard", "/dev/mails"])
		expect(await fetch(`${origin}${path}`), path).toMatchObject({ status: 200 });
	expect(await (await fetch(`${origin}/cdn-cgi/local/scheduled`)).text()).toBe("ok");
	expect(output).not.toContain('"level":"error"');
});

it("npx wrangler types writes the types that are there, and `npm run check` refuses those of other bindings", () => {
	const committed = readFileSync(types, "utf8");
	inClone("rm worker-configuration.d.ts && npx wrangler types");
	expect(readFileSync(types, "utf8")).toBe(committed);

	const [, check] = /"(wrangler types --check [^"]+)"/.exec(readFileSync("scripts/check.ts", "utf8")) ?? [];
	const isCurrent = () => runs(`cd ${clone} && npx ${check}`);
	inClone("echo 'BASE_URL=http://localhost:9000' >> .dev.vars");
	expect(isCurrent()).toBe(true);
	inClone(`printf '\\n[[kv_namespaces]]\\nbinding = "CACHE"\\n' >> wrangler.toml`);
	expect(isCurrent()).toBe(false);
});
