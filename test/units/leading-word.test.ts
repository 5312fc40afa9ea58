import { expect, test } from "vitest";
import { leadingWord } from "../../src/domain/clients/search-words.ts";

test.each([
	["ana lopez", "lopez"],
	["ana", "ana"],
	["ana@gmail.example", "ana"],
	["jo lopez@studio-with-a-long-name.example", "lopez"],
	["@ana_inks", "inks"],
	["ana @gmail", "gmail"],
	["+49 (0)170 123", "49170123"],
])("a search for %j goes through the clients with %j: the longest word, and not the domain of an email", (q, word) => {
	expect(leadingWord(q)).toBe(word);
});
