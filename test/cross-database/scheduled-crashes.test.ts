import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { connectionLost } from "../../lab/harness/faulty-database.ts";
import { runScheduledWork } from "../../src/entry/schedule/control.ts";
import { holdAddress } from "../../src/platform/commit/booking-addresses.ts";
import { Databases } from "../../src/platform/db/databases.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { dayMs } from "../../src/platform/lib/time.ts";
import { advance } from "../support/clock.ts";
import { rows } from "../support/database.ts";
import { databaseOf } from "../support/local.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newArtist } from "../support/studio.ts";
import { newTenant, newWorld } from "../support/world.ts";
import { envWithFaults, operateWith, withoutDatabases } from "./faults.ts";
import { stateOf } from "./state.ts";

beforeAll(() => scheduledWork());

let made = 0;
/** All requests have the same address, because audit entries store it and its bytes count. */
const from = { "CF-Connecting-IP": "203.0.113.7" };

/** Work for each step that changes both databases: waiting effects, a trial that ends, and held addresses. */
async function newWork() {
	const number = String(++made).padStart(4, "0");
	const behind = await newTenant();
	const away = withoutDatabases(await databaseOf(behind));
	await operateWith(away, `/admin/tenants/${behind}`, {
		method: "PATCH",
		headers: from,
		body: { name: "Late", plan: "crew" },
	});
	await operateWith(away, `/admin/tenants/${behind}/api_keys`, { headers: from, body: { name: "Late" } });
	const trial = await newTenant();
	const end = clock.now() + dayMs;
	await rows("UPDATE tenants SET subscription_status = 'trialing', trial_ends_at = ? WHERE id = ?", end, trial);
	const artists = await newWorld();
	const [kept, given] = [`kept-${number}`, `given-${number}`];
	await newArtist(artists.key, { slug: kept });
	const refused = { tenantId: artists.id, candidates: [given], given: true };
	expect(await holdAddress(new Databases(env), clock.now(), refused)).toBe(given);
	return { tenants: [behind, trial, artists.id], kept, given };
}

/** The connection breaks at the n-th call of a database. */
async function work(n: number, fault: "before the call" | "after the call"): Promise<number> {
	let calls = 0;
	const bindings = envWithFaults(async (_, call) => {
		if (++calls !== n) return await call();
		if (fault === "after the call") await call();
		throw connectionLost();
	});
	const ctx = createExecutionContext();
	await runScheduledWork({ ...bindings, SCHEDULE: { sendBatch: async () => {} } as unknown as Queue }, ctx);
	await waitOnExecutionContext(ctx);
	return calls;
}

async function outcomeOf({ tenants, kept, given }: Awaited<ReturnType<typeof newWork>>) {
	const addresses = await rows(
		"SELECT slug = ? AS is_kept, held_until FROM booking_addresses WHERE slug IN (?, ?)",
		kept,
		kept,
		given,
	);
	const sent = await rows("SELECT trial_ending_sent_at IS NOT NULL AS sent FROM tenants WHERE id = ?", tenants[1]);
	const [behind, trial, artists] = await stateOf(tenants);
	return { addresses, sent, behind, trial, audit: artists?.audit };
}

it("scheduled work that loses the connection at any one call does each thing once in the end", async () => {
	const undisturbed = await newWork();
	advance(130);
	const calls = await work(0, "before the call");
	const done = await outcomeOf(undisturbed);
	expect(done).toMatchObject({ addresses: [{ is_kept: 1, held_until: null }], sent: [{ sent: 1 }] });
	expect(done.trial?.events).toHaveLength(1);
	expect(done.behind?.effects).toEqual([]);
	expect(done.behind?.audit).toHaveLength(2);
	for (let n = 1; n <= calls; n++)
		for (const fault of ["before the call", "after the call"] as const) {
			const disturbed = await newWork();
			advance(130);
			await work(n, fault);
			advance(10);
			await work(0, fault);
			expect(await outcomeOf(disturbed), `call ${n}, lost ${fault}`).toEqual(done);
		}
});
