import nodeCrypto, { type BinaryLike, createCipheriv, createDecipheriv, scryptSync } from "node:crypto";
import { createRequire } from "node:module";
import { CachesInMemory } from "../../platform/caches.ts";
import { socketPairOf } from "../../platform/objects/sockets.ts";
import type { Time } from "../../platform/time.ts";
import type { IsolateGlobals } from "./bundle.ts";

interface Options {
	time: Time;
	random: () => number;
	isAlive: () => boolean;
	/** The milliseconds by which the clock of this isolate is ahead. */
	clockOffsetMs: () => number;
	fetch: (request: Request) => Promise<Response>;
	log: (line: string) => void;
	cloudflare: IsolateGlobals["cloudflare"];
}

const require = createRequire(import.meta.url);

/** All of them come from the simulation. */
export function isolateGlobals({
	time,
	random,
	isAlive,
	clockOffsetMs,
	fetch,
	log,
	cloudflare,
}: Options): IsolateGlobals {
	const now = () => time.now() + clockOffsetMs();
	const ifAlive = (work: () => void) => () => {
		if (isAlive()) work();
	};
	const timers = new Map<number, () => void>();
	let lastTimer = 0;
	const after = (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): number => {
		const id = ++lastTimer;
		const run = () => {
			timers.delete(id);
			work(...args);
		};
		timers.set(id, time.after(ms, ifAlive(run)));
		return id;
	};
	const clear = (id: number): void => {
		timers.get(id)?.();
		timers.delete(id);
	};
	const every = (work: () => void, ms: number): number => {
		const id = ++lastTimer;
		const again = (): void => {
			timers.set(
				id,
				time.after(
					ms,
					ifAlive(() => {
						again();
						work();
					}),
				),
			);
		};
		again();
		return id;
	};
	const wait = (ms: number, { signal }: { signal?: AbortSignal } = {}): Promise<void> =>
		new Promise((resolve, reject) => {
			const timer = after(() => resolve(), ms);
			signal?.addEventListener("abort", () => {
				clear(timer);
				reject(signal.reason);
			});
		});
	const randomBytes = (length: number): Buffer => fill(Buffer.alloc(length), random);
	return {
		require: (module) => (/^(node:)?crypto$/.test(module) ? cryptoModule(randomBytes, after) : require(module)),
		Date: dateOf(now),
		virtualRandom: random,
		virtualNow: now,
		setTimeout: after,
		clearTimeout: clear,
		setInterval: every,
		clearInterval: clear,
		scheduler: { wait },
		performance: { now, timeOrigin: 0 },
		crypto: webCrypto(random),
		fetch: (input: string | URL | Request, init?: RequestInit) => abortable(fetch, new Request(input, init)),
		caches: new CachesInMemory(now),
		console: { log, error: log, warn: log, info: log, debug: log },
		AbortSignal: signalsOf(after),
		WebSocketPair: socketPairOf(time),
		cloudflare,
	};
}

/** A request that the caller gives up has no answer, whatever becomes of it. */
const abortable = (fetch: (request: Request) => Promise<Response>, request: Request): Promise<Response> =>
	new Promise((resolve, reject) => {
		const { signal } = request;
		if (signal.aborted) reject(signal.reason);
		signal.addEventListener("abort", () => reject(signal.reason));
		fetch(request).then(resolve, reject);
	});

function fill<T extends Uint8Array>(bytes: T, random: () => number): T {
	for (let n = 0; n < bytes.length; n++) bytes[n] = Math.floor(random() * 256);
	return bytes;
}

const dateOf = (now: () => number): typeof Date =>
	class extends Date {
		constructor(...args: unknown[]) {
			super(...((args.length === 0 ? [now()] : args) as []));
		}
		static override now = now;
	} as typeof Date;

const signalsOf = (after: (work: () => void, ms: number) => void) =>
	class extends AbortSignal {
		static override timeout(ms: number): AbortSignal {
			const controller = new AbortController();
			after(() => controller.abort(new DOMException("The operation timed out.", "TimeoutError")), ms);
			return controller.signal;
		}
	};

/** Only equal passwords with equal salts make equal keys, as with the real cost. */
const cryptoModule = (randomBytes: (length: number) => Buffer, after: (work: () => void, ms: number) => void) => ({
	...nodeCrypto,
	randomBytes,
	scrypt(
		password: BinaryLike,
		salt: BinaryLike,
		length: number,
		_cost: unknown,
		done: (error: null, key: Buffer) => void,
	): void {
		const key = scryptSync(password, salt, length, { N: 2, r: 1, p: 1 });
		after(() => done(null, key), 100);
	},
});

interface Algorithm {
	iv: Uint8Array;
	additionalData: Uint8Array;
}
const tagBytes = 16;

/** The operations that the Worker uses. Those of Node run in threads, whose order no seed decides. */
const webCrypto = (random: () => number) => ({
	getRandomValues: <T extends Uint8Array>(bytes: T): T => {
		fill(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), random);
		return bytes;
	},
	randomUUID: (): string => {
		const bytes = fill(Buffer.alloc(16), random);
		bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
		bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
		return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
	},
	subtle: {
		importKey: async (_format: "raw", key: Uint8Array): Promise<Uint8Array> => key,
		async encrypt({ iv, additionalData }: Algorithm, key: Uint8Array, text: Uint8Array): Promise<Uint8Array> {
			const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(additionalData);
			return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
		},
		async decrypt({ iv, additionalData }: Algorithm, key: Uint8Array, sealed: Uint8Array): Promise<Uint8Array> {
			const decipher = createDecipheriv("aes-256-gcm", key, iv).setAAD(additionalData);
			decipher.setAuthTag(sealed.subarray(-tagBytes));
			return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
		},
	},
});
