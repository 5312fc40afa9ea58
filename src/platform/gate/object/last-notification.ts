import type { EventNotification } from "./waiting-sockets.ts";

/** Every reader that comes after this time began its first read after these commits, and needs no word of them. */
const rememberedMs = 60_000;

/**
 * The last notification of events, for a reader whose first read may have begun before their commit. Notifications of
 * two commits can arrive in the wrong order, so it has the highest number of those that arrived within a minute. It is
 * lost when the object leaves the memory.
 */
export class LastNotification {
	private highest: EventNotification | null = null;
	/** By the clock of the machine. */
	private notedAt = 0;

	note(notification: EventNotification): void {
		this.highest = higher(this.recent(), notification);
		this.notedAt = Date.now();
	}

	recent(): EventNotification | null {
		return Date.now() < this.notedAt + rememberedMs ? this.highest : null;
	}
}

/** A number that is not known may be the highest. */
function higher(known: EventNotification | null, next: EventNotification): EventNotification {
	if (known === null) return next;
	if (known.sequence === null || next.sequence === null) return { ...next, sequence: null };
	return known.sequence > next.sequence ? known : next;
}
