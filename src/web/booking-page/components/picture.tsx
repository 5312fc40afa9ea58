import { picturePath } from "../../../domain/pictures/addresses.ts";
import type { PictureRow } from "../../../domain/pictures/schema.ts";
import { thumbnailWidths } from "../../../domain/pictures/thumbnails.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { OwnText } from "../../ui/own-text.ts";

interface Props {
	ctx: Ctx;
	picture: PictureRow;
	/** Stands for the picture where nobody sees it. Empty if text beside it says the same. */
	alt: string;
	/** The attributes for an `alt` that the studio wrote. */
	own?: OwnText;
	/** The width of the picture on the page, as the attribute `sizes` has it. */
	sizes: string;
	/** A part of the page that is on the first screen. */
	first?: boolean;
}

/** The picture has its place before it is there, so nothing moves. */
export const Picture = ({ ctx, picture, alt, own = {}, sizes, first = false }: Props) => {
	const { width, height } = picture;
	const at = (w: number) => `${picturePath(ctx, picture)}/thumbnail?w=${w}`;
	return (
		<img
			src={at(640)}
			srcset={widthsFor(width)
				.map((w) => `${at(w)} ${Math.min(w, width)}w`)
				.join(", ")}
			sizes={sizes}
			width={width}
			height={height}
			alt={alt}
			{...own}
			loading={first ? undefined : "lazy"}
			fetchpriority={first ? "high" : undefined}
			decoding="async"
		/>
	);
};

/** No thumbnail is wider than its picture. */
const widthsFor = (width: number): number[] =>
	thumbnailWidths.filter((_, n) => n === 0 || (thumbnailWidths[n - 1] ?? 0) < width);

/** The whole picture, for a link that works without script. */
export const wholePicture = (ctx: Ctx, picture: PictureRow): string => `${picturePath(ctx, picture)}/thumbnail?w=1280`;
