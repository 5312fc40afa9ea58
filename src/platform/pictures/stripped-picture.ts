export interface Sides {
	width: number;
	height: number;
}

/** A file that was stripped, as its format tells. */
export interface StrippedPicture extends Sides {
	/** The length of the stripped file. */
	length: number;
}

/** The picture as it is shown. */
export const turned = (picture: StrippedPicture, swapsSides: boolean): StrippedPicture =>
	swapsSides ? { ...picture, width: picture.height, height: picture.width } : picture;
