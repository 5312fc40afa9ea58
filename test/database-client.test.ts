import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type Database, databaseOver, openStore } from "../src/platform/db/database.ts";
import type { PendingRead } from "../src/platform/db/database-client.ts";
import { users } from "../src/platform/db/tables/control/people.ts";
import { tenants } from "../src/platform/db/tables/control/tenants.ts";
import { studios } from "../src/platform/db/tables/data/studios.ts";
import { together } from "../src/platform/db/together.ts";
import { Meter } from "../src/platform/lib/meter.ts";
import { dataDatabase } from "./support/moves.ts";
import { newTenant } from "./support/world.ts";

function open() {
	const meter = new Meter();
	return {
		meter,
		control: openStore("DB", env.DB, { meter }).db,
		db: openStore("DATA_1", dataDatabase("DATA_1"), { meter }).db,
	};
}

interface Control {
	control: Database;
}

const nameOf = async ({ control }: Control, id: string): Promise<string | undefined> => {
	const [found] = await control.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, id));
	return found?.name;
};

const fail = async ({ control }: Control) => await control.select({ x: sql`nonsense(1)` }).from(tenants);

describe("the database of a request", () => {
	it("sends each read as a call of its own, also when several start at the same moment", async () => {
		const { control, meter } = open();
		await Promise.all([control.select().from(tenants).limit(1), control.select().from(users).limit(1)]);
		expect(meter.trips).toBe(2);
	});
});

describe("functions that read together", () => {
	it("send their reads as one call, and each gets its rows", async () => {
		const [a, b] = [await newTenant({ name: "Anchor" }), await newTenant({ name: "Bee" })];
		const { control, meter } = open();
		const found = await together(
			{ control },
			(own) => nameOf(own, a),
			(own) => nameOf(own, b),
			(own) => nameOf(own, "ten_none"),
		);
		expect(found).toEqual(["Anchor", "Bee", undefined]);
		expect(meter.trips).toBe(1);
	});

	it("keep columns of one name apart in joins", async () => {
		const [a, b] = [await newTenant({ name: "Anchor" }), await newTenant({ name: "Bee" })];
		const pair =
			(first: string, second: string) =>
			({ control }: Control) =>
				control
					.select({ tenant: tenants, other: sql<string>`other.name` })
					.from(tenants)
					.innerJoin(sql`${tenants} other`, sql`other.id = ${second}`)
					.where(eq(tenants.id, first));
		const [[ab], [ba]] = await together({ control: open().control }, pair(a, b), pair(b, a));
		expect([ab?.tenant.name, ab?.other]).toEqual(["Anchor", "Bee"]);
		expect([ba?.tenant.name, ba?.other]).toEqual(["Bee", "Anchor"]);
	});

	it("share each call if they have several steps, and wait for none that has ended", async () => {
		const id = await newTenant({ name: "Anchor" });
		const { control, meter } = open();
		const steps = (count: number) => async (own: Control) => {
			const names: unknown[] = [];
			for (let n = 0; n < count; n++) names.push(await nameOf(own, id));
			return names.length;
		};
		expect(await together({ control }, steps(2), () => "no read", steps(3), steps(1))).toEqual([2, "no read", 3, 1]);
		expect(meter.trips).toBe(3);
	});

	it("do not wait for rows of another database that one of them reads", async () => {
		const id = await newTenant({ name: "Anchor" });
		const { control } = open();
		const ended: string[] = [];
		const unanswered: PendingRead[] = [];
		const db = databaseOver({ send: (reads) => void unanswered.push(...reads) });
		await together(
			{ control, db },
			async (own) => {
				await own.db.select({ id: studios.tenantId }).from(studios);
				ended.push("data");
			},
			async (own) => {
				await nameOf(own, id);
				await nameOf(own, id);
				ended.push("control");
				for (const read of unanswered) read.resolve([]);
			},
		);
		expect(ended).toEqual(["control", "data"]);
	});

	it("see one state of the database, however late one of them begins to read", async () => {
		const id = await newTenant({ name: "Anchor" });
		const { control } = open();
		const found = await together(
			{ control },
			(own) => nameOf(own, id),
			async (own) => {
				await env.DB.prepare("UPDATE tenants SET name = 'Bee' WHERE id = ?").bind(id).run();
				return await nameOf(own, id);
			},
		);
		expect(found).toEqual(["Bee", "Bee"]);
	});

	it("may read together themselves, in the same calls, which are one to each database", async () => {
		const id = await newTenant({ name: "Anchor" });
		const { meter, ...reader } = open();
		const studioOf = ({ db }: typeof reader) => db.select().from(studios).where(eq(studios.tenantId, "ten_none"));
		const both = (own: typeof reader) =>
			together(
				own,
				(inner) => nameOf(inner, id),
				(inner) => studioOf(inner),
			);
		const found = await together(reader, both, both, (own) => nameOf(own, id));
		expect(found).toEqual([["Anchor", []], ["Anchor", []], "Anchor"]);
		expect([meter.trips, meter.inSequence]).toEqual([2, 1]);
	});

	it("fail with the error of the first one in their order, and none is left waiting", async () => {
		const id = await newTenant({ name: "Anchor" });
		const { control } = open();
		const ended: string[] = [];
		const failing = together(
			{ control },
			async (own) => {
				ended.push((await nameOf(own, id)) ?? "");
				await nameOf(own, id);
				throw new Error("first");
			},
			() => {
				throw new Error("at once");
			},
			async (own) => {
				await nameOf(own, id);
				await nameOf(own, id);
				ended.push("last");
			},
		);
		await expect(failing).rejects.toThrow("first");
		await expect.poll(() => ended).toEqual(["Anchor", "last"]);
	});

	it("all fail if a call fails that has a read of each", async () => {
		const id = await newTenant();
		const outcomes = await together(
			{ control: open().control },
			async (own) => await fail(own).catch(() => "failed"),
			async (own) => await nameOf(own, id).catch(() => "failed"),
		);
		expect(outcomes).toEqual(["failed", "failed"]);
	});

	it("may return something that reads later", async () => {
		const id = await newTenant({ name: "Anchor" });
		const [later] = await together({ control: open().control }, async (own) => () => nameOf(own, id));
		expect(await later()).toBe("Anchor");
	});
});
