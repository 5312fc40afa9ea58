import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { errorOf } from "../support/conformance.ts";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).

const bucket = env.PICTURES;
const key = () => `bytes/${crypto.randomUUID()}`;
const put = async (name: string, value: Parameters<R2Bucket["put"]>[1]) => (await bucket.put(name, value)) as R2Object;
const bytesAt = async (name: string) => (await bucket.get(name))?.bytes();
const ten = Uint8Array.from({ length: 10 }, (_, n) => n);

/** A stream that promises a length, and what is written to it. */
function promised(length: number, ...chunks: Uint8Array[]): ReadableStream {
	const { readable, writable } = new FixedLengthStream(length);
	const writer = writable.getWriter();
	const write = async () => {
		for (const chunk of chunks) await writer.write(chunk);
		await writer.close();
	};
	write().catch(() => {});
	return readable;
}

describe("a bucket stores", () => {
	it.each<[string, () => Parameters<R2Bucket["put"]>[1], number[]]>([
		["a text as UTF-8", () => "hé", [104, 195, 169]],
		["nothing", () => null, []],
		["a buffer", () => new Uint8Array([1, 2]).buffer, [1, 2]],
		["the part of a buffer that a view shows", () => ten.subarray(2, 5), [2, 3, 4]],
		["that of a DataView", () => new DataView(ten.buffer, 3, 2), [3, 4]],
		["that of wider numbers", () => new Uint16Array([1, 2, 3]).subarray(1), [2, 0, 3, 0]],
		["a blob", () => new Blob(["ab", "c"]), [97, 98, 99]],
		["a stream of a fixed length", () => promised(3, ten.subarray(0, 1), ten.subarray(4, 6)), [0, 4, 5]],
		["the body of a request", () => new Request("https://a.test/", { method: "POST", body: "abc" }).body, [97, 98, 99]],
		["the body of an answer", () => new Response("abc").body, [97, 98, 99]],
	])("%s", async (_, value, stored) => {
		const name = key();
		expect((await put(name, value())).size).toBe(stored.length);
		expect([...((await bytesAt(name)) ?? [])]).toEqual(stored);
	});

	it("exactly the part of 15 MiB that a view shows, and leaves the bytes to their owner", async () => {
		const size = 15 * 2 ** 20;
		const bytes = new Uint8Array(size + 100).fill(7);
		bytes.fill(1, 0, 50);
		bytes.fill(1, size + 50);
		const name = key();
		const { size: stored, checksums } = await put(name, bytes.subarray(50, size + 50));
		const md5 = createHash("md5")
			.update(bytes.subarray(50, size + 50))
			.digest("hex");
		expect([stored, bytes.byteLength, checksums.toJSON()]).toEqual([size, size + 100, { md5 }]);
		const found = (await bytesAt(name)) ?? new Uint8Array();
		expect([found.length, found.every((byte) => byte === 7)]).toEqual([size, true]);
	});

	it("15 MiB of a stream of a fixed length, which come in pieces", async () => {
		const [size, pieces] = [15 * 2 ** 20, 240];
		const chunks = Array.from({ length: pieces }, (_, n) => new Uint8Array(size / pieces).fill(n));
		const name = key();
		expect((await put(name, promised(size, ...chunks))).size).toBe(size);
		const found = (await bytesAt(name)) ?? new Uint8Array();
		const isRight = found.every((byte, n) => byte === Math.floor(n / (size / pieces)));
		expect([found.length, isRight]).toEqual([size, true]);
	});

	it("the bytes as they are when it is called", async () => {
		const [name, bytes] = [key(), new Uint8Array([1, 2, 3])];
		const storing = bucket.put(name, bytes);
		bytes[0] = 9;
		await storing;
		expect([...((await bytesAt(name)) ?? [])]).toEqual([1, 2, 3]);
	});

	it("the bytes of another object", async () => {
		const [from, to] = [key(), key()];
		await bucket.put(from, ten);
		await bucket.put(to, (await bucket.get(from))?.body ?? null);
		expect(await bytesAt(to)).toEqual(ten);
	});
});

describe("a bucket refuses", () => {
	const unknown = "Provided readable stream must have a known length";

	it.each<[string, () => ReadableStream, string]>([
		["a stream of unknown length", () => new ReadableStream({ start: (controller) => controller.close() }), unknown],
		["one that passes everything on", () => new IdentityTransformStream().readable, unknown],
		[
			"a body that was changed on its way",
			() => (new Response("abc").body as ReadableStream).pipeThrough(new TransformStream()),
			unknown,
		],
		["a stream that ends too early", () => promised(3, ten.subarray(0, 2)), "did not see all expected bytes"],
		["a stream of too many bytes", () => promised(3, ten.subarray(0, 4)), "Attempt to write too many bytes"],
		[
			"a stream that somebody reads",
			() => {
				const body = new Response("abc").body as ReadableStream;
				body.getReader();
				return body;
			},
			"locked",
		],
	])("%s, and keeps what it has", async (_, value, message) => {
		const name = key();
		await bucket.put(name, "before");
		const error = await errorOf(() => bucket.put(name, value()));
		expect([error?.name, error?.message]).toEqual(["TypeError", expect.stringContaining(message)]);
		expect((await bucket.head(name))?.size).toBe(6);
	});

	it("what its writer gives up, with the writer's words", async () => {
		const { readable, writable } = new FixedLengthStream(3);
		const writer = writable.getWriter();
		const write = async () => {
			await writer.write(ten.subarray(0, 1));
			await writer.abort(new Error("gone"));
		};
		write().catch(() => {});
		const name = key();
		expect((await errorOf(() => bucket.put(name, readable)))?.message).toBe("gone");
		expect(await bucket.head(name)).toBeNull();
	});

	it.each([5, {}])("the value %j", async (value) => {
		expect((await errorOf(() => bucket.put(key(), value as unknown as string)))?.name).toBe("TypeError");
	});
});

