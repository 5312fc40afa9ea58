import type { ByteReader } from "../byte-reader.ts";
import type { Box } from "./boxes.ts";

/** The brands of sequences, and those of still pictures with the same coding. */
const still: Record<string, string> = {
	avis: "avif",
	hevc: "heic",
	hevx: "heix",
	hevm: "heim",
	hevs: "heis",
	msf1: "mif1",
};

/** A sequence has lost its tracks. Without this a player would look for them. */
export function nameStillBrands(reader: ByteReader, ftyp: Box): void {
	for (let at = ftyp.data; at + 4 <= ftyp.to; at += 4) {
		reader.countPart();
		const brand = reader.name(at);
		if (Object.hasOwn(still, brand)) reader.bytes.set(new TextEncoder().encode(still[brand]), at);
	}
}
