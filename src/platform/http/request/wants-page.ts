import { accepts } from "hono/accepts";
import type { AppContext } from "./app-env.ts";

const page = "text/html";

/** A browser asks for HTML before anything else. A program names JSON, or nothing that it would rather have. */
export const wantsPage = (c: AppContext): boolean =>
	accepts(c, {
		header: "Accept",
		supports: ["application/problem+json", "application/json", page],
		default: "application/problem+json",
	}) === page;
