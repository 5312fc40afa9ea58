import type { Change } from "../../../platform/commit/change.ts";
import { insertRow, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { mails } from "../../../platform/db/tables/both/mails.ts";
import { newId } from "../../../platform/lib/ids.ts";
import type { BookingMail } from "../../mail/booking/booking-text.ts";
import type { Appointment } from "../appointments/schema.ts";
import { insertLink, newToken } from "./manage-link.ts";

interface MailExtras {
	/** The manage link. It is stored sealed until the mail is sent. */
	link?: string;
}

export const appointmentMail = (
	ctx: Ctx,
	kind: BookingMail,
	{ id, client_id }: Pick<Appointment, "id" | "client_id">,
	extras: MailExtras = {},
): Promise<Write[]> => clientMail(ctx, kind, { appointment_id: id, client_id, ...extras });

/** Adds a manage link, and the mail that brings it to the client. */
export async function withConfirmationMail(ctx: Ctx, change: Change<Appointment>): Promise<Change<Appointment>> {
	const token = newToken(ctx);
	const { id } = change.result;
	const link = `${ctx.settings.bookingUrl}/manage/${token}`;
	const mail = await appointmentMail(ctx, "booking_confirmed", change.result, { link });
	return { ...change, writes: [...change.writes, insertLink(ctx, id, token), ...mail] };
}

/** No mail tells of the cancellation of an appointment that has begun. */
export async function withCancellationMail<T extends { data: Appointment }>(
	ctx: Ctx,
	change: Change<T>,
): Promise<Change<T>> {
	const { data } = change.result;
	if (change.writes.length === 0 || Date.parse(data.start_at) <= ctx.now) return change;
	return { ...change, writes: [...change.writes, ...(await appointmentMail(ctx, "booking_cancelled", data))] };
}

export async function clientMail(
	ctx: Ctx,
	kind: BookingMail | "request_declined",
	{ link, ...about }: { link?: string } & Record<string, unknown>,
): Promise<Write[]> {
	const id = newId("mail", ctx.now);
	const sealed = link === undefined ? {} : { sealed_link: await ctx.vault.seal(link, id) };
	const data = { ...about, ...sealed };
	return [insertRow(mails, { id, tenantId: ctx.tenantId, kind, data, createdAt: ctx.now })];
}
