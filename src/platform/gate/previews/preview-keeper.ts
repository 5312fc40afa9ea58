import { DurableObject } from "cloudflare:workers";
import { clock } from "../../lib/clock.ts";
import { SweepAlarm } from "../object/sweep-alarm.ts";
import { type Preview, PreviewStore, previewsKeptMs } from "./preview-store.ts";

export class PreviewKeeper extends DurableObject<unknown> {
	private readonly previews: PreviewStore;
	private readonly alarmOfSweep: SweepAlarm;

	constructor(ctx: DurableObjectState, env: unknown) {
		super(ctx, env);
		this.previews = new PreviewStore(ctx.storage.sql);
		this.alarmOfSweep = new SweepAlarm(ctx);
	}

	keepPreview(preview: Preview): void {
		this.previews.keep(preview);
		this.alarmOfSweep.schedule(previewsKeptMs);
	}

	findPreview(id: string): Preview | null {
		return this.previews.find(id, clock.now());
	}

	override async alarm(): Promise<void> {
		await this.alarmOfSweep.scheduleNext(this.previews.sweep(clock.now()));
	}
}
