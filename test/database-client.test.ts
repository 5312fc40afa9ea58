import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openStore } from "../src/platform/db/database.ts";
import { users } from "../src/platform/db/tables/control/people.ts";
import { tenants } from "../src/platform/db/tables/control/tenants.ts";
import { Meter } from "../src/platform/lib/meter.ts";
import { newTenant } from "./support/world.ts";

function open() {
	const meter = new Meter();
	return { meter, ...openStore("DB", env.DB, { meter }) };
}

describe("the database of a request", () => {
	it("sends reads that are asked for in the same moment as one call, and gives each its rows", async () => {
		const [a, b] = [await newTenant({ name: "Anchor" }), await newTenant({ name: "Bee" })];
		const { db, meter } = open();
		const nameOf = (id: string) => db.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, id));
		const [first, second, none] = await Promise.all([nameOf(a), nameOf(b), nameOf("ten_none")]);
		expect([first, second, none]).toEqual([[{ name: "Anchor" }], [{ name: "Bee" }], []]);
		expect(meter.trips).toBe(1);
	});

	it("sends a read that is asked for later as a call of its own", async () => {
		const { db, meter } = open();
		await db.select().from(tenants).limit(1);
		await db.select().from(users).limit(1);
		expect(meter.trips).toBe(2);
	});

	it("keeps columns of one name apart in joins that leave together", async () => {
		const [a, b] = [await newTenant({ name: "Anchor" }), await newTenant({ name: "Bee" })];
		const { db } = open();
		const pair = (first: string, second: string) =>
			db
				.select({ tenant: tenants, other: sql<string>`other.name` })
				.from(tenants)
				.innerJoin(sql`${tenants} other`, sql`other.id = ${second}`)
				.where(eq(tenants.id, first));
		const [[ab], [ba]] = await Promise.all([pair(a, b), pair(b, a)]);
		expect([ab?.tenant.name, ab?.other]).toEqual(["Anchor", "Bee"]);
		expect([ba?.tenant.name, ba?.other]).toEqual(["Bee", "Anchor"]);
	});

	it("fails every read of a call that fails", async () => {
		const { db } = open();
		const wrong = db.select({ x: sql`nonsense(1)` }).from(tenants).execute();
		const right = db.select().from(tenants).limit(1).execute();
		const outcomes = await Promise.allSettled([wrong, right]);
		expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	});
});
