import type { Child } from "hono/jsx";
import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import { priceOf } from "../../../domain/mail/booking/price-text.ts";
import type { BookableArtist } from "../bookable-artist.ts";
import { lengthOf } from "./words.ts";
import { workplaceName } from "./workplace-name.ts";

interface Props {
	bookable: BookableArtist;
	type: BookableType;
	children?: Child;
}

export const TypeHead = ({ bookable, type, children }: Props) => (
	<header class="who-books">
		<p class="dim">
			<a href={`/${bookable.artist.slug}`}>{bookable.artist.name}</a>, {workplaceName(bookable)}
		</p>
		<h1 {...bookable.own}>{type.row.name}</h1>
		<p class="dim">{[lengthOf(type), priceOf(type.details, bookable.words)].filter(Boolean).join(" · ")}</p>
		{children}
	</header>
);
