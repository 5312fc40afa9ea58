import { NotChanged } from "../../../domain/booking/bookings/managed-booking.ts";
import type { Words } from "../../../domain/languages/words.ts";
import { priceOf } from "../../../domain/mail/booking/price-text.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { Facts } from "../../ui/components/elements.tsx";
import { type FormState, Input } from "../../ui/components/fields.tsx";
import { Period } from "../components/dates.tsx";
import { workplaceName } from "../components/workplace-name.ts";
import { isTooYoung } from "../refused.ts";
import { isWrongEmail } from "./email-attempts.ts";
import { sentenceOf } from "./reasons.ts";
import type { OpenedBooking } from "./with-booking.tsx";

export const AppointmentFacts = ({
	managed: { appointment, artist, shop, studio, type, details },
	words,
	own,
	brief,
}: Pick<OpenedBooking, "managed" | "words" | "own"> & {
	/** Without the place and the cost. */
	brief?: boolean;
}) => {
	const name = type?.name ?? appointment.title;
	const price = details && !brief ? priceOf(details, words, words.appointment.onRequest) : undefined;
	return (
		<Facts
			of={[
				[words.appointment.appointment, name === null ? words.appointment.appointment : <span {...own}>{name}</span>],
				[words.appointment.artist, `${artist.name}, ${workplaceName({ shop, studio })}`],
				[words.appointment.when, <Period words={words} {...appointment} />],
				!brief &&
					appointment.location !== null && [words.appointment.where, <span {...own}>{appointment.location}</span>],
				!brief &&
					appointment.placement !== null && [
						words.appointment.placement,
						<span {...own}>{appointment.placement}</span>,
					],
				price !== undefined && [words.appointment.cost, price],
			]}
		/>
	);
};

export const Email = ({ of, words: { manage } }: { of: FormState; words: Words }) => (
	<Input
		of={of}
		name="email"
		label={manage.email}
		hint={manage.emailHint}
		type="email"
		required
		autocomplete="email"
		maxlength={254}
	/>
);

/** Any other error than a refusal is thrown again. */
export function faultsOf(error: unknown, words: Words) {
	const { manage } = words;
	if (!(error instanceof Problem) || error.status === 404 || error.status === 429 || error.status >= 500) throw error;
	if (isWrongEmail(error)) {
		return { summary: manage.checkEmail, fields: { email: manage.wrongEmail } };
	}
	if (isTooYoung(error)) return { summary: manage.tooYoung, fields: {} };
	// The client was blocked meanwhile, and is not told so.
	if (error.code === "slot_unavailable") return { summary: manage.notMovable, fields: {} };
	return { summary: error instanceof NotChanged ? sentenceOf(error.reason, words) : manage.notChanged, fields: {} };
}
