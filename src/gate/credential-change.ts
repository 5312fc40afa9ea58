import type { Writer } from "../db/database.ts";
import { clock } from "../lib/clock.ts";
import { longestAnnouncingMs } from "./credential-version.ts";
import { unreachable } from "./unavailable.ts";

/** What tenants' gates are told around one commit that bears on credentials, however often it is decided anew. */
export interface Announcement {
	name: string;
	told: Set<string>;
	/** When the first of them was told. */
	since: number | null;
}

export const newAnnouncement = (): Announcement => ({ name: crypto.randomUUID(), told: new Set(), since: null });

/** Tells the gates that do not know of it yet; throws, and tells them all that it is over, unless every one knows. */
export async function begin(
	writer: Writer,
	announcement: Announcement,
	tenantIds: string[],
	requestId: string,
): Promise<void> {
	const { name, told } = announcement;
	announcement.since ??= clock.now();
	const since = announcement.since;
	const untold = tenantIds.filter((id) => !told.has(id));
	for (const id of untold) told.add(id);
	try {
		await each(untold, (id) => writer.gateOf(id).beginChange(name));
		if (clock.now() - since > longestAnnouncingMs) throw new Error("the gates answered too slowly");
	} catch (error) {
		await end(writer, announcement);
		throw unreachable(error, requestId);
	}
}

/** The versions are those of the commit, none where there was none. A gate that does not hear of it lets it lapse. */
export const end = (writer: Writer, { name, told }: Announcement, versions = new Map<string, number>()) =>
	each([...told], (id) =>
		writer
			.gateOf(id)
			.endChange(name, versions.get(id) ?? null)
			.catch(() => {}),
	);

/** As many calls at a time as an invocation can have under way without holding up its others. */
const atATime = 50;

async function each(ids: string[], call: (id: string) => Promise<unknown>): Promise<void> {
	for (let i = 0; i < ids.length; i += atATime) await Promise.all(ids.slice(i, i + atATime).map(call));
}
