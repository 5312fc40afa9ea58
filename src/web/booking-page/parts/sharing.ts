import { priceOf } from "../../../domain/mail/price-words.ts";
import type { Shared } from "../../ui/layout.tsx";
import type { BookableType, BookingPlace } from "../bookable-artist.ts";
import { lengthOf } from "./words.ts";

/** Search engines and messengers cut what is longer. */
const mostChars = 200;

const cut = (text: string): string => {
	const line = text.replaceAll(/\s+/g, " ").trim();
	return line.length <= mostChars ? line : `${line.slice(0, mostChars - 1).replace(/[\ud800-\udbff]$/, "")}…`;
};

const addressOf = ({ ctx, artist }: BookingPlace): string => `${ctx.settings.bookingUrl}/${artist.slug}`;

const provider = ({ artist, shop, studio }: BookingPlace): Record<string, unknown> => ({
	"@type": "TattooParlor",
	name: shop?.name ?? studio.name,
	...(shop?.address
		? {
				address: {
					"@type": "PostalAddress",
					streetAddress: [shop.address.line1, shop.address.line2].filter(Boolean).join(", ") || undefined,
					addressLocality: shop.address.city ?? undefined,
					postalCode: shop.address.postal_code ?? undefined,
					addressCountry: shop.address.country ?? undefined,
				},
			}
		: {}),
	employee: { "@type": "Person", name: artist.name },
});

export function sharedArtist(place: BookingPlace): Shared {
	const { artist, shop, studio } = place;
	const at = shop?.name ?? studio.name;
	return {
		description: cut(artist.bio ?? `Book an appointment with ${artist.name} at ${at}.`),
		url: addressOf(place),
		image: artist.avatarUrl ?? undefined,
		data: {
			"@context": "https://schema.org",
			"@type": "Person",
			name: artist.name,
			url: addressOf(place),
			image: artist.avatarUrl ?? undefined,
			worksFor: { "@type": "TattooParlor", name: at },
		},
	};
}

export function sharedType(place: BookingPlace, type: BookableType): Shared {
	const { row, details } = type;
	const url = `${addressOf(place)}/book/${row.slug}`;
	const facts = [row.name, `with ${place.artist.name}`, lengthOf(type), priceOf(details)].filter(Boolean).join(", ");
	return {
		description: cut(details.description ? `${facts}. ${details.description}` : `${facts}.`),
		url,
		image: details.image_url ?? place.artist.avatarUrl ?? undefined,
		data: {
			"@context": "https://schema.org",
			"@type": "Service",
			name: row.name,
			description: details.description ?? undefined,
			url,
			provider: provider(place),
			potentialAction: { "@type": "ReserveAction", target: url },
		},
	};
}
