import type * as z from "zod";
import { isCancelled } from "../../../platform/booking-rules/transitions.ts";
import type { Change } from "../../../platform/commit/change.ts";
import { updateIfUnchanged } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { nextRevision } from "../../../platform/db/record.ts";
import { appointments, type CancellationFee } from "../../../platform/db/tables/data/appointments.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { notFound, type Problem, problem } from "../../../platform/problems/problem.ts";
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

export const chargeFee = (ctx: Ctx, id: string, given: z.output<typeof newCancellationFee>): Promise<Change<Fee>> =>
	setFee(ctx, id, "appointment.fee_charged", ({ status, cancellationFee: fee }) => {
		if (!isCancelled(status)) return conflict("A fee can only be charged for a cancelled appointment or a no-show.");
		if (fee?.status === "CHARGED") return conflict("A fee is already charged.");
		return { status: "CHARGED", ...given, charged_at: timestamp(ctx.now), refunded_at: null };
	});

export const refundFee = (ctx: Ctx, id: string): Promise<Change<Fee>> =>
	setFee(ctx, id, "appointment.fee_refunded", ({ cancellationFee: fee }) =>
		fee?.status === "CHARGED"
			? { ...fee, status: "REFUNDED", refunded_at: timestamp(ctx.now) }
			: conflict("No fee is charged."),
	);

const conflict = (detail: string) => problem("conflict", detail);

export async function findFee(ctx: Ctx, id: string): Promise<Fee> {
	const row = await findAppointment(ctx, id);
	if (!row.cancellationFee) throw notFound("cancellation fee");
	return toFeeOfAppointment(row, row.cancellationFee);
}

async function setFee(
	ctx: Ctx,
	id: string,
	action: string,
	decide: (row: AppointmentRow) => CancellationFee | Problem,
): Promise<Change<Fee>> {
	const row = await findAppointment(ctx, id);
	const fee = decide(row);
	if (fee instanceof Error) throw fee;
	const next = { ...row, cancellationFee: fee, ...nextRevision(row, ctx.now) };
	const [before, after] = [toAppointment(row), toAppointment(next)];
	return {
		result: toFeeOfAppointment(next, fee),
		tenantId: row.tenantId,
		writes: [updateIfUnchanged(appointments, row, { cancellationFee: fee, ...nextRevision(row, ctx.now) })],
		events: [changeEvent(before, after, appointmentChanges(before, after) ?? {})],
		audit: { action, resourceId: id },
	};
}
