import { describe, expect, it } from "vitest";
import { readPicture } from "../../../src/platform/pictures/read-picture.ts";
import { box, fullBox, gridOf, heif, ispe, type TestItem } from "../../support/heif.ts";
import { joined, pictureFile, u16, u32 } from "../../support/picture-files.ts";
import { textOf } from "../../support/picture-parts.ts";

function read(file: Uint8Array) {
	const bytes = file.slice();
	const facts = readPicture(bytes);
	return { ...facts, bytes: bytes.slice(0, facts.length), text: textOf(bytes.subarray(0, facts.length)) };
}

/** The coding of a tile of 64 × 48 pixels. */
const tileFile = textOf(pictureFile("tile.heic"));
const hvcC = tileFile.indexOf("hvcC") - 4;
const coding = joined(
	tileFile.slice(hvcC, hvcC + Buffer.from(tileFile.slice(hvcC, hvcC + 4), "latin1").readUInt32BE()),
);
const tile = joined(tileFile.slice(tileFile.indexOf("mdat") + 4));

const coded = (properties: TestItem["properties"] = [], references: TestItem["references"] = {}): TestItem => ({
	type: "hvc1",
	data: tile,
	properties: [{ essential: coding }, ispe(64, 48), ...properties],
	references,
});
const auxC = (urn: string) => fullBox("auxC", 0, 0, `${urn}\0`);
const irot = (angle: number) => box("irot", [angle]);
const still = ["heic", "mif1", "heic"];

const gainMap = "urn:com:apple:photo:2020:aux:hdrgainmap";
const alpha = "urn:mpeg:hevc:2015:auxid:1";
const camera: TestItem = { type: "Exif", data: joined(u32(6), "Exif\0\0private"), references: { cdsc: [1] } };
const xmp: TestItem = {
	type: "mime",
	data: "<x:xmpmeta>private",
	references: { cdsc: [1] },
	info: "application/rdf+xml\0",
};
/** As phones write it: turned, a grid of two tiles, a preview, camera data, a gain map; and an alpha channel. */
const phone: TestItem[] = [
	{
		type: "grid",
		data: gridOf(1, 2, 128, 48),
		isInIdat: true,
		properties: [ispe(128, 48), { essential: irot(3) }, box("udes", "private")],
		references: { dimg: [2, 3] },
	},
	coded(),
	camera,
	coded(),
	coded([], { thmb: [1] }),
	xmp,
	coded([auxC(gainMap)], { auxl: [1] }),
	coded([auxC(alpha)], { auxl: [1] }),
];
phone[0] = { ...(phone[0] as TestItem), references: { dimg: [2, 4] } };
const behind = [box("mpvd", "private"), box("uuid", "private".repeat(9))];

