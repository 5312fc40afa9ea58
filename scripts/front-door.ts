// Makes anew what the front page shows of the demo studio: `node scripts/front-door.ts`, while `npm start` runs. It
// records a request with its answer and its webhook, and takes the pictures.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { chromiumPath } from "../lab/harness/chromium.ts";
import { takePictures } from "./front-door/pictures.ts";
import { record } from "./front-door/record.ts";
import { readIfExists } from "./local/files.mjs";
import { readSettings } from "./local/settings.ts";
import { signInAt } from "./pages/crawl.ts";

const root = join(fileURLToPath(import.meta.url), "../..");
const page = join(root, "src/web/docs/front-door");
const folder = join(root, "docs/images/front-door");

const settings = readSettings(process.env);
const { key, email, password } = JSON.parse(readIfExists(join(settings.stateDir, "demo.json")) ?? "{}");
const origin = `http://localhost:${settings.port}`;
if (!key) throw new Error("No demo studio is noted here. Is the service running?");
if (!chromiumPath) throw new Error("No Chromium found: set CHROMIUM_PATH, or install chromium.");

/** The day ahead with the most appointments: on a Sunday the calendar of today is empty. */
async function busiestDay(): Promise<string> {
	const search = new URLSearchParams({ status: "SCHEDULED", from: new Date().toISOString(), limit: "100" });
	const response = await fetch(`${origin}/v1/appointments?${search}`, { headers: { Authorization: `Bearer ${key}` } });
	const { data } = (await response.json()) as { data: { start_at: string }[] };
	const days = data.map(({ start_at }) => start_at.slice(0, "2026-12-01".length)).toSorted();
	const countOf = (day: string): number => days.filter((one) => one === day).length;
	const [day] = days.toSorted((one, other) => countOf(other) - countOf(one));
	if (!day) throw new Error("The demo studio has no appointments ahead. Begin with a new STATE_DIR.");
	return day;
}

const write = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, "\t")}\n`);

const recording = await record({ origin, key });
write(join(page, "recording.json"), recording);
const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] });
try {
	const cookie = await signInAt(origin, email, password);
	const { pictures, files } = await takePictures(browser, origin, cookie, await busiestDay());
	write(join(page, "pictures.json"), pictures);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const [name, bytes] of files) {
		writeFileSync(join(folder, name), bytes);
		console.log(name, bytes.byteLength);
	}
} finally {
	await browser.close();
}
