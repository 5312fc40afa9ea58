import { lengthOfStream } from "../streams.ts";

export interface Value {
	size: number;
	read(): Promise<Uint8Array>;
}

/** The bytes to store. Bytes of the caller count as they are now. A stream must have a length that is known. */
export function givenValue(given: unknown): Value {
	if (given === null || given === undefined) return copyOf(new Uint8Array());
	if (typeof given === "string") return copyOf(new TextEncoder().encode(given));
	if (given instanceof ArrayBuffer) return copyOf(new Uint8Array(given));
	if (ArrayBuffer.isView(given)) return copyOf(new Uint8Array(given.buffer, given.byteOffset, given.byteLength));
	if (given instanceof Blob) return { size: given.size, read: async () => new Uint8Array(await given.arrayBuffer()) };
	if (given instanceof ReadableStream) return streamed(given);
	throw new TypeError(
		"Failed to execute 'put' on 'R2Bucket': parameter 2 is not of type 'JsReadableStream or ArrayBuffer or ArrayBufferView or string or Blob'.",
	);
}

function copyOf(bytes: Uint8Array): Value {
	const copy = bytes.slice();
	return { size: copy.length, read: async () => copy };
}

function streamed(stream: ReadableStream<Uint8Array>): Value {
	if (stream.locked) throw new TypeError("The ReadableStream has been locked to a reader.");
	const size = lengthOfStream(stream);
	if (size === undefined)
		throw new TypeError(
			"Provided readable stream must have a known length (request/response body or readable half of FixedLengthStream)",
		);
	// It is the bucket's from now on.
	const reader = stream.getReader();
	const read = async () => {
		const bytes = new Uint8Array(size);
		let filled = 0;
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			if (filled + value.length > size) throw new Error("Network connection lost.");
			bytes.set(value, filled);
			filled += value.length;
		}
		if (filled < size) throw new Error("Network connection lost.");
		return bytes;
	};
	return { size, read };
}
