import { scheduler } from "node:timers/promises";
import { CacheInMemory, CachesInMemory } from "./caches.ts";
import { lengthOf, noteLength } from "./http.ts";
import { Socket, socketPairOf } from "./objects/sockets.ts";
import { byteStream, FixedLengthStream, IdentityTransformStream, withLength } from "./streams.ts";
import { machineTime } from "./time.ts";

/** Gives plain Node the globals of Workers that it lacks. */
export function defineGlobals(): void {
	Object.assign(globalThis, {
		Cache: CacheInMemory,
		caches: new CachesInMemory(),
		scheduler,
		WebSocketPair: socketPairOf(machineTime),
		WebSocket: Socket,
		Request: withByteStreams(globalThis.Request),
		IdentityTransformStream,
		FixedLengthStream,
		fetch: inWordsOfWorkers(globalThis.fetch),
		Response: withSockets(globalThis.Response),
	});
	Object.assign(ReadableStreamBYOBReader.prototype, { readAtLeast });
}

/** Workers have this way to read until there are `min` bytes or the stream ends. */
async function readAtLeast(
	this: ReadableStreamBYOBReader,
	min: number,
	view: Uint8Array,
): Promise<{ done: boolean; value: Uint8Array | undefined }> {
	if (min < 1) throw new TypeError(`Requested invalid minimum number of bytes to read (${min}).`);
	if (min > view.byteLength)
		throw new TypeError(`Minimum bytes to read (${min}) exceeds size of buffer (${view.byteLength}).`);
	// A read takes the buffer away from the view, which then has no length.
	const { byteOffset, byteLength } = view;
	let buffer = view.buffer;
	let filled = 0;
	while (filled < min) {
		const { done, value } = await this.read(new Uint8Array(buffer, byteOffset + filled, byteLength - filled));
		if (!value) return { done, value };
		buffer = value.buffer;
		if (done) break;
		filled += value?.byteLength ?? 0;
	}
	const value = new Uint8Array(buffer, byteOffset, filled);
	return { done: filled === 0, value };
}

/** A body from the network is a stream of bytes. Node wants `duplex` for it. */
const withByteStreams = (request: typeof Request): typeof Request =>
	new Proxy(request, {
		construct: (target, [input, init], newTarget) => {
			const body = init?.body;
			const given = body instanceof ReadableStream ? { duplex: "half", ...init, body: byteStream(body) } : init;
			const made = Reflect.construct(target, [input, given], newTarget);
			noteLength(made, body === undefined && input instanceof Request ? input : body);
			return made;
		},
	});

/** Workers say it like this that a receiver cannot be reached. */
const inWordsOfWorkers =
	(send: typeof fetch): typeof fetch =>
	async (...given) => {
		try {
			return await send(...given);
		} catch (error) {
			if (!(error instanceof TypeError) || error.message !== "fetch failed") throw error;
			throw Object.assign(new Error("Network connection lost."), { remote: true, retryable: true });
		}
	};

const withoutBody = new Set([101, 204, 205, 304]);

/** The length of a body is known if it is given as a whole. Node refuses the status 101, and an empty text where no body may be. */
const withSockets = (response: typeof Response): typeof Response =>
	new Proxy(response, {
		construct(target, [body, init], newTarget) {
			const given = body === "" && withoutBody.has(init?.status) ? null : body;
			if (init?.status !== 101) {
				const made = Reflect.construct(target, [given, init], newTarget);
				withLength(made.body, lengthOf(given));
				return made;
			}
			const made = Reflect.construct(target, [null, { ...init, status: 200 }], newTarget);
			return Object.defineProperties(made, { status: { value: 101 }, webSocket: { value: init.webSocket } });
		},
	});
