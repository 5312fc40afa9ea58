import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { truncatedText } from "../../src/domain/events/attempts/request/post.ts";
import { anyCharacter } from "../support/any-character.ts";

const limit = 8192;
const utf8 = (text: string) => new TextEncoder().encode(text);
const size = (text: string) => utf8(text).length;
const repeated = (bytes: number[], times: number) => new Uint8Array(Array.from({ length: times }, () => bytes).flat());

const kept = (answer: Uint8Array) => truncatedText(answer.subarray(0, limit), answer.length <= limit);

/** The whole answer as text. */
const whole = (answer: Uint8Array) =>
	new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(answer).replaceAll("\0", "\ufffd");

const characters = ["a", "é", "€", "😀"] as const;

describe("the text kept of a receiver's answer", () => {
	test.each(["", "ok", '{"error":"größer als 🦋"}', "\ufeff{}", "\ufeff\ufeff", " \r\n\t ", "\u{10ffff}\uffff\u0001"])(
		"is the answer itself when it is short and valid: %j",
		(text) => {
			expect(kept(utf8(text))).toBe(text);
		},
	);

	test.each(characters)("is a whole answer of exactly 8192 bytes unchanged, ending in %s", (character) => {
		const answer = "x".repeat(limit - size(character)) + character;
		expect(kept(utf8(answer))).toBe(answer);
	});

	test.each(characters)(
		"ends before a character that the limit goes through: %s, at each of its bytes",
		(character) => {
			for (let inside = 1; inside < size(character); inside++) {
				const fits = "x".repeat(limit - inside);
				expect(kept(utf8(`${fits}${character} and more`))).toBe(fits);
			}
		},
	);

	test("keeps a character that ends on the limit", () => {
		for (const character of characters) {
			const fits = "x".repeat(limit - size(character)) + character;
			expect(kept(utf8(`${fits} and more`))).toBe(fits);
		}
	});

	test.each([
		["a lone continuation byte", [0x80], "\ufffd"],
		["a byte that is never UTF-8", [0xff], "\ufffd"],
		["an overlong slash", [0xc0, 0xaf], "\ufffd\ufffd"],
		["an encoded surrogate", [0xed, 0xa0, 0x80], "\ufffd\ufffd\ufffd"],
		["a code point beyond Unicode", [0xf4, 0x90, 0x80, 0x80], "\ufffd\ufffd\ufffd\ufffd"],
		["Latin-1", [0x67, 0x72, 0xf6, 0xdf, 0x65], "gr\ufffd\ufffde"],
		["an answer that ends within a character", [0x61, 0xe2, 0x82], "a\ufffd"],
		["NUL, which the database does not keep", [0x61, 0, 0x62], "a\ufffdb"],
	])("has U+FFFD in the place of %s", (_, bytes, text) => {
		expect(kept(new Uint8Array(bytes))).toBe(text);
	});

	test.each([
		["invalid bytes", 0xff],
		["NULs", 0],
	])("stays within 8192 bytes when %s grow by their replacement", (_, byte) => {
		for (const length of [2730, 2731, 4096, limit, limit + 1, 100_000]) {
			const text = kept(repeated([byte], length));
			expect(text).toBe("\ufffd".repeat(Math.min(length, 2730)));
		}
	});

	test("is cut between characters when the replacement of one before pushes another over the limit", () => {
		for (const character of characters) {
			const answer = new Uint8Array([0xff, ...repeated([...utf8(character)], limit / size(character) - 1)]);
			const text = kept(answer);
			expect(whole(answer).startsWith(text)).toBe(true);
			expect(size(text)).toBeLessThanOrEqual(limit);
			expect(size(text)).toBeGreaterThan(limit - 5 - size(character));
		}
	});

	test("is, of any answer, its longest start that fits: at most 8192 bytes and never half a character", () => {
		const part = fc.oneof(
			fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }).map((text) => [...utf8(text)]),
			fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => [...bytes]),
			fc.constantFrom([0], [0xff], [0xef, 0xbb, 0xbf], [0xf0, 0x9f, 0x98]),
		);
		const answers = fc
			.tuple(fc.array(part, { minLength: 1, maxLength: 30 }), fc.integer({ min: 0, max: 12_000 }))
			.map(([parts, length]) => {
				const cycle = parts.flat();
				return Uint8Array.from({ length }, (_, at) => cycle[at % cycle.length] ?? 0);
			});
		fc.assert(
			fc.property(answers, (answer) => {
				const [text, all] = [kept(answer), whole(answer)];
				expect(all.startsWith(text)).toBe(true);
				expect(text.isWellFormed()).toBe(true);
				expect(size(text)).toBeLessThanOrEqual(limit);
				if (answer.length <= limit && size(all) <= limit) expect(text).toBe(all);
				else expect(size(text)).toBeGreaterThan(limit - 4);
			}),
			{ numRuns: 300 },
		);
	});

	test("leaves out the half of a character with which an answer broke off", () => {
		expect(truncatedText(new Uint8Array([...utf8("ok "), 0xf0, 0x9f, 0x98]), false)).toBe("ok ");
	});
});
