import { accepts } from "hono/accepts";
import type { AppContext } from "../app-env.ts";

const htmlType = "text/html";

/** A browser prefers HTML to everything else. A program asks for JSON, or has no preference. */
export const prefersHtml = (c: AppContext): boolean =>
	accepts(c, {
		header: "Accept",
		supports: ["application/problem+json", "application/json", htmlType],
		default: "application/problem+json",
	}) === htmlType;
