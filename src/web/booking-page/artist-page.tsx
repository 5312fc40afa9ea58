import type { BookableType } from "../../domain/booking/bookings/bookable-artist.ts";
import { priceOf } from "../../domain/mail/booking/price-text.ts";
import { Empty, Panel } from "../ui/components/elements.tsx";
import type { BookableArtist } from "./bookable-artist.ts";
import { Avatar } from "./components/avatar.tsx";
import { ContactLinks } from "./components/contact.tsx";
import { Gallery } from "./components/gallery.tsx";
import { typeImage } from "./components/type-image.tsx";
import { lengthOf } from "./components/words.ts";
import { workplaceName } from "./components/workplace-name.ts";
import { pathOf } from "./with-event-type.ts";

export const ArtistPage = ({ bookable }: { bookable: BookableArtist }) => (
	<>
		<Introduction bookable={bookable} />
		<div class={bookable.pictures.length > 0 ? "artist with-work" : "artist"}>
			<Gallery bookable={bookable} />
			<Offer bookable={bookable} />
		</div>
	</>
);

const Introduction = ({ bookable }: { bookable: BookableArtist }) => {
	const { artist, shop } = bookable;
	return (
		<header class="who-books introduction">
			<Avatar bookable={bookable} />
			<div>
				<h1>{artist.name}</h1>
				<p class="dim">
					{workplaceName(bookable)}
					{shop?.address?.city && `, ${shop.address.city}`}
				</p>
			</div>
			{artist.bio && <p class="pre">{artist.bio}</p>}
		</header>
	);
};

const Offer = ({ bookable }: { bookable: BookableArtist }) => {
	const shown = bookable.types.filter(({ details }) => details.visibility === "PUBLIC");
	return (
		<Panel title="What would you like to book?">
			{shown.length === 0 && (
				<Empty title="Nothing can be booked online now">
					Ask {workplaceName(bookable)} for an appointment
					<ContactLinks shop={bookable.shop} />.
				</Empty>
			)}
			{shown.map((type) => (
				<EventType bookable={bookable} type={type} />
			))}
		</Panel>
	);
};

const EventType = ({ bookable, type }: { bookable: BookableArtist; type: BookableType }) => {
	const image = typeImage(bookable, type);
	return (
		<article class={image ? "entry with-image" : "entry"}>
			{image}
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
	);
};
