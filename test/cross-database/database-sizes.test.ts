import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { advance } from "../support/clock.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { createTenant, operate } from "../support/world.ts";

it("GET /admin/databases shows the size of the control database after those of the tenants' data", async () => {
	await scheduledWork();
	const { data } = (await operate(200, "/admin/databases")).body;
	const ids = data.map(({ id }: { id: string }) => id);
	expect(ids).toEqual(["DATA_1", "DATA_2", "DATA_3", "DB"]);
	const { size_after } = (await env.DB.prepare("SELECT 1").run()).meta;
	expect(data.at(-1)).toEqual({
		object: "database",
		id: "DB",
		region: "any",
		status: "ACTIVE",
		tenants: 0,
		size_bytes: size_after,
		created_at: expect.stringMatching(/^20/),
		updated_at: expect.stringMatching(/^20/),
	});
	const second = (await operate(200, "/admin/databases?limit=3")).body;
	expect([second.data.length, second.has_more]).toEqual([3, true]);
	const last = (await operate(200, `/admin/databases?cursor=${encodeURIComponent(second.next_cursor)}`)).body;
	expect(last.data.map(({ id }: { id: string }) => id)).toEqual(["DB"]);
});

it("GET /admin/databases keeps those that changed since a time, and lists them in the order of their changes", async () => {
	await scheduledWork();
	await advance(60);
	const since = new Date(clock.now()).toISOString();
	const changed = async (query: string) => (await operate(200, `/admin/databases?${query}`)).body;
	expect((await changed(`updated_since=${since}`)).data).toEqual([]);
	await createTenant({ database: "DATA_2" });
	await advance(1);
	await createTenant({ database: "DATA_1" });
	const named = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
	expect(named(await changed(`updated_since=${since}`))).toEqual(["DATA_1", "DATA_2"]);
	const first = await changed(`updated_since=${since}&sort=updated_at&limit=1`);
	expect([named(first), first.has_more]).toEqual([["DATA_2"], true]);
	const rest = await changed(`updated_since=${since}&sort=updated_at&cursor=${first.next_cursor}`);
	expect([named(rest), rest.has_more]).toEqual([["DATA_1"], false]);
	const all = await changed("sort=updated_at");
	expect(named(all).sort()).toEqual(["DATA_1", "DATA_2", "DATA_3", "DB"]);
	expect(named(all).slice(-2)).toEqual(["DATA_2", "DATA_1"]);
	await operate(400, "/admin/databases?sort=size_bytes");
});
