export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/heic"] as const;
export type PictureType = (typeof pictureTypes)[number];

/** The brands of ISO/IEC 23008-12 and of AVIF. `mif1` and `msf1` say nothing of the coding, so others go before them. */
const brands: Record<string, PictureType> = {
	...Object.fromEntries(["avif", "avis"].map((brand) => [brand, "image/avif"])),
	...Object.fromEntries(
		["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"].map((brand) => [brand, "image/heic"]),
	),
};
const brandsOfAnyCoding = ["mif1", "msf1"];

/** The format that the first bytes show; null if it is none of the five. It looks at no more than 64 bytes. */
export function pictureTypeOf(first: Uint8Array): PictureType | null {
	const text = String.fromCharCode(...first.subarray(0, 64));
	if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
	if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
	if (text.startsWith("RIFF") && text.startsWith("WEBP", 8)) return "image/webp";
	if (text.startsWith("ftyp", 4)) return typeOfBrands(text);
	return null;
}

/** The major brand decides; if it does not say, the first compatible brand that does. */
function typeOfBrands(text: string): PictureType | null {
	const end = Math.min(
		text.length,
		[0, 1, 2, 3].reduce((size, at) => size * 256 + text.charCodeAt(at), 0),
	);
	const named = [text.slice(8, 12)];
	for (let at = 16; at + 4 <= end; at += 4) named.push(text.slice(at, at + 4));
	for (const brand of named) {
		const type = Object.hasOwn(brands, brand) ? brands[brand] : undefined;
		if (type) return type;
	}
	return named.some((brand) => brandsOfAnyCoding.includes(brand)) ? "image/heic" : null;
}
