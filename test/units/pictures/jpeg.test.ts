import { describe, expect, it } from "vitest";
import { type Bytes, joined, u16 } from "../../support/picture-files.ts";
import { exif, minimalExif, orientations, readParts, textOf } from "../../support/picture-parts.ts";

const segment = (code: number, ...content: Bytes[]) => {
	const data = joined(...content);
	return joined([0xff, code], u16(data.length + 2), data);
};
const frame = (width: number, height: number, code = 0xc0) =>
	segment(code, [8], u16(height), u16(width), [3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]);
const scan = joined(segment(0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]), [1, 2, 0xff, 0, 3, 0xff, 0xd0, 4]);
const [soi, eoi] = [
	[0xff, 0xd8],
	[0xff, 0xd9],
];

describe("a JPEG", () => {
	it.each(orientations)(
		"keeps the orientation $value, and no other EXIF data (little-endian: $isLittle)",
		({ value, isLittle, shown }) => {
			const file = readParts(soi, segment(0xe1, "Exif\0\0", exif(value, isLittle)), frame(64, 48), scan, eoi);
			expect(file).toEqual({
				type: "image/jpeg",
				...shown,
				text: textOf(soi, value > 1 ? segment(0xe1, "Exif\0\0", minimalExif(value)) : "", frame(64, 48), scan, eoi),
			});
		},
	);

	it("keeps what says how it looks, of JFIF without the thumbnail, and loses other segments, fill bytes and rubbish", () => {
		const jfif = (thumbnail: number[]) => segment(0xe0, "JFIF\0", [1, 1, 0, 0, 1, 0, 1], thumbnail);
		const adobe = (rest: string) => segment(0xee, "Adobe", [0, 100, 0, 0, 0, 0, 1], rest);
		const profile = segment(0xe2, "ICC_PROFILE\0", [1, 1], "profile");
		const dropped = [
			segment(0xe0, "JFXX\0", [0x10], "private"),
			segment(0xe2, "MPF\0private"),
			segment(0xe2, "private"),
		];
		const more = [
			segment(0xe1, "http://ns.adobe.com/xap/1.0/\0private"),
			segment(0xed, "Photoshop 3.0\0"),
			segment(0xeb, "JP"),
		];
		const table = segment(0xdb, [0], Array(64).fill(1));
		expect(
			readParts(
				...[soi, jfif([1, 1, 9, 9, 9]), ...dropped, [0xff, 0xff, 0xff], adobe("private"), "private", profile, ...more],
				...[
					table,
					frame(64, 48, 0xc2),
					scan,
					segment(0xfe, "private"),
					adobe(""),
					[0xff, 0xff],
					table,
					scan,
					[0xff],
					eoi,
				],
			).text,
		).toBe(textOf(soi, jfif([0, 0]), adobe(""), profile, table, frame(64, 48, 0xc2), scan, table, scan, eoi));
	});

	it.each([
		["without data", [soi, frame(64, 48), eoi], /no data/],
		["without a frame", [soi, scan, eoi], /before its size is known/],
		["with two frames", [soi, frame(64, 48), frame(64, 48), scan, eoi], /frame/],
		["with a height that comes later", [soi, frame(64, 0), scan, eoi], /no width or no height/],
		["with a segment of no length", [soi, [0xff, 0xfe, 0, 1], frame(64, 48), scan, eoi], /shorter than its own header/],
		["with a segment beyond its end", [soi, frame(64, 48), scan, [0xff, 0xfe, 0xff, 0xff], eoi], /ends before/],
		["that is lossless", [soi, frame(64, 48, 0xc3), scan, eoi], /browsers do not show/],
		["with a marker that nobody knows", [soi, segment(0xf0), frame(64, 48), scan, eoi], /unknown kind/],
		["with too many pixels", [soi, frame(10_000, 5_001), scan, eoi], /10000 × 5001 pixels/],
		["that is too wide", [soi, frame(12_001, 1), scan, eoi], /at most 50 megapixels, and 12,000 pixels on a side/],
	] as const)("%s is refused", (_, parts, message) => {
		expect(() => readParts(...parts.map((part) => new Uint8Array(part)))).toThrow(message);
	});

	it("of 50 megapixels passes", () => {
		expect(readParts(soi, frame(10_000, 5_000), scan, eoi)).toMatchObject({ width: 10_000, height: 5_000 });
	});
});
