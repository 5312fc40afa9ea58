import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSecrets } from "../../scripts/deploy/secrets.ts";
import { failure } from "../deploy/cloud/answers.ts";
import { Cloud } from "../deploy/cloud/cloud.ts";
import { inventoryOf, secretsAt, whole } from "../deploy/inventory.ts";
import { quickWrangler } from "../deploy/quick-wrangler.ts";
import { CutOff, type Fault, Rehearsal, usual } from "../deploy/rehearsal.ts";

const newAccount = () => new Rehearsal(quickWrangler);

async function callsOfFirst(): Promise<string[]> {
	const rehearsal = newAccount();
	await rehearsal.deploy(...usual);
	return [...rehearsal.calls];
}

const numbersOf = (calls: string[]): number[] => calls.map((_, n) => n + 1);

/** An account in which the first deployment met a fault at its call of this number. */
async function firstWith(number: number, fault: Fault | (() => Fault)) {
	const rehearsal = newAccount();
	rehearsal.faultOf = (_, at) => (at === number ? (typeof fault === "function" ? fault() : fault) : undefined);
	const outcome = await rehearsal.deploy(...usual).catch((error: unknown) => error);
	const met = rehearsal.calls[number - 1];
	rehearsal.faultOf = () => undefined;
	return { rehearsal, outcome, met };
}

async function expectWhole(rehearsal: Rehearsal, after: string): Promise<void> {
	const isDone = await rehearsal.deploy(...usual).catch((error: unknown) => error);
	expect([after, isDone, inventoryOf(rehearsal.cloud)]).toEqual([after, true, whole]);
}

describe("a first deployment", { timeout: 1_800_000 }, () => {
	it("that is cut off before or after any call is completed by the next run, and nothing is made twice", async () => {
		for (const number of numbersOf(await callsOfFirst()))
			for (const cut of ["cut before", "cut after"] as const) {
				const { rehearsal, outcome, met } = await firstWith(number, cut);
				expect(outcome).toBeInstanceOf(CutOff);
				await expectWhole(rehearsal, `${cut} ${met}`);
			}
	});

	it("that an error of the API ends says so, and the next run completes it", async () => {
		for (const number of numbersOf(await callsOfFirst())) {
			const { rehearsal, outcome, met } = await firstWith(number, () => failure(500, 10_000, "internal error"));
			// It reads again, and it asks for the health again. Otherwise it says what failed.
			if (outcome !== true) expect(`${met}: ${(outcome as Error).message}`).toMatch(/internal error|\b500\b/);
			await expectWhole(rehearsal, `an error of ${met}`);
		}
	});

	it("survives that reads are refused for a while, because there are too many, or time out", async () => {
		const calls = await callsOfFirst();
		const reads = numbersOf(calls.slice(0, calls.indexOf("POST /queues")));
		expect(reads.length).toBeGreaterThan(8);
		for (const number of reads) {
			const busy = await firstWith(number, () => failure(429, 971, "Please wait"));
			expect([busy.met, busy.outcome]).toEqual([busy.met, true]);
		}
		const late = newAccount();
		late.faultOf = (_, at) => (at === 2 ? new DOMException("The operation timed out", "TimeoutError") : undefined);
		expect(await late.deploy(...usual)).toBe(true);
	});

	it("gives up, and changes nothing, when Cloudflare does not answer at all", async () => {
		const rehearsal = newAccount();
		rehearsal.faultOf = () => new DOMException("The operation timed out", "TimeoutError");
		await expect(rehearsal.deploy(...usual)).rejects.toThrow("Cloudflare did not answer");
	});
});

describe("two deployments at once", () => {
	it("from one clone make one installation", async () => {
		const rehearsal = newAccount();
		const both = await Promise.all([rehearsal.deploy(...usual), rehearsal.deploy(...usual)]);
		expect(both).toEqual([true, true]);
		expect(inventoryOf(rehearsal.cloud)).toEqual(whole);
	});

	it("from two clones: one deploys, the other one learns where the secrets are", async () => {
		const cloud = new Cloud();
		const [one, two] = [new Rehearsal(quickWrangler, { cloud }), new Rehearsal(quickWrangler, { cloud })];
		const outcomes = await Promise.allSettled([one.deploy(...usual), two.deploy(...usual)]);
		const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
		expect(refusals).toEqual([expect.stringContaining("secrets are kept at")]);
		expect(inventoryOf(cloud)).toEqual(whole);
		const winner = outcomes[0].status === "fulfilled" ? one : two;
		await expectWhole(winner, "two at once");
		expect(secretsAt(cloud, "api.example.com")).toEqual(readSecrets(join(winner.deployments, "tattoo-studio")));
	});
});
