import { accessSync, constants } from "node:fs";

const usual = [
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const { CHROMIUM_PATH, REQUIRE_BROWSER } = process.env;

/** The one of CHROMIUM_PATH, or else the first at the usual places. */
export const chromiumPath = (CHROMIUM_PATH ? [CHROMIUM_PATH] : usual).find((path) => {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
});

/** Without a browser the browser tests are skipped. With REQUIRE_BROWSER they fail instead. */
export const leavesOutBrowser = !chromiumPath && !REQUIRE_BROWSER;
