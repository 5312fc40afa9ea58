import { type EventRow, envelope } from "./envelope.ts";

/** What is sent for a delivery: the same bytes at every attempt, whenever they are asked for. */
export function bodyOf(testBody: string | null, event: EventRow | null): string {
	if (testBody !== null) return testBody;
	if (!event) throw new Error("a delivery without its event");
	return JSON.stringify(envelope(event));
}
