import { type FileHandle, open } from "node:fs/promises";

/** A file in a ZIP, whose bytes are stored as they are. */
export interface StoredFile {
	name: string;
	size: number;
	offset: number;
}

export class NoZip extends Error {}

const endMark = 0x06054b50;
const endBytes = 22;
/** The comment behind the end may be as long. */
const longestComment = 0xffff;
const max32 = 0xffffffff;

/** Reads a ZIP by its directory, and never more than a piece of it at once. */
export class ZipFile {
	private readonly handle: FileHandle;
	readonly files: ReadonlyMap<string, StoredFile>;

	private constructor(handle: FileHandle, files: ReadonlyMap<string, StoredFile>) {
		this.handle = handle;
		this.files = files;
	}

	static async open(path: string): Promise<ZipFile> {
		const handle = await open(path);
		try {
			return new ZipFile(handle, await directoryOf(handle));
		} catch (error) {
			await handle.close();
			throw error;
		}
	}

	/** Throws if the ZIP ends before the file does. */
	async *read({ offset, size }: StoredFile): AsyncGenerator<Buffer> {
		const header = await bytesAt(this.handle, offset, 30);
		let at = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
		for (const end = at + size; at < end; ) {
			const piece = await bytesAt(this.handle, at, Math.min(end - at, 1024 * 1024));
			yield piece;
			at += piece.length;
		}
	}

	/** The lines of a file of text, without their ends. */
	async *lines(file: StoredFile): AsyncGenerator<string> {
		let rest = Buffer.alloc(0);
		for await (const piece of this.read(file)) {
			const bytes = Buffer.concat([rest, piece]);
			let from = 0;
			for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
				yield bytes.toString("utf8", from, end);
				from = end + 1;
			}
			rest = bytes.subarray(from);
		}
		if (rest.length > 0) yield rest.toString();
	}

	close = (): Promise<void> => this.handle.close();
}

async function bytesAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
	const bytes = Buffer.alloc(length);
	const { bytesRead } = await handle.read(bytes, 0, length, at);
	if (bytesRead < length) throw new NoZip("The file is cut off.");
	return bytes;
}

async function directoryOf(handle: FileHandle): Promise<Map<string, StoredFile>> {
	const { size } = await handle.stat();
	const tail = await bytesAt(
		handle,
		Math.max(0, size - endBytes - longestComment),
		Math.min(size, endBytes + longestComment),
	);
	let at = tail.length - endBytes;
	while (at >= 0 && tail.readUInt32LE(at) !== endMark) at--;
	if (at < 0) throw new NoZip("This is no ZIP, or its end is missing.");
	const { start, length } = await placeOf(handle, tail, at);
	return entriesIn(await bytesAt(handle, start, length));
}

/** A large archive says it in front of its end (ZIP64). */
async function placeOf(handle: FileHandle, tail: Buffer, at: number): Promise<{ start: number; length: number }> {
	const [length, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
	const isLarge = at >= 20 && tail.readUInt32LE(at - 20) === 0x07064b50;
	if (!isLarge) return { start, length };
	const end = await bytesAt(handle, Number(tail.readBigUInt64LE(at - 12)), 56);
	return { start: Number(end.readBigUInt64LE(48)), length: Number(end.readBigUInt64LE(40)) };
}

function entriesIn(directory: Buffer): Map<string, StoredFile> {
	const files = new Map<string, StoredFile>();
	for (let at = 0; at + 46 <= directory.length; ) {
		if (directory.readUInt32LE(at) !== 0x02014b50) throw new NoZip("The directory of the ZIP is damaged.");
		const [nameLength, extraLength] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)];
		const name = directory.toString("utf8", at + 46, at + 46 + nameLength);
		const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
		if (directory.readUInt16LE(at + 10) !== 0)
			throw new NoZip(`${name} is compressed. Verify the file as it was downloaded.`);
		const values = largeValues(extra);
		const value = (short: number): number => (short === max32 ? (values.shift() ?? short) : short);
		const size = value(directory.readUInt32LE(at + 24));
		// The size stands there twice.
		value(directory.readUInt32LE(at + 20));
		files.set(name, { name, size, offset: value(directory.readUInt32LE(at + 42)) });
		at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
	}
	return files;
}

function largeValues(extra: Buffer): number[] {
	for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
		if (extra.readUInt16LE(at) === 1)
			return Array.from({ length: Math.floor(extra.readUInt16LE(at + 2) / 8) }, (_, n) =>
				Number(extra.readBigUInt64LE(at + 4 + 8 * n)),
			);
	return [];
}
