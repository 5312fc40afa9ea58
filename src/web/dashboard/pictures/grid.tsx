import type { Child } from "hono/jsx";
import { Thumbnail, type Thumbnailed } from "./image.tsx";

export interface ShownPicture extends Thumbnailed {
	id: string;
	/** The page of the picture. */
	href: string;
	/** A mark beside the caption, and buttons below it. */
	below?: Child;
}

interface Props {
	label: string;
	pictures: readonly ShownPicture[];
	/** The pictures of the page can be dragged to another place (contract: Dashboard 66). */
	sortable?: boolean;
	strip?: boolean;
}

/** Pictures in squares. With script a click opens them in a dialog, without script their pages. */
export const PictureGrid = ({ label, pictures, sortable, strip }: Props) => (
	<picture-grid sortable={sortable}>
		<ul class={strip ? "pictures strip" : "pictures"} aria-label={label}>
			{pictures.map((picture) => (
				<li id={sortable ? picture.id : undefined}>
					<a class="square" href={picture.href} data-picture>
						<Thumbnail of={picture} sizes={strip ? "6rem" : squareSizes} lazy />
					</a>
					{!strip && picture.caption && (
						<p class="caption" aria-hidden="true">
							{picture.caption}
						</p>
					)}
					{picture.below}
				</li>
			))}
		</ul>
	</picture-grid>
);

/** The width of a square (styles/components/pictures.css). */
const squareSizes = "(max-width: 30rem) 45vw, 11rem";
