import type { ByteReader } from "../byte-reader.ts";
import type { Compactor } from "../compactor.ts";
import { damaged } from "../picture-fault.ts";
import { type Box, boxesIn, keepBox } from "./boxes.ts";

export interface References {
	/** The items that an item is made of, such as the tiles of a grid. */
	inputsOf: Map<number, number[]>;
	/** The auxiliary pictures of an item, such as its alpha channel. */
	auxiliariesOf: Map<number, number[]>;
}

/** Inputs of derived items, auxiliary pictures, and whether colours are multiplied with alpha. */
const kinds = ["dimg", "auxl", "prem"];

interface Reference {
	box: Box;
	from: number;
	/** The position of the ids that it refers to, after their count, and the length of each. */
	start: number;
	size: number;
	ids(): Iterable<{ id: number; at: number }>;
}

const idAt = (reader: ByteReader, at: number, size: number): number => (size === 2 ? reader.u16(at) : reader.u32(at));

function* idsIn(reader: ByteReader, start: number, count: number, size: number): Iterable<{ id: number; at: number }> {
	for (let n = 0, at = start; n < count; n += 1, at += size) {
		reader.countPart();
		yield { id: idAt(reader, at, size), at };
	}
}

function* referencesIn(reader: ByteReader, iref: Box): Iterable<Reference> {
	const size = reader.u8(iref.data) === 0 ? 2 : 4;
	for (const box of boxesIn(reader, iref.data + 4, iref.to)) {
		const start = box.data + size + 2;
		const count = reader.u16(start - 2);
		if (start + count * size > box.to) throw damaged("a reference in it has no end");
		yield { box, from: idAt(reader, box.data, size), start, size, ids: () => idsIn(reader, start, count, size) };
	}
}

export function readReferences(reader: ByteReader, iref: Box | undefined): References {
	const references: References = { inputsOf: new Map(), auxiliariesOf: new Map() };
	const add = (map: Map<number, number[]>, key: number, value: number) => {
		const values = map.get(key);
		if (values) values.push(value);
		else map.set(key, [value]);
	};
	for (const { box, from, ids } of iref ? referencesIn(reader, iref) : []) {
		if (box.type === "dimg") for (const { id } of ids()) add(references.inputsOf, from, id);
		if (box.type === "auxl") for (const { id } of ids()) add(references.auxiliariesOf, id, from);
	}
	return references;
}

export function keepReferences(reader: ByteReader, file: Compactor, iref: Box, kept: ReadonlySet<number>): void {
	keepBox(reader, file, iref, () => {
		file.keep(iref.data, iref.data + 4);
		for (const { box, from, start, size, ids } of referencesIn(reader, iref)) {
			if (!kinds.includes(box.type) || !kept.has(from)) continue;
			const remaining = [...ids()].filter(({ id }) => kept.has(id));
			if (remaining.length === 0) continue;
			reader.setU16(start - 2, remaining.length);
			keepBox(reader, file, box, () => {
				file.keep(box.data, start);
				for (const { at } of remaining) file.keep(at, at + size);
			});
		}
	});
}
