import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { diagramOf } from "../../src/web/docs/diagrams/draw.ts";
import { parseSequence } from "../../src/web/docs/diagrams/sequence.ts";

const drawn = globSync("docs/guides/*.md").flatMap((file) =>
	[...readFileSync(file, "utf8").matchAll(/^```sequence\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => ({ file, text })),
);

describe("a diagram", () => {
	it.each(drawn)("of $file says each of its steps in words, too, and all of it fits", ({ text }) => {
		const html = diagramOf(text);
		const { parties, steps } = parseSequence(text);
		expect(html.match(/<li>/g)).toHaveLength(steps.length);
		expect(parties.length).toBeLessThan(5);
		expect(html).not.toMatch(/ style=|<script/);
		const [, , , height = 0] = (/viewBox="([^"]+)"/.exec(html)?.[1] ?? "").split(" ").map(Number);
		for (const [, x, y] of html.matchAll(/<text [^>]*x="([\d.]+)" y="([\d.]+)"/g)) {
			expect(Number(x)).toBeGreaterThan(0);
			expect(Number(x)).toBeLessThan(760);
			expect(Number(y)).toBeLessThan(height);
		}
	});

	it("escapes what it says, and refuses a line that it does not understand", () => {
		expect(diagramOf("A <b>\nMe -> You: <script>")).not.toMatch(/<b>|<script>/);
		expect(() => diagramOf("Title\nMe => You: hello")).toThrow("Me => You: hello");
	});

	it("exists for the life of a webhook, the steps of OAuth, the feed and a crash", () => {
		const names = drawn.map(({ file }) => file.split("/").at(-1));
		expect(names).toEqual(expect.arrayContaining(["webhooks.md", "oauth.md", "feed.md", "idempotency-and-retries.md"]));
	});
});

it("each guide but the overview says what somebody has in the end, and how long it takes", () => {
	for (const file of globSync("docs/guides/*.md").filter((one) => !one.endsWith("overview.md"))) {
		const [, promise = ""] = /^# .+\n\n.+\n\n> \*\*In the end\*\* (.+)\n/.exec(readFileSync(file, "utf8")) ?? [];
		expect([file, /minutes|hour/.test(promise)]).toEqual([file, true]);
	}
});
