import { accepts } from "hono/accepts";
import type { AppContext } from "./app-env.ts";

const htmlType = "text/html";

/** A browser asks for HTML before anything else. A program names JSON, or nothing that it would rather have. */
export const prefersHtml = (c: AppContext): boolean =>
	accepts(c, {
		header: "Accept",
		supports: ["application/problem+json", "application/json", htmlType],
		default: "application/problem+json",
	}) === htmlType;
