export interface Sides {
	width: number;
	height: number;
}

export interface StrippedPicture extends Sides {
	length: number;
}

export const turned = (picture: StrippedPicture, swapsSides: boolean): StrippedPicture =>
	swapsSides ? { ...picture, width: picture.height, height: picture.width } : picture;
