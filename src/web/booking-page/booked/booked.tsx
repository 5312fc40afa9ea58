import { Facts, Panel } from "../../ui/components/parts.tsx";
import { type BookableType, type BookingPlace, periodOf } from "../bookable-artist.ts";
import { costsOf } from "../details/costs.ts";
import { Steps } from "../parts/frame.tsx";
import { Period } from "../parts/moments.tsx";
import { placeName } from "../parts/place-name.ts";

/** What the last page tells. It stands sealed in its address, so that nobody can make such a page up. */
interface Booked {
	start: number;
	kind: "appointment" | "lead";
}

const owner = ({ ctx, artist }: BookingPlace): string => `booked/${ctx.tenantId}/${artist.id}`;

export const sealBooked = (place: BookingPlace, booked: Booked): Promise<string> =>
	place.ctx.vault.seal(JSON.stringify(booked), owner(place));

export async function openBooked(place: BookingPlace, sealed: string): Promise<Booked | undefined> {
	try {
		return JSON.parse(await place.ctx.vault.open(sealed, owner(place))) as Booked;
	} catch {
		return undefined;
	}
}

interface Props {
	place: BookingPlace;
	type: BookableType;
	booked: Booked;
}

export const BookedPage = ({ place, type, booked: { start, kind } }: Props) => (
	<>
		<Steps at={3} />
		<Panel>
			<h1>{kind === "appointment" ? "You are booked" : "Your request is with the studio"}</h1>
			<Facts
				of={[
					["Appointment", type.row.name],
					["With", `${place.artist.name}, ${placeName(place)}`],
					["When", <Period {...periodOf(place, type, start)} />],
					...costsOf(type.details),
				]}
			/>
			<p class="after">
				{kind === "appointment"
					? "A mail with the details is on its way to you. With the link in it you can move or cancel the appointment."
					: "The studio confirms each appointment of this kind. You hear from it by mail."}
			</p>
			{type.details.confirmation_message && <p class="pre">{type.details.confirmation_message}</p>}
			{kind === "appointment" && type.details.instructions && (
				<>
					<h2 class="after">How to prepare</h2>
					<p class="pre">{type.details.instructions}</p>
				</>
			)}
			<p class="after">
				<a href={`/${place.artist.slug}`}>Back to {place.artist.name}</a>
			</p>
		</Panel>
	</>
);