describe("a HEIC", () => {
	it("keeps the primary item, its tiles and its alpha channel, all at their positions, and how it is turned", () => {
		const file = heif(still, phone, { behind });
		const once = read(file);
		expect(once).toMatchObject({ type: "image/heic", width: 48, height: 128 });
		expect(once.text).not.toMatch(/private|Exif|mime|thmb|cdsc|hdrgainmap|udes|mpvd|uuid/);
		expect(once.text).toMatch(/grid.*dimg.*irot.*auxid:1/s);
		const tileAt = textOf(file).indexOf(textOf(tile));
		expect(once.text.indexOf(textOf(tile))).toBe(tileAt);
		expect(once.text.split(textOf(tile))).toHaveLength(4);
		expect(once.text.endsWith(textOf(tile))).toBe(true);
	});

	it("is the same after it was read again", () => {
		const { type, width, height, length, bytes } = read(heif(still, phone, { behind }));
		expect(read(bytes)).toMatchObject({ type, width, height, length, bytes });
	});

	it("keeps its only item, and forgets what stands in meta beside the items", () => {
		const inMeta = [
			fullBox("xml ", 0, 0, "private"),
			box("uuid", "private"),
			box("free", "private"),
			fullBox("dinf", 0, 0),
		];
		const groups = box("grpl", fullBox("altr", 0, 0, u32(1), u32(1), u32(1)));
		const once = read(heif(still, [coded()], { inMeta: [...inMeta, groups] }));
		expect(once).toMatchObject({ width: 64, height: 48 });
		expect(once.text).not.toMatch(/private|uuid|altr/);
		const plain = heif(still, [coded()]);
		expect(read(plain).length).toBe(plain.length);
	});

	it("is as large as clap says, if it does so in whole pixels", () => {
		const clap = (...parts: number[]) => box("clap", [...parts, 0, 1, 0, 1].flatMap(u32));
		expect(read(heif(still, [coded([{ essential: clap(60, 1, 80, 2) }])]))).toMatchObject({ width: 60, height: 40 });
		expect(read(heif(still, [coded([clap(61, 2, 40, 0), irot(1)])]))).toMatchObject({ width: 48, height: 64 });
	});

	it("of a sequence is its still picture, and names no brand of sequences", () => {
		const once = read(heif(["msf1", "hevc", "mif1"], [coded()], { behind: [box("moov", "private")] }));
		expect(once).toMatchObject({ type: "image/heic", width: 64, height: 48 });
		expect(once.text).not.toMatch(/hevc\0|msf1|moov/);
		expect(once.text).toMatch(/^....ftypmif1....heicmif1/s);
	});

	const item = coded();
	const without = (name: string) => {
		const file = heif(still, [item]);
		return joined(textOf(file).replace(name, "skip"));
	};
	const located = (file: Uint8Array, change: (entry: Uint8Array) => void) => {
		const at = textOf(file).indexOf("iloc") + 12;
		change(file.subarray(at));
		return file;
	};
	it.each([
		["without meta", joined(box("ftyp", "heic", u32(0)), box("mdat", "data")), /ends before/],
		[
			"that is a sequence alone",
			joined(box("ftyp", "hevc", u32(0)), box("moov"), box("mdat")),
			/sequence without a still/,
		],
		...["hdlr", "pitm", "iinf", "iprp", "iloc"].map(
			(name) => [`without ${name}`, without(name), /damaged: it has no/] as const,
		),
		["without its primary item", heif(still, [item], { primary: 9 }), /is missing/],
		["without a size", heif(still, [{ type: "hvc1", data: tile }]), /how large it is/],
		["without a tile", heif(still, [{ ...item, references: { dimg: [7] } }]), /is missing/],
		["of another coding", heif(still, [{ ...item, type: "av01" }]), /browsers do not show/],
		["whose meta is there twice", heif(still, [item], { behind: [fullBox("meta", 0, 0)] }), /same thing twice/],
		[
			"with a grid of too few tiles",
			heif(still, [{ ...item, type: "grid", data: gridOf(2, 2, 64, 48), references: { dimg: [2] } }, item]),
			/more or fewer tiles/,
		],
		[
			"with a grid that is too large",
			heif(still, [{ ...item, type: "grid", data: gridOf(1, 1, 12_001, 48), references: { dimg: [2] } }, item]),
			/12001 × 48/,
		],
		[
			"with a tile that is too large",
			heif(still, [
				{ ...item, type: "grid", data: gridOf(1, 1, 64, 48), references: { dimg: [2] } },
				{ ...item, properties: [ispe(50_000, 50_000)] },
			]),
			/50000 × 50000/,
		],
		[
			"with an essential property that nobody knows",
			heif(still, [coded([{ essential: box("abcd") }])]),
			/property that this service does not know/,
		],
		[
			"with an item that ends beyond the file",
			located(heif(still, [item]), (entry) => entry.set(u32(0x7fff_ffff), 12)),
			/ends before/,
		],
		[
			"with an item in the box that describes it",
			located(heif(still, [item]), (entry) => entry.set([...u32(60), ...u32(8)], 8)),
			/not where its data is/,
		],
		["with data in another file", located(heif(still, [item]), (entry) => entry.set(u16(1), 4)), /elsewhere/],
		["with data in another item", located(heif(still, [item]), (entry) => entry.set(u16(2), 2)), /elsewhere/],
		["with an item that has no data", heif(still, [{ ...item, data: "" }]), /no length/],
		["with brands that go on beyond it", joined(u32(0x7fff_ffff), "ftypheic"), /ends before/],
	] as const)("%s is refused", (_, file, message) => {
		expect(() => read(file)).toThrow(message);
	});
});
