import { maxRowChars, tooLong } from "./csv.ts";

/** A line of JSON, or the reason why it is none. */
export type ReadLine = { value: Record<string, unknown> } | { fault: string };

/** After so many characters other requests have their turn. */
const charsPerTurn = 256 * 1024;

/** Calls `onLine` for each line of NDJSON. Empty lines do not count. */
export async function readNdjson(pieces: Iterable<string>, onLine: (line: ReadLine) => void): Promise<void> {
	let open = "";
	let isTooLong = false;
	let chars = 0;
	const end = (line: string) => {
		if (isTooLong) onLine({ fault: tooLong });
		else if (line.trim() !== "") onLine(read(line));
		isTooLong = false;
	};
	for (const piece of pieces) {
		const lines = piece.split("\n");
		for (const [n, line] of lines.entries()) {
			if (n > 0) {
				end(open);
				open = "";
			}
			isTooLong ||= open.length + line.length > maxRowChars;
			open = isTooLong ? "" : open + line;
		}
		chars += piece.length;
		if (chars < charsPerTurn) continue;
		chars = 0;
		await scheduler.wait(0);
	}
	end(open);
}

function read(line: string): ReadLine {
	try {
		const value: unknown = JSON.parse(line);
		if (typeof value === "object" && value !== null && !Array.isArray(value))
			return { value: value as Record<string, unknown> };
	} catch {}
	return { fault: "is no JSON object" };
}
