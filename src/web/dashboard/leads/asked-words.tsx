import { Facts } from "../../ui/components/parts.tsx";
import { zoneName } from "../calendar/words.ts";
import type { Visit } from "../frame/visit.ts";
import { When } from "../parts/time.tsx";
import type { Asked } from "./asked.ts";

interface Props {
	visit: Visit;
	asked: Asked;
}

/** The time in the studio's zone, and in that of the artist where it is another one. */
const AskedTime = ({ visit: { studio }, asked: { start, artist } }: Props) => (
	<>
		<When at={start} zone={studio.timezone} />
		{artist && artist.timezone !== studio.timezone && (
			<>
				{" "}
				(<When at={start} zone={artist.timezone} /> in {zoneName(artist.timezone)})
			</>
		)}
	</>
);

/** What a lead asks for, in a sentence. */
export const AskedSentence = ({ visit, asked, isOpen }: Props & { isOpen: boolean }) => {
	const { start, artist, eventType } = asked;
	return (
		<p>
			{isOpen ? "Asks for" : "Asked for"}{" "}
			{eventType ? `${eventType.name} (${eventType.minutes} minutes)` : "an appointment"}
			{artist && ` with ${artist.name}`}: <AskedTime visit={visit} asked={asked} />.
			{isOpen && start <= visit.ctx.now && " This time has passed, so the request can only be declined."}
		</p>
	);
};

/** The same as facts, for the page on which somebody decides. */
export const AskedFacts = ({ visit, asked }: Props) => (
	<Facts
		of={[
			["Event type", asked.eventType?.name],
			["Artist", asked.artist?.name],
			["Time", <AskedTime visit={visit} asked={asked} />],
			["Length", asked.eventType && `${asked.eventType.minutes} minutes`],
		]}
	/>
);
