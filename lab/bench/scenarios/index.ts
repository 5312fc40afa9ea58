import { calendarScenarios } from "./calendars.ts";
import { feedScenarios } from "./feed.ts";
import { pageScenarios } from "./pages.ts";
import { recordScenarios } from "./records.ts";
import type { Scenario, Scenarios } from "./scenario.ts";
import { tokenScenarios } from "./tokens.ts";
import { webhookScenarios } from "./webhooks.ts";

const files: Scenarios[] = [
	recordScenarios,
	calendarScenarios,
	webhookScenarios,
	feedScenarios,
	tokenScenarios,
	pageScenarios,
];

export const scenarios: Scenarios = (running, totals): Scenario[] => files.flatMap((file) => file(running, totals));
