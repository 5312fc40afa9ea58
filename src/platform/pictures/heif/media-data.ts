import type { ByteReader } from "../byte-reader.ts";
import { damaged } from "../picture-fault.ts";
import { type Box, setEnd } from "./boxes.ts";

interface Range {
	from: number;
	to: number;
}

export const free = new TextEncoder().encode("free");

/** Overwrites all bytes of some ranges, except those of the extents. Both are in their order. Each extent must be in one. */
export function clearBetween(bytes: Uint8Array, ranges: Iterable<Range>, extents: readonly Range[]): void {
	let next = 0;
	for (const { from, to } of ranges) {
		let at = from;
		for (let extent = extents[next]; extent && extent.from >= from && extent.to <= to; extent = extents[++next]) {
			if (extent.from > at) bytes.fill(0, at, extent.from);
			at = Math.max(at, extent.to);
		}
		bytes.fill(0, at, to);
	}
	if (next < extents.length) throw damaged("an item of it is not where its data is");
}

/**
 * Clears everything that no kept item needs, and returns the end of the rest. All boxes keep their places, because items
 * name positions in the file: `mdat` is cleared between the kept items, other boxes become free space, and the end is cut
 * off. `kept` are the boxes that stay as they are.
 */
export function clearFile(
	reader: ByteReader,
	boxes: readonly Box[],
	kept: readonly Box[],
	extents: readonly Range[],
): number {
	let end = 0;
	for (const { to } of [...kept, ...extents]) end = Math.max(end, to);
	const rest = boxes.filter((box) => box.from < end && !kept.includes(box));
	const media = rest.filter(({ type }) => type === "mdat");
	clearBetween(
		reader.bytes,
		media.map(({ data, to }) => ({ from: data, to: Math.min(to, end) })),
		extents,
	);
	for (const box of rest) {
		const to = Math.min(box.to, end);
		if (box.type !== "mdat") {
			reader.bytes.set(free, box.from + 4);
			reader.bytes.fill(0, box.data, to);
		} else if (reader.u32(box.from) > 0) setEnd(reader, { ...box, to });
	}
	return end;
}
