import * as z from "zod";
import { appointmentStatuses } from "../../../platform/booking-rules/transitions.ts";
import type { appointments, CancellationFee } from "../../../platform/db/tables/data/appointments.ts";
import { id, instant, location, reference, text, time } from "../../../platform/http/fields/fields.ts";
import { metadata, metadataOut, metadataPatch } from "../../../platform/http/fields/metadata.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { timestamp, timestampOrNull } from "../../../platform/lib/time.ts";
import { deposit, toDeposit } from "../deposits/schema.ts";

const maxAmount = 1_000_000_000;

const currency = z
	.string()
	.regex(/^[A-Z]{3}$/, "must be an ISO 4217 code, such as EUR")
	.meta({ example: "EUR" });

const settable = {
	event_type_id: reference("an event type of the artist").nullable(),
	title: text(200).nullable(),
	notes: text(10_000).nullable(),
	location,
	price_amount: z.int().min(0).max(maxAmount).nullable(),
	currency: currency.nullable(),
	crm_appointment_id: text(200).nullable(),
	placement: text(100).nullable(),
	metadata,
};

export const allowBlocked = z.boolean().meta({
	description: "Books a client with `is_blocked` for an event type, too. Without it such a client is refused.",
});

export const newAppointment = z
	.object({
		artist_id: reference("an active artist"),
		client_id: reference("a client"),
		start_at: instant,
		end_at: instant.optional().meta({ description: "Default: `start_at` plus the duration of the event type." }),
		allow_blocked: allowBlocked.optional(),
		...z.object(settable).partial().shape,
	})
	.meta({ id: "NewAppointment" });

export const appointmentPatch = z
	.object({
		start_at: instant.meta({ description: "Alone, it moves the appointment and keeps its length." }),
		end_at: instant.meta({ description: "Alone, it changes the length." }),
		status: z.enum(appointmentStatuses),
		cancellation_reason: text(1000).nullable(),
		deposit_status: z.literal("FORFEITED").meta({
			description:
				"With `status` CANCELLED: the studio keeps a deposit that is HELD. Without it, it becomes REFUNDING.",
		}),
		artist_id: reference("an active artist").meta({
			description: "Another artist is checked like new times. The event type must be one of theirs, or null.",
		}),
		client_id: reference("a client"),
		shop_id: reference("a shop")
			.nullable()
			.meta({ description: "Left out, it becomes the shop of the artist when the artist changes." }),
		allow_blocked: z.boolean().meta({
			description: "Accepted and without effect. An appointment that exists is not refused for its client.",
		}),
		...settable,
	})
	.partial()
	.extend({ metadata: metadataPatch })
	.meta({ id: "AppointmentPatch" });

export const cancellationFee = z
	.object({
		object: z.literal("cancellation_fee"),
		status: z.enum(["CHARGED", "REFUNDED"]),
		amount: z.int(),
		currency: z.string(),
		charged_at: time,
		refunded_at: time.nullable(),
	})
	.meta({ id: "CancellationFee" });

export const newCancellationFee = z
	.object({
		amount: z.int().min(1).max(maxAmount),
		currency,
	})
	.meta({ id: "NewCancellationFee" });

/** The fee as a record of its own. Its version is that of the appointment. */
export const feeOfAppointment = z
	.object({ ...cancellationFee.shape, appointment_id: id("appointment"), created_at: time, updated_at: time })
	.meta({ id: "CancellationFeeOfAppointment" });

export const appointment = z
	.object({
		object: z.literal("appointment"),
		id: id("appointment"),
		artist_id: id("artist"),
		client_id: id("client"),
		shop_id: id("shop").nullable(),
		event_type_id: id("event_type").nullable(),
		status: z.enum(appointmentStatuses),
		start_at: time,
		end_at: time,
		timezone: z.string().meta({ description: "The artist's IANA zone." }),
		title: z.string().nullable(),
		notes: z.string().nullable(),
		location: z.string().nullable(),
		price_amount: z.int().nullable(),
		currency: z.string().nullable(),
		crm_appointment_id: z.string().nullable(),
		cancelled_at: time.nullable(),
		cancellation_reason: z.string().nullable(),
		cancellation_fee: cancellationFee.nullable(),
		placement: z.string().nullable(),
		deposit: deposit.nullable(),
		metadata: metadataOut,
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "Appointment" });

export const patchedAppointment = z
	.object({
		object: z.literal("appointment"),
		data: appointment,
		client_notified: z
			.boolean()
			.meta({ description: "Whether the mail service took a notice of the move.", examples: [true] }),
	})
	.meta({ id: "PatchedAppointment" });

export type Appointment = z.output<typeof appointment>;
export type NewAppointment = z.output<typeof newAppointment>;
export type AppointmentPatch = z.output<typeof appointmentPatch>;
export type AppointmentRow = typeof appointments.$inferSelect;

const toCancellationFee = (stored: CancellationFee): z.output<typeof cancellationFee> => ({
	object: "cancellation_fee",
	...stored,
});

export const toFeeOfAppointment = (row: AppointmentRow, fee: CancellationFee): z.output<typeof feeOfAppointment> =>
	withVersion(row.revision, {
		...toCancellationFee(fee),
		appointment_id: row.id,
		created_at: fee.charged_at,
		updated_at: fee.refunded_at ?? fee.charged_at,
	});

export const toAppointment = (row: AppointmentRow): Appointment =>
	withVersion(row.revision, {
		object: "appointment",
		id: row.id,
		artist_id: row.artistId,
		client_id: row.clientId,
		shop_id: row.shopId,
		event_type_id: row.eventTypeId,
		status: row.status,
		start_at: timestamp(row.startAt),
		end_at: timestamp(row.endAt),
		timezone: row.timezone,
		title: row.title,
		notes: row.notes,
		location: row.location,
		price_amount: row.priceAmount,
		currency: row.currency,
		crm_appointment_id: row.crmAppointmentId,
		cancelled_at: timestampOrNull(row.cancelledAt),
		cancellation_reason: row.cancellationReason,
		cancellation_fee: row.cancellationFee && toCancellationFee(row.cancellationFee),
		placement: row.placement,
		deposit: row.deposit && toDeposit(row.deposit),
		metadata: row.metadata,
		created_at: timestamp(row.createdAt),
		updated_at: timestamp(row.updatedAt),
	});
