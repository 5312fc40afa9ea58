import { insertRow, type Write } from "../../../platform/commit/write.ts";
import type { Ctx, WaitingMail } from "../../../platform/context.ts";
import { mails } from "../../../platform/db/tables/both/mails.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { knownStates, staleState, stateOf, waitingMailsAbout } from "../../mail/booking/known-states.ts";
import { claimedByRequest } from "../../mail/outbox/outbox.ts";
import type { BookingContext } from "../slots/booking-context.ts";
import type { AppointmentRow } from "./schema.ts";

interface RescheduleMail {
	write: Write;
	/** Sends the mail after the commit. True if the mail service took it. */
	send(): Promise<boolean>;
	/** Whether the mail would leave if the move were made. */
	wouldSend(): Promise<boolean>;
}

/**
 * The mail that tells a client of a move. It commits with the move, so that no crash loses it. Undefined if the client
 * must not get a mail. If `isAwaited`, the request sends it and waits for it. Otherwise the outbox sends it.
 */
export function rescheduleMail(
	ctx: Ctx,
	{ client }: BookingContext,
	before: AppointmentRow,
	after: AppointmentRow,
	isAwaited: boolean,
): RescheduleMail | undefined {
	if (!client || client.isBlocked || client.doNotContact) return undefined;
	const { now, tenantId } = ctx;
	const data = {
		appointment_id: after.id,
		client_id: client.id,
		before: stateOf(before),
		sequence: after.calendarSequence,
		moved_at: now,
	};
	const mail = { id: newId("mail", now), tenantId, kind: "booking_moved", data } satisfies WaitingMail;
	const claim = isAwaited ? claimedByRequest(now) : {};
	return {
		write: insertRow(mails, { ...mail, ...claim, createdAt: now }),
		send: () => ctx.send(mail),
		wouldSend: async () => {
			// Moves that lead back to what the client knows are told to nobody.
			const known = knownStates(await waitingMailsAbout(ctx, after.id, client.id));
			if (!staleState(known.length > 0 ? known : [data.before], stateOf(after))) return false;
			return await ctx.wouldSend(mail, client.email);
		},
	};
}
