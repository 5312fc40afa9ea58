import { cutOff } from "./picture-fault.ts";

/** A 0xff that is near is found faster by hand, and one that is far by the search. A photograph asks for both. */
const near = 32;

/** Markers without a segment: a stuffed 0xff of the data (0x00), TEM and RST0 to RST7. */
const standsAlone = (code: number): boolean => code <= 0x01 || (code >= 0xd0 && code <= 0xd7);

/**
 * The code of the next marker that begins a segment, or of EOI. Before it stand a scan's data, or bytes that have no
 * business there, which decoders pass over as well.
 */
export function nextSegment(bytes: Uint8Array, from: number): number {
	let byHand = from + near;
	for (let at = from; at < bytes.length; at += 1) {
		if (bytes[at] !== 0xff) {
			if (at < byHand) continue;
			at = bytes.indexOf(0xff, at);
			if (at < 0) break;
		}
		while (bytes[at] === 0xff) at += 1;
		const code = bytes[at];
		if (code !== undefined && !standsAlone(code)) return at;
		byHand = at + near;
	}
	throw cutOff();
}

/** The end of the data that stands before a marker: any number of 0xff may lead to its code. */
export function endOfScan(bytes: Uint8Array, code: number): number {
	let end = code;
	while (bytes[end - 1] === 0xff) end -= 1;
	return end;
}
