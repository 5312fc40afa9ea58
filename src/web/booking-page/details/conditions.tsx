import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import { type FormState, Input, Select } from "../../ui/components/fields.tsx";
import type { BookableArtist } from "../bookable-artist.ts";
import { dateOf } from "../times/months.ts";

interface Props {
	bookable: BookableArtist;
	type: BookableType;
	of: FormState;
}

/** The questions of the event type itself: the date of birth, and the place on the body. */
export const Conditions = ({ bookable, type, of }: Props) => {
	const { ctx, artist, words, own } = bookable;
	const { min_age, allowed_placements } = type.details;
	return (
		<>
			{min_age !== null && (
				<Input
					of={of}
					name="date_of_birth"
					label={words.form.birthDate}
					hint={words.form.minAge(min_age)}
					type="date"
					required
					autocomplete="bday"
					max={dateOf(ctx.now, artist.timezone)}
				/>
			)}
			{allowed_placements.length > 0 && (
				<Select
					of={of}
					name="placement"
					label={words.appointment.placement}
					mark={words.form.optional}
					ownOptions={own}
					options={[
						{ value: "", text: words.form.choose },
						...allowed_placements.map((one) => ({ value: one, text: one })),
					]}
				/>
			)}
		</>
	);
};
