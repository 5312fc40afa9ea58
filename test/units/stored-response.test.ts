import { expect, test } from "vitest";
import { readStoredResponse, storedResponse } from "../../src/domain/events/attempts/stored-response.ts";

/** Text that hardly compresses: its characters follow no pattern, and few repeat. */
const noise = Array.from({ length: 110 }, (_, n) => String.fromCharCode(33 + ((n * n * 31 + n * 17) % 89))).join("");

test.each([
	["nothing", null],
	["an empty one", ""],
	["a short one", '{"ok":true}'],
	["a page of HTML", `<html>${"<p>Internal Server Error</p>".repeat(280)}</html>`],
	["one with a byte order mark", `\ufeff${"ä€😀".repeat(500)}`],
	["one that compression makes larger", noise],
])("an answer is read as it came: %s", async (_, text) => {
	expect(await readStoredResponse(await storedResponse(text))).toBe(text);
});

test("an answer is compressed where that makes it smaller, and is kept once", async () => {
	const large = await storedResponse("Internal Server Error ".repeat(300));
	expect(large.response_body).toBe(null);
	expect(large.response_gzip?.length).toBeLessThan(200);
	expect(await storedResponse("no")).toEqual({ response_body: "no" });
	expect(await storedResponse(noise)).toEqual({ response_body: noise });
});
