import { createHash } from "node:crypto";
import type { Browser, BrowserContext } from "playwright-core";
import sharp from "sharp";

interface Sight {
	path: string;
	/** The size of the window, in the pixels of a page. */
	width: number;
	height: number;
}

/** The places that the front page shows. The picture of a phone is of a narrow window. */
const sightsOn = (day: string): Record<string, Sight> => ({
	calendar: { path: `/dashboard/calendar?day=${day}`, width: 1360, height: 840 },
	booking: { path: "/mika-sorensen/book/fine-line", width: 390, height: 780 },
});

/** More than one pixel for each pixel of the page, so that words stay sharp on a dense screen. */
const density = 1.25;
const quality = 42;

const schemes = ["light", "dark"] as const;

interface ShownPicture {
	width: number;
	height: number;
	light: string;
	dark: string;
}

interface Taken {
	pictures: Record<string, ShownPicture>;
	/** By their names, which contain a hash of the bytes. */
	files: Map<string, Buffer>;
}

const picturePath = "/assets/front-door/";

export async function takePictures(browser: Browser, origin: string, cookie: string, day: string): Promise<Taken> {
	const taken: Taken = { pictures: {}, files: new Map() };
	for (const [name, { path, width, height }] of Object.entries(sightsOn(day))) {
		const shown: ShownPicture = { width, height, light: "", dark: "" };
		for (const colorScheme of schemes) {
			const context = await browser.newContext({
				viewport: { width, height },
				colorScheme,
				deviceScaleFactor: density,
			});
			await signIn(context, origin, cookie);
			const bytes = await take(context, origin + path);
			const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
			const file = `${name}-${colorScheme}.${hash}.avif`;
			shown[colorScheme] = picturePath + file;
			taken.files.set(file, bytes);
			await context.close();
		}
		taken.pictures[name] = shown;
	}
	return taken;
}

async function signIn(context: BrowserContext, origin: string, cookie: string): Promise<void> {
	const [name = "", value = ""] = cookie.split("=");
	await context.addCookies([{ name, value, url: origin }]);
}

async function take(context: BrowserContext, url: string): Promise<Buffer> {
	const page = await context.newPage();
	await page.goto(url);
	return await sharp(await page.screenshot())
		.avif({ quality })
		.toBuffer();
}
