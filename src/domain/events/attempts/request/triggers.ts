import type { PublicEventType } from "../../../../platform/db/tables/data/events.ts";
import { timestamp } from "../../../../platform/lib/time.ts";
import type { EventRow } from "./envelope.ts";

/** The triggers that start an automation, each with its event type. */
export const triggers = {
	new_appointment: "appointment.created",
	appointment_cancelled: "appointment.cancelled",
	new_lead: "lead.created",
	new_client: "client.created",
	new_form_submission: "form_submission.created",
} as const satisfies Record<string, PublicEventType>;

export type Trigger = keyof typeof triggers;
export const triggerNames = Object.keys(triggers) as Trigger[];

export interface Snapshot {
	/** The id of the event. By it, platforms recognize events that they have seen already. */
	id: string;
	event_type: string;
	created_at: string;
	[name: string]: unknown;
}

/** Automation platforms expect a flat object. Hooks get it, and the list of a trigger shows it. */
export function snapshot({
	id,
	type,
	createdAt,
	data,
}: Pick<EventRow, "id" | "type" | "createdAt" | "data">): Snapshot {
	const own = { id, event_type: type, created_at: timestamp(createdAt) };
	return { ...own, ...data, ...own };
}