describe("what a bucket gives", () => {
	it("is null for a key without an object", async () => {
		expect([await bucket.get(key()), await bucket.head(key())]).toEqual([null, null]);
	});

	it("is read once, in each form", async () => {
		const name = key();
		await bucket.put(name, '{"a": 1}', { httpMetadata: { contentType: "application/json" } });
		const get = async () => (await bucket.get(name)) as R2ObjectBody;
		expect(await (await get()).json()).toEqual({ a: 1 });
		expect((await (await get()).blob()).type).toBe("application/json");
		expect((await (await get()).arrayBuffer()).byteLength).toBe(8);
		expect((await new Response((await get()).body).bytes()).length).toBe(8);
		const object = await get();
		expect([object.bodyUsed, await object.text(), object.bodyUsed]).toEqual([false, '{"a": 1}', true]);
		expect((await errorOf(() => object.text()))?.name).toBe("TypeError");
		const cancelled = await get();
		expect(cancelled.body).toBe(cancelled.body);
		await cancelled.body.cancel();
		expect(cancelled.bodyUsed).toBe(true);
	});

	it("can be read piece by piece", async () => {
		const name = key();
		await bucket.put(name, ten);
		const reader = ((await bucket.get(name)) as R2ObjectBody).body.getReader({ mode: "byob" });
		expect([...((await reader.readAtLeast(4, new Uint8Array(4))).value ?? [])]).toEqual([0, 1, 2, 3]);
		expect([...((await reader.readAtLeast(9, new Uint8Array(9))).value ?? [])]).toEqual([4, 5, 6, 7, 8, 9]);
	});

	it("stays what it was while it is read", async () => {
		const name = key();
		await bucket.put(name, ten);
		const first = await bucket.get(name);
		await bucket.put(name, "new");
		const second = await bucket.get(name);
		await bucket.delete(name);
		expect([(await first?.bytes())?.length, await second?.text()]).toEqual([10, "new"]);
	});
});

describe("a part of an object", () => {
	const header = (range: string) => new Headers({ Range: range });
	const all = { offset: 0, length: 10 };
	const partOf = async (range: R2GetOptions["range"]) => {
		const name = key();
		await bucket.put(name, ten);
		return await bucket.get(name, range === undefined ? {} : { range });
	};

	it.each<[string, R2GetOptions["range"], { offset: number; length: number }]>([
		["all of it", undefined, all],
		["from a place on", { offset: 2 }, { offset: 2, length: 8 }],
		["so much from a place on", { offset: 2, length: 3 }, { offset: 2, length: 3 }],
		["the beginning", { length: 4 }, { offset: 0, length: 4 }],
		["the end", { suffix: 3 }, { offset: 7, length: 3 }],
		["more than there is", { offset: 8, length: 5 }, { offset: 8, length: 2 }],
		["a longer end than there is", { suffix: 30 }, all],
		["a header with both ends", header("bytes=2-3"), { offset: 2, length: 2 }],
		["a header with a beginning", header("bytes=2-"), { offset: 2, length: 8 }],
		["a header with an end", header("bytes=-3"), { offset: 7, length: 3 }],
		["a header beyond the end", header("bytes=0-100"), all],
		// A header that asks for nothing there is gets everything.
		...["bytes=20-30", "bytes=1-2,4-5", "bytes=5-2", "bytes=", "bytes=-0", "items=1-2"].map(
			(range): [string, Headers, typeof all] => [`the header ${range}`, header(range), all],
		),
	])("is %s", async (_, range, given) => {
		const object = await partOf(range);
		expect([object?.range, object?.size]).toEqual([given, 10]);
		expect(await object?.bytes()).toEqual(ten.subarray(given.offset, given.offset + given.length));
	});

	it.each<[R2GetOptions["range"], string]>([
		[{ offset: 10 }, "get: The requested range is not satisfiable (10039)"],
		[{ offset: 11 }, "get: The requested range is not satisfiable (10039)"],
		[{ offset: 0, length: 0 }, "get: The requested range is not satisfiable (10039)"],
		[{ suffix: 0 }, "get: The requested range is not satisfiable (10039)"],
		[{ offset: -1 }, "Invalid range. Starting offset (-1) must be greater than or equal to 0."],
		[{ length: -1 }, "Invalid range. Length (-1) must be greater than or equal to 0."],
		[{ suffix: -1 }, "Invalid suffix. Suffix (-1) must be greater than or equal to 0."],
		[{ offset: 1.5 }, "Invalid range. Starting offset (1.5) must be an integer, not floating point."],
		[{ offset: 1, suffix: 2 } as R2Range, "Suffix is incompatible with offset."],
		[{ length: 1, suffix: 2 } as R2Range, "Suffix is incompatible with length."],
	])("is refused: %j", async (range, message) => {
		expect((await errorOf(() => partOf(range)))?.message).toBe(message);
	});
});
