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
	const { artist, shop, own } = bookable;
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
			{artist.bio && (
				<p class="pre" {...own}>
					{artist.bio}
				</p>
			)}
		</header>
	);
};

const Offer = ({ bookable }: { bookable: BookableArtist }) => {
	const { page } = bookable.words;
	const shown = bookable.types.filter(({ details }) => details.visibility === "PUBLIC");
	return (
		<Panel title={page.whatToBook}>
			{shown.length === 0 && (
				<Empty title={page.nothingOnline} actions={<ContactLinks shop={bookable.shop} />}>
					{page.askForAppointment(workplaceName(bookable))}
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
	const { words, own } = bookable;
	return (
		<article class={image ? "entry with-image" : "entry"}>
			{image}
			<h3>
				<a href={pathOf(bookable, type)} {...own}>
					{type.row.name}
				</a>
			</h3>
			<p class="dim">{[lengthOf(type), priceOf(type.details, words)].filter(Boolean).join(" · ")}</p>
			{type.details.description && (
				<p class="pre" {...own}>
					{type.details.description}
				</p>
			)}
			<div class="actions">
				<a class="button primary" href={pathOf(bookable, type)} aria-label={words.page.bookNamed(type.row.name)}>
					{words.page.book}
				</a>
			</div>
		</article>
	);
};
