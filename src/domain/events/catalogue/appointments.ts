import { extended } from "../../../platform/http/endpoint/extended.ts";
import { id, time } from "../../../platform/http/fields/fields.ts";
import { changes, withChanges } from "../../../platform/http/fields/payload-fields.ts";
import { appointmentPayload, appointmentRecord } from "../../booking/appointments/events.ts";
import { type Definitions, define } from "./definition.ts";
import { now } from "./example-ids.ts";
import { exampleAppointment } from "./example-records.ts";
import { payloadSchema } from "./payload-schema.ts";

const appointment = payloadSchema("appointment", appointmentRecord);

const changed = extended(appointment, withChanges);

const rescheduled = extended(appointment, {
	previousStartDateTime: time,
	previousEndDateTime: time,
	previousArtistId: id("artist"),
	changes,
});

const booked = appointmentPayload(exampleAppointment);

const [start, end] = ["2026-03-21T09:00:00.000Z", "2026-03-21T12:00:00.000Z"];
const reason = "The client is ill.";

const ended = (status: "COMPLETED" | "NO_SHOW") => ({
	...booked,
	startDateTime: "2026-03-14T06:30:00.000Z",
	endDateTime: "2026-03-14T09:30:00.000Z",
	status,
	changes: { status: { old: "SCHEDULED", new: status } },
});

export const appointmentEvents = {
	"appointment.created": define("An appointment was booked.", appointment, { ...booked, createdAt: now }),
	"appointment.updated": define("An appointment changed in a way that has no event of its own.", changed, {
		...booked,
		changes: { notes: { old: null, new: exampleAppointment.notes } },
	}),
	"appointment.rescheduled": define("An appointment was moved to another time or to another artist.", rescheduled, {
		...booked,
		startDateTime: start,
		endDateTime: end,
		previousStartDateTime: exampleAppointment.start_at,
		previousEndDateTime: exampleAppointment.end_at,
		previousArtistId: exampleAppointment.artist_id,
		changes: {
			startDateTime: { old: exampleAppointment.start_at, new: start },
			endDateTime: { old: exampleAppointment.end_at, new: end },
		},
	}),
	"appointment.cancelled": define("An appointment was cancelled.", changed, {
		...booked,
		status: "CANCELLED",
		cancelledAt: now,
		cancellationReason: reason,
		changes: {
			status: { old: "SCHEDULED", new: "CANCELLED" },
			cancelledAt: { old: null, new: now },
			cancellationReason: { old: null, new: reason },
		},
	}),
	"appointment.no_show": define("The client did not come to an appointment.", changed, ended("NO_SHOW")),
	"appointment.completed": define("An appointment took place.", changed, ended("COMPLETED")),
} satisfies Definitions;
