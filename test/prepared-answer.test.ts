import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { acceptedBy, codingFor } from "../src/platform/http/prepared/content-coding.ts";
import { PreparedAnswer } from "../src/platform/http/prepared/prepared-answer.ts";

describe("the content coding of an answer", () => {
	it.each([
		[null, undefined],
		["", undefined],
		["identity", undefined],
		["gzip", "gzip"],
		["gzip, deflate, br, zstd", "br"],
		["GZIP;q=0.5 , BR;q=0.1", "br"],
		["br;q=0, gzip;q=1.0", "gzip"],
		["br;q=0.000", undefined],
		["br; q=0.001", "br"],
		["*", undefined],
		["brotli, gzipped, x-gzip", undefined],
		["br;level=1", undefined],
		["constructor, toString", undefined],
		[`${"a,".repeat(100_000)}br`, undefined],
	])("to a caller with %s is %s", (accepted, coding) => {
		expect(codingFor(accepted)).toBe(coding);
	});
});

it.each([
	["", "br, gzip", undefined],
	["identity", "br, gzip", undefined],
	["gzip", "br, gzip", "gzip"],
	[undefined, "br, gzip", "br"],
])("a caller who accepts %j gets what it can read, although the platform asks for %j", (own, sent, coding) => {
	const request = new Request("https://api.test/page", { headers: { "Accept-Encoding": sent } });
	Object.defineProperty(request, "cf", { value: { clientAcceptEncoding: own } });
	expect(codingFor(acceptedBy(request))).toBe(coding);
});

describe("a prepared answer", () => {
	const text = "A page of text. ".repeat(100);
	const answer = new PreparedAnswer(text, { "Content-Type": "text/plain", Vary: "Accept" }, "/page");
	const asked = (headers: Record<string, string> = {}, method = "GET") =>
		answer.answer(new Request("https://api.test/page", { method, headers }));

	it("is the same text in each coding, with a length that fits, and says on what it depends", async () => {
		for (const [coding, decode] of [
			["br", brotliDecompressSync],
			["gzip", gunzipSync],
		] as const) {
			const { headers, status, body } = asked({ "Accept-Encoding": coding });
			expect([status, headers.get("Content-Encoding"), headers.get("Vary")]).toEqual([
				200,
				coding,
				"Accept, Accept-Encoding",
			]);
			const bytes = Buffer.from(await new Response(body).arrayBuffer());
			expect(bytes.byteLength).toBeLessThan(200);
			expect(decode(bytes).toString()).toBe(text);
		}
		const plain = asked();
		expect([await plain.text(), plain.headers.get("Content-Encoding")]).toEqual([text, null]);
	});

	it("has a tag of its own in each coding, and is 304 for that tag alone", () => {
		const codings = ["", "gzip", "br"];
		const tags = codings.map((coding) => asked({ "Accept-Encoding": coding }).headers.get("ETag") ?? "");
		expect(new Set(tags).size).toBe(3);
		for (const coding of codings)
			for (const [n, tag] of tags.entries()) {
				const again = asked({ "Accept-Encoding": coding, "If-None-Match": `W/${tag}` });
				const isKnown = codings[n] === coding;
				expect([coding, tag, again.status, again.body === null]).toEqual([coding, tag, isKnown ? 304 : 200, isKnown]);
				expect(again.headers.has("Content-Type")).toBe(!isKnown);
				expect(again.headers.get("Vary")).toBe("Accept, Accept-Encoding");
			}
	});

	it("has no body for HEAD, and the headers of GET", () => {
		const head = asked({ "Accept-Encoding": "br" }, "HEAD");
		expect(head.body).toBeNull();
		expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(asked({ "Accept-Encoding": "br" }).headers));
	});

	it("is not changed by what is done to an answer", () => {
		asked().headers.set("X-Request-ID", "one");
		expect(asked().headers.has("X-Request-ID")).toBe(false);
	});
});
