import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Server } from "../../lab/harness/server.ts";

const recordLists = [
	"/v1/clients",
	"/v1/leads",
	"/v1/ideas",
	"/v1/appointments",
	"/v1/artists",
	"/v1/shops",
	"/v1/event_types",
	"/v1/forms",
];

export const studioLists = [...recordLists, "/v1/events", "/v1/audit_log"];

export async function recordsIn(server: Server, path: string): Promise<Record<string, unknown>[]> {
	const records = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const { body } = await server.call("GET", `${path}?limit=100${cursor && `&cursor=${cursor}`}`);
		records.push(...body.data);
		cursor = body.next_cursor;
	}
	return records;
}

/** The number of log entries depends on the hour of the first start. */
export async function countsOf(server: Server, lists = recordLists): Promise<Record<string, number>> {
	const counts = lists.map(async (path) => [path, (await recordsIn(server, path)).length] as const);
	return Object.fromEntries(await Promise.all(counts));
}

/** How many steps of making the demo studio are noted as done. */
export function stepsDone({ stateDir }: Server): number {
	const file = join(stateDir, "demo.json");
	return existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, "utf8")).made).length : 0;
}
