import type { ByteReader } from "../byte-reader.ts";
import { cutOff, damaged } from "../picture-fault.ts";
import type { Sides } from "../stripped-picture.ts";
import type { Extent } from "./item-locations.ts";
import { type Properties, propertyOf } from "./item-properties.ts";

export function sidesOf(reader: ByteReader, properties: Properties, id: number): Sides {
	const extents = propertyOf(properties, id, "ispe");
	if (!extents) throw damaged("it does not say how large it is");
	return { width: reader.u32(extents.data + 4), height: reader.u32(extents.data + 8) };
}

/** The sides of a grid, which its own data say. It must have as many tiles as they say. */
export function gridSides(reader: ByteReader, data: Extent | undefined, tiles: number): Sides {
	if (!data || data.to - data.from < 8) throw cutOff();
	const isWide = reader.u8(data.from + 1) % 2 === 1;
	if (isWide && data.to - data.from < 12) throw cutOff();
	if ((reader.u8(data.from + 2) + 1) * (reader.u8(data.from + 3) + 1) !== tiles)
		throw damaged("its grid has more or fewer tiles than it says");
	const at = data.from + 4;
	return isWide
		? { width: reader.u32(at), height: reader.u32(at + 4) }
		: { width: reader.u16(at), height: reader.u16(at + 2) };
}

/** The sides as they are shown: of the part that `clap` names, if it names one in whole pixels, and turned by `irot`. */
export function shownSides(reader: ByteReader, properties: Properties, id: number, { width, height }: Sides): Sides {
	const clap = propertyOf(properties, id, "clap");
	const clapped = (at: number, side: number): number => {
		const part = clap ? reader.u32(clap.data + at) / reader.u32(clap.data + at + 4) : side;
		return Number.isInteger(part) && part > 0 && part <= side ? part : side;
	};
	const sides = { width: clapped(0, width), height: clapped(8, height) };
	const irot = propertyOf(properties, id, "irot");
	return irot && reader.u8(irot.data) % 2 === 1 ? { width: sides.height, height: sides.width } : sides;
}
