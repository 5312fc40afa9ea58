import type { Draw } from "../random.ts";
import type { Kept, Studio } from "../studio.ts";
import type { World } from "../world.ts";

interface Context {
	world: World;
	studio: Studio;
	studios: Studio[];
	draw: Draw;
}

export interface StepKind {
	of: "studio" | "platform";
	/** How often it happens beside the others. */
	weight: number;
	run(context: Context): Promise<void> | void;
}

export const studioStep = (weight: number, run: StepKind["run"]): StepKind => ({ of: "studio", weight, run });
export const platformStep = (weight: number, run: StepKind["run"]): StepKind => ({ of: "platform", weight, run });

/** Runs a change of a record, which no other step changes meanwhile. */
export async function whileBusy(kept: Kept, change: () => Promise<void>): Promise<void> {
	kept.busy = true;
	await change();
	kept.busy = false;
}
