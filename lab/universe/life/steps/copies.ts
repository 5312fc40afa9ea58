import { type Copy, copiedResources, type Studio } from "../studio.ts";
import { studioStep } from "./step.ts";

const minuteMs = 60_000;
/** Small pages have many ends, and what changed together lies on both sides of some. */
const pageSizes = [20, 2, 5];

/** Reads what changed since the last time, as a program does that keeps a copy (contract: Lists 14). */
async function follow(studio: Studio, path: string, copy: Copy, take: (record: Record<string, string>) => void) {
	const limit = pageSizes[copy.syncs++ % pageSizes.length];
	const since = copy.readUntil === 0 ? "" : `&updated_since=${new Date(copy.readUntil - minuteMs).toISOString()}`;
	for (let cursor = ""; ; ) {
		const query = `?sort=updated_at&limit=${limit}${since}${cursor && `&cursor=${cursor}`}`;
		const { status, body } = await studio.read(`${path}${query}`);
		studio.world.expect("changes are listed", status === 200, () => JSON.stringify(body));
		if (status !== 200) return;
		for (const record of body.data) {
			copy.readUntil = Math.max(copy.readUntil, Date.parse(record.updated_at ?? record.deleted_at));
			take(record);
		}
		cursor = body.next_cursor ?? "";
		if (!cursor) return;
	}
}

export async function syncCopies(studio: Studio): Promise<void> {
	if (studio.syncing) return;
	studio.syncing = true;
	for (const resource of copiedResources) {
		const copy = studio.copies[resource];
		await follow(studio, `/v1/${resource}`, copy, (record) => copy.records.set(record.id ?? "", record));
	}
	await follow(studio, "/v1/deletions", studio.deletions, ({ resource_id = "" }) => {
		for (const resource of copiedResources) studio.copies[resource].records.delete(resource_id);
	});
	studio.syncing = false;
}

export const sync = studioStep(5, ({ studio }) => syncCopies(studio));
