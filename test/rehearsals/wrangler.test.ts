import type { Server } from "node:http";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { wrangler } from "../../scripts/deploy/wrangler.ts";
import { remember } from "../deploy/cloud/databases.ts";
import { serve } from "../deploy/cloud/server.ts";
import { inventoryOf, whole } from "../deploy/inventory.ts";
import { quickWrangler } from "../deploy/quick-wrangler.ts";
import { CutOff, Rehearsal, usual } from "../deploy/rehearsal.ts";

// Wrangler itself, whose commands take seconds. The other files of this folder use the quick one.

let server: Server;
let base = "";
let answer: Rehearsal["answer"];

beforeAll(async () => {
	const served = await serve((request) => answer(request));
	server = served.server;
	base = `http://127.0.0.1:${served.port}/client/v4`;
	vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => server.close());

const realWrangler = (rehearsal: Rehearsal) => {
	answer = rehearsal.answer;
	const environment = { CLOUDFLARE_API_BASE_URL: base, CLOUDFLARE_API_TOKEN: "token" };
	return (args: string[], more?: Record<string, string>) => wrangler(args, { ...environment, ...more });
};

/** Both wranglers must make the same calls of the API. */
async function withBoth(run: (rehearsal: Rehearsal) => Promise<void>): Promise<void> {
	const quick = new Rehearsal(quickWrangler);
	await run(quick);
	const real = new Rehearsal(realWrangler);
	await run(real);
	expect(real.commands).toEqual(quick.commands);
}

async function deployFirst(rehearsal: Rehearsal): Promise<void> {
	// Wrangler reads the environment, but the secrets come from the file of the deployment alone.
	vi.stubEnv("ENCRYPTION_KEY", Buffer.alloc(32, 1).toString("base64"));
	expect(await rehearsal.deploy(...usual)).toBe(true);
	expect(inventoryOf(rehearsal.cloud)).toEqual(whole);
}

/** A deployment over another one, one that is not healthy, and a restore. */
async function deployAgainAndRestore(rehearsal: Rehearsal): Promise<void> {
	await deployFirst(rehearsal);
	await deployFirst(rehearsal);
	const second = rehearsal.cloud.edge.versionAt("api.example.com");
	rehearsal.cloud.edge.change = (env, { number }) => (number === 3 ? { ...env, WEBHOOKS: undefined } : env);
	rehearsal.patienceMs = 100;
	expect(await rehearsal.deploy(...usual)).toBe(false);
	expect(rehearsal.cloud.edge.versionAt("api.example.com")).toBe(second);
	for (const database of rehearsal.cloud.databases) remember(database);
	expect(await rehearsal.restore(new Date())).toBe(true);
	expect(inventoryOf(rehearsal.cloud)).toEqual(whole);
}

// An idle machine takes a twentieth of this.
const patience = { timeout: 600_000 };

it("the real wrangler deploys from nothing, with the calls that the quick one makes", patience, () =>
	withBoth(deployFirst),
);

it("the real wrangler deploys again, goes back and restores, with the calls of the quick one", patience, () =>
	withBoth(deployAgainAndRestore),
);

it("the real wrangler can be cut off at a call, too, and the next run completes the deployment", patience, async () => {
	const rehearsal = new Rehearsal(realWrangler);
	const number = 10 + (inject("seed") % 80);
	rehearsal.faultOf = (_, at) => (at >= number ? "cut before" : undefined);
	await expect(rehearsal.deploy(...usual)).rejects.toThrow(CutOff);
	server.closeAllConnections();
	rehearsal.faultOf = () => undefined;
	await deployFirst(rehearsal);
});
