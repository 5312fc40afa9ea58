import { describe, expect, it } from "vitest";
import { joined, pngChunk, u32 } from "../../support/picture-files.ts";
import { exif, minimalExif, orientations, readParts, textOf } from "../../support/picture-parts.ts";

describe("a PNG", () => {
	const signature = "\x89PNG\r\n\x1a\n";
	const header = (width: number, height: number) => pngChunk("IHDR", [...u32(width), ...u32(height), 8, 2, 0, 0, 0]);
	const start = joined(signature, header(64, 48));
	const data = pngChunk("IDAT", [1, 2, 3]);
	const end = pngChunk("IEND", []);

	it.each(orientations)(
		"keeps the orientation $value, and no other EXIF data (little-endian: $isLittle)",
		({ value, isLittle, shown }) => {
			expect(readParts(start, pngChunk("eXIf", exif(value, isLittle)), data, end)).toEqual({
				type: "image/png",
				...shown,
				text: textOf(start, value > 1 ? pngChunk("eXIf", minimalExif(value)) : "", data, end),
			});
		},
	);

	it("keeps animations and what says how it looks, and loses all other chunks", () => {
		const chunks = (...names: string[]) => joined(...names.map((name) => pngChunk(name, [1, 2, 3])));
		const looks = [
			"gAMA",
			"cHRM",
			"sRGB",
			"iCCP",
			"cICP",
			"mDCV",
			"cLLI",
			"sBIT",
			"acTL",
			"PLTE",
			"tRNS",
			"bKGD",
			"pHYs",
		];
		expect(
			readParts(
				start,
				chunks(...looks, "tEXt", "iTXt", "zTXt", "tIME", "caBX", "iDOT", "fcTL"),
				data,
				chunks("fdAT", "tEXt"),
				end,
			).text,
		).toBe(textOf(start, chunks(...looks, "fcTL"), data, chunks("fdAT"), end));
	});

	it.each([
		[
			"that does not begin with its header",
			[signature, pngChunk("CgBI", []), header(64, 48), data, end],
			/begin with its header/,
		],
		["with a wrong check sum", [signature, header(64, 48).with(-1, 0), data, end], /check sum/],
		["with two headers", [start, header(64, 48), data, end], /two headers/],
		["with a critical chunk that nobody knows", [start, pngChunk("ABCD", []), data, end], /unknown kind/],
		["without data", [start, end], /no data/],
		["with a chunk beyond its end", [start, data, u32(0x7fff_ffff), "tEXt", end], /ends before/],
		["of no width", [signature, header(0, 48), data, end], /no width or no height/],
		["that is 50,000 pixels wide", [signature, header(50_000, 50_000), data, end], /50000 × 50000/],
	] as const)("%s is refused", (_, parts, message) => {
		expect(() => readParts(...parts.map((part) => (typeof part === "string" ? part : new Uint8Array(part))))).toThrow(
			message,
		);
	});
});
