import { beforeEach, describe, expect, it, vi } from "vitest";
import { checkDatabases } from "../../lab/universe/checks/hourly.ts";
import type { World } from "../../lab/universe/life/world.ts";
import { remember } from "./cloud/databases.ts";
import { newStudio, send } from "./operator.ts";
import { quickWrangler } from "./quick-wrangler.ts";
import { Rehearsal, usual } from "./rehearsal.ts";

beforeEach(() => {
	vi.spyOn(console, "error").mockImplementation(() => {});
});

const bindings = ["DB", "DATA_1", "DATA_2", "DATA_3"];
const textOf = ({ said }: Rehearsal) => said.join("\n");

async function deployed(): Promise<Rehearsal> {
	const rehearsal = new Rehearsal(quickWrangler);
	expect(await rehearsal.deploy(...usual, "--data-databases", "3")).toBe(true);
	return rehearsal;
}

/** The databases by binding. */
function databasesOf({ cloud }: Rehearsal) {
	const named = (binding: string) => (binding === "DB" ? "control" : binding.toLowerCase().replace("_", "-"));
	const found = bindings.map((binding) =>
		cloud.databases.find(({ name }) => name === `tattoo-studio-${named(binding)}`),
	);
	return new Map(bindings.map((binding, n) => [binding, found[n] as NonNullable<(typeof found)[number]>]));
}

function rowsOf(rehearsal: Rehearsal, binding: string, sql: string): Record<string, unknown>[] {
	const { columns, rows } = databasesOf(rehearsal)
		.get(binding)
		?.sqlite.transaction([{ sql, params: [] }])[0] ?? {
		columns: [],
		rows: [],
	};
	return rows.map((row) => Object.fromEntries(columns.map((name, n) => [name, row[n]])));
}

/** Cloudflare keeps the contents of all databases. */
function keep(rehearsal: Rehearsal, at: number): void {
	for (const database of databasesOf(rehearsal).values()) remember(database, at);
}

