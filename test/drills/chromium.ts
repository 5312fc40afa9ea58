import { accessSync, constants } from "node:fs";

const usual = [
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const { CHROMIUM_PATH, REQUIRE_BROWSER } = process.env;

/** The browser of the browser tests: what CHROMIUM_PATH names or, where it names nothing, the first of the usual places. */
export const chromiumPath = (CHROMIUM_PATH ? [CHROMIUM_PATH] : usual).find((path) => {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
});

/** Left out where there is no browser, unless there must be one: then they fail. */
export const leavesOutBrowser = !chromiumPath && !REQUIRE_BROWSER;
