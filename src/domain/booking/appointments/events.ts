import * as z from "zod";
import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";
import type { EventDraft } from "../../../platform/events/event-draft.ts";
import { payload } from "../../../platform/lib/camel.ts";
import { type Changes, changesBetween } from "../../../platform/lib/changes.ts";
import { type Appointment, appointment } from "./schema.ts";

/** Events name the times startDateTime and endDateTime (contract: Events 7). */
const withEventNames = <T extends { start_at: unknown; end_at: unknown }>({ start_at, end_at, ...rest }: T) => ({
	...rest,
	start_date_time: start_at,
	end_date_time: end_at,
});

export const appointmentRecord = z.object(withEventNames(appointment.shape));

export const appointmentPayload = (record: Appointment): Record<string, unknown> =>
	payload("appointment", withEventNames(record));

export const appointmentChanges = (before: Appointment, after: Appointment): Changes | null =>
	changesBetween(withEventNames(before), withEventNames(after));

const eventTypeOfStatus: Partial<Record<Appointment["status"], PublicEventType>> = {
	CANCELLED: "appointment.cancelled",
	NO_SHOW: "appointment.no_show",
	COMPLETED: "appointment.completed",
};

/** A change emits one event, the most specific one. */
export function changeEvent(before: Appointment, after: Appointment, changes: Changes): EventDraft {
	const data = { ...appointmentPayload(after), changes };
	const status = after.status === before.status ? undefined : eventTypeOfStatus[after.status];
	if (status) return { type: status, data };
	const moved =
		before.start_at !== after.start_at || before.end_at !== after.end_at || before.artist_id !== after.artist_id;
	if (!moved || before.status !== "SCHEDULED" || after.status !== "SCHEDULED")
		return { type: "appointment.updated", data };
	return {
		type: "appointment.rescheduled",
		data: {
			...data,
			previousStartDateTime: before.start_at,
			previousEndDateTime: before.end_at,
			previousArtistId: before.artist_id,
		},
	};
}
