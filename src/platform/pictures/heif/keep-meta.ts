import type { ByteReader } from "../byte-reader.ts";
import { Compactor } from "../compactor.ts";
import { damaged } from "../picture-fault.ts";
import type { Box } from "./boxes.ts";
import { keepInfos } from "./item-infos.ts";
import { keepLocations } from "./item-locations.ts";
import { keepProperties, type Properties } from "./item-properties.ts";
import { keepReferences } from "./item-references.ts";
import { free } from "./media-data.ts";

/** Keeps in `meta` the kept items alone. It stays as long as it is: its last box is free space then. */
export function keepMeta(
	reader: ByteReader,
	meta: Box,
	parts: readonly Box[],
	properties: Properties,
	kept: ReadonlySet<number>,
): void {
	const file = new Compactor(reader.bytes, meta.data + 4);
	for (const box of parts) {
		if (box.type === "iinf") keepInfos(reader, file, box, kept);
		if (box.type === "iloc") keepLocations(reader, file, box, kept);
		if (box.type === "iref") keepReferences(reader, file, box, kept);
		if (box.type === "iprp") keepProperties(reader, file, box, properties, kept);
		if (box.type === "hdlr") reader.bytes.fill(0, Math.min(box.data + startOfName, box.to), box.to);
		if (["hdlr", "pitm", "idat"].includes(box.type)) file.keep(box.from, box.to);
	}
	const from = file.finish();
	const spare = meta.to - from;
	if (spare === 0) return;
	// Each item that goes has been described with more bytes than the header of a box has.
	if (spare < 8) throw damaged("it describes items that it does not have");
	reader.bytes.fill(0, from, meta.to);
	reader.setU32(from, spare);
	reader.bytes.set(free, from + 4);
}

/** In `hdlr`, whose name is a text. */
const startOfName = 24;
