import { describe, expect, it } from "vitest";
import { type Bytes, joined, u16, u32le } from "../../support/picture-files.ts";
import { exif, minimalExif, orientations, readParts, textOf } from "../../support/picture-parts.ts";

describe("a WebP", () => {
	const chunk = (name: string, ...content: Bytes[]) => {
		const data = joined(...content);
		return joined(name, u32le(data.length), data, data.length % 2 ? [0] : []);
	};
	const file = (...chunks: Uint8Array[]) => chunk("RIFF", "WEBP", ...chunks);
	const u24le = (value: number) => u32le(value).slice(0, 3);
	const header = (flags: number, width = 64, height = 48) =>
		chunk("VP8X", [flags, 0, 0, 0], u24le(width - 1), u24le(height - 1));
	const lossy = (width = 64, height = 48) =>
		chunk("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a], u16(width).reverse(), u16(height).reverse(), "data");
	const lossless = (width = 64, height = 48) => chunk("VP8L", [0x2f], u32le((width - 1) | ((height - 1) << 14)));
	const frame = (x: number, ...content: Uint8Array[]) =>
		chunk("ANMF", u24le(x / 2), u24le(0), u24le(31), u24le(23), u24le(100), [0], ...content);

	it.each(orientations)(
		"keeps the orientation $value, and no other EXIF data (little-endian: $isLittle)",
		({ value, isLittle, shown }) => {
			for (const name of ["", "Exif\0\0"])
				expect(
					readParts(file(header(0x0c), lossy(), chunk("EXIF", name, exif(value, isLittle)), chunk("XMP ", "private"))),
				).toEqual({
					type: "image/webp",
					...shown,
					text: textOf(
						value > 1 ? file(header(8), lossy(), chunk("EXIF", minimalExif(value))) : file(header(0), lossy()),
					),
				});
		},
	);

	it("loses unknown chunks, in the frames of an animation too, and EXIF that its header does not announce", () => {
		const odd = chunk("abcd", "private");
		expect(
			readParts(
				file(
					header(2),
					odd,
					chunk("ANIM", "123456"),
					frame(0, odd, lossy(32, 24), odd),
					frame(32, chunk("ALPH", "a"), lossless(32, 24)),
					chunk("EXIF", exif(6, true)),
				),
			).text,
		).toBe(
			textOf(
				file(
					header(2),
					chunk("ANIM", "123456"),
					frame(0, lossy(32, 24)),
					frame(32, chunk("ALPH", "a"), lossless(32, 24)),
				),
			),
		);
		expect(readParts(file(lossless(), chunk("EXIF", exif(6, true)))).text).toBe(textOf(file(lossless())));
	});

	it.each([
		["that is larger than its file", [chunk("RIFF", "WEBP", lossy()).with(4, 0xff)], /ends before/],
		["with a chunk beyond its end", [file(header(0), chunk("ALPH").with(4, 200), lossy())], /ends before/],
		["without a frame", [file(header(0))], /no frame/],
		["that begins with something else", [file(chunk("abcd"), lossy())], /begin with a frame/],
		["whose data is no frame", [file(chunk("VP8 ", "no frame at all"))], /begin with a frame/],
		["whose frame is larger than it says", [file(header(0, 64, 48), lossy(16_000, 16_000))], /not as large as it says/],
		["with a frame beside its canvas", [file(header(2), frame(34, lossy(32, 24)))], /outside of its canvas/],
		["with a frame without data", [file(header(2), frame(0))], /not whole/],
		["with a canvas that is too large", [file(header(0, 8_000, 8_000), lossy(8_000, 8_000))], /8000 × 8000/],
	])("%s is refused", (_, parts, message) => {
		expect(() => readParts(...parts)).toThrow(message);
	});
});
