import type * as z from "zod";
import { isCancelled } from "../../../platform/booking-rules/transitions.ts";
import type { Change } from "../../../platform/commit/change.ts";
import { updateIfUnchanged } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { nextRevision } from "../../../platform/db/record.ts";
import { appointments, type CancellationFee } from "../../../platform/db/tables/data/appointments.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { notFound, problem } from "../../../platform/problems/problem.ts";
import { appointmentChanges, changeEvent } from "./events.ts";
import { findAppointment } from "./operations.ts";
import {
	type AppointmentRow,
	type feeOfAppointment,
	type newCancellationFee,
	toAppointment,
	toFeeOfAppointment,
} from "./schema.ts";

type Fee = z.output<typeof feeOfAppointment>;

export type NewCancellationFee = z.output<typeof newCancellationFee>;

export const chargeFee = async (ctx: Ctx, id: string, given: NewCancellationFee): Promise<Change<Fee>> =>
	chargedFee(ctx, await findAppointment(ctx, id), given);

/** The charge for an appointment as it is when the change commits. */
export function chargedFee(ctx: Ctx, row: AppointmentRow, given: NewCancellationFee): Change<Fee> {
	if (!isCancelled(row.status)) throw conflict("A fee can only be charged for a cancelled appointment or a no-show.");
	if (row.cancellationFee?.status === "CHARGED") throw conflict("A fee is already charged.");
	const fee = { status: "CHARGED", ...given, charged_at: timestamp(ctx.now), refunded_at: null } as const;
	return withFee(ctx, row, "appointment.fee_charged", fee);
}

export async function refundFee(ctx: Ctx, id: string): Promise<Change<Fee>> {
	const row = await findAppointment(ctx, id);
	const { cancellationFee: fee } = row;
	if (fee?.status !== "CHARGED") throw conflict("No fee is charged.");
	return withFee(ctx, row, "appointment.fee_refunded", {
		...fee,
		status: "REFUNDED",
		refunded_at: timestamp(ctx.now),
	});
}

const conflict = (detail: string) => problem("conflict", detail);

export async function findFee(ctx: Ctx, id: string): Promise<Fee> {
	const row = await findAppointment(ctx, id);
	if (!row.cancellationFee) throw notFound("cancellation fee");
	return toFeeOfAppointment(row, row.cancellationFee);
}

function withFee(ctx: Ctx, row: AppointmentRow, action: string, fee: CancellationFee): Change<Fee> {
	const next = { ...row, cancellationFee: fee, ...nextRevision(row, ctx.now) };
	const [before, after] = [toAppointment(row), toAppointment(next)];
	return {
		result: toFeeOfAppointment(next, fee),
		tenantId: row.tenantId,
		writes: [updateIfUnchanged(appointments, row, { cancellationFee: fee, ...nextRevision(row, ctx.now) })],
		events: [changeEvent(before, after, appointmentChanges(before, after) ?? {})],
		audit: { action, resourceId: row.id },
	};
}
