import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import { priceOf } from "../../../domain/mail/booking/price-text.ts";
import { addressesOf } from "../../../domain/pictures/addresses.ts";
import { type Language, languages } from "../../../platform/lib/languages.ts";
import type { PageMetadata } from "../../ui/layout.tsx";
import type { BookableArtist } from "../bookable-artist.ts";
import { inLanguage } from "./language-switch.tsx";
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

/**
 * Without a language in it, the address has the page in any language. Search engines ask for none, and get that of the
 * shop.
 */
const addressesIn = (address: string, language: Language | undefined) => ({
	url: language === undefined ? address : inLanguage(address, language),
	alternates: [["x-default", address] as const, ...languages.map((one) => [one, inLanguage(address, one)] as const)],
});

/** `language`: that of the address, if it names one. */
export function artistMetadata(bookable: BookableArtist, language: Language | undefined): PageMetadata {
	const { artist, shop, studio, words } = bookable;
	const at = shop?.name ?? studio.name;
	return {
		description: shorten(artist.bio ?? words.page.description(artist.name, at)),
		...addressesIn(urlOf(bookable), language),
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

export function eventTypeMetadata(
	bookable: BookableArtist,
	type: BookableType,
	language: Language | undefined,
): PageMetadata {
	const { row, details } = type;
	const { words } = bookable;
	const url = `${urlOf(bookable)}/book/${row.slug}`;
	const facts = [row.name, words.page.withArtist(bookable.artist.name), lengthOf(type), priceOf(details, words)]
		.filter(Boolean)
		.join(", ");
	return {
		description: shorten(details.description ? `${facts}. ${details.description}` : `${facts}.`),
		...addressesIn(url, language),
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
