import { expect } from "vitest";
import { call } from "./api.ts";

// biome-ignore lint/suspicious/noExplicitAny: records of every kind
export async function readAllPages(path: string, key: string): Promise<any[][]> {
	const pages = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const more = cursor ? `${path.includes("?") ? "&" : "?"}cursor=${cursor}` : "";
		const { body } = await call(200, path + more, { key });
		expect(body.has_more).toBe(body.next_cursor !== null);
		pages.push(body.data);
		cursor = body.next_cursor;
	}
	return pages;
}
