import type { ByteReader } from "../byte-reader.ts";
import type { Compactor } from "../compactor.ts";
import { cutOff, damaged, unsupported } from "../picture-fault.ts";
import { type Box, keepBox } from "./boxes.ts";

export interface Extent {
	from: number;
	to: number;
	isInIdat: boolean;
}

/** An entry of `iloc`. */
interface Location {
	id: number;
	from: number;
	to: number;
	/** 0: in the file, 1: in `idat`, 2: in another item. */
	method: number;
	isElsewhere: boolean;
	base: number;
	extents: number;
}

interface Header {
	version: number;
	offsetSize: number;
	lengthSize: number;
	baseSize: number;
	indexSize: number;
	start: number;
	count: number;
}

function headerOf(reader: ByteReader, { data }: Box): Header {
	const version = reader.u8(data);
	if (version > 2) throw unsupported("The picture has items of a version that this service does not know.");
	const sizes = reader.u16(data + 4);
	const sizeAt = (shift: number): number => {
		const size = (sizes >> shift) & 15;
		if (size !== 0 && size !== 4 && size !== 8)
			throw damaged("it says where its items are in numbers of an odd length");
		return size;
	};
	return {
		version,
		offsetSize: sizeAt(12),
		lengthSize: sizeAt(8),
		baseSize: sizeAt(4),
		indexSize: version === 0 ? 0 : sizeAt(0),
		start: data + (version < 2 ? 8 : 10),
		count: version < 2 ? reader.u16(data + 6) : reader.u32(data + 6),
	};
}

const numberAt = (reader: ByteReader, at: number, size: number): number =>
	size === 0 ? 0 : size === 4 ? reader.u32(at) : reader.u64(at);

function* locationsIn(reader: ByteReader, iloc: Box, header: Header): Iterable<Location> {
	const { version, baseSize } = header;
	const extentSize = header.indexSize + header.offsetSize + header.lengthSize;
	for (let n = 0, at = header.start; n < header.count; n += 1) {
		reader.countPart();
		const from = at;
		const id = version < 2 ? reader.u16(at) : reader.u32(at);
		at += version < 2 ? 2 : 4;
		const method = version === 0 ? 0 : reader.u16(at) & 15;
		at += version === 0 ? 0 : 2;
		const isElsewhere = reader.u16(at) > 0;
		const base = numberAt(reader, at + 2, baseSize);
		at += 2 + baseSize;
		const extents = reader.u16(at);
		at += 2 + extents * extentSize;
		if (at > iloc.to) throw damaged("it says of fewer items where they are than it has");
		yield { id, from, to: at, method, isElsewhere, base, extents };
	}
}

/** The bytes of the kept items, which lie in the file or in `idat`. */
export function readExtents(
	reader: ByteReader,
	iloc: Box,
	idat: Box | undefined,
	kept: ReadonlySet<number>,
): Map<number, Extent[]> {
	const header = headerOf(reader, iloc);
	const { indexSize, offsetSize, lengthSize } = header;
	const all = new Map<number, Extent[]>();
	for (const location of locationsIn(reader, iloc, header)) {
		if (!kept.has(location.id)) continue;
		if (location.isElsewhere || location.method > 1)
			throw unsupported("The picture's data is elsewhere than in the file, or in parts of other items.");
		if (all.has(location.id)) throw damaged("it says twice where an item is");
		const extents: Extent[] = [];
		const extentSize = indexSize + offsetSize + lengthSize;
		for (let at = location.to - location.extents * extentSize, n = 0; n < location.extents; n += 1, at += extentSize) {
			reader.countPart();
			const start = location.base + numberAt(reader, at + indexSize, offsetSize);
			const length = numberAt(reader, at + indexSize + offsetSize, lengthSize);
			if (length === 0) throw damaged("an item of it has no length");
			const isInIdat = location.method === 1;
			const from = isInIdat ? start + (idat?.data ?? 0) : start;
			if (from + length > (isInIdat ? (idat?.to ?? 0) : reader.length)) throw cutOff();
			extents.push({ from, to: from + length, isInIdat });
		}
		all.set(location.id, extents);
	}
	return all;
}

export function keepLocations(reader: ByteReader, file: Compactor, iloc: Box, kept: ReadonlySet<number>): void {
	const header = headerOf(reader, iloc);
	let locations = 0;
	const from = keepBox(reader, file, iloc, () => {
		file.keep(iloc.data, header.start);
		for (const location of locationsIn(reader, iloc, header)) {
			if (!kept.has(location.id)) continue;
			file.keep(location.from, location.to);
			locations += 1;
		}
	});
	const count = from + iloc.data - iloc.from + 6;
	if (header.version < 2) reader.setU16(count, locations);
	else reader.setU32(count, locations);
}
