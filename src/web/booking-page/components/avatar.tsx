import type { BookableArtist } from "../bookable-artist.ts";
import { localPicture } from "./local-picture.ts";
import { Picture, wholePicture } from "./picture.tsx";

const side = 96;

/** The artist's face: a picture of the artist, or an address of this origin. */
export const Avatar = ({ bookable }: { bookable: BookableArtist }) => {
	const { ctx, artist, pictures, own } = bookable;
	const picture = pictures.find(({ id }) => id === artist.avatarPictureId);
	if (picture)
		return (
			<a class="avatar" href={wholePicture(ctx, picture)}>
				<Picture
					ctx={ctx}
					picture={picture}
					alt={picture.caption ?? artist.name}
					own={picture.caption === null ? {} : own}
					sizes={`${side}px`}
					first
				/>
			</a>
		);
	const src = localPicture(ctx.settings, artist.avatarUrl);
	// The name stands beside it.
	return src ? <img class="avatar" src={src} width={side} height={side} alt="" /> : null;
};
