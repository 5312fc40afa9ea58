import * as appointments from "./appointments.ts";
import * as apps from "./apps.ts";
import * as calendars from "./calendars.ts";
import * as copies from "./copies.ts";
import * as dryRuns from "./dry-runs.ts";
import * as endpoints from "./endpoints.ts";
import * as forms from "./forms.ts";
import * as hooks from "./hooks.ts";
import * as integrations from "./integrations.ts";
import * as merges from "./merges.ts";
import * as plans from "./plans.ts";
import * as platform from "./platform.ts";
import * as records from "./records.ts";
import * as repetitions from "./repetitions.ts";
import type { StepKind } from "./step.ts";
import * as timeBlocks from "./time-blocks.ts";
import * as visitors from "./visitors.ts";

const isStep = (value: unknown): value is StepKind => typeof value === "object" && value !== null && "weight" in value;

export const steps: Record<string, StepKind> = Object.fromEntries(
	[
		apps,
		records,
		appointments,
		integrations,
		repetitions,
		copies,
		dryRuns,
		calendars,
		visitors,
		endpoints,
		platform,
		forms,
		hooks,
		merges,
		plans,
		timeBlocks,
	]
		.flatMap((module) => Object.entries(module))
		.filter((entry): entry is [string, StepKind] => isStep(entry[1])),
);
