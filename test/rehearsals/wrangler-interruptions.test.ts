import type { Server } from "node:http";
import { afterEach, beforeEach, expect, inject, it, vi } from "vitest";
import { type Wrangler, wrangler } from "../../scripts/deploy/wrangler.ts";
import { serve } from "../deploy/cloud/server.ts";
import { inventoryOf, whole } from "../deploy/inventory.ts";
import { quickWrangler } from "../deploy/quick-wrangler.ts";
import { CutOff, Rehearsal, usual } from "../deploy/rehearsal.ts";

// Each command of the real wrangler takes seconds. So the quick one, which makes the same calls (wrangler.test.ts), runs
// the commands before and after the one that is cut off.

/** The calls of one of wrangler's commands in a first deployment: from this number to that one. */
interface Command {
	args: string[];
	from: number;
	to: number;
}

const servers: Server[] = [];

beforeEach(() => {
	vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => hangUp());

/** Wrangler gets no more answers, like a machine without power, and ends. */
function hangUp(): void {
	for (const server of servers.splice(0)) {
		server.close();
		server.closeAllConnections();
	}
}

const wordsOf = (args: string[]) =>
	args
		.filter((word) => /^[a-z][a-z0-9-]*$/.test(word))
		.slice(0, 3)
		.join(" ");

async function commandsOfFirst(): Promise<Command[]> {
	const commands: Command[] = [];
	const noting = (rehearsal: Rehearsal): Wrangler => {
		const quick = quickWrangler(rehearsal);
		return async (args, environment) => {
			const from = rehearsal.calls.length + 1;
			const output = await quick(args, environment);
			commands.push({ args, from, to: rehearsal.calls.length });
			return output;
		};
	};
	expect(await new Rehearsal(noting).deploy(...usual)).toBe(true);
	return commands;
}

const partlyReal =
	(isReal: (args: string[], number: number) => boolean) =>
	(rehearsal: Rehearsal): Wrangler => {
		const quick = quickWrangler(rehearsal);
		let number = 0;
		return async (args, environment) => {
			if (!isReal(args, number++)) return await quick(args, environment);
			const { server, port } = await serve((request) => rehearsal.answer(request));
			servers.push(server);
			const api = { CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`, CLOUDFLARE_API_TOKEN: "token" };
			return await wrangler(args, { ...api, ...environment });
		};
	};

/** The cut is before or after a call, and another deployment follows. */
async function cutAt(index: number, { args }: Command, number: number, cut: "cut before" | "cut after"): Promise<void> {
	const first = new Rehearsal(partlyReal((_, at) => at === index));
	first.faultOf = (_, at) => (at === number ? cut : at > number ? "cut before" : undefined);
	await expect(first.deploy(...usual), `${cut} ${number}`).rejects.toThrow(CutOff);
	const met = `${cut} ${first.calls[number - 1]} of ${wordsOf(args)}`;
	hangUp();
	const second = new Rehearsal(
		partlyReal((again) => wordsOf(again) === wordsOf(args)),
		first,
	);
	const isDone = await second.deploy(...usual).catch((error: unknown) => error);
	hangUp();
	expect([met, isDone, inventoryOf(second.cloud)]).toEqual([met, true, whole]);
}

/** Each takes seconds. The rehearsal with the quick double is cut off at every call. */
const everyNth = 20;

it("the real wrangler, cut off before or after a call, is followed by a run that completes the deployment", {
	timeout: 1_800_000,
}, async () => {
	const commands = await commandsOfFirst();
	const cuts = commands.flatMap((command, index) =>
		Array.from({ length: command.to - command.from + 1 }, (_, n) => command.from + n).flatMap((number) =>
			(["cut before", "cut after"] as const).map((cut) => ({ command, index, number, cut })),
		),
	);
	expect(cuts.length).toBeGreaterThan(2 * everyNth);
	for (const { command, index, number, cut } of cuts.filter((_, n) => n % everyNth === inject("seed") % everyNth))
		await cutAt(index, command, number, cut);
});
