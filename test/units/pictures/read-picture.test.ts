import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PictureFault } from "../../../src/platform/pictures/picture-fault.ts";
import { pictureTypeOf, pictureTypes } from "../../../src/platform/pictures/picture-type.ts";
import { readPicture } from "../../../src/platform/pictures/read-picture.ts";
import { joined, pictureFile } from "../../support/picture-files.ts";
import { textOf } from "../../support/picture-parts.ts";

/** The files, and their sides as shown. */
const files = {
	"phone.jpg": ["image/jpeg", 48, 64],
	"progressive-restarts.jpg": ["image/jpeg", 64, 48],
	"cmyk.jpg": ["image/jpeg", 64, 48],
	"16-bit-interlaced.png": ["image/png", 24, 32],
	"lossy.webp": ["image/webp", 64, 48],
	"lossless.webp": ["image/webp", 64, 48],
	"extended.webp": ["image/webp", 48, 64],
	"animated.webp": ["image/webp", 64, 48],
	"alpha.avif": ["image/avif", 48, 64],
	"grid.avif": ["image/avif", 100, 120],
	"sequence.avif": ["image/avif", 64, 48],
	"camera.heic": ["image/heic", 64, 48],
	"tile.heic": ["image/heic", 64, 48],
} as const;
const each = Object.entries(files).map(([name, [type, width, height]]) => ({ name, type, width, height }));

const stripped = (name: string): Uint8Array => {
	const bytes = pictureFile(name);
	return bytes.slice(0, readPicture(bytes).length);
};

/** Null if the file is a picture. */
function faultOf(bytes: Uint8Array): PictureFault | null {
	try {
		expect(readPicture(bytes).length).toBeLessThanOrEqual(bytes.length);
		return null;
	} catch (error) {
		if (error instanceof PictureFault) return error;
		throw error;
	}
}

describe.each(each)("$name", ({ name, type, width, height }) => {
	it("is known by its first 64 bytes, and its sides are those that are shown", () => {
		expect(pictureTypes).toContain(type);
		expect(pictureTypeOf(pictureFile(name).subarray(0, 64))).toBe(type);
		expect(readPicture(pictureFile(name))).toMatchObject({ type, width, height });
	});

	it("loses what is private", () => {
		expect(textOf(stripped(name))).not.toMatch(/private/i);
	});

	it("is the same after it was read again", () => {
		const once = stripped(name);
		const again = once.slice();
		expect(readPicture(again)).toEqual({ type, width, height, length: once.length });
		expect(again).toEqual(once);
	});

	it("loses everything behind its end", () => {
		const once = stripped(name);
		for (const behind of [
			"<script>alert(1)</script>",
			"PK\x03\x04",
			"\0".repeat(20),
			"\xff",
			textOf(pictureFile(name)),
		])
			for (const file of [once, pictureFile(name)]) {
				const bytes = joined(file, behind);
				expect(bytes.slice(0, readPicture(bytes).length)).toEqual(once);
			}
	});

	it("is refused in words if it is cut off anywhere", () => {
		const whole = stripped(name);
		const lengths = Array.from({ length: whole.length }, (_, length) => length);
		for (const length of lengths) {
			const fault = faultOf(whole.slice(0, length));
			expect(fault?.kind, `${length} bytes`).toBe(
				length > 0 && !pictureTypeOf(whole.slice(0, length)) ? "unsupported" : "damaged",
			);
			expect(fault?.message).toMatch(/^The .*\.$/);
		}
	});

	it("is read or refused in words, whatever is changed in it", () => {
		const original = pictureFile(name);
		const change = fc.record({
			at: fc.nat(original.length - 1),
			bytes: fc.uint8Array({ maxLength: 8 }),
			removed: fc.oneof(fc.nat(8), fc.nat(original.length)),
		});
		fc.assert(
			fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
				let bytes = original;
				for (const { at, bytes: added, removed } of changes)
					bytes = joined(bytes.slice(0, at), added, bytes.slice(at + removed));
				if (faultOf(bytes.slice())) return;
				const facts = readPicture(bytes);
				const once = bytes.slice(0, facts.length);
				const again = once.slice();
				expect(readPicture(again)).toEqual(facts);
				expect(again).toEqual(once);
			}),
			{ numRuns: 5_000 },
		);
	});
});

it("names the fault of an empty file, and of a file that is no picture", () => {
	expect(faultOf(new Uint8Array())).toMatchObject({ kind: "damaged", message: "The picture is empty." });
	for (const text of [
		"GIF89a",
		"<svg xmlns='http://www.w3.org/2000/svg'/>",
		"%PDF-1.7",
		"RIFF\0\0\0\0WAVE",
		"\xff\xd8",
	])
		expect(faultOf(joined(text))?.kind).toBe("unsupported");
});
