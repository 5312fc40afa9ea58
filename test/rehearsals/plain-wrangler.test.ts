import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Cloud } from "../deploy/cloud/cloud.ts";
import { serve } from "../deploy/cloud/server.ts";
import { inventoryOf, whole } from "../deploy/inventory.ts";
import { quickWrangler } from "../deploy/quick-wrangler.ts";
import { Rehearsal, usual } from "../deploy/rehearsal.ts";

// The commands of README.md that deploy without `npm run deploy`, in an empty account.

const cloud = new Cloud();
const host = "tattoo-studio-api.ink.workers.dev";
const secrets = {
	OPERATOR_TOKEN: "svcop_plain",
	ENCRYPTION_KEY: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
};
const [, section = ""] = readFileSync("README.md", "utf8").split("\n## From a clone to the edge\n");
const [, commands = ""] = /^```sh\n([\s\S]*?)^```$/m.exec(section) ?? [];
const lines = commands.trim().split("\n");

let server: Server;
let environment: NodeJS.ProcessEnv = {};

beforeAll(async () => {
	const served = await serve((request) => cloud.answer(request));
	server = served.server;
	environment = {
		...process.env,
		CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${served.port}/client/v4`,
		CLOUDFLARE_API_TOKEN: "token",
		CLOUDFLARE_ACCOUNT_ID: cloud.accountId,
		WRANGLER_SEND_METRICS: "false",
		WRANGLER_WRITE_LOGS: "false",
	};
	vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => server.close());

async function run(line: string): Promise<void> {
	const child = spawn("sh", ["-c", line], { env: environment });
	const [, secret = ""] = /secret put (\w+)/.exec(line) ?? [];
	child.stdin.end(secrets[secret as keyof typeof secrets] ?? "");
	const [[code], output, errors] = await Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]);
	expect(code, output + errors).toBe(0);
}

const ask = (path: string, init?: RequestInit) => cloud.answer(new Request(`https://${host}${path}`, init));

async function makeStudio(): Promise<void> {
	const answer = await ask("/admin/tenants", {
		method: "POST",
		headers: { Authorization: `Bearer ${secrets.OPERATOR_TOKEN}`, "Content-Type": "application/json" },
		body: JSON.stringify({ name: "Encre", email: "encre@example.com", plan: "studio" }),
	});
	expect(answer.status, await answer.text()).toBe(201);
}

/** Plain wrangler gives the Worker no domain, sets nothing that its configuration has no word for, and makes no studio. */
const plain = {
	...whole,
	retention: { message_retention_period: 4 * 86_400 },
	domains: [],
	studios: [0],
	apps: [0],
	claims: [0],
};

// An idle machine takes a tenth of this.
it("npx wrangler deploy makes all that an empty account lacks, keeps it the next time, and leaves it to npm run deploy", {
	timeout: 600_000,
}, async () => {
	const toml = readFileSync("wrangler.toml", "utf8");
	for (const line of lines) await run(line);
	expect(inventoryOf(cloud)).toEqual(plain);
	expect(await (await ask("/healthz")).text()).toContain("ok");
	await makeStudio();

	await run("npx wrangler deploy");
	expect(inventoryOf(cloud)).toEqual({ ...plain, studios: [1] });
	await makeStudio();
	expect(readFileSync("wrangler.toml", "utf8")).toBe(toml);

	// A domain and the rest come with `npm run deploy`, once it has the secrets.
	const rehearsal = new Rehearsal(quickWrangler, { cloud });
	const folder = join(rehearsal.deployments, "tattoo-studio");
	mkdirSync(folder);
	writeFileSync(
		join(folder, "secrets"),
		`OPERATOR_TOKEN=${secrets.OPERATOR_TOKEN}\nENCRYPTION_KEY=${secrets.ENCRYPTION_KEY}\n`,
	);
	expect(await rehearsal.deploy(...usual), rehearsal.said.join("\n")).toBe(true);
	expect(inventoryOf(cloud)).toEqual({ ...whole, studios: [2] });
});
