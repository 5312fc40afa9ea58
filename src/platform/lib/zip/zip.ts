/** A file of an archive, whose bytes are stored as they are (APPNOTE.TXT 6.3.10). */
export interface ZipEntry {
	/** In ASCII. */
	name: string;
	size: number;
	crc32: number;
	/** The position of its header. */
	offset: number;
}

const max32 = 0xffffffff;
const max16 = 0xffff;
const storedVersion = 20;
const zip64Version = 45;
const madeOnUnix = 3 << 8;
/** A regular file that everybody may read. */
const unixMode = 0o100644;

/** The time is shown without a zone, so it is the one of UTC. */
function dosTime(ms: number): [time: number, date: number] {
	const at = new Date(ms);
	return [
		(at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
		((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
	];
}

type Field = [bytes: 2 | 4 | 8, value: number];

function bytesOf(fields: readonly Field[], ...texts: string[]): Uint8Array<ArrayBuffer> {
	const text = Buffer.from(texts.join(""), "latin1");
	const size = fields.reduce((sum, [bytes]) => sum + bytes, 0);
	const all = new Uint8Array(size + text.length);
	const view = new DataView(all.buffer);
	let at = 0;
	for (const [bytes, value] of fields) {
		if (bytes === 2) view.setUint16(at, value, true);
		else if (bytes === 4) view.setUint32(at, value, true);
		else view.setBigUint64(at, BigInt(value), true);
		at += bytes;
	}
	all.set(text, at);
	return all;
}

const join = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat(parts));

/** The extra field of a file or a position beyond 4 GiB. */
const zip64Extra = (values: number[]): Uint8Array =>
	values.length === 0
		? new Uint8Array()
		: bytesOf([[2, 1], [2, 8 * values.length], ...values.map((value): Field => [8, value])]);

const headerBytes = 30;

/** `isLarge` says whether the file has 4 GiB or more. It is known before the file is. */
export const localHeaderSize = (name: string, isLarge: boolean): number =>
	headerBytes + name.length + (isLarge ? 20 : 0);

export function localHeader(
	{ name, size, crc32 }: Omit<ZipEntry, "offset">,
	at: number,
	isLarge = isLargeSize(size),
): Uint8Array<ArrayBuffer> {
	const extra = zip64Extra(isLarge ? [size, size] : []);
	const shown = isLarge ? max32 : size;
	const [time, date] = dosTime(at);
	const header = bytesOf(
		[
			[4, 0x04034b50],
			[2, isLarge ? zip64Version : storedVersion],
			[2, 0],
			[2, 0],
			[2, time],
			[2, date],
			[4, crc32],
			[4, shown],
			[4, shown],
			[2, name.length],
			[2, extra.length],
		],
		name,
	);
	return join(header, extra);
}

export const isLargeSize = (size: number): boolean => size >= max32;

export function centralEntry({ name, size, crc32, offset }: ZipEntry, at: number): Uint8Array<ArrayBuffer> {
	const isFar = offset >= max32;
	const isLarge = isLargeSize(size);
	const extra = zip64Extra([...(isLarge ? [size, size] : []), ...(isFar ? [offset] : [])]);
	const shown = isLarge ? max32 : size;
	const version = extra.length > 0 ? zip64Version : storedVersion;
	const [time, date] = dosTime(at);
	const entry = bytesOf(
		[
			[4, 0x02014b50],
			[2, madeOnUnix | version],
			[2, version],
			[2, 0],
			[2, 0],
			[2, time],
			[2, date],
			[4, crc32],
			[4, shown],
			[4, shown],
			[2, name.length],
			[2, extra.length],
			[2, 0],
			[2, 0],
			[2, 0],
			[4, unixMode * 0x10000],
			[4, isFar ? max32 : offset],
		],
		name,
	);
	return join(entry, extra);
}

/** The end of an archive, behind its directory. */
export function endOfArchive(directory: { entries: number; size: number; offset: number }): Uint8Array<ArrayBuffer> {
	const { entries, size, offset } = directory;
	const isLarge = entries >= max16 || size >= max32 || offset >= max32;
	const end = bytesOf([
		[4, 0x06054b50],
		[2, 0],
		[2, 0],
		[2, Math.min(entries, max16)],
		[2, Math.min(entries, max16)],
		[4, Math.min(size, max32)],
		[4, Math.min(offset, max32)],
		[2, 0],
	]);
	if (!isLarge) return end;
	const large = bytesOf([
		[4, 0x06064b50],
		[8, 44],
		[2, madeOnUnix | zip64Version],
		[2, zip64Version],
		[4, 0],
		[4, 0],
		[8, entries],
		[8, entries],
		[8, size],
		[8, offset],
	]);
	const locator = bytesOf([
		[4, 0x07064b50],
		[4, 0],
		[8, offset + size],
		[4, 1],
	]);
	return join(large, locator, end);
}
