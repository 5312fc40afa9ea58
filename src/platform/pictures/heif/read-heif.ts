import type { ByteReader } from "../byte-reader.ts";
import { cutOff, damaged, unsupported } from "../picture-fault.ts";
import { checkSides } from "../picture-sides.ts";
import type { Sides, StrippedPicture } from "../stripped-picture.ts";
import { type Box, boxesIn } from "./boxes.ts";
import { nameStillBrands } from "./brands.ts";
import { boxesOfFile, onlyBox } from "./file-boxes.ts";
import { readInfos } from "./item-infos.ts";
import { readExtents } from "./item-locations.ts";
import { readProperties } from "./item-properties.ts";
import { readReferences } from "./item-references.ts";
import { gridSides, shownSides, sidesOf } from "./item-sides.ts";
import { keepMeta } from "./keep-meta.ts";
import { keptItems } from "./kept-items.ts";
import { clearBetween, clearFile } from "./media-data.ts";

/**
 * AVIF and HEIC: boxes (ISO/IEC 14496-12) with items (ISO/IEC 23008-12), which `meta` describes and `mdat` holds. The
 * primary item stays, with the items that it is made of and their alpha channels. `meta` forgets all others: camera data,
 * previews, gain maps, depth, further pictures. A sequence becomes the still picture that it has.
 *
 * Items name positions in the file. So everything that stays in `mdat` stays at its position, and the others' data is
 * cleared. To move the data would save these zeros, but some files write positions in too few bytes for new ones.
 */
export function readHeif(reader: ByteReader, coding: string): StrippedPicture {
	const boxes = boxesOfFile(reader);
	const [ftyp] = boxes;
	if (ftyp?.type !== "ftyp" || ftyp.data !== 8) throw cutOff();
	const meta = metaOf(boxes);
	const parts = [...boxesIn(reader, meta.data + 4, meta.to)];
	const hdlr = needed(parts, "hdlr");
	if (reader.name(hdlr.data + 8) !== "pict") throw damaged("it does not describe a picture");
	const pitm = needed(parts, "pitm");
	const primary = reader.u8(pitm.data) === 0 ? reader.u16(pitm.data + 4) : reader.u32(pitm.data + 4);
	const infos = readInfos(reader, needed(parts, "iinf"));
	const references = readReferences(reader, onlyBox(parts, "iref"));
	const properties = readProperties(reader, needed(parts, "iprp"));
	const kept = keptItems(reader, coding, primary, infos, references, properties);
	const idat = onlyBox(parts, "idat");
	const extents = readExtents(reader, needed(parts, "iloc"), idat, kept);

	let sides: Sides | undefined;
	for (const id of kept) {
		const own = sidesOf(reader, properties, id);
		checkSides(own);
		const type = infos.get(id)?.type;
		const data = extents.get(id) ?? [];
		if (data.length === 0 && type !== "iden") throw damaged("an item that it needs has no data");
		const output = type === "grid" ? gridSides(reader, data[0], references.inputsOf.get(id)?.length ?? 0) : own;
		checkSides(output);
		sides ??= shownSides(reader, properties, id, output);
	}
	const all = [...extents.values()].flat().sort((one, other) => one.from - other.from);
	if (idat)
		clearBetween(
			reader.bytes,
			[{ from: idat.data, to: idat.to }],
			all.filter(({ isInIdat }) => isInIdat),
		);
	nameStillBrands(reader, ftyp);
	keepMeta(reader, meta, parts, properties, kept);
	const length = clearFile(
		reader,
		boxes,
		[ftyp, meta],
		all.filter(({ isInIdat }) => !isInIdat),
	);
	return { width: sides?.width ?? 0, height: sides?.height ?? 0, length };
}

/** The box that describes the items. Sequences without a still picture have `moov` alone. */
function metaOf(boxes: readonly Box[]): Box {
	const meta = onlyBox(boxes, "meta");
	if (meta) return meta;
	if (onlyBox(boxes, "moov")) throw unsupported("The file is a sequence without a still picture.");
	throw cutOff();
}

function needed(boxes: readonly Box[], type: string): Box {
	const box = onlyBox(boxes, type);
	if (!box) throw damaged(`it has no ${type}`);
	return box;
}
