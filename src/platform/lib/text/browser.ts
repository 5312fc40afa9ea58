/** The first match counts, because most browsers also name others. */
const browsers = [
	["Edge", /\bEdg(e|A|iOS)?\//],
	["Opera", /\bOPR\//],
	["Samsung Internet", /\bSamsungBrowser\//],
	["Firefox", /\b(Firefox|FxiOS)\//],
	["Chrome", /\b(Headless)?(Chrome|CriOS|Chromium)\//],
	["Safari", /\bSafari\//],
] as const;

const systems = [
	["iPhone", /\biPhone\b/],
	["iPad", /\biPad\b/],
	["Android", /\bAndroid\b/],
	["Windows", /\bWindows\b/],
	["ChromeOS", /\bCrOS\b/],
	["Mac", /\bMacintosh\b/],
	["Linux", /\bLinux\b/],
] as const;

const firstMatch = (table: readonly (readonly [name: string, sign: RegExp])[], text: string): string | undefined =>
	table.find(([, sign]) => sign.test(text))?.[0];

/** A `User-Agent` in everyday words; null if it names neither a known browser nor a known system. */
export function browserOf(userAgent: string | undefined): string | null {
	if (!userAgent) return null;
	const [browser, system] = [firstMatch(browsers, userAgent), firstMatch(systems, userAgent)];
	return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
