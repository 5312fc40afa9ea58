import fc from "fast-check";

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/**
 * Any character of Unicode, as the unit of `fc.string`. It draws what fast-check's own unit "binary" draws, which takes a
 * second of each process, because it lists them all.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.integer({ min: 0, max: 0x10ffff - surrogates }).map(
	(n) => String.fromCodePoint(n < firstSurrogate ? n : n + surrogates),
	(character) => {
		if (typeof character !== "string" || [...character].length !== 1 || !character.isWellFormed())
			throw new Error("This is no character.");
		const n = character.codePointAt(0) ?? 0;
		return n < firstSurrogate ? n : n - surrogates;
	},
);
