import * as appointments from "./appointments.ts";
import * as integrations from "./integrations.ts";
import * as platform from "./platform.ts";
import * as records from "./records.ts";
import * as repetitions from "./repetitions.ts";
import type { StepKind } from "./step.ts";

const isStep = (value: unknown): value is StepKind => typeof value === "object" && value !== null && "weight" in value;

/** Every kind of step by its name. */
export const steps: Record<string, StepKind> = Object.fromEntries(
	[records, appointments, integrations, repetitions, platform]
		.flatMap((module) => Object.entries(module))
		.filter((entry): entry is [string, StepKind] => isStep(entry[1])),
);
