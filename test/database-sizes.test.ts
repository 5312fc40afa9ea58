import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { scheduledWork } from "./support/scheduled.ts";
import { operate } from "./support/world.ts";

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
	});
	const second = (await operate(200, "/admin/databases?limit=3")).body;
	expect([second.data.length, second.has_more]).toEqual([3, true]);
	const last = (await operate(200, `/admin/databases?cursor=${encodeURIComponent(second.next_cursor)}`)).body;
	expect(last.data.map(({ id }: { id: string }) => id)).toEqual(["DB"]);
});
