import { describe, expect, it } from "vitest";
import { dashboardScripts, icon, style } from "../../src/web/ui/assets.ts";
import { call, send } from "../support/api.ts";
import { newMember } from "../support/dashboard.ts";

describe("the files that pages load", () => {
	it.each([
		{ what: "the stylesheet", asset: style, type: "text/css; charset=utf-8", ending: ".css" },
		...dashboardScripts.map((asset) => ({
			what: `the script ${asset.path}`,
			asset,
			type: "text/javascript; charset=utf-8",
			ending: ".js",
		})),
	])("$what is kept by browsers for a year under an address that changes with it", async ({ asset, type, ending }) => {
		expect(asset.path).toMatch(/^\/assets\/[a-z]+\.[0-9a-f]{16}\.(css|js)$/);
		expect(asset.path.endsWith(ending)).toBe(true);
		const { headers, text } = await call(200, asset.path);
		expect(headers.get("Content-Type")).toBe(type);
		expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
		expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
		expect(text.length).toBeGreaterThan(500);
		const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
		expect(asset.path).toContain(Buffer.from(digest).toString("hex").slice(0, 16));
	});

	it("are those that the pages name", async () => {
		const visitor = await newMember();
		const pages = [await send("/sign_in"), await visitor.open(200, "")];
		const named = pages.map(({ text }) => [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path));
		expect(named).toEqual([
			// The icon is also a picture beside the name.
			[style.path, icon.path, icon.path],
			[style.path, icon.path, ...dashboardScripts.map(({ path }) => path)],
		]);
	});

	it("load nothing themselves", () => {
		expect(style.text).not.toMatch(/url\(|@import/);
		for (const { text } of dashboardScripts) expect(text).not.toMatch(/https?:|\bimport\b/);
	});

	it("of another hash are none", async () => {
		await call(404, `/assets/style.${"0".repeat(16)}.css`);
		await call(404, "/assets/");
	});
});
