import * as z from "zod";
import {
	type appointments,
	depositStatuses,
	paymentMethods,
	type StoredDeposit,
} from "../../../platform/db/tables/data/appointments.ts";
import { extended } from "../../../platform/http/endpoint/extended.ts";
import { id, text, time } from "../../../platform/http/fields/fields.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { timestamp, timestampOrNull } from "../../../platform/lib/time.ts";

const maxAmount = 1_000_000_000;

export const deposit = z
	.object({
		object: z.literal("deposit"),
		id: id("deposit"),
		status: z.enum(depositStatuses),
		amount: z.int().nullable(),
		currency: z.string().nullable(),
		due_at: time,
		method: z.enum(paymentMethods).nullable(),
		held_at: time.nullable(),
		released_at: time.nullable(),
		note: z.string().nullable(),
	})
	.meta({ id: "Deposit" });

export const depositPatch = z
	.object({
		status: z.enum(depositStatuses),
		method: z.enum(paymentMethods),
		note: text(1000).nullable(),
		amount: z.int().min(0).max(maxAmount),
	})
	.partial()
	.meta({ id: "DepositPatch" });

/** The deposit as a record of its own. Its version is that of the appointment. */
export const depositOfAppointment = extended(deposit, {
	appointment_id: id("appointment"),
	created_at: time,
	updated_at: time,
}).meta({ id: "DepositOfAppointment" });

export type Deposit = z.output<typeof deposit>;
export type DepositPatch = z.output<typeof depositPatch>;

export const toDeposit = ({
	id,
	status,
	amount,
	currency,
	due_at,
	method,
	held_at,
	released_at,
	note,
}: StoredDeposit): Deposit => ({
	object: "deposit",
	id,
	status,
	amount,
	currency,
	due_at: timestamp(due_at),
	method,
	held_at: timestampOrNull(held_at),
	released_at: timestampOrNull(released_at),
	note,
});

export const toDepositOfAppointment = (
	row: typeof appointments.$inferSelect,
	stored: StoredDeposit,
): z.output<typeof depositOfAppointment> =>
	withVersion(row.revision, {
		...toDeposit(stored),
		appointment_id: row.id,
		created_at: timestamp(stored.requested_at),
		updated_at: timestamp(row.updatedAt),
	});
