import { depositOf } from "../../../domain/mail/booking/price-text.ts";
import type { Details } from "../../../domain/studio/event-types/schema.ts";
import type { BookableArtist } from "../bookable-artist.ts";
import { cancellationRules } from "../components/words.ts";

interface Props {
	of: Details;
	bookable: Pick<BookableArtist, "words" | "own">;
}

/** The terms that a client accepts by booking: the deposit and the cancellation policy. */
export const Terms = ({ of, bookable: { words, own } }: Props) => {
	const deposit = depositOf(of, words);
	const rules = cancellationRules(of, words);
	const policy = of.cancellation_policy;
	return (
		<>
			{deposit && <p>{deposit}</p>}
			{(rules.length > 0 || policy) && (
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
			)}
		</>
	);
};
