import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import { requestedDeposit } from "../../../domain/booking/deposits/request.ts";
import type { Words } from "../../../domain/languages/words.ts";
import { expectedDeposit } from "../../../domain/mail/booking/deposit-text.ts";
import { cancellationRules } from "../../../domain/mail/booking/terms-text.ts";
import type { Details } from "../../../domain/studio/event-types/schema.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import type { OwnText } from "../../ui/own-text.ts";
import type { BookableArtist } from "../bookable-artist.ts";

interface Props {
	bookable: Pick<BookableArtist, "ctx" | "words" | "own">;
	type: BookableType;
	/** The chosen time. */
	start?: number;
}

/** The terms that a client accepts by booking. */
export const Terms = ({ bookable, type, start }: Props) => {
	const { words, own } = bookable;
	const { details } = type;
	return (
		<>
			<DepositTerms bookable={bookable} type={type} {...(start === undefined ? {} : { start })} />
			<CancellationTerms of={details} hasDeposit={details.deposit_required} words={words} own={own} />
		</>
	);
};

/** The deposit that the booking asks for, and how it is paid. */
export const DepositTerms = ({ bookable: { ctx, words, own }, type: { row, details }, start }: Props) => {
	const startAt = start ?? ctx.now;
	const priced = { priceAmount: null, currency: null, startAt, endAt: startAt + row.durationMinutes * minuteMs };
	const asked = requestedDeposit(details, priced, ctx.now);
	if (!asked) return null;
	const isShort = start !== undefined && asked.due_at >= start;
	const { deposit_instructions: instructions, deposit_url: url, deposit_unpaid } = details;
	const { appointment } = words;
	return (
		<>
			<p>
				{expectedDeposit(details, { ...asked, isShort }, words)}
				{deposit_unpaid === "CANCEL" && ` ${appointment.depositElseCancelled}`}
			</p>
			{(instructions || url) && (
				<details>
					<summary>{appointment.howToPay}</summary>
					{instructions && (
						<p class="pre" {...own}>
							{instructions}
						</p>
					)}
					{url && <p>{appointment.payLater}</p>}
				</details>
			)}
		</>
	);
};

interface CancellationProps {
	of: Details;
	/** The client may lose a deposit, or get it back. */
	hasDeposit: boolean;
	words: Words;
	own: OwnText;
}

export const CancellationTerms = ({ of, hasDeposit, words, own }: CancellationProps) => {
	const rules = cancellationRules(of, { hasDeposit }, words);
	const { cancellation_policy: policy } = of;
	if (rules.length === 0 && !policy) return null;
	return (
		<details>
			<summary>{words.appointment.cannotCome}</summary>
			{rules.map((sentence) => (
				<p>{sentence}</p>
			))}
			{policy && (
				<p class="pre" {...own}>
					{policy}
				</p>
			)}
		</details>
	);
};
