import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// Test files share the modules that they import, so such a hook would run in the first of these files alone.
it("no module that test files share registers hooks when it is loaded", () => {
	const shared = globSync("test/**/*.{ts,tsx}").filter(
		(file) => !file.endsWith(".test.ts") && !/setup|own-environment/.test(file),
	);
	expect(shared.length).toBeGreaterThan(50);
	const withHooks = shared.filter((file) => /^(before|after)(Each|All)\(/m.test(readFileSync(file, "utf8")));
	expect(withHooks).toEqual([]);
});
