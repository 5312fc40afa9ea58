import { cutOff, damaged } from "./picture-fault.ts";

/** Real files have some thousands at most: 15 MiB of a PNG in pieces of 4 KiB, or a HEIC of some hundred tiles. */
const mostParts = 30_000;

/** The numbers and names in a file. To read beyond its end is the fault of a file that was cut off. */
export class ByteReader {
	readonly bytes: Uint8Array;
	readonly #view: DataView;
	#parts = 0;

	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
		this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	}

	get length(): number {
		return this.bytes.length;
	}

	/**
	 * Counts a segment, a chunk, a box or an entry of a list each time that it is looked at. Each costs time, however small
	 * it is, so a whole file has one count. A file that goes beyond it is refused.
	 */
	countPart(): void {
		this.#parts += 1;
		if (this.#parts > mostParts) throw damaged(`it has more than ${mostParts.toLocaleString("en")} parts`);
	}

	end(from: number, length: number): number {
		if (from + length > this.bytes.length) throw cutOff();
		return from + length;
	}

	u8(at: number): number {
		this.end(at, 1);
		return this.#view.getUint8(at);
	}

	u16(at: number, littleEndian = false): number {
		this.end(at, 2);
		return this.#view.getUint16(at, littleEndian);
	}

	u24le(at: number): number {
		return this.u16(at, true) + this.u8(at + 2) * 0x1_0000;
	}

	u32(at: number, littleEndian = false): number {
		this.end(at, 4);
		return this.#view.getUint32(at, littleEndian);
	}

	/** Beyond 2 ** 53 it is not exact, and beyond the end of any file. */
	u64(at: number): number {
		return this.u32(at) * 2 ** 32 + this.u32(at + 4);
	}

	name(at: number): string {
		const value = this.u32(at);
		return String.fromCharCode(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
	}

	says(text: string, at: number): boolean {
		for (let n = 0; n < text.length; n += 1) if (this.bytes[at + n] !== text.charCodeAt(n)) return false;
		return true;
	}

	setU16(at: number, value: number): void {
		this.#view.setUint16(at, value);
	}

	setU32(at: number, value: number, littleEndian = false): void {
		this.#view.setUint32(at, value, littleEndian);
	}
}
