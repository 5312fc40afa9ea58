import type { ByteReader } from "../byte-reader.ts";
import type { Compactor } from "../compactor.ts";
import { damaged, unsupported } from "../picture-fault.ts";
import { type Box, boxesIn, keepBox } from "./boxes.ts";
import { onlyBox } from "./file-boxes.ts";

/** The properties that decode an item or say how it looks: coding, sides, colours, transformations, layers. */
const shown = new Set([
	...["hvcC", "av1C", "ispe", "pixi", "colr", "pasp", "auxC", "clap", "irot", "imir"],
	...["clli", "mdcv", "cclv", "amve", "ndwt", "reve", "lsel", "a1op", "a1lx"],
]);

export interface Properties {
	/** Their numbers begin with 1. */
	boxes: Box[];
	/** The numbers of the properties that each item has, with the bit `essential` if a reader must know the property. */
	of: Map<number, number[]>;
}

const essential = 0x8000;
const numberOf = (association: number): number => association & 0x7fff;

/** An entry of `ipma`: an item and its properties. */
interface Entry {
	id: number;
	from: number;
	/** The position of the associations, after their count. */
	start: number;
	associations: number[];
}

const isWide = (reader: ByteReader, ipma: Box): boolean => reader.u8(ipma.data + 3) % 2 === 1;

function* entriesIn(reader: ByteReader, ipma: Box): Iterable<Entry> {
	const idSize = reader.u8(ipma.data) === 0 ? 2 : 4;
	const size = isWide(reader, ipma) ? 2 : 1;
	const entries = reader.u32(ipma.data + 4);
	for (let n = 0, from = ipma.data + 8; n < entries; n += 1) {
		reader.countPart();
		const id = idSize === 2 ? reader.u16(from) : reader.u32(from);
		const start = from + idSize + 1;
		const associations: number[] = [];
		for (let left = reader.u8(start - 1), at = start; left > 0; left -= 1, at += size) {
			reader.countPart();
			const narrow = reader.u8(at);
			associations.push(size === 2 ? reader.u16(at) : (narrow & 0x80 ? essential : 0) + (narrow & 0x7f));
		}
		const to = start + associations.length * size;
		if (to > ipma.to) throw damaged("its items have fewer properties than it says");
		yield { id, from, start, associations };
		from = to;
	}
}

export function readProperties(reader: ByteReader, iprp: Box): Properties {
	const properties: Properties = { boxes: [], of: new Map() };
	const parts = [...boxesIn(reader, iprp.data, iprp.to)];
	const list = onlyBox(parts, "ipco");
	if (list) properties.boxes = [...boxesIn(reader, list.data, list.to)];
	for (const box of parts) {
		if (box.type !== "ipma") continue;
		for (const { id, associations } of entriesIn(reader, box)) {
			if (properties.of.has(id)) throw damaged("it says twice which properties an item has");
			properties.of.set(id, associations);
		}
	}
	return properties;
}

export const propertyOf = ({ boxes, of }: Properties, id: number, type: string): Box | undefined =>
	boxes[numberOf(of.get(id)?.find((association) => boxes[numberOf(association) - 1]?.type === type) ?? 0) - 1];

/** Keeps the properties that kept items are shown with, whose numbers change then. */
export function keepProperties(
	reader: ByteReader,
	file: Compactor,
	iprp: Box,
	properties: Properties,
	kept: ReadonlySet<number>,
): void {
	const numbers = newNumbers(properties, kept);
	keepBox(reader, file, iprp, () => {
		for (const box of boxesIn(reader, iprp.data, iprp.to)) {
			if (box.type === "ipma") keepEntries(reader, file, box, numbers, kept);
			if (box.type !== "ipco") continue;
			keepBox(reader, file, box, () => {
				for (const [n, { from, to }] of properties.boxes.entries()) if (numbers.has(n + 1)) file.keep(from, to);
			});
		}
	});
}

/** The numbers that properties will have, for each that stays. The number 0 stands for none. */
function newNumbers({ boxes, of }: Properties, kept: ReadonlySet<number>): Map<number, number> {
	const staying = new Set<number>();
	for (const id of kept)
		for (const association of of.get(id) ?? []) {
			const number = numberOf(association);
			const box = boxes[number - 1];
			if (number === 0) continue;
			if (!box) throw damaged("an item of it has a property that is not there");
			if (shown.has(box.type)) staying.add(number);
			else if (association >= essential)
				throw unsupported("The picture has a property that this service does not know.");
		}
	const numbers = new Map([[0, 0]]);
	for (const [n] of boxes.entries()) if (staying.has(n + 1)) numbers.set(n + 1, numbers.size);
	return numbers;
}

function keepEntries(
	reader: ByteReader,
	file: Compactor,
	ipma: Box,
	numbers: ReadonlyMap<number, number>,
	kept: ReadonlySet<number>,
): void {
	const size = isWide(reader, ipma) ? 2 : 1;
	let entries = 0;
	const from = keepBox(reader, file, ipma, () => {
		file.keep(ipma.data, ipma.data + 8);
		for (const { id, from, start, associations } of entriesIn(reader, ipma)) {
			if (!kept.has(id)) continue;
			let at = start;
			for (const association of associations) {
				const number = numbers.get(numberOf(association));
				if (number === undefined) continue;
				const isEssential = association >= essential;
				if (size === 2) reader.setU16(at, number + (isEssential ? essential : 0));
				else reader.bytes[at] = number + (isEssential ? 0x80 : 0);
				at += size;
			}
			reader.bytes[start - 1] = (at - start) / size;
			file.keep(from, at);
			entries += 1;
		}
	});
	reader.setU32(from + ipma.data - ipma.from + 4, entries);
}
