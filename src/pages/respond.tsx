import { html } from "hono/html";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppContext } from "../http/app-env.ts";
import { Alarm, Page } from "./layout.tsx";
import { styleSource } from "./style.ts";

interface Options {
	status?: ContentfulStatusCode;
	/** Origins that the page shows pictures of. */
	images?: string[];
	/**
	 * Its forms lead to other sites and on from there, even into native apps. Chromium holds every redirect that follows
	 * a form against form-action, so no value of that directive would strand nobody.
	 */
	formsLeadOn?: boolean;
}

/** A page for people: it runs no script, loads nothing but what it names, and stands in no frame. */
export function page(
	c: AppContext,
	content: JSX.Element,
	{ status = 200, images = [], formsLeadOn = false }: Options = {},
) {
	const policy = [
		"default-src 'none'",
		`style-src ${styleSource}`,
		`img-src ${images.length > 0 ? images.join(" ") : "'none'"}`,
		...(formsLeadOn ? [] : ["form-action 'self'"]),
		"frame-ancestors 'none'",
		"base-uri 'none'",
	];
	c.header("Content-Security-Policy", policy.join("; "));
	c.header("X-Frame-Options", "DENY");
	// Not no-referrer: under it browsers hide where a form comes from, from us too.
	c.header("Referrer-Policy", "same-origin");
	c.header("Cache-Control", "no-store");
	return c.html(html`<!doctype html>${content}`, status);
}

/** A page that says why it cannot go on. */
export const errorPage = (c: AppContext, status: ContentfulStatusCode, title: string, text: string) =>
	page(
		c,
		<Page title={title}>
			<h1>{title}</h1>
			<Alarm>{text}</Alarm>
			<p class="dim">
				If you need help with this, name the request <code>{c.get("requestId")}</code>.
			</p>
		</Page>,
		{ status },
	);
