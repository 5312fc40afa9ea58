import { priceOf } from "../../domain/mail/price-text.ts";
import { Empty, Panel } from "../ui/components/parts.tsx";
import type { BookableArtist } from "./bookable-artist.ts";
import { ContactLinks } from "./parts/contact.tsx";
import { lengthOf } from "./parts/words.ts";
import { workplaceName } from "./parts/workplace-name.ts";
import { pathOf } from "./with-event-type.ts";

export const ArtistPage = ({ bookable }: { bookable: BookableArtist }) => {
	const { artist, shop } = bookable;
	const shown = bookable.types.filter(({ details }) => details.visibility === "PUBLIC");
	return (
		<>
			<header class="who-books">
				<h1>{artist.name}</h1>
				<p class="dim">
					{workplaceName(bookable)}
					{shop?.address?.city && `, ${shop.address.city}`}
				</p>
				{artist.bio && <p class="pre">{artist.bio}</p>}
			</header>
			<Panel title="What would you like to book?">
				{shown.length === 0 && (
					<Empty title="Nothing can be booked online now">
						Ask {workplaceName(bookable)} for an appointment
						<ContactLinks shop={shop} />.
					</Empty>
				)}
				{shown.map((type) => (
					<article class="entry">
						<h3>
							<a href={pathOf(bookable, type)}>{type.row.name}</a>
						</h3>
						<p class="dim">{[lengthOf(type), priceOf(type.details)].filter(Boolean).join(" · ")}</p>
						{type.details.description && <p class="pre">{type.details.description}</p>}
						<div class="actions">
							<a class="button primary" href={pathOf(bookable, type)} aria-label={`Book ${type.row.name}`}>
								Book
							</a>
						</div>
					</article>
				))}
			</Panel>
		</>
	);
};
