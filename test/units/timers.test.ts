import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// Tests in plain Node would not tell: there a timer is an object with these methods.
it("the Worker uses no method of a timer, because its timers are numbers", () => {
	expect(readFileSync("wrangler.toml", "utf8")).toContain('"no_nodejs_global_timers"');
	const files = globSync("src/**/*.{ts,tsx}");
	expect(files.length).toBeGreaterThan(500);
	expect(files.filter((file) => /\.(unref|hasRef|refresh)\(\)/.test(readFileSync(file, "utf8")))).toEqual([]);
});
