import type { ByteReader } from "../byte-reader.ts";
import type { Compactor } from "../compactor.ts";
import { damaged } from "../picture-fault.ts";
import { type Box, boxesIn, keepBox } from "./boxes.ts";

export interface ItemInfo {
	id: number;
	/** Four letters, such as `hvc1` or `Exif`. Old versions of the box name none. */
	type: string;
	isProtected: boolean;
}

/** The entries of `iinf`. Version 0 counts them in two bytes. */
const startOfInfos = (reader: ByteReader, { data }: Box): number => data + (reader.u8(data) === 0 ? 6 : 8);

function infoIn(reader: ByteReader, { type, data }: Box): ItemInfo {
	const version = reader.u8(data);
	const isWide = version >= 3;
	const at = data + (isWide ? 8 : 6);
	return {
		id: isWide ? reader.u32(data + 4) : reader.u16(data + 4),
		type: type === "infe" && version >= 2 ? reader.name(at + 2) : "",
		isProtected: reader.u16(at) > 0,
	};
}

export function readInfos(reader: ByteReader, iinf: Box): Map<number, ItemInfo> {
	const infos = new Map<number, ItemInfo>();
	for (const box of boxesIn(reader, startOfInfos(reader, iinf), iinf.to)) {
		const info = infoIn(reader, box);
		if (infos.has(info.id)) throw damaged("two items of it have the same number");
		infos.set(info.id, info);
	}
	return infos;
}

/** Names of items are texts of the caller, so they go. */
export function keepInfos(reader: ByteReader, file: Compactor, iinf: Box, kept: ReadonlySet<number>): void {
	let infos = 0;
	const start = startOfInfos(reader, iinf);
	const from = keepBox(reader, file, iinf, () => {
		file.keep(iinf.data, start);
		for (const box of boxesIn(reader, start, iinf.to)) {
			if (!kept.has(infoIn(reader, box).id)) continue;
			reader.bytes.fill(0, box.data + (reader.u8(box.data) >= 3 ? 14 : 12), box.to);
			file.keep(box.from, box.to);
			infos += 1;
		}
	});
	const count = from + start - iinf.from;
	if (reader.u8(from + iinf.data - iinf.from) === 0) reader.setU16(count - 2, infos);
	else reader.setU32(count - 4, infos);
}
