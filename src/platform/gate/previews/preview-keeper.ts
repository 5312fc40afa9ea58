import { DurableObject } from "cloudflare:workers";
import { clock } from "../../lib/clock.ts";
import { earliest, SweepAlarm } from "../object/sweep-alarm.ts";
import { type LeftSecret, LeftSecretStore, secretsLeftMs } from "./left-secret-store.ts";
import { type Preview, PreviewStore, previewsKeptMs } from "./preview-store.ts";

export class PreviewKeeper extends DurableObject<unknown> {
	private readonly previews: PreviewStore;
	private readonly secrets: LeftSecretStore;
	private readonly alarmOfSweep: SweepAlarm;

	constructor(ctx: DurableObjectState, env: unknown) {
		super(ctx, env);
		this.previews = new PreviewStore(ctx.storage.sql);
		this.secrets = new LeftSecretStore(ctx.storage.sql);
		this.alarmOfSweep = new SweepAlarm(ctx);
	}

	keepPreview(preview: Preview): void {
		this.previews.keep(preview);
		this.alarmOfSweep.schedule(previewsKeptMs);
	}

	findPreview(id: string): Preview | null {
		return this.previews.find(id, clock.now());
	}

	forgetPreviews(): void {
		this.previews.clear();
	}

	leaveSecret(secret: LeftSecret): void {
		this.secrets.leave(secret);
		this.alarmOfSweep.schedule(secretsLeftMs);
	}

	leftSecrets(): LeftSecret[] {
		return this.secrets.list(clock.now());
	}

	removeSecret(id: string): void {
		this.secrets.remove(id);
	}

	override async alarm(): Promise<void> {
		const now = clock.now();
		await this.alarmOfSweep.scheduleNext(earliest([this.previews.sweep(now), this.secrets.sweep(now)]));
	}
}
