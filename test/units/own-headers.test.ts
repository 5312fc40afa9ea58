import { expect, test } from "vitest";
import { OwnHeaders } from "../../src/platform/http/request/own-headers.ts";

test("a header of a request that stays in the Worker is found whatever the case of its name", () => {
	const headers = new OwnHeaders({ "If-Match": '"3"', ETag: '"4"' });
	headers.set("etag", '"5"');
	expect(headers.get("if-match")).toBe('"3"');
	expect(headers.get("ETag")).toBe('"5"');
	expect(headers.has("IF-MATCH")).toBe(true);
	expect(headers.has("Location")).toBe(false);
	expect(headers.get("Location")).toBeNull();
	expect([...new Headers([...headers])]).toEqual([
		["etag", '"5"'],
		["if-match", '"3"'],
	]);
});