/** The rules that hold between the databases, and those of each of them. */
function expectConsistent(rehearsal: Rehearsal, ids: string[]): void {
	const databases = new Map([...databasesOf(rehearsal)].map(([binding, { sqlite }]) => [binding, sqlite]));
	checkDatabases({
		cloud: { platform: { databases } },
		studios: ids.map((id) => ({ id })),
		expect: (rule: string, holds: boolean, details: () => string) =>
			expect([rule, holds || details()]).toEqual([rule, true]),
	} as unknown as World);
	const columns = "effects, name, email, timezone, plan";
	const tenants = rowsOf(rehearsal, "DB", `SELECT id, "database", delete_at, ${columns} FROM tenants ORDER BY id`);
	expect(tenants.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
	for (const { id, database, delete_at, ...known } of tenants) {
		const [studio] = rowsOf(
			rehearsal,
			String(database),
			`SELECT state, ${columns} FROM studios WHERE tenant_id = '${id}'`,
		);
		expect(studio).toEqual({ ...known, state: delete_at === null ? "OPEN" : "DELETING" });
	}
	const owned = rowsOf(rehearsal, "DB", "SELECT slug, tenant_id FROM booking_addresses");
	for (const binding of bindings.slice(1))
		for (const artist of rowsOf(rehearsal, binding, "SELECT slug, tenant_id FROM artists"))
			expect(owned).toContainEqual(artist);
	expect(rowsOf(rehearsal, "DB", "SELECT count(*) AS waiting FROM effects")).toEqual([{ waiting: 0 }]);
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("npm run restore", () => {
	it("takes all databases back to one time, and the service works on as it was then", async () => {
		const rehearsal = await deployed();
		const [ink, needle] = [await newStudio(rehearsal, "Ink", "DATA_1"), await newStudio(rehearsal, "Needle", "DATA_2")];
		keep(rehearsal, Date.now());
		const to = new Date();
		await soon();
		const later = await newStudio(rehearsal, "Later", "DATA_3");
		await send(rehearsal, "PATCH", `/admin/tenants/${ink.id}`, { plan: "empire", name: "Inkwell" });
		await send(rehearsal, "DELETE", `/admin/tenants/${needle.id}`);
		await send(rehearsal, "PATCH", `/v1/clients/${ink.client.id}`, { first_name: "Grace" }, ink.key);

		expect(await rehearsal.restore(to)).toBe(true);
		expectConsistent(rehearsal, [ink.id, needle.id]);
		expect(await send(rehearsal, "GET", `/admin/tenants/${ink.id}`)).toMatchObject({ plan: "studio", name: "Ink" });
		expect(await send(rehearsal, "GET", `/v1/clients/${ink.client.id}`, undefined, ink.key)).toMatchObject({
			first_name: "Ada",
		});
		await expect(send(rehearsal, "GET", "/v1/me", undefined, later.key)).rejects.toThrow("401");
		await send(rehearsal, "POST", "/v1/clients", { email: "new@example.com", first_name: "New" }, needle.key);
		await send(rehearsal, "PATCH", `/admin/tenants/${needle.id}`, { plan: "empire" });
		await vi.waitFor(() => expectConsistent(rehearsal, [ink.id, needle.id]));
	});

	it("makes databases agree that Cloudflare took back to different moments", async () => {
		const rehearsal = await deployed();
		const ink = await newStudio(rehearsal, "Ink", "DATA_1");
		const databases = databasesOf(rehearsal);
		// The data is from before the changes of the control database, or from after them.
		for (const older of ["DATA_1", "DB"]) {
			for (const database of databases.values()) remember(database, Date.now() - 10);
			await send(rehearsal, "PATCH", `/admin/tenants/${ink.id}`, { name: `Ink without ${older}` });
			await send(rehearsal, "POST", `/admin/tenants/${ink.id}/api_keys`, { name: "another" });
			await vi.waitFor(() => expectConsistent(rehearsal, [ink.id]));
			for (const [binding, database] of databases) if (binding !== older) remember(database, Date.now());
			const to = new Date();
			await soon();
			expect(await rehearsal.restore(to)).toBe(true);
			expectConsistent(rehearsal, [ink.id]);
			await send(rehearsal, "PATCH", `/admin/tenants/${ink.id}`, { name: `Ink after ${older}` });
			await vi.waitFor(() => expectConsistent(rehearsal, [ink.id]));
		}
	});

	it("prints the plan and changes nothing without --yes", async () => {
		const rehearsal = await deployed();
		keep(rehearsal, Date.now());
		const before = [...databasesOf(rehearsal).values()].map(({ history }) => history.length);
		rehearsal.commands.length = 0;
		expect(await rehearsal.restore(new Date(), { isConfirmed: false }).catch(String)).toBe(true);
		expect(textOf(rehearsal)).toMatch(/restore DATA_3 to the bookmark[\s\S]+restore DB to the bookmark/);
		expect(textOf(rehearsal)).toContain("Nothing was changed.");
		expect(rehearsal.commands.map(({ command }) => command)).toEqual(["auth token"]);
		expect([...databasesOf(rehearsal).values()].map(({ history }) => history.length)).toEqual(before);
	});

	it("says how to undo it, and names what is left for people to look at", async () => {
		const rehearsal = await deployed();
		keep(rehearsal, Date.now() - 10);
		const ink = await newStudio(rehearsal, "Ink", "DATA_1");
		for (const [binding, database] of databasesOf(rehearsal)) if (binding !== "DB") remember(database, Date.now());
		const to = new Date();
		await soon();
		expect(await rehearsal.restore(to)).toBe(true);
		expect(textOf(rehearsal)).toMatch(/DB: restored. Its bookmark before was \w+/);
		expect(textOf(rehearsal)).toContain(`${ink.id} has its data in DATA_1, and the control database does not know it.`);
	});

	it("refuses a time at which a tenant moved, one in the future, and one that Cloudflare has forgotten", async () => {
		const rehearsal = await deployed();
		const ink = await newStudio(rehearsal, "Ink", "DATA_1");
		databasesOf(rehearsal)
			.get("DB")
			?.sqlite.transaction([
				{
					sql: "INSERT INTO tenant_moves (id, tenant_id, from_database, to_database, status, started_at, finished_at) VALUES ('mov_1', ?, 'DATA_1', 'DATA_2', 'DONE', ?, ?)",
					params: [ink.id, Date.now() - 5000, Date.now() - 1000],
				},
			]);
		await expect(rehearsal.restore(new Date(Date.now() - 3000))).rejects.toThrow(`${ink.id} moved at that time`);
		await expect(rehearsal.restore(new Date(Date.now() + 3000))).rejects.toThrow("in the past");
		await expect(rehearsal.restore(new Date(Date.now() - 31 * 86_400_000))).rejects.toThrow("30 days");
		await expect(rehearsal.restore(new Date("yesterday"))).rejects.toThrow("must be a time");
	});

	it("can be cut off anywhere and run again", async () => {
		const rehearsal = await deployed();
		const ink = await newStudio(rehearsal, "Ink", "DATA_1");
		keep(rehearsal, Date.now());
		const to = new Date();
		await soon();
		await send(rehearsal, "PATCH", `/admin/tenants/${ink.id}`, { plan: "empire" });
		const restores = () => rehearsal.calls.filter((call) => call.endsWith("/time_travel/restore")).length;
		rehearsal.faultOf = () => (restores() === 2 ? "cut before" : undefined);
		await expect(rehearsal.restore(to)).rejects.toThrow();
		rehearsal.faultOf = () => undefined;
		expect(await rehearsal.restore(to)).toBe(true);
		expectConsistent(rehearsal, [ink.id]);
		expect(await send(rehearsal, "GET", `/admin/tenants/${ink.id}`)).toMatchObject({ plan: "studio" });
	});
});
