import fc from "fast-check";
import { beforeEach, expect, inject, it, vi } from "vitest";
import { isFull } from "../support/depth.ts";
import { newStudio, send } from "./operator.ts";
import { CutOff, type Rehearsal } from "./rehearsal.ts";
import { databasesOf, deployed, expectConsistent, keep, soon } from "./restored.ts";

beforeEach(() => {
	vi.spyOn(console, "error").mockImplementation(() => {});
});

/** Some of the calls, by the seed of the run. A full run takes all. */
function some(count: number): number[] {
	const numbers = Array.from({ length: count }, (_, n) => n + 1);
	if (isFull()) return numbers;
	const seed = inject("seed");
	return fc.sample(fc.shuffledSubarray(numbers, { minLength: 5, maxLength: 5 }), { numRuns: 1, seed })[0] as number[];
}

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

// A full run cuts before and after each call.
it("a restore that is cut off before or after any call is completed by the next run", {
	timeout: 1_800_000,
}, async () => {
	const rehearsal = await deployed();
	const [ink, needle] = [await newStudio(rehearsal, "Ink", "DATA_1"), await newStudio(rehearsal, "Needle", "DATA_2")];
	const then = contentOf(rehearsal);
	keep(rehearsal, Date.now());
	const to = new Date();
	await soon();
	const work = async (n: number) => {
		await send(rehearsal, "PATCH", `/admin/tenants/${ink.id}`, { plan: "empire", name: `Inkwell ${n}` });
		await send(rehearsal, "PATCH", `/v1/clients/${ink.client.id}`, { first_name: `Grace ${n}` }, ink.key);
		await newStudio(rehearsal, `Later${n}`, n % 2 ? "DATA_1" : "DATA_3");
		await send(rehearsal, "DELETE", `/admin/tenants/${needle.id}`);
	};
	await work(0);
	const from = rehearsal.calls.length;
	expect(await rehearsal.restore(to)).toBe(true);
	const count = rehearsal.calls.length - from;
	expect(contentOf(rehearsal)).toEqual(then);

	const cuts: string[] = [];
	for (const number of some(count))
		for (const cut of ["cut before", "cut after"] as const) {
			await work(number);
			const begin = rehearsal.calls.length;
			rehearsal.faultOf = (_, at) => (at - begin === number ? cut : undefined);
			await expect(rehearsal.restore(to), `${cut} ${number}`).rejects.toThrow(CutOff);
			rehearsal.faultOf = () => undefined;
			cuts.push(`${cut} ${rehearsal.calls[begin + number - 1]}`);
			expect(await rehearsal.restore(to)).toBe(true);
			expect([cuts.at(-1), contentOf(rehearsal)]).toEqual([cuts.at(-1), then]);
			expectConsistent(rehearsal, [ink.id, needle.id]);
		}
	expect(cuts.length).toBe(2 * some(count).length);
	await send(rehearsal, "PATCH", `/v1/clients/${ink.client.id}`, { first_name: "Grace" }, ink.key);
	await vi.waitFor(() => expectConsistent(rehearsal, [ink.id, needle.id]));
});
