import type { Managed } from "../../../domain/booking/bookings/manage.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { type Filled, Input } from "../../ui/components/fields.tsx";
import { Facts } from "../../ui/components/parts.tsx";
import { costsOf } from "../details/costs.ts";
import { Period } from "../parts/moments.tsx";
import { placeName } from "../parts/place-name.ts";

/** What the appointment is, with whom, when and where. */
export const AppointmentFacts = ({
	managed: { appointment, artist, shop, studio, type, details },
}: {
	managed: Managed;
}) => (
	<Facts
		of={[
			["Appointment", type?.name ?? appointment.title ?? "Appointment"],
			["With", `${artist.name}, ${placeName({ shop, studio })}`],
			["When", <Period {...appointment} />],
			appointment.location !== null && ["Where", appointment.location],
			...(details ? costsOf(details) : []),
		]}
	/>
);

export const Email = ({ of }: { of: Filled }) => (
	<Input
		of={of}
		name="email"
		label="Your email"
		hint="The address that the studio has for you."
		type="email"
		required
		autocomplete="email"
		maxlength={254}
	/>
);

/** A refusal for the person at the form. Anything else is thrown on. */
export function faultsOf(error: unknown) {
	if (!(error instanceof Problem) || error.status === 404 || error.status >= 500) throw error;
	const isEmail = error.message.startsWith("email:");
	if (isEmail) {
		const text = "This is not the address that the studio has for you.";
		return { summary: "Check your email address. Nothing has been changed.", fields: { email: text } };
	}
	return { summary: error.message, fields: {} };
}
