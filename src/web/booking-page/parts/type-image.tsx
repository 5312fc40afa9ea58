import { picturePath } from "../../../domain/clients/pictures/addresses.ts";
import type { BookableArtist, BookableType } from "../bookable-artist.ts";
import { ownImage } from "./own-image.ts";
import { Picture } from "./picture.tsx";

/** The width and height on the page (styles/pages/booking/artist.css). */
const side = 72;

/** The picture of an event type: one of the artist's, or an address of this origin. Null if it has none. */
export function typeImage({ ctx, pictures }: BookableArtist, { details }: BookableType) {
	const src = ownImage(ctx.settings, details.image_url);
	if (src === undefined) return null;
	const [path = ""] = src.split(/\/thumbnail|\?/);
	const picture = pictures.find((one) => picturePath(ctx, one) === path);
	// The name stands beside it.
	return picture ? (
		<Picture ctx={ctx} picture={picture} alt="" sizes={`${side}px`} />
	) : (
		<img src={src} width={side} height={side} alt="" loading="lazy" decoding="async" />
	);
}
