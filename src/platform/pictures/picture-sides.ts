import { PictureFault } from "./picture-fault.ts";
import type { Sides } from "./stripped-picture.ts";

const largestSide = 12_000;
const mostPixels = 50_000_000;

export function checkSides({ width, height }: Sides): void {
	if (width === 0 || height === 0) throw new PictureFault("damaged", "The picture has no width or no height.");
	if (width > largestSide || height > largestSide || width * height > mostPixels)
		throw new PictureFault(
			"too_many_pixels",
			`The picture has ${width} × ${height} pixels. It may have at most 50 megapixels, and 12,000 pixels on a side.`,
		);
}
