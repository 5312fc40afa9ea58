import { time } from "../../../http/fields.ts";
import { appointmentRecord } from "../../appointments/events.ts";
import { type Definitions, define } from "./definition.ts";
import { changes } from "./fields.ts";
import { payloadSchema } from "./payload-schema.ts";
import { earlier, ids, now } from "./samples.ts";

const appointment = payloadSchema("appointment", appointmentRecord);

const changed = appointment.extend({ changes });

const rescheduled = appointment.extend({ previousStartDateTime: time, previousEndDateTime: time, changes });

const booked = {
	appointmentId: ids.appointment,
	artistId: ids.artist,
	clientId: ids.client,
	eventTypeId: ids.eventType,
	shopId: ids.shop,
	startDateTime: "2026-03-20T13:00:00.000Z",
	endDateTime: "2026-03-20T16:00:00.000Z",
	timezone: "Europe/Berlin",
	status: "SCHEDULED",
	title: "Botanical forearm piece",
	notes: "First session: outline.",
	location: "Studio, second chair",
	priceAmount: 45_000,
	currency: "EUR",
	cancelledAt: null,
	cancellationReason: null,
	cancellationFee: null,
	crmAppointmentId: "crm-4711",
	metadata: { campaign: "spring" },
	createdAt: earlier,
	updatedAt: now,
};

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
		changes: { notes: { old: null, new: booked.notes } },
	}),
	"appointment.rescheduled": define("An appointment was moved to another time.", rescheduled, {
		...booked,
		startDateTime: start,
		endDateTime: end,
		previousStartDateTime: booked.startDateTime,
		previousEndDateTime: booked.endDateTime,
		changes: {
			startDateTime: { old: booked.startDateTime, new: start },
			endDateTime: { old: booked.endDateTime, new: end },
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
