import { dataDatabases, rowsOf, type WithDatabases } from "./check.ts";

interface Checked extends WithDatabases {
	expect(promise: string, holds: boolean, message: () => string): void;
}

/** These rules hold at every moment. */
export function checkDatabases(world: Checked, studios: { id: string }[]): void {
	for (const binding of dataDatabases) {
		const open = "tenant_id IN (SELECT tenant_id FROM studios WHERE state = 'OPEN')";
		const overlaps = rowsOf(
			world,
			binding,
			`SELECT * FROM (SELECT id, tenant_id, start_at - buffer_before_ms AS begins, lag(end_at + buffer_after_ms)
			OVER (PARTITION BY tenant_id, artist_id ORDER BY start_at) AS before, start_at, lag(end_at) OVER (PARTITION BY tenant_id, artist_id ORDER BY start_at) AS ended
			FROM appointments WHERE status = 'SCHEDULED' AND ${open}) WHERE before > start_at OR ended > begins LIMIT 3`,
		);
		world.expect("no appointments overlap", overlaps.length === 0, () => JSON.stringify(overlaps));
		const gaps = rowsOf(
			world,
			binding,
			// A name of a column would come before the name of a result.
			`SELECT e.tenant_id, count(*) AS found, max(e.sequence) - coalesce(s.forgotten, 0) AS expected FROM events e
			LEFT JOIN event_sequences s ON s.tenant_id = e.tenant_id
			WHERE e.${open} AND e.sequence > coalesce(s.forgotten, 0) GROUP BY e.tenant_id HAVING found <> expected LIMIT 3`,
		);
		world.expect("events have no gaps", gaps.length === 0, () => JSON.stringify(gaps));
	}
	const homes = new Map<string, string[]>();
	for (const binding of dataDatabases)
		for (const { tenant_id } of rowsOf(world, binding, "SELECT tenant_id FROM studios WHERE state = 'OPEN'"))
			homes.set(String(tenant_id), [...(homes.get(String(tenant_id)) ?? []), binding]);
	const moving = new Set(
		rowsOf(world, "DB", "SELECT tenant_id FROM tenant_moves WHERE finished_at IS NULL").map((row) =>
			String(row.tenant_id),
		),
	);
	for (const { id } of studios) {
		if (!id) continue;
		const open = homes.get(id) ?? [];
		world.expect(
			"a studio is open in one place",
			open.length === 1 || (open.length === 0 && moving.has(id)),
			() => `${id}: ${open}`,
		);
	}
}
