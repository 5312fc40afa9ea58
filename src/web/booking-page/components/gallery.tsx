import type { PictureRow } from "../../../domain/pictures/schema.ts";
import type { BookableArtist } from "../bookable-artist.ts";
import { Picture, wholePicture } from "./picture.tsx";

/** The others are behind a click, so that what can be booked is not far below them. */
const shownAtOnce = 6;

const sizes = "(min-width: 64rem) 11rem, (min-width: 34rem) 10.5rem, 32vw";

/** The artist's pictures but for the avatar, which is above them. Each leads to the whole picture. */
export const Gallery = ({ bookable }: { bookable: BookableArtist }) => {
	const pictures = bookable.pictures.filter(({ id }) => id !== bookable.artist.avatarPictureId);
	if (pictures.length === 0) return null;
	const { page } = bookable.words;
	const [first, others] = [pictures.slice(0, shownAtOnce), pictures.slice(shownAtOnce)];
	return (
		<section class="work" aria-label={page.picturesOf(bookable.artist.name)}>
			<Tiles bookable={bookable} pictures={first} from={0} />
			{others.length > 0 && (
				<details>
					<summary>{page.morePictures(others.length)}</summary>
					<Tiles bookable={bookable} pictures={others} from={shownAtOnce} />
				</details>
			)}
		</section>
	);
};

const Tiles = ({ bookable, pictures, from }: { bookable: BookableArtist; pictures: PictureRow[]; from: number }) => (
	<ul class="tiles">
		{pictures.map((picture, n) => (
			<li>
				<a href={wholePicture(bookable.ctx, picture)}>
					<Picture
						ctx={bookable.ctx}
						picture={picture}
						alt={picture.caption ?? bookable.words.page.pictureOf(from + n + 1, bookable.artist.name)}
						own={picture.caption === null ? {} : bookable.own}
						sizes={sizes}
						first={from === 0 && n < 3}
					/>
				</a>
			</li>
		))}
	</ul>
);
