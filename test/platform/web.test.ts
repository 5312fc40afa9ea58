import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { errorOf, sleep } from "../support/conformance.ts";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).
// The parts of the web's platform that the service relies on.

function streamOf(...chunks: number[][]): ReadableStream<Uint8Array> {
	const { readable, writable } = new IdentityTransformStream();
	const writer = writable.getWriter();
	const write = async () => {
		for (const chunk of chunks) await writer.write(new Uint8Array(chunk));
		await writer.close();
	};
	write().catch(() => {});
	return readable;
}
const readerOf = (...chunks: number[][]) => streamOf(...chunks).getReader({ mode: "byob" });
const shown = ({ done, value }: { done: boolean; value?: Uint8Array | undefined }) => [done, [...(value ?? [])]];

describe("a reader with buffers of its own", () => {
	it("reads until there is enough, and what is left at the end", async () => {
		const reader = readerOf([1, 2], [3], [4, 5, 6], [7]);
		const first = await reader.readAtLeast(4, new Uint8Array(6));
		expect(shown(first)).toEqual([false, [1, 2, 3, 4, 5, 6]]);
		expect(shown(await reader.readAtLeast(4, new Uint8Array(6)))).toEqual([false, [7]]);
		expect(shown(await reader.readAtLeast(4, new Uint8Array(6)))).toEqual([true, []]);
	});

	it("fills the part of the buffer that it is given, and takes the buffer away", async () => {
		const buffer = new ArrayBuffer(8);
		new Uint8Array(buffer).set([9, 9]);
		const { value } = await readerOf([1, 2], [3, 4]).readAtLeast(4, new Uint8Array(buffer, 2));
		expect([...new Uint8Array(value?.buffer as ArrayBuffer)]).toEqual([9, 9, 1, 2, 3, 4, 0, 0]);
		expect([value?.byteOffset, value?.byteLength, buffer.byteLength]).toEqual([2, 4, 0]);
	});

	it("reads the body of a request piece by piece", async () => {
		const body = new Request("https://a.test/", { method: "POST", body: "hello" }).body as ReadableStream<Uint8Array>;
		const reader = body.getReader({ mode: "byob" });
		expect(shown(await reader.readAtLeast(2, new Uint8Array(2)))).toEqual([false, [104, 101]]);
		expect(shown(await reader.readAtLeast(10, new Uint8Array(10)))).toEqual([false, [108, 108, 111]]);
	});

	it.each([0, 9])("refuses to read at least %i bytes into 8", async (min) => {
		expect((await errorOf(() => readerOf([1]).readAtLeast(min, new Uint8Array(8))))?.name).toBe("TypeError");
	});

	it("is at the end once it is cancelled, and locks its stream", async () => {
		const reader = readerOf([1, 2], [3]);
		await reader.cancel();
		expect((await reader.readAtLeast(1, new Uint8Array(2))).done).toBe(true);
		const stream = streamOf([1]);
		stream.getReader();
		expect((await errorOf(() => stream.getReader()))?.name).toBe("TypeError");
	});
});

describe("a body", () => {
	const gzip = (text: string) =>
		new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
	const gunzip = (bytes: ArrayBuffer) =>
		new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();

	it("is compressed and back again, and broken ones are refused", async () => {
		const bytes = await gzip("a".repeat(1000));
		expect(bytes.byteLength).toBeLessThan(100);
		expect(await gunzip(bytes)).toBe("a".repeat(1000));
		for (const broken of [bytes.slice(0, 15), Uint8Array.from(new TextEncoder().encode("not gzip")).buffer])
			expect((await errorOf(() => gunzip(broken)))?.name).toBe("TypeError");
	});

	it("is read once", async () => {
		const response = new Response("x");
		await response.text();
		expect((await errorOf(() => response.text()))?.name).toBe("TypeError");
	});

	it("is not for GET, nor for an answer of status 204 or 304 unless it is empty", async () => {
		expect((await errorOf(() => new Request("https://a.test/", { body: "x" })))?.name).toBe("TypeError");
		for (const status of [204, 304]) {
			expect((await errorOf(() => new Response("x", { status })))?.name).toBe("TypeError");
			expect([new Response(null, { status }).status, new Response("", { status }).status]).toEqual([status, status]);
		}
		expect((await errorOf(() => new Response(null, { status: 99 })))?.name).toBe("RangeError");
	});

	it("has a type if it is a text, and none if it is bytes", () => {
		const typeOf = (body: BodyInit | null) => new Response(body).headers.get("Content-Type");
		expect([typeOf("x"), typeOf(new Uint8Array(1)), typeOf(null)]).toEqual(["text/plain;charset=UTF-8", null, null]);
	});
});

describe("headers", () => {
	it("are joined, but cookies are not, and are trimmed", () => {
		const headers = new Headers([
			["A", " 1 "],
			["a", "2"],
			["Set-Cookie", "x=1"],
			["Set-Cookie", "y=2"],
		]);
		expect([headers.get("a"), headers.getSetCookie()]).toEqual(["1, 2", ["x=1", "y=2"]]);
	});

	it.each<[string, HeadersInit]>([
		["a line break", { a: "x\ny" }],
		["a space in a name", { "a b": "x" }],
	])("are refused with %s", async (_, init) => {
		expect((await errorOf(() => new Headers(init)))?.name).toBe("TypeError");
	});
});

