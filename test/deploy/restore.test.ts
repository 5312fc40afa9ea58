import { beforeEach, describe, expect, it, vi } from "vitest";
import { remember } from "./cloud/databases.ts";
import { newStudio, send } from "./operator.ts";
import { quickWrangler } from "./quick-wrangler.ts";
import { Rehearsal, usual } from "./rehearsal.ts";
import { databasesOf, deployed, expectConsistent, keep, soon } from "./restored.ts";

beforeEach(() => {
	vi.spyOn(console, "error").mockImplementation(() => {});
});

const databaseNamed = ({ cloud }: Rehearsal, name: string) =>
	(cloud.databases.find((database) => database.name === name) as (typeof cloud.databases)[number]).sqlite;

const textOf = ({ said }: Rehearsal) => said.join("\n");

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

	it("writes no name and no email of a studio on a command line, which every user of the machine can read", async () => {
		const lines: string[] = [];
		const rehearsal = await deployed((rehearsal) => {
			const wrangler = quickWrangler(rehearsal);
			return (args, environment) => {
				lines.push(args.join(" "));
				return wrangler(args, environment);
			};
		});
		const ink = await newStudio(rehearsal, "Whispering", "DATA_1");
		keep(rehearsal, Date.now());
		const to = new Date();
		await soon();
		lines.length = 0;
		expect(await rehearsal.restore(to)).toBe(true);
		expectConsistent(rehearsal, [ink.id]);
		expect(lines.some((line) => line.includes("time-travel restore"))).toBe(true);
		expect(lines.filter((line) => /Whispering|@/.test(line))).toEqual([]);
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

	it("empties a data database that was made after that time, and names it and its studios", async () => {
		const rehearsal = new Rehearsal(quickWrangler);
		await rehearsal.deploy(...usual);
		const ink = await newStudio(rehearsal, "Ink", "DATA_1");
		for (const database of rehearsal.cloud.databases) remember(database);
		const to = new Date();
		await soon();
		await rehearsal.deploy("--data-databases", "2");
		const later = await newStudio(rehearsal, "Later", "DATA_2");
		await send(rehearsal, "POST", `/admin/tenants/${ink.id}/move`, { database: "DATA_2" });
		const move = async () => await send(rehearsal, "GET", `/admin/tenants/${ink.id}/move`);
		await vi.waitFor(async () => expect(await move()).toMatchObject({ status: "DONE" }), 10_000);
		expect(await rehearsal.restore(to, { isConfirmed: false })).toBe(true);
		expect(textOf(rehearsal)).toContain("empty   DATA_2, which was made after that time");

		expect(await rehearsal.restore(to)).toBe(true);
		expect(textOf(rehearsal)).toMatch(new RegExp(`DATA_2: made after that time.*${later.id}`));
		expect(await send(rehearsal, "GET", `/admin/tenants/${ink.id}`)).toMatchObject({ database: "DATA_1" });
		await send(rehearsal, "PATCH", `/v1/clients/${ink.client.id}`, { first_name: "Grace" }, ink.key);
		await expect(send(rehearsal, "GET", "/v1/me", undefined, later.key)).rejects.toThrow("401");
		const data = databaseNamed(rehearsal, "tattoo-studio-data-2");
		const rowsOf = (sql: string) => data.transaction([{ sql, params: [] }])[0]?.rows;
		expect(rowsOf("SELECT DISTINCT state FROM studios")).toEqual([["DEPARTED"]]);
		expect(rowsOf("SELECT count(*) FROM departures d JOIN studios s USING (tenant_id)")).toEqual([[2]]);
		// A move there again takes the place of what is left.
		await send(rehearsal, "POST", `/admin/tenants/${ink.id}/move`, { database: "DATA_2" });
		await vi.waitFor(async () => expect(await move()).toMatchObject({ status: "DONE" }), 10_000);
		await send(rehearsal, "PATCH", `/v1/clients/${ink.client.id}`, { first_name: "Ada" }, ink.key);
	});

	it("refuses a time at which the installation was not there yet", async () => {
		const before = new Date(Date.now() - 1);
		await soon();
		const rehearsal = await deployed();
		rehearsal.calls.length = 0;
		await expect(rehearsal.restore(before)).rejects.toThrow("The installation was made after that time");
		expect(rehearsal.calls.filter((call) => !/^GET|\/query$/.test(call))).toEqual([]);
	});

	it("refuses a time at which a tenant moved, one in the future, and one that Cloudflare has forgotten", async () => {
		const rehearsal = await deployed();
		const ink = await newStudio(rehearsal, "Ink", "DATA_1");
		for (const database of rehearsal.cloud.databases) database.created_at = "2020-01-01T00:00:00Z";
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
});
