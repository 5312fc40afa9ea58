import type { ByteReader } from "../byte-reader.ts";
import { damaged } from "../picture-fault.ts";
import { type Box, boxAt } from "./boxes.ts";

/**
 * The boxes of a file, up to the first that is not whole, which is no box or was cut off, or that begins another file. If
 * media data go on beyond the end, its items may still be whole.
 */
export function boxesOfFile(reader: ByteReader): Box[] {
	const boxes: Box[] = [];
	for (let at = 0; at + 8 <= reader.length; ) {
		reader.countPart();
		const box = boxAt(reader, at);
		if (box.to > reader.length && box.type !== "mdat") break;
		if (box.type === "ftyp" && boxes.length > 0) break;
		boxes.push({ ...box, to: Math.min(box.to, reader.length) });
		at = box.to;
	}
	return boxes;
}

export function onlyBox(boxes: readonly Box[], type: string): Box | undefined {
	const [first, second] = boxes.filter((box) => box.type === type);
	if (second) throw damaged("it says the same thing twice");
	return first;
}
