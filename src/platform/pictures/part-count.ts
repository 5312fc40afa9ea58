import { damaged } from "./picture-fault.ts";

/** Real files have some thousands at most: 15 MiB of a PNG in pieces of 4 KiB. Each part costs time, however small it is. */
const most = 10_000;

/** Counts the segments, chunks or boxes of a file, and refuses what only costs time. */
export function partCounter(): () => void {
	let parts = 0;
	return () => {
		parts += 1;
		if (parts > most) throw damaged(`it has more than ${most.toLocaleString("en")} parts`);
	};
}
