import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import { priceOf } from "../../../domain/mail/booking/price-text.ts";
import { addressesOf } from "../../../domain/pictures/addresses.ts";
import type { PageMetadata } from "../../ui/layout.tsx";
import type { BookableArtist } from "../bookable-artist.ts";
import { lengthOf } from "./words.ts";

/** Search engines and messengers cut longer texts. */
const maxChars = 200;

const shorten = (text: string): string => {
	const line = text.replaceAll(/\s+/g, " ").trim();
	return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, "")}…`;
};

/** The picture for previews: the artist's avatar, else the artist's first picture. The address of either stays. */
function pictureForPreviews(bookable: BookableArtist): string | undefined {
	const { ctx, artist, pictures } = bookable;
	const id = artist.avatarPictureId ?? (artist.avatarUrl ? null : pictures[0]?.id);
	if (!id) return artist.avatarUrl ?? undefined;
	return `${addressesOf(ctx, { tenantId: ctx.tenantId, id, ownerType: "artist" }).thumbnail_url}?w=1280`;
}

const urlOf = ({ ctx, artist }: BookableArtist): string => `${ctx.settings.bookingUrl}/${artist.slug}`;

const provider = ({ artist, shop, studio }: BookableArtist): Record<string, unknown> => ({
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

export function artistMetadata(bookable: BookableArtist): PageMetadata {
	const { artist, shop, studio } = bookable;
	const at = shop?.name ?? studio.name;
	return {
		description: shorten(artist.bio ?? `Book an appointment with ${artist.name} at ${at}.`),
		url: urlOf(bookable),
		image: pictureForPreviews(bookable),
		data: {
			"@context": "https://schema.org",
			"@type": "Person",
			name: artist.name,
			url: urlOf(bookable),
			image: pictureForPreviews(bookable),
			worksFor: { "@type": "TattooParlor", name: at },
		},
	};
}

export function eventTypeMetadata(bookable: BookableArtist, type: BookableType): PageMetadata {
	const { row, details } = type;
	const url = `${urlOf(bookable)}/book/${row.slug}`;
	const facts = [row.name, `with ${bookable.artist.name}`, lengthOf(type), priceOf(details)].filter(Boolean).join(", ");
	return {
		description: shorten(details.description ? `${facts}. ${details.description}` : `${facts}.`),
		url,
		image: details.image_url ?? pictureForPreviews(bookable),
		data: {
			"@context": "https://schema.org",
			"@type": "Service",
			name: row.name,
			description: details.description ?? undefined,
			url,
			provider: provider(bookable),
			potentialAction: { "@type": "ReserveAction", target: url },
		},
	};
}
