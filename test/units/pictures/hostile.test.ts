import { describe, expect, it } from "vitest";
import { PictureFault } from "../../../src/platform/pictures/picture-fault.ts";
import { readPicture } from "../../../src/platform/pictures/read-picture.ts";
import { box, fullBox, gridOf, heif, ispe, type TestItem } from "../../support/heif.ts";
import { joined, pictureFile, pngChunk, u16, u32, u32le } from "../../support/picture-files.ts";

const largest = 15 * 1024 * 1024;
/** In milliseconds of CPU. Generous: each takes less than 50 of a calm machine, and what is not linear would take minutes. */
const bound = 500;

/** The beginning, and then the same bytes again and again, up to the largest file or so often. */
function flood(beginning: Uint8Array, repeated: Uint8Array, times = Number.POSITIVE_INFINITY): Uint8Array {
	const file = new Uint8Array(Math.min(largest, beginning.length + repeated.length * times));
	file.set(beginning);
	file.set(repeated.subarray(0, file.length - beginning.length), beginning.length);
	for (let filled = repeated.length; beginning.length + filled < file.length; filled *= 2)
		file.copyWithin(beginning.length + filled, beginning.length, beginning.length + filled);
	return file;
}

const startOfJpeg = [0xff, 0xd8];
const frame = [0xff, 0xc0, ...u16(17), 8, ...u16(48), ...u16(64), 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0];
const startOfScan = [0xff, 0xda, ...u16(12), 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0];
const jpeg = (...repeated: number[]) => flood(joined(startOfJpeg, frame), joined(repeated));
const scan = (...repeated: number[]) => flood(joined(startOfJpeg, frame, startOfScan), joined(repeated));
const startOfPng = pictureFile("16-bit-interlaced.png").slice(0, 33);
const riff = (...chunks: (number[] | string)[]) =>
	joined("RIFF", u32le(largest - 8), "WEBPVP8X", u32le(10), [2, 0, 0, 0], [63, 0, 0, 47, 0, 0], ...chunks);
const frameOfAnimation = joined("ANMF", u32le(16 + 14), Array(6).fill(0), [63, 0, 0, 47, 0, 0], Array(4).fill(0));
const lossless = joined("VP8L", u32le(5), [0x2f, 63, 0xc0, 0x0b, 0], [0]);

const floods: Record<string, () => Uint8Array> = {
	"a JPEG of fill bytes": () => flood(joined(startOfJpeg), joined([0xff])),
	"a JPEG of zeros": () => flood(joined(startOfJpeg, frame), joined([0])),
	"a JPEG of comments of no length": () => jpeg(0xff, 0xfe, 0, 2),
	"a JPEG of tables and comments in turn": () => jpeg(0xff, 0xdb, 0, 2, 0xff, 0xfe, 0, 2),
	"a JPEG of the most segments that it may have": () =>
		flood(
			joined(startOfJpeg, frame),
			joined([0xff, 0xdb, ...u16(1_502)], Array(1_500).fill(0), [0xff, 0xfe, 0, 2]),
			4_990,
		),
	"a JPEG of restart markers": () => jpeg(0xff, 0xd0),
	"a scan of stuffed bytes": () => scan(0xff, 0),
	"a scan of fill bytes": () => scan(0xff),
	"a scan with a stuffed byte wherever the search begins": () => scan(...Array(31).fill(1), 0xff, 0),
	"a JPEG of scans": () => jpeg(...startOfScan, 1),
	"a PNG of empty chunks": () => flood(startOfPng, pngChunk("tEXt", [])),
	"a PNG of kept and dropped chunks": () =>
		flood(startOfPng, joined(pngChunk("IDAT", Array(1_500).fill(0)), pngChunk("tEXt", [])), 4_990),
	"a WebP of empty chunks": () => flood(riff(), joined("abcd", u32le(0))),
	"a WebP of frames": () => flood(riff(), joined(frameOfAnimation, lossless)),
	"a WebP of one frame of empty chunks": () => {
		const file = riff();
		return flood(
			joined(file, "ANMF", u32le(largest - file.length - 8), frameOfAnimation.slice(8), lossless),
			joined("abcd", u32le(0)),
		);
	},
};

const ftyp = box("ftyp", "heic", u32(0), "mif1");
/** The largest HEIC whose `meta` has these boxes, and then a box of a type that goes on and on. */
const heic = (parts: Uint8Array[], type: string, beginning: Uint8Array, repeated: Uint8Array) => {
	const before = joined(fullBox("hdlr", 0, 0, u32(0), "pict"), fullBox("pitm", 0, 0, u16(1)), ...parts);
	const rest = largest - ftyp.length;
	return flood(
		joined(ftyp, u32(rest), "meta", u32(0), before, u32(rest - 12 - before.length), type, u32(0), beginning),
		repeated,
	);
};
const infos = fullBox("iinf", 0, 0, u16(1), fullBox("infe", 2, 0, u16(1), u16(0), "hvc1", [0]));
const properties = box("iprp", box("ipco", ispe(64, 48)), fullBox("ipma", 0, 0, u32(1), u16(1), [1, 1]));
const sides = ispe(64, 48);
const item = (length: number): TestItem => ({
	type: "hvc1",
	data: new Uint8Array(length).fill(1),
	properties: [sides],
});

