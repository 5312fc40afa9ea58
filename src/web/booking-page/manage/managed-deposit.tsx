import type { ManagedBooking } from "../../../domain/booking/bookings/managed-booking.ts";
import type { Words } from "../../../domain/languages/words.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { OwnText } from "../../ui/own-text.ts";
import { Deposit } from "../appointment/deposit.tsx";

interface Props {
	ctx: Pick<Ctx, "now">;
	managed: ManagedBooking;
	words: Words;
	own: OwnText;
}

export const ManagedDeposit = ({ ctx, managed: { appointment, details }, words, own }: Props) => (
	<Deposit appointment={appointment} details={details} now={ctx.now} words={words} own={own} />
);
