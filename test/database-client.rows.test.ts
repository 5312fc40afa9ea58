import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { type Database, openStore } from "../src/platform/db/database.ts";
import { tenants } from "../src/platform/db/tables/control/tenants.ts";
import { together } from "../src/platform/db/together.ts";
import { Meter } from "../src/platform/lib/meter.ts";
import { newTenant } from "./support/world.ts";

it("the meter of a request counts the rows that all reads of a call read", async () => {
	const meter = new Meter();
	const { db } = openStore("DB", env.DB, { meter });
	const ids = [await newTenant(), await newTenant(), "ten_none"];
	await together(
		{ db },
		...ids.map(
			(id) =>
				({ db }: { db: Database }) =>
					db.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, id)),
		),
	);
	expect(meter.rowsRead).toBe(2);
});
