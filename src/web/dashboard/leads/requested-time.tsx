import type { RequestedAppointment } from "../../../domain/clients/leads/requested-appointments.ts";
import { Facts } from "../../ui/components/elements.tsx";
import { zoneName } from "../calendar/words.ts";
import { LocalTime } from "../components/local-time.tsx";
import type { Visit } from "../frame/visit.ts";

interface Props {
	visit: Visit;
	requested: RequestedAppointment;
}

/** In the time zone of the studio, and in that of the artist if it differs. */
const RequestedTime = ({ visit: { studio }, requested: { start, artist } }: Props) => (
	<>
		<LocalTime at={start} zone={studio.timezone} />
		{artist && artist.timezone !== studio.timezone && (
			<>
				{" "}
				(<LocalTime at={start} zone={artist.timezone} /> in {zoneName(artist.timezone)})
			</>
		)}
	</>
);

export const RequestedSentence = ({ visit, requested, isOpen }: Props & { isOpen: boolean }) => {
	const { start, artist, eventType, placement } = requested;
	return (
		<p>
			{isOpen ? "Asks for" : "Asked for"}{" "}
			{eventType ? `${eventType.name} (${eventType.minutes} minutes)` : "an appointment"}
			{artist && ` with ${artist.name}`}: <RequestedTime visit={visit} requested={requested} />.
			{placement && ` Placement: ${placement}.`}
			{isOpen && start <= visit.ctx.now && " This time has passed, so you can only decline the request."}
		</p>
	);
};

export const RequestedFacts = ({ visit, requested }: Props) => (
	<Facts
		of={[
			["Event type", requested.eventType?.name],
			["Artist", requested.artist?.name],
			["Time", <RequestedTime visit={visit} requested={requested} />],
			["Length", requested.eventType && `${requested.eventType.minutes} minutes`],
			requested.placement ? ["Placement", requested.placement] : null,
		]}
	/>
);
