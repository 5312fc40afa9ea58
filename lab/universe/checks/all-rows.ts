import type { World } from "../life/world.ts";
import { rowsOf } from "./check.ts";

/** The hash of the run then depends on all rows of all databases. */
export function noteAllRows(world: World): void {
	for (const binding of world.cloud.platform.databases.keys())
		for (const { name } of rowsOf(
			world,
			binding,
			"SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
		))
			for (const row of rowsOf(world, binding, `SELECT * FROM "${name}"`))
				world.cloud.note(`${binding} ${name} ${JSON.stringify(Object.values(row))}`);
}
