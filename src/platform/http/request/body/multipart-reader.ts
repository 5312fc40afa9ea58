import { Buffer } from "node:buffer";
import { withTimeout } from "../../../lib/async/with-timeout.ts";

import { fileTooSlow, longestFileMs, longestPieceMs, pieceBytes } from "./uploads.ts";
import { MalformedBody } from "./urlencoded.ts";

export interface Part {
	name: string;
	/** Undefined for a field that is no file. */
	filename: string | undefined;
}

/** Browsers send a few hundred. */
const maxHeaderBytes = 8 * 1024;

/** Most texts are shorter. */
const firstTextBytes = 256;

/**
 * The parts of a multipart body (RFC 7578), read forwards. It keeps the bytes that may belong to the next boundary, and
 * no more. `Buffer.indexOf` searches in native code, so that a hostile body costs no more than another.
 */
export class MultipartReader {
	bytesRead = 0;
	private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
	private readonly delimiter: Buffer;
	private window: Buffer = Buffer.from("\r\n");
	private hasEnded = false;
	/** The bytes of the present piece that have not arrived. */
	private pieceLeft = pieceBytes;
	/** How long the network may still be waited for: for the piece, and for all until the next file. */
	private pieceMs = longestPieceMs;
	private totalMs = longestFileMs;

	constructor(body: ReadableStream<Uint8Array>, boundary: Buffer) {
		this.reader = body.getReader();
		this.delimiter = Buffer.concat([Buffer.from("\r\n--"), boundary]);
	}

	get bytesWaiting(): number {
		return this.window.length;
	}

	/** The next part; undefined after the last one. It passes over the rest of the part before it. */
	async next(): Promise<Part | undefined> {
		await this.skip();
		await this.fill(this.delimiter.length + 2);
		this.drop(this.delimiter.length);
		const after = this.window.subarray(0, 2).toString("latin1");
		if (after === "--") return undefined;
		if (after !== "\r\n") throw broken();
		return partOf(await this.readHeaders());
	}

	/** Gives the part as much time to arrive as an upload of its own has. */
	allowTime(): void {
		this.totalMs = longestFileMs;
	}

	async isEmpty(): Promise<boolean> {
		await this.fill(this.delimiter.length);
		return this.window.subarray(0, this.delimiter.length).equals(this.delimiter);
	}

	async skip(): Promise<void> {
		await this.read(() => true);
	}

	/** Each byte may come alone, so the pieces are not kept. */
	async readText(most: number): Promise<Buffer> {
		let text = Buffer.alloc(firstTextBytes);
		let length = 0;
		await this.read((piece) => {
			const end = length + piece.length;
			if (end > most) throw new MalformedBody("The texts of the form are larger than 1 MiB.");
			if (end > text.length) {
				const larger = Buffer.alloc(Math.max(end, 2 * length));
				larger.set(text.subarray(0, length));
				text = larger;
			}
			text.set(piece, length);
			length = end;
		});
		return text.subarray(0, length);
	}

	/** The whole part, in memory once; undefined if it is larger than `room`. */
	async readFile(room: number): Promise<Uint8Array | undefined> {
		const file = new Uint8Array(room);
		let length = 0;
		await this.read((piece) => {
			if (length + piece.length <= room) file.set(piece, length);
			length += piece.length;
			return true;
		});
		return length > room ? undefined : file.subarray(0, length);
	}

	async cancel(): Promise<void> {
		await this.reader.cancel().catch(() => {});
	}

	/** Gives the bytes of the part to `use`, piece by piece. The window then begins with the delimiter. */
	private async read(use: (piece: Buffer) => void): Promise<void> {
		for (;;) {
			const at = this.window.indexOf(this.delimiter);
			// The end of the window may be the beginning of the delimiter.
			const end = at >= 0 ? at : this.window.length - this.delimiter.length + 1;
			if (end > 0) {
				use(this.window.subarray(0, end));
				this.drop(end);
			}
			if (at >= 0) return;
			await this.fill(this.window.length + 1);
		}
	}

	private async readHeaders(): Promise<string> {
		for (;;) {
			const end = this.window.indexOf("\r\n\r\n");
			if (end >= 0 && end <= maxHeaderBytes) {
				const headers = this.window.subarray(0, end).toString("utf8");
				// The line break before the delimiter stays, so that a part without bytes ends at once.
				this.drop(end + 4);
				return headers;
			}
			if (this.window.length > maxHeaderBytes) throw broken();
			await this.fill(this.window.length + 1);
		}
	}

	private drop(length: number): void {
		this.window = this.window.subarray(length);
	}

	private async fill(length: number): Promise<void> {
		while (this.window.length < length) {
			if (this.hasEnded) throw broken();
			const value = await this.receive();
			if (value) this.window = Buffer.concat([this.window, value]);
		}
	}

	/** The next bytes. As in an upload, the time counts that the network takes for a piece, and not for each byte of it. */
	private async receive(): Promise<Uint8Array | undefined> {
		const began = Date.now();
		const ms = Math.max(0, Math.min(this.pieceMs, this.totalMs));
		const { value, done } = await withTimeout(ms, this.reader.read(), fileTooSlow);
		const waitedMs = Date.now() - began;
		this.totalMs -= waitedMs;
		this.pieceMs -= waitedMs;
		this.pieceLeft -= value?.byteLength ?? 0;
		if (this.pieceLeft <= 0) {
			this.pieceMs = longestPieceMs;
			this.pieceLeft = pieceBytes;
		}
		this.hasEnded = done;
		this.bytesRead += value?.byteLength ?? 0;
		return value;
	}
}

const broken = () => new MalformedBody("The form ends too early, or is not as multipart/form-data should be.");

/** Browsers write quotation marks in names as `%22`. */
function partOf(headers: string): Part {
	const line = headers.split("\r\n").find((one) => /^content-disposition:\s{0,5}form-data/i.test(one)) ?? "";
	const name = /;\s{0,5}name="([^"]{0,1000})"/i.exec(line)?.[1];
	if (name === undefined) throw broken();
	const filename = /;\s{0,5}filename="([^"]{0,1000})"/i.exec(line)?.[1];
	return { name, filename };
}
