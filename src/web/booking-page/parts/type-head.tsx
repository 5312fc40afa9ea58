import type { Child } from "hono/jsx";
import { priceOf } from "../../../domain/mail/price-words.ts";
import type { BookableType, BookingPlace } from "../bookable-artist.ts";
import { placeName } from "./place-name.ts";
import { lengthOf } from "./words.ts";

interface Props {
	place: BookingPlace;
	type: BookableType;
	/** What is told beyond the facts. Only the first step does, so that it hides nothing on the later ones. */
	children?: Child;
}

/** What is booked, and with whom. */
export const TypeHead = ({ place, type, children }: Props) => (
	<header class="who-books">
		<p class="dim">
			<a href={`/${place.artist.slug}`}>{place.artist.name}</a>, {placeName(place)}
		</p>
		<h1>{type.row.name}</h1>
		<p class="dim">{[lengthOf(type), priceOf(type.details)].filter(Boolean).join(" · ")}</p>
		{children}
	</header>
);
