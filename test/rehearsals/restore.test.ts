import { beforeEach, expect, it, vi } from "vitest";
import { newStudio, send } from "../deploy/operator.ts";
import { CutOff, type Rehearsal } from "../deploy/rehearsal.ts";
import { databasesOf, deployed, expectConsistent, keep, soon } from "../deploy/restored.ts";

beforeEach(() => {
	vi.spyOn(console, "error").mockImplementation(() => {});
});

/** Everything that the service keeps, but what its own schedule and a restore write. */
const contentOf = (rehearsal: Rehearsal) =>
	[...databasesOf(rehearsal)].map(([binding, { sqlite }]) => {
		const rowsOf = (sql: string) => sqlite.transaction([{ sql, params: [] }])[0]?.rows;
		return binding === "DB"
			? rowsOf(`SELECT id, name, plan, email, "database", delete_at FROM tenants ORDER BY id`)
			: [
					rowsOf("SELECT tenant_id, name, plan, email, state FROM studios ORDER BY tenant_id"),
					rowsOf("SELECT tenant_id, id, first_name FROM clients ORDER BY id"),
				];
	});

const statesInFourth = ({ cloud }: Rehearsal) =>
	cloud.databases
		.find(({ name }) => name === "tattoo-studio-data-4")
		?.sqlite.transaction([{ sql: "SELECT DISTINCT state FROM studios", params: [] }])[0]?.rows;

it("a restore that is cut off before or after any call is completed by the next run", {
	timeout: 1_800_000,
}, async () => {
	const rehearsal = await deployed();
	const [ink, needle] = [await newStudio(rehearsal, "Ink", "DATA_1"), await newStudio(rehearsal, "Needle", "DATA_2")];
	const then = contentOf(rehearsal);
	keep(rehearsal, Date.now());
	const to = new Date();
	await soon();
	// A data database that was made after that time.
	expect(await rehearsal.deploy("--data-databases", "4")).toBe(true);
	const work = async (n: number) => {
		await send(rehearsal, "PATCH", `/admin/tenants/${ink.id}`, { plan: "empire", name: `Inkwell ${n}` });
		await send(rehearsal, "PATCH", `/v1/clients/${ink.client.id}`, { first_name: `Grace ${n}` }, ink.key);
		await newStudio(rehearsal, `Later${n}`, n % 2 ? "DATA_1" : "DATA_3");
		await newStudio(rehearsal, `Fourth${n}`, "DATA_4");
		await send(rehearsal, "DELETE", `/admin/tenants/${needle.id}`);
	};
	await work(0);
	const from = rehearsal.calls.length;
	expect(await rehearsal.restore(to)).toBe(true);
	const count = rehearsal.calls.length - from;
	expect(contentOf(rehearsal)).toEqual(then);
	expect(statesInFourth(rehearsal)).toEqual([["DEPARTED"]]);

	const cuts: string[] = [];
	for (let number = 1; number <= count; number++)
		for (const cut of ["cut before", "cut after"] as const) {
			await work(number);
			const begin = rehearsal.calls.length;
			rehearsal.faultOf = (_, at) => (at - begin === number ? cut : undefined);
			await expect(rehearsal.restore(to), `${cut} ${number}`).rejects.toThrow(CutOff);
			rehearsal.faultOf = () => undefined;
			cuts.push(`${cut} ${rehearsal.calls[begin + number - 1]}`);
			expect(await rehearsal.restore(to)).toBe(true);
			expect([cuts.at(-1), contentOf(rehearsal)]).toEqual([cuts.at(-1), then]);
			expect([cuts.at(-1), statesInFourth(rehearsal)]).toEqual([cuts.at(-1), [["DEPARTED"]]]);
			expectConsistent(rehearsal, [ink.id, needle.id]);
		}
	expect(cuts.length).toBe(2 * count);
	await send(rehearsal, "PATCH", `/v1/clients/${ink.client.id}`, { first_name: "Grace" }, ink.key);
	await vi.waitFor(() => expectConsistent(rehearsal, [ink.id, needle.id]));
});