describe("texts", () => {
	it("are decoded strictly or leniently, across chunks, with or without the mark of byte order", async () => {
		expect(
			(await errorOf(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(new Uint8Array([0xff]))))
				?.name,
		).toBe("TypeError");
		const marked = new Uint8Array([0xef, 0xbb, 0xbf, 65]);
		expect(
			[true, false].map((ignoreBOM) => new TextDecoder("utf-8", { fatal: false, ignoreBOM }).decode(marked).length),
		).toEqual([2, 1]);
		const decoder = new TextDecoder();
		expect([[0xe2, 0x82], [0xac]].map((part) => decoder.decode(new Uint8Array(part), { stream: true }))).toEqual([
			"",
			"€",
		]);
	});

	it("are formatted for places and zones, and put in order", () => {
		const date = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", dateStyle: "full", timeStyle: "short" });
		const price = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" });
		expect(date.format(0)).toBe("Thursday, 1 January 1970 at 01:00");
		expect(price.format(1234.5)).toBe("1.234,50\u00a0€");
		expect(["é".normalize("NFD").length, "a\ud800".isWellFormed(), new URL("https://é.example/ü").href]).toEqual([
			2,
			false,
			"https://xn--9ca.example/%C3%BC",
		]);
	});
});

describe("cryptography", () => {
	const algorithm = { name: "AES-GCM", iv: new Uint8Array(12), additionalData: new Uint8Array([1]) };
	const keyOf = (bytes: number) =>
		crypto.subtle.importKey("raw", new Uint8Array(bytes), "AES-GCM", false, ["encrypt", "decrypt"]);

	it("seals and opens with AES-GCM, and refuses what was changed and keys of another length", async () => {
		const key = await keyOf(32);
		const sealed = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode("x"));
		expect(Buffer.from(sealed).toString("hex")).toBe("b665b6702adcb667c7ea7bffa5d7f94b5e");
		expect(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, sealed))).toBe("x");
		const opening = () => crypto.subtle.decrypt({ ...algorithm, additionalData: new Uint8Array([2]) }, key, sealed);
		expect([(await errorOf(opening))?.name, (await errorOf(() => keyOf(31)))?.name]).toEqual([
			"OperationError",
			"DataError",
		]);
	});

	it("hashes, signs, checks and stretches as everywhere", async () => {
		expect(createHash("sha256").update("a").digest("base64url")).toBe("ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs");
		expect(createHmac("sha256", "k").update("a").digest("hex").slice(0, 16)).toBe("78da91511e675587");
		const stretched = await new Promise<Buffer>((resolve, reject) =>
			scrypt("pw", Buffer.from("salt"), 32, { N: 16384, r: 8, p: 1 }, (error, key) =>
				error ? reject(error) : resolve(key),
			),
		);
		expect(stretched.length).toBe(32);
		expect([randomBytes(8).length, crc32("hello"), timingSafeEqual(Buffer.from("a"), Buffer.from("a"))]).toEqual([
			8,
			907060870,
			true,
		]);
		expect(await errorOf(() => timingSafeEqual(Buffer.from("a"), Buffer.from("ab")))).toBeInstanceOf(Error);
	});

	it("gives at most 64 KB of random bytes at once", async () => {
		expect((await errorOf(() => crypto.getRandomValues(new Uint8Array(65_537))))?.name).toBe("QuotaExceededError");
	});
});

describe("time", () => {
	it("passes while one waits, also for no time or less", async () => {
		const began = Date.now();
		await scheduler.wait(50);
		expect(Date.now() - began).toBeGreaterThanOrEqual(49);
		await scheduler.wait(0);
		await scheduler.wait(-5);
		expect(Date.now() - began).toBeLessThan(2000);
	});

	it("ends a signal with a TimeoutError, and one of several ends them all", async () => {
		const signal = AbortSignal.timeout(10);
		await sleep(60);
		expect([signal.aborted, signal.reason.name]).toEqual([true, "TimeoutError"]);
		const controller = new AbortController();
		const any = AbortSignal.any([controller.signal, AbortSignal.timeout(5000)]);
		controller.abort(new Error("mine"));
		expect([any.aborted, any.reason.message]).toEqual([true, "mine"]);
	});

	it("runs microtasks before timers", async () => {
		const log: string[] = [];
		setTimeout(() => log.push("timer"), 0);
		queueMicrotask(() => log.push("microtask"));
		await null;
		log.push("promise");
		await sleep(5);
		expect(log).toEqual(["microtask", "promise", "timer"]);
	});
});

describe("fetch", () => {
	it("rejects for an aborted signal with its reason", async () => {
		const error = await errorOf(() => fetch("http://127.0.0.1:1/", { signal: AbortSignal.abort() }));
		expect(error?.name).toBe("AbortError");
	});

	it("tells a receiver that takes no connection in the platform's words", async () => {
		expect((await errorOf(() => fetch("http://127.0.0.1:1/")))?.message).toBe("Network connection lost.");
	});
});
