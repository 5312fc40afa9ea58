import { type EventRow, envelope } from "./envelope.ts";
import { snapshot } from "./triggers.ts";

/**
 * What is sent for a delivery: the same bytes at every attempt, whenever they are asked for. A webhook endpoint
 * gets the envelope, an automation hook the snapshot of its trigger.
 */
export function bodyOf(testBody: string | null, event: EventRow | null, trigger: string | null = null): string {
	if (testBody !== null) return testBody;
	if (!event) throw new Error("a delivery without its event");
	return JSON.stringify(trigger === null ? envelope(event) : snapshot(event));
}
