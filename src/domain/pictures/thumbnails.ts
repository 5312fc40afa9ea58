/** The greatest widths that a thumbnail can have. */
export const thumbnailWidths = [320, 640, 1280] as const;
export type ThumbnailWidth = (typeof thumbnailWidths)[number];

export const thumbnailKey = (objectKey: string, width: ThumbnailWidth): string => `${objectKey}/${width}.webp`;

export const thumbnailKeys = (objectKey: string): string[] =>
	thumbnailWidths.map((width) => thumbnailKey(objectKey, width));
