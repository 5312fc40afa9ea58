const lengths = new WeakMap<ReadableStream, number>();

/** The length of a stream, if it is known beforehand. */
export const lengthOfStream = (stream: ReadableStream): number | undefined => lengths.get(stream);

/** Notes the length of a stream. Returns the stream. */
export function withLength<T extends ReadableStream | null>(stream: T, length: number | undefined): T {
	if (stream && length !== undefined) lengths.set(stream, length);
	return stream;
}

/** The chunks are copied, because a stream of bytes takes their buffers away. */
export function byteStream(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
	const reader = stream.getReader();
	return new ReadableStream({
		type: "bytes",
		async pull(controller) {
			const { done, value } = await reader.read();
			if (done) {
				controller.close();
				controller.byobRequest?.respond(0);
			} else if (value.byteLength > 0) controller.enqueue(value.slice());
		},
		cancel: (reason) => reader.cancel(reason),
	});
}

export class IdentityTransformStream {
	readonly readable: ReadableStream<Uint8Array>;
	readonly writable: WritableStream<Uint8Array>;

	constructor(transformer: Transformer<Uint8Array, Uint8Array> = {}) {
		const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(transformer);
		this.readable = byteStream(readable);
		this.writable = writable;
	}
}

/** A stream of so many bytes, not more and not fewer. */
export class FixedLengthStream extends IdentityTransformStream {
	constructor(length: number | bigint) {
		let left = Number(length);
		super({
			transform(chunk, controller) {
				left -= chunk.byteLength;
				if (left < 0) throw new TypeError("Attempt to write too many bytes through a FixedLengthStream.");
				controller.enqueue(chunk);
			},
			flush() {
				if (left > 0) throw new TypeError("FixedLengthStream did not see all expected bytes before close().");
			},
		});
		withLength(this.readable, Number(length));
	}
}
