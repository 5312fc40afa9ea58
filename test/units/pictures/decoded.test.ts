import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readPicture } from "../../../src/platform/pictures/read-picture.ts";
import { pictureFile } from "../../support/picture-files.ts";
import { minimalExif, textOf } from "../../support/picture-parts.ts";

/** The decoder knows no HEIC, and no sequences. */
const files = [
	...["phone.jpg", "progressive-restarts.jpg", "cmyk.jpg", "16-bit-interlaced.png"],
	...["lossy.webp", "lossless.webp", "extended.webp", "animated.webp", "alpha.avif", "grid.avif"],
];

const decoded = (bytes: Uint8Array) =>
	sharp(bytes, { animated: true }).autoOrient().raw().toBuffer({ resolveWithObject: true });

describe.each(files)("%s, stripped and decoded by another program,", (name) => {
	const original = pictureFile(name);
	const bytes = original.slice();
	const { width, height, length } = readPicture(bytes);
	const stripped = bytes.slice(0, length);

	it("has the pixels, colours and sides that it had", async () => {
		const [before, after] = [await decoded(original), await decoded(stripped)];
		expect(after.data.equals(before.data)).toBe(true);
		expect(after.info).toEqual(before.info);
		const { icc, autoOrient, pageHeight } = await sharp(stripped, { animated: true }).metadata();
		expect({ width: autoOrient.width, height: pageHeight ?? autoOrient.height }).toEqual({ width, height });
		expect(icc).toEqual((await sharp(original).metadata()).icc);
	});

	it("has no camera data but its orientation", async () => {
		const { exif, xmp, iptc, tifftagPhotoshop, comments, orientation } = await sharp(stripped).metadata();
		expect([xmp, iptc, tifftagPhotoshop, comments]).toEqual([undefined, undefined, undefined, undefined]);
		// In a JPEG its name stands before it.
		if (exif) expect(exif.toString("latin1").replace("Exif\0\0", "")).toBe(textOf(minimalExif(orientation ?? 1)));
	});
});
