import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { isCancelled } from "../../../platform/booking-rules/transitions.ts";
import type { Change } from "../../../platform/commit/change.ts";
import { inTenantOfRecord } from "../../../platform/commit/tenant-of-record.ts";
import { updateIfUnchanged } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import { nextRevision } from "../../../platform/db/record.ts";
import { appointments, type CancellationFee } from "../../../platform/db/tables/data/appointments.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { notFound, type Problem, problem } from "../../../platform/problems/problem.ts";
import { appointmentChanges, changeEvent } from "./events.ts";
import {
	type AppointmentRow,
	type cancellationFee,
	type newCancellationFee,
	toAppointment,
	toCancellationFee,
} from "./schema.ts";

type Fee = z.output<typeof cancellationFee>;

export const chargeFee = (
	caller: Caller,
	id: string,
	given: z.output<typeof newCancellationFee>,
): Promise<Change<Fee>> =>
	setFee(caller, id, "appointment.fee_charged", ({ status, cancellationFee: fee }) => {
		if (!isCancelled(status)) return conflict("A fee can only be charged for a cancelled appointment or a no-show.");
		if (fee?.status === "CHARGED") return conflict("A fee is already charged.");
		return { status: "CHARGED", ...given, charged_at: timestamp(caller.now), refunded_at: null };
	});

export const refundFee = (caller: Caller, id: string): Promise<Change<Fee>> =>
	setFee(caller, id, "appointment.fee_refunded", ({ cancellationFee: fee }) =>
		fee?.status === "CHARGED"
			? { ...fee, status: "REFUNDED", refunded_at: timestamp(caller.now) }
			: conflict("No fee is charged."),
	);

const conflict = (detail: string) => problem("conflict", detail);

export async function findFee(caller: Caller, id: string): Promise<Fee> {
	const { cancellationFee: fee } = await findAppointment(caller, id);
	if (!fee) throw notFound("cancellation fee");
	return toCancellationFee(fee);
}

/** An appointment of any tenant, by its id alone. */
async function findAppointment(caller: Caller, id: string): Promise<AppointmentRow> {
	const { db, tenantId } = await inTenantOfRecord(caller, appointments, id, "appointment");
	const [row] = await db
		.select()
		.from(appointments)
		.where(and(eq(appointments.tenantId, tenantId), eq(appointments.id, id)));
	if (!row) throw notFound("appointment");
	return row;
}

async function setFee(
	caller: Caller,
	id: string,
	action: string,
	decide: (row: AppointmentRow) => CancellationFee | Problem,
): Promise<Change<Fee>> {
	const row = await findAppointment(caller, id);
	const fee = decide(row);
	if (fee instanceof Error) throw fee;
	const next = { ...row, cancellationFee: fee, ...nextRevision(row, caller.now) };
	const [before, after] = [toAppointment(row), toAppointment(next)];
	return {
		result: toCancellationFee(fee),
		tenantId: row.tenantId,
		writes: [updateIfUnchanged(appointments, row, { cancellationFee: fee, ...nextRevision(row, caller.now) })],
		events: [changeEvent(before, after, appointmentChanges(before, after) ?? {})],
		audit: { action, resourceId: id },
	};
}
