import { and, eq, sql } from "drizzle-orm";
import { type Change, decideAgain } from "../../../platform/commit/change.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import { remove, removeIfUnchanged } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { mails } from "../../../platform/db/tables/both/mails.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { bookingLinks, reminders } from "../../../platform/db/tables/data/bookings.ts";
import { together } from "../../../platform/db/together.ts";
import { problem } from "../../../platform/problems/problem.ts";
import { findAppointment } from "./operations.ts";

/**
 * Deletes an appointment that is over or cancelled, with its manage link. The others must be cancelled first, so that
 * the client and the programs that listen learn of it (contract: Appointments 32).
 */
export async function deleteAppointment(
	ctx: Ctx,
	id: string,
): Promise<Change<{ object: "appointment"; id: string; deleted: true }>> {
	const [row, isMailed] = await together(
		ctx,
		(ctx) => findAppointment(ctx, id),
		(ctx) => hasWaitingMail(ctx, id),
	);
	if (row.status === "SCHEDULED") throw problem("conflict", "The appointment is live. Cancel or complete it first.");
	if (row.cancellationFee?.status === "CHARGED")
		throw problem("conflict", "A cancellation fee is charged. Refund it first.");
	if (row.deposit?.status === "REFUNDING")
		throw problem("conflict", "The deposit is not refunded yet. Note its refund first.");
	if (isMailed)
		throw problem("conflict", "A mail about the appointment has not left yet. Delete the appointment in a minute.");
	return {
		result: { object: "appointment", id, deleted: true },
		writes: [
			...[bookingLinks, reminders].map((table) =>
				remove(table).where(and(eq(table.tenantId, ctx.tenantId), eq(table.appointmentId, id))),
			),
			removeIfUnchanged(appointments, row),
		],
		audit: { action: "appointment.deleted", resourceId: id },
		onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
	};
}

/** A mail to a former client is dropped when its turn comes. */
async function hasWaitingMail({ db, tenantId }: Ctx, id: string): Promise<boolean> {
	const client = sql`(SELECT client_id FROM ${appointments} WHERE tenant_id = ${tenantId} AND id = ${id})`;
	const waiting = await db
		.select({ id: mails.id })
		.from(mails)
		.where(
			and(
				eq(mails.tenantId, tenantId),
				sql`${mails.data} ->> 'appointment_id' = ${id} AND coalesce(${mails.data} ->> 'client_id', ${client}) = ${client}`,
			),
		)
		.limit(1);
	return waiting.length > 0;
}
