/** A decoder looks at pieces of this size, so that a large file is never whole in memory twice. */
const pieceBytes = 64 * 1024;

const replacement = "\uFFFD";

/** Whether a text holds characters whose bytes could not be read. */
export const hasUnreadable = (text: string): boolean => text.includes(replacement);

/** The text of a file in pieces, without a byte order mark. Characters that cannot be read become U+FFFD. */
export function* textOf(bytes: Uint8Array): Generator<string> {
	yield* decode(bytes, encodingOf(bytes));
}

/** The end of a text that DOS wrote is U+001A. */
const controlsInText = "\t\n\v\f\r\u001a";
const checkedBytes = 4096;
/** Damaged text may have some. Of compressed bytes they are every tenth. */
const charsPerControl = 20;

/** Whether a file begins like a text, whose control characters are few. */
export function isText(bytes: Uint8Array): boolean {
	const start = bytes.subarray(0, checkedBytes);
	const text = [...decode(start, encodingOf(start))].join("");
	const controls = [...text].filter((char) => char < " " && !controlsInText.includes(char));
	return controls.length * charsPerControl <= text.length;
}

function* decode(bytes: Uint8Array, encoding: string): Generator<string> {
	const decoder = new TextDecoder(encoding);
	for (let at = 0; at < bytes.byteLength; at += pieceBytes)
		yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
	yield decoder.decode();
}

/**
 * UTF-8, unless a byte order mark or the zero bytes of the first characters say UTF-16. A file that is not UTF-8 comes
 * from an older program on Windows, unless most of its characters can be read as UTF-8: then a few are damaged.
 */
function encodingOf(bytes: Uint8Array): string {
	const [a, b, , d] = bytes;
	if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && d === 0)) return "utf-16le";
	if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0)) return "utf-16be";
	let readable = 0;
	let unreadable = 0;
	for (const piece of decode(bytes, "utf-8")) {
		const damaged = piece.match(/\uFFFD/g)?.length ?? 0;
		unreadable += damaged;
		readable += (piece.match(/[^\0-\x7f]/g)?.length ?? 0) - damaged;
	}
	return unreadable > readable ? "windows-1252" : "utf-8";
}
