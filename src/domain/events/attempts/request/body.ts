import { type EventRow, envelope } from "./envelope.ts";
import { snapshot } from "./triggers.ts";

/**
 * Each attempt makes the body anew, and always gets the same bytes. A webhook endpoint gets the envelope, an automation
 * hook gets the snapshot of its trigger.
 */
export function bodyOf(testBody: string | null, event: EventRow | null, trigger: string | null = null): string {
	if (testBody !== null) return testBody;
	if (!event) throw new Error("the event of the delivery is missing");
	return JSON.stringify(trigger === null ? envelope(event) : snapshot(event));
}
