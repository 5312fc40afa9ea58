import type { Server } from "node:http";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { wrangler } from "../../scripts/deploy/wrangler.ts";
import { itInFull } from "../support/depth.ts";
import { remember } from "./cloud/databases.ts";
import { serve } from "./cloud/server.ts";
import { inventoryOf, whole } from "./inventory.ts";
import { quickWrangler } from "./quick-wrangler.ts";
import { CutOff, Rehearsal, usual } from "./rehearsal.ts";

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

/** A first deployment, a second one, a third one that is not healthy, and a restore. */
async function deployAndRestore(rehearsal: Rehearsal): Promise<void> {
	expect(await rehearsal.deploy(...usual)).toBe(true);
	expect(inventoryOf(rehearsal.cloud)).toEqual(whole);
	expect(await rehearsal.deploy(...usual)).toBe(true);
	const second = rehearsal.cloud.edge.versionAt("api.example.com");
	rehearsal.cloud.edge.change = (env, { number }) => (number === 3 ? { ...env, WEBHOOKS: undefined } : env);
	rehearsal.patienceMs = 100;
	expect(await rehearsal.deploy(...usual)).toBe(false);
	expect(rehearsal.cloud.edge.versionAt("api.example.com")).toBe(second);
	expect(inventoryOf(rehearsal.cloud)).toEqual(whole);
	for (const database of rehearsal.cloud.databases) remember(database);
	rehearsal.cloud.edge.change = (env) => env;
	rehearsal.cloud.edge.forget();
	expect(await rehearsal.restore(new Date())).toBe(true);
}

it("the real wrangler deploys, deploys again, goes back and restores, with the calls that the quick one makes", {
	timeout: 240_000,
}, async () => {
	const [real, quick] = [new Rehearsal(realWrangler), new Rehearsal(quickWrangler)];
	await deployAndRestore(quick);
	vi.stubGlobal("fetch", (input: string | Request, init?: RequestInit) => real.answer(new Request(input, init)));
	await deployAndRestore(real);
	expect(real.commands).toEqual(quick.commands);
});

itInFull(
	"the real wrangler can be cut off at a call, too, and the next run completes the deployment",
	{
		timeout: 240_000,
	},
	async () => {
		const rehearsal = new Rehearsal(realWrangler);
		const number = 10 + (inject("seed") % 80);
		rehearsal.faultOf = (_, at) => (at >= number ? "cut before" : undefined);
		await expect(rehearsal.deploy(...usual)).rejects.toThrow(CutOff);
		server.closeAllConnections();
		rehearsal.faultOf = () => undefined;
		expect(await rehearsal.deploy(...usual)).toBe(true);
		expect(inventoryOf(rehearsal.cloud)).toEqual(whole);
	},
);
