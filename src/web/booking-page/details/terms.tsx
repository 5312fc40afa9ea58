import { depositOf } from "../../../domain/mail/booking/price-text.ts";
import type { Details } from "../../../domain/studio/event-types/schema.ts";
import { policyOf } from "../components/words.ts";

/** The terms that a client accepts by booking: the deposit and the cancellation policy. */
export const Terms = ({ of }: { of: Details }) => {
	const deposit = depositOf(of);
	const policy = policyOf(of);
	return (
		<>
			{deposit && <p>{deposit}</p>}
			{policy.length > 0 && (
				<details>
					<summary>If you cannot come</summary>
					{policy.map((words) => (
						<p class="pre">{words}</p>
					))}
				</details>
			)}
		</>
	);
};
