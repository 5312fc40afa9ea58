import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import type { Call } from "../support/api.ts";
import { costOf } from "../support/cost.ts";
import { newArtist, newClient } from "../support/studio.ts";
import { newWorld, type Tenant } from "../support/world.ts";
import { ask, envWithFaults } from "./faults.ts";

/** The calls of a request to databases, in order, each with the beginning of its first statement. */
async function callsOf(path: string, call: Call): Promise<{ status: number; calls: string[] }> {
	const calls: string[] = [];
	const bindings = envWithFaults(async (binding, run, sql) => {
		calls.push(`${binding} ${/^\s*select/i.test(sql[0] ?? "") ? "reads" : "writes"}`);
		return await run();
	});
	const answer = await ask(bindings, path, call);
	await answer.over;
	return { status: answer.status, calls };
}

let world: Tenant;
let clientId: string;
let artistId: string;
let keys = 0;

beforeAll(async () => {
	world = await newWorld({ database: "DATA_2" });
	clientId = await newClient(world.key);
	artistId = await newArtist(world.key);
});

describe("a request in a cold isolate reads the control database once, for its credential", () => {
	beforeEach(() => credentialCache.clear());

	it.each([
		["/v1/me", []],
		[() => `/v1/clients/${clientId}`, ["DATA_2 reads"]],
		["/v1/artists", ["DATA_2 reads"]],
	])("and the tenant's database as a warm one does (%#)", async (path, inData) => {
		const of = () => callsOf(typeof path === "string" ? path : path(), { key: world.key });
		expect(await of()).toEqual({ status: 200, calls: ["DB reads", ...inData] });
		expect(await of()).toEqual({ status: 200, calls: inData });
	});

	it("and a change as a warm one does", async () => {
		const change = { key: world.key, method: "PATCH", body: { notes: "x" } };
		const { calls } = await callsOf(`/v1/clients/${clientId}`, change);
		expect(calls).toEqual(["DB reads", "DATA_2 reads", "DATA_2 writes"]);
	});
});

describe("a warm request", () => {
	const keyed = (method: string, body: object) => ({
		method,
		body: JSON.stringify(body),
		headers: { "Content-Type": "application/json", "Idempotency-Key": `seam-cost-${++keys}` },
	});

	it.each([
		["made from its name", {}],
		["given", { slug: "seam-cost" }],
	])(
		"that creates an artist makes at most two round trips in sequence, with an address that is %s",
		async (_, given) => {
			const cost = await costOf("/v1/artists", world.key, keyed("POST", { name: "Mika", ...given }));
			expect(cost).toMatchObject({ status: 201, gate: { inSequence: 1 }, db: { inSequence: 2, calls: 3 } });
		},
	);

	it("that changes an artist asks the control database only for another address", async () => {
		const path = `/v1/artists/${artistId}`;
		const change = (body: object) => callsOf(path, { key: world.key, method: "PATCH", body });
		expect((await change({ name: "Mika" })).calls).toEqual(["DATA_2 reads", "DATA_2 writes"]);
		expect((await change({ slug: "seam-cost-next" })).calls).toEqual(["DATA_2 reads", "DB writes", "DATA_2 writes"]);
	});

	it("of the operator about one tenant's data costs a read of where the tenant is, beside the reads of all", async () => {
		const call = { key: env.OPERATOR_TOKEN, method: "PUT", body: { hours: [] } };
		await callsOf(`/admin/artists/${artistId}/working_hours`, call);
		const again = { ...call, body: { hours: [{ weekday: 1, start: "10:00", end: "11:00" }] } };
		const { status, calls } = await callsOf(`/admin/artists/${artistId}/working_hours`, again);
		expect(status).toBe(200);
		expect(calls.toSorted()).toEqual([
			"DATA_1 reads",
			"DATA_2 reads",
			"DATA_2 reads",
			"DATA_2 writes",
			"DATA_3 reads",
			"DB reads",
		]);
	});
});
