import { expect, test } from "vitest";
import { browserOf } from "../../src/platform/lib/text/browser.ts";

const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)";

test.each<[string | null, string | undefined]>([
	["Chrome on Mac", `${mac} Chrome/142.0.0.0 Safari/537.36`],
	["Edge on Mac", `${mac} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
	["Opera on Mac", `${mac} Chrome/142.0.0.0 Safari/537.36 OPR/120.0.0.0`],
	["Safari on Mac", `${mac} Version/18.0 Safari/605.1.15`],
	["Firefox on Windows", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"],
	[
		"Chrome on Android",
		"Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36",
	],
	["Chrome on iPhone", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/142.0 Mobile/15E148 Safari/604.1"],
	["Linux", "Something/1.0 (Linux)"],
	[null, "curl/8.5.0"],
	[null, "<script>alert(1)</script>"],
	[null, undefined],
])("a browser is told as %s", (words, userAgent) => {
	expect(browserOf(userAgent)).toBe(words);
});
