import { Empty, Panel } from "../pages/components/parts.tsx";
import { pathOf } from "./about.ts";
import type { BookingPlace } from "./place.ts";
import { lengthOf, priceOf } from "./words.ts";

export const ArtistPage = ({ place }: { place: BookingPlace }) => {
	const { artist, shop, studio } = place;
	const shown = place.types.filter(({ details }) => details.visibility === "PUBLIC");
	return (
		<>
			<header class="who-books">
				<h1>{artist.name}</h1>
				<p class="dim">
					{shop?.name ?? studio.name}
					{shop?.address?.city && `, ${shop.address.city}`}
				</p>
				{artist.bio && <p class="pre">{artist.bio}</p>}
			</header>
			<Panel title="What would you like to book?">
				{shown.length === 0 && (
					<Empty title="Nothing can be booked online now">Ask {shop?.name ?? studio.name} for an appointment.</Empty>
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
