import { createHash } from "node:crypto";
import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import bookingText from "./browser/booking.client.js";
import dashboardText from "./browser/dashboard.client.js";
import { gridRules } from "./grid-rules.ts";
import styleText from "./style.css";

export interface Asset {
	/** It contains a hash of the text, so browsers keep what they have. */
	path: string;
	type: string;
	text: string;
}

function asset(name: string, extension: string, type: string, text: string): Asset {
	const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
	return { path: `/assets/${name}.${hash}.${extension}`, type, text };
}

export const style = asset("style", "css", "text/css; charset=utf-8", `${styleText}\n${gridRules()}\n`);

const script = (name: string, text: string) => asset(name, "js", "text/javascript; charset=utf-8", text);
export const dashboardScript = script("dashboard", dashboardText);
export const bookingScript = script("booking", bookingText);

const yearSeconds = 31_536_000;

/** The files that pages load. Everybody may have them, so nothing is read for them and nothing counted. */
export const assets = new Hono<AppEnv>();

for (const { path, type, text } of [style, dashboardScript, bookingScript])
	assets.get(path, (c) =>
		c.body(text, 200, { "Content-Type": type, "Cache-Control": `public, max-age=${yearSeconds}, immutable` }),
	);
