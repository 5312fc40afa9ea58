import type { ManagedBooking } from "../../../domain/booking/bookings/managed-booking.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { Facts } from "../../ui/components/elements.tsx";
import { type FormState, Input } from "../../ui/components/fields.tsx";
import { Period } from "../components/dates.tsx";
import { workplaceName } from "../components/workplace-name.ts";
import { costsOf } from "../details/costs.ts";
import { isWrongEmail } from "./email-attempts.ts";

export const AppointmentFacts = ({
	managed: { appointment, artist, shop, studio, type, details },
	brief,
}: {
	managed: ManagedBooking;
	/** Without the place and the cost. */
	brief?: boolean;
}) => (
	<Facts
		of={[
			["Appointment", type?.name ?? appointment.title ?? "Appointment"],
			["With", `${artist.name}, ${workplaceName({ shop, studio })}`],
			["When", <Period {...appointment} />],
			!brief && appointment.location !== null && ["Where", appointment.location],
			...(details && !brief ? costsOf(details) : []),
		]}
	/>
);

export const Email = ({ of }: { of: FormState }) => (
	<Input
		of={of}
		name="email"
		label="Your email"
		hint="The address that you gave to the studio."
		type="email"
		required
		autocomplete="email"
		maxlength={254}
	/>
);

/** Any other error than a refusal is thrown again. */
export function faultsOf(error: unknown) {
	if (!(error instanceof Problem) || error.status === 404 || error.status === 429 || error.status >= 500) throw error;
	if (isWrongEmail(error)) {
		const text = "This is not the address that you gave to the studio.";
		return { summary: "Check your email address. Nothing has been changed.", fields: { email: text } };
	}
	// The client was blocked meanwhile, and is not told so.
	if (error.code === "slot_unavailable") return { summary: "This appointment cannot be moved here.", fields: {} };
	return { summary: error.message, fields: {} };
}
