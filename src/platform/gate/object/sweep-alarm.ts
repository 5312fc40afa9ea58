import { minuteMs } from "../../lib/time.ts";

const usualMs = 2 * minuteMs;

export class SweepAlarm {
	private readonly ctx: DurableObjectState;
	/** By the clock of the machine, which alarms follow. */
	private dueAt = Number.POSITIVE_INFINITY;

	constructor(ctx: DurableObjectState) {
		this.ctx = ctx;
	}

	schedule(dueMs = usualMs): void {
		const dueAt = Date.now() + dueMs;
		if (this.dueAt <= dueAt) return;
		this.dueAt = dueAt;
		this.ctx.waitUntil(
			this.ctx.storage
				.getAlarm()
				.then((at) => (at === null || at > dueAt ? this.ctx.storage.setAlarm(dueAt) : undefined)),
		);
	}

	/** After a sweep: when the next one is due. With null nothing is left. */
	async scheduleNext(dueMs: number | null): Promise<void> {
		this.dueAt = dueMs === null ? Number.POSITIVE_INFINITY : Date.now() + dueMs;
		if (dueMs !== null) await this.ctx.storage.setAlarm(this.dueAt);
	}
}

/** When the next sweep is due of several parts, of which some have nothing left. */
export const earliest = (dueMs: (number | null)[]): number | null => {
	const given = dueMs.filter((ms) => ms !== null);
	return given.length > 0 ? Math.min(...given) : null;
};

/** When the next sweep is due of a part that only knows whether something is left. */
export const usuallyIf = (isLeft: boolean): number | null => (isLeft ? usualMs : null);
