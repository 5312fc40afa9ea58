import { priceOf } from "../../domain/mail/price-words.ts";
import { Empty, Panel } from "../ui/components/parts.tsx";
import type { BookingPlace } from "./bookable-artist.ts";
import { Ways } from "./parts/contact.tsx";
import { placeName } from "./parts/place-name.ts";
import { lengthOf } from "./parts/words.ts";
import { pathOf } from "./with-event-type.ts";

export const ArtistPage = ({ place }: { place: BookingPlace }) => {
	const { artist, shop } = place;
	const shown = place.types.filter(({ details }) => details.visibility === "PUBLIC");
	return (
		<>
			<header class="who-books">
				<h1>{artist.name}</h1>
				<p class="dim">
					{placeName(place)}
					{shop?.address?.city && `, ${shop.address.city}`}
				</p>
				{artist.bio && <p class="pre">{artist.bio}</p>}
			</header>
			<Panel title="What would you like to book?">
				{shown.length === 0 && (
					<Empty title="Nothing can be booked online now">
						Ask {placeName(place)} for an appointment
						<Ways shop={shop} />.
					</Empty>
				)}
				{shown.map((type) => (
					<article class="entry">
						<h3>
							<a href={pathOf(place, type)}>{type.row.name}</a>
						</h3>
						<p class="dim">{[lengthOf(type), priceOf(type.details)].filter(Boolean).join(" · ")}</p>
						{type.details.description && <p class="pre">{type.details.description}</p>}
						<div class="actions">
							<a class="button primary" href={pathOf(place, type)} aria-label={`Book ${type.row.name}`}>
								Book
							</a>
						</div>
					</article>
				))}
			</Panel>
		</>
	);
};
