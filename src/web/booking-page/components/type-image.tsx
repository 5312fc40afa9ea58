import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import { picturePath } from "../../../domain/pictures/addresses.ts";
import type { PictureRow } from "../../../domain/pictures/schema.ts";
import type { BookableArtist } from "../bookable-artist.ts";
import { localPicture } from "./local-picture.ts";
import { Picture } from "./picture.tsx";

/** The width and height on the page (styles/pages/booking/artist.css). */
const side = 72;

/** The picture is one of the artist's, or has an address of this origin. */
export function typeImage(bookable: BookableArtist, { details }: BookableType) {
	const { ctx } = bookable;
	const picture = pictureAt(bookable, details.image_url);
	// The name stands beside it.
	if (picture) return <Picture ctx={ctx} picture={picture} alt="" sizes={`${side}px`} />;
	const src = localPicture(ctx.settings, details.image_url);
	return src ? <img src={src} width={side} height={side} alt="" loading="lazy" decoding="async" /> : null;
}

/** The artist's picture with the address. Its path cannot be guessed, so the name of the origin says nothing more. */
function pictureAt({ ctx, pictures }: BookableArtist, url: string | null): PictureRow | undefined {
	const [path] = (URL.parse(url ?? "")?.pathname ?? "").split("/thumbnail");
	return pictures.find((one) => picturePath(ctx, one) === path);
}
