import { insert, type Write } from "../../commit/write.ts";
import type { Ctx } from "../../context.ts";
import { mails } from "../../db/tables/both/mails.ts";
import { newId } from "../../lib/ids.ts";
import type { BookingMail } from "../../mail/booking-words.ts";

interface More {
	/** The manage link. Until the mail leaves, it is stored sealed. */
	link?: string;
	/** Of a move: the times before it. */
	before?: { startAt: number; endAt: number };
}

/** The row of a mail to the client of an appointment. The outbox sends it after the commit. */
export const mailTo = (ctx: Ctx, kind: BookingMail, appointmentId: string, more: More = {}): Promise<Write[]> =>
	mailAbout(ctx, kind, { appointment_id: appointmentId, ...more });

/** The row of a mail to a client. */
export async function mailAbout(
	ctx: Ctx,
	kind: BookingMail | "request_declined",
	{ link, ...about }: { link?: string } & Record<string, unknown>,
): Promise<Write[]> {
	const id = newId("mail", ctx.now);
	const sealed = link === undefined ? {} : { sealed_link: await ctx.vault.seal(link, id) };
	const data = { ...about, ...sealed };
	return [insert(mails).values({ id, tenantId: ctx.tenantId, kind, data, createdAt: ctx.now })];
}
