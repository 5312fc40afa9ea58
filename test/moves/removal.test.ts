import { expect, it } from "vitest";
import { removeDeparted } from "../../src/domain/moves/remove-departed.ts";
import { workOnMove } from "../../src/domain/moves/work-on-move.ts";
import type { Writer } from "../../src/platform/commit/writer.ts";
import type { Store } from "../../src/platform/db/database.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { advance } from "../support/clock.ts";
import { newFullStudio } from "../support/full-studio.ts";
import { databaseOf } from "../support/local.ts";
import {
	dataDatabase,
	hookedWriter,
	isDeparture,
	move,
	moveWriter,
	orderMove,
	otherDatabase,
	rowsOfTenant,
} from "../support/moves.ts";

const hour = 3600;

async function removeIn(binding: string, wrap: (writer: Writer) => Writer = (writer) => writer): Promise<void> {
	await removeDeparted(wrap(moveWriter(binding)) as Writer & { dataDatabase: Store }, clock.now(), 10_000);
}

const allRows = async (binding: string, tenantId: string) =>
	Object.values(await rowsOfTenant(binding, tenantId)).flat();

/** The notes of a database about a tenant, apart from its rows. */
async function traces(binding: string, tenantId: string): Promise<unknown[]> {
	const d1 = dataDatabase(binding);
	const results = await d1.batch(
		["studios", "departures", "arrivals"].map((table) =>
			d1.prepare(`SELECT tenant_id FROM ${table} WHERE tenant_id = ?`).bind(tenantId),
		),
	);
	return results.flatMap((result) => result.results);
}

it("the rows of a tenant that has left are removed after a day, and those of others stay", async () => {
	const [{ id }, other] = [await newFullStudio(), await newFullStudio()];
	const [from, to] = [await databaseOf(id), await otherDatabase(id)];
	const there = await databaseOf(other.id);
	await move(id, to);
	const [before, ofOther] = [await rowsOfTenant(to, id), await rowsOfTenant(there, other.id)];
	advance(23 * hour);
	await removeIn(from);
	expect((await allRows(from, id)).length).toBeGreaterThan(20);
	advance(2 * hour);
	for (const binding of ["DATA_1", "DATA_2", "DATA_3"]) await removeIn(binding);
	expect([await allRows(from, id), await traces(from, id)]).toEqual([[], []]);
	expect(await rowsOfTenant(to, id)).toEqual(before);
	expect(await rowsOfTenant(there, other.id)).toEqual(ofOther);
});

it("a tenant that has come back loses nothing, not even when it comes back during the removal", async () => {
	const { id } = await newFullStudio();
	const [home, away] = [await databaseOf(id), await otherDatabase(id)];
	await move(id, away);
	advance(25 * hour);
	let isBack = false;
	await removeIn(home, (writer) =>
		hookedWriter(
			{
				before: async (binding, sql) => {
					if (isBack || binding !== home || !sql.includes("DELETE FROM appointments")) return;
					isBack = true;
					await move(id, home);
				},
			},
			writer,
		),
	);
	expect(isBack).toBe(true);
	advance(25 * hour);
	await removeIn(home);
	expect(await rowsOfTenant(home, id)).toEqual(await rowsOfTenant(away, id));
	expect(await databaseOf(id)).toBe(home);
});

it.each(["reached", "away"])(
	"what a failed move has copied is removed, from a database that was %s when it failed",
	async (which) => {
		const { id } = await newFullStudio();
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		const before = await rowsOfTenant(from, id);
		let isAway = false;
		const breaking = hookedWriter({
			before: (binding, sql) => {
				const breaks = binding === to && sql.includes("INSERT INTO leads");
				isAway ||= breaks && which === "away";
				if (breaks || (isAway && binding === to)) throw new Error("Network connection lost.");
			},
		});
		await orderMove(id, to);
		await expect(workOnMove(breaking, id, 10_000)).rejects.toThrow("lost");
		advance(2 * hour);
		expect((await workOnMove(breaking, id, 10_000))?.status).toBe("FAILED");
		expect(await traces(to, id)).toHaveLength(2);
		for (const binding of [from, to, from, to]) {
			advance(25 * hour);
			await removeIn(binding);
		}
		expect([await allRows(to, id), await traces(to, id)]).toEqual([[], []]);
		expect(await rowsOfTenant(from, id)).toEqual(before);
		expect(await traces(from, id)).toEqual([{ tenant_id: id }]);
	},
);

it("a tenant that has departed and is not open elsewhere yet keeps the rows of both databases", async () => {
	const { id } = await newFullStudio();
	const [from, to] = [await databaseOf(id), await otherDatabase(id)];
	await orderMove(id, to);
	const crashing = hookedWriter({
		after: (_, sql) => {
			if (isDeparture(sql)) throw new Error("Network connection lost.");
		},
	});
	await expect(workOnMove(crashing, id, 10_000)).rejects.toThrow("lost");
	const before = await rowsOfTenant(from, id);
	advance(49 * hour);
	await removeIn(from);
	await removeIn(to);
	expect(await rowsOfTenant(from, id)).toEqual(before);
	expect(await rowsOfTenant(to, id)).toEqual(before);
	await workOnMove(moveWriter(), id, 10_000);
	expect(await databaseOf(id)).toBe(to);
	await removeIn(from);
	expect(await allRows(from, id)).toEqual([]);
	expect(await rowsOfTenant(to, id)).toEqual(before);
});
