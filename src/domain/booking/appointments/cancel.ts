import { type AnyChange, mapResult } from "../../../platform/commit/change.ts";
import { combine } from "../../../platform/commit/combine.ts";
import type { Ctx } from "../../../platform/context.ts";
import { withCancellationMail } from "../bookings/booking-mails.ts";
import { chargedFee, type NewCancellationFee } from "./cancellation-fee.ts";
import type { AppointmentPatch } from "./schema.ts";
import { decideUpdate } from "./update.ts";

/** The studio cancels at the dashboard: the client gets a mail, and a fee is charged in the same transaction. */
export async function cancelAppointment(
	ctx: Ctx,
	id: string,
	patch: AppointmentPatch,
	fee: NewCancellationFee | undefined,
): Promise<AnyChange<{ id: string }>> {
	const { change, next } = await decideUpdate(ctx, id, { ...patch, status: "CANCELLED" });
	const cancellation = await withCancellationMail(ctx, change);
	if (!fee) return mapResult(cancellation, () => ({ id }));
	const { afterCommit: _, dryResult: __, ...charge } = chargedFee(ctx, next, fee);
	const { onRefused } = cancellation;
	return combine([cancellation], { ...charge, result: { id }, ...(onRefused ? { onRefused } : {}) });
}