Object.assign(floods, {
	"a HEIC of empty boxes": () => flood(ftyp, box("free")),
	"a HEIC of brands": () => {
		const file = heif(["heic", "mif1"], [item(1)]).slice(ftyp.length);
		const brands = flood(joined(u32(largest - file.length), "ftypheic", u32(0)), joined("mif1"));
		brands.set(file, largest - file.length);
		return brands;
	},
	"a HEIC of boxes without an item": () => heic([], "iinf", joined(u16(1)), box("infe", u32(0))),
	"a HEIC of the most tiles": () => {
		const tiles = Array.from({ length: 48 * 50 }, (_, n) => n + 2);
		const grid = { ...item(0), type: "grid", data: gridOf(48, 50, 64, 48), references: { dimg: tiles } };
		return heif(["heic"], [grid, ...tiles.map(() => item(6_400))]);
	},
	"a HEIC of the most items that go": () =>
		heif(["heic"], [item(1), ...Array.from({ length: 3_000 }, () => ({ ...item(5_000), references: { thmb: [1] } }))]),
	"a HEIC of references": () => heic([infos], "iref", joined(), box("dimg", u16(1), u16(1), u16(1))),
	"a HEIC of one item's references": () =>
		heic([infos], "iref", joined(), box("dimg", u16(1), u16(0xffff), Array(0xffff).fill([0, 1]).flat())),
	"a HEIC of one item's properties": () => {
		const entries = Array.from({ length: 255 }, (_, n) => [...u16(n), 255, ...Array(255).fill(1)]).flat();
		return heic(
			[infos, box("iprp", box("ipco", sides), fullBox("ipma", 0, 0, u32(255), entries))],
			"skip",
			joined(),
			box("free"),
		);
	},
	"a HEIC of an item in very many places": () =>
		heic(
			[infos, properties],
			"iloc",
			joined([0x44, 0], u16(0xffff), u16(1), u16(0), u16(0xffff)),
			joined(u32(0), u32(1)),
		),
	"a HEIC of an item in places that take no bytes": () =>
		heic(
			[infos, properties],
			"iloc",
			joined([0, 0], u16(0xffff), u16(1), u16(0), u16(0xffff)),
			joined([0, 2, 0, 0, 0, 0]),
		),
});

/** A HEIC of one item whose lists are each small enough, and long together. */
const together = (iprp: Uint8Array, iref: Uint8Array = new Uint8Array()): Uint8Array => {
	const fileAt = (at: number) =>
		joined(
			ftyp,
			fullBox(
				...(["meta", 0, 0] as const),
				fullBox("hdlr", 0, 0, u32(0), "pict"),
				fullBox("pitm", 0, 0, u16(1)),
				infos,
				fullBox("iloc", 0, 0, [0x44, 0], u16(1), u16(1), u16(0), u16(1), u32(at), u32(1)),
				iprp,
				iref,
			),
			box("mdat", [1]),
		);
	return fileAt(fileAt(0).length - 1);
};
const associations = fullBox("ipma", 0, 0, u32(1), u16(1), [1, 1]);
const repeated = (part: Uint8Array, times: number) => flood(joined(), part, times);

const longTogether: Record<string, () => Uint8Array> = {
	"a HEIC of empty lists of properties and a long one": () =>
		together(
			box(
				"iprp",
				box("skip", new Uint8Array(300_000)),
				repeated(box("ipco"), 9_900),
				box("ipco", sides, repeated(box("free"), 9_990)),
				associations,
			),
		),
	"a HEIC of references that say how colours are multiplied": () =>
		together(
			box("iprp", box("ipco", sides), associations),
			fullBox("iref", 0, 0, repeated(box("prem", u16(1), u16(700), repeated(joined(u16(1)), 700)), 9_990)),
		),
	"a HEIC of lists of its items' properties": () => {
		const entriesFrom = (first: number) =>
			Array.from({ length: 39 }, (_, n) => joined(u16(first + n), [255], Array(255).fill(1)));
		const lists = Array.from({ length: 1_500 }, (_, n) => fullBox("ipma", 0, 0, u32(39), ...entriesFrom(2 + n * 39)));
		return together(box("iprp", box("ipco", sides), associations, ...lists));
	},
	"a HEIC of boxes in boxes": () =>
		together(
			box("iprp", box("ipco", sides, repeated(box("free"), 9_990)), associations, repeated(box("skip"), 29_000)),
		),
};
Object.assign(floods, longTogether, {
	"a HEIC of one item that is an auxiliary picture very often": () =>
		together(
			box("iprp", box("ipco", sides), fullBox("ipma", 0, 0, u32(2), u16(1), [1, 1], u16(2), [255], Array(255).fill(1))),
			fullBox("iref", 0, 0, box("auxl", u16(2), u16(29_000), repeated(joined(u16(1)), 29_000))),
		),
});

describe("A HEIC", () => {
	it("of one item without more is read, so that the files beside it are long and not wrong", () => {
		expect(readPicture(together(box("iprp", box("ipco", sides), associations)))).toMatchObject({ width: 64 });
	});

	it.each(Object.entries(longTogether))("whose lists are long together is refused: %s", (_, file) => {
		expect(() => readPicture(file())).toThrow(/more than 30,000 parts|the same thing twice/);
	});
});

describe("The largest file that is slow to read", () => {
	it.each(Object.entries(floods))("%s is read or refused soon", (_, file) => {
		const bytes = file();
		expect(bytes.length).toBeLessThanOrEqual(largest + 2 ** 20);
		const begin = process.threadCpuUsage();
		try {
			readPicture(bytes);
		} catch (error) {
			expect(error).toBeInstanceOf(PictureFault);
		}
		expect(process.threadCpuUsage(begin).user / 1_000).toBeLessThan(bound);
	});
});
