import { type Bytes, joined, u16, u32 } from "./picture-files.ts";

export const box = (type: string, ...content: Bytes[]): Uint8Array => {
	const data = joined(...content);
	return joined(u32(data.length + 8), type, data);
};
export const fullBox = (type: string, version: number, flags: number, ...content: Bytes[]): Uint8Array =>
	box(type, u32(version * 2 ** 24 + flags), ...content);

export interface TestItem {
	type: string;
	data: Bytes;
	/** Boxes, and whether a reader must know each. */
	properties?: (Uint8Array | { essential: Uint8Array })[];
	/** Items that it refers to, by their numbers from 1 on. */
	references?: Record<string, number[]>;
	isInIdat?: boolean;
	/** The rest of its entry in `iinf`, after its name. */
	info?: string;
}

export const ispe = (width: number, height: number): Uint8Array => fullBox("ispe", 0, 0, u32(width), u32(height));
export const gridOf = (rows: number, columns: number, width: number, height: number): Uint8Array =>
	joined([0, 0, rows - 1, columns - 1], u16(width), u16(height));

/** The boxes of `meta` for items whose data begins at a position of the file. */
function metaOf(items: TestItem[], primary: number, start: number, more: Bytes[]): Uint8Array {
	const properties = [...new Set(items.flatMap((item) => (item.properties ?? []).map(boxIn)))];
	const association = (property: NonNullable<TestItem["properties"]>[number]): number =>
		properties.indexOf(boxIn(property)) + 1 + (property instanceof Uint8Array ? 0 : 0x80);
	const inIdat = items.filter((item) => item.isInIdat);
	let [inFile, inBox] = [start, 0];
	const locations = items.map((item, n) => {
		const { length } = joined(item.data);
		const from = item.isInIdat ? inBox : inFile;
		if (item.isInIdat) inBox += length;
		else inFile += length;
		return joined(u16(n + 1), u16(item.isInIdat ? 1 : 0), u16(0), u16(1), u32(from), u32(length));
	});
	const infos = items.map(({ type, info }, n) =>
		fullBox("infe", 2, 0, u16(n + 1), u16(0), type, `private\0${info ?? ""}`),
	);
	const references = items.flatMap((item, n) =>
		Object.entries(item.references ?? {}).map(([type, to]) => box(type, u16(n + 1), u16(to.length), to.flatMap(u16))),
	);
	const entries = items.map(({ properties = [] }, n) =>
		joined(u16(n + 1), [properties.length], properties.map(association)),
	);
	return fullBox(
		...(["meta", 0, 0] as const),
		fullBox("hdlr", 0, 0, u32(0), "pict", u32(0), u32(0), u32(0), "private\0"),
		...more,
		fullBox("pitm", 0, 0, u16(primary)),
		fullBox("iinf", 0, 0, u16(items.length), ...infos),
		fullBox("iref", 0, 0, ...references),
		box("iprp", box("ipco", ...properties), fullBox("ipma", 0, 0, u32(items.length), ...entries)),
		inIdat.length > 0 ? box("idat", ...inIdat.map(({ data }) => data)) : "",
		fullBox("iloc", 1, 0, [0x44, 0x00], u16(items.length), ...locations),
	);
}

const boxIn = (property: Uint8Array | { essential: Uint8Array }): Uint8Array =>
	property instanceof Uint8Array ? property : property.essential;

/** A file of items, whose numbers begin with 1. Names of items and of the handler say "private". */
export function heif(
	brands: string[],
	items: TestItem[],
	{ primary = 1, inMeta = [], behind = [] }: { primary?: number; inMeta?: Bytes[]; behind?: Bytes[] } = {},
): Uint8Array {
	const [major = "", ...compatible] = brands;
	const ftyp = box("ftyp", major, u32(0), ...compatible);
	const { length } = metaOf(items, primary, 0, inMeta);
	const meta = metaOf(items, primary, ftyp.length + length + 8, inMeta);
	return joined(ftyp, meta, box("mdat", ...items.filter((item) => !item.isInIdat).map(({ data }) => data)), ...behind);
}
