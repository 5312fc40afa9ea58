import { thumbnailWidths } from "../../../domain/pictures/thumbnails.ts";

export interface Thumbnailed {
	url: string;
	thumbnail_url: string;
	width: number;
	height: number;
	position: number;
	caption: string | null;
}

/** The pages load the pictures from their own origin, which their security policy allows. */
export const localAddress = (url: string): string => new URL(url, "https://any.example").pathname;

/** The text alternative. */
export const alternativeOf = ({ caption, position }: Pick<Thumbnailed, "caption" | "position">): string =>
	caption ?? `Picture ${position}`;

interface Props {
	of: Thumbnailed;
	/** The width that the page gives it, as CSS says it. */
	sizes: string;
	lazy?: boolean;
}

/** Browsers choose among the thumbnails, and know the shape of the picture before it arrives. */
export const Thumbnail = ({ of, sizes, lazy }: Props) => {
	const address = localAddress(of.thumbnail_url);
	return (
		<img
			src={`${address}?w=640`}
			srcset={thumbnailWidths.map((width) => `${address}?w=${width} ${width}w`).join(", ")}
			sizes={sizes}
			width={of.width}
			height={of.height}
			alt={alternativeOf(of)}
			loading={lazy ? "lazy" : undefined}
			decoding="async"
		/>
	);
};
