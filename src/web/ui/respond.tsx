import { html } from "hono/html";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppContext } from "../../platform/http/request/app-env.ts";
import { Alarm, Page } from "./layout.tsx";

const turnstile = "https://challenges.cloudflare.com";

interface Options {
	status?: ContentfulStatusCode;
	/** The origins whose pictures the page shows. */
	images?: string[];
	/**
	 * The forms of the page redirect to other sites, which may redirect again, even into native apps. Chromium checks
	 * every redirect after a form against form-action, so no value of that directive would work for all. Such a page
	 * has no form-action.
	 */
	formsLeaveSite?: boolean;
	/** Scripts with this nonce run, and may call this origin. */
	nonce?: string;
	/** The page shows Turnstile, which asks whether a person sends its form. */
	usesTurnstile?: boolean;
}

/** No site may frame the page, and only its own scripts run (contract: Sign-in 7). */
export function page(
	c: AppContext,
	content: JSX.Element,
	{ status = 200, images = [], formsLeaveSite = false, nonce, usesTurnstile = false }: Options = {},
) {
	const policy = [
		"default-src 'none'",
		"style-src 'self'",
		...(nonce === undefined
			? []
			: [`script-src 'nonce-${nonce}'${usesTurnstile ? ` ${turnstile}` : ""}`, "connect-src 'self'"]),
		...(usesTurnstile ? [`frame-src ${turnstile}`] : []),
		`img-src ${["'self'", ...images].join(" ")}`,
		...(formsLeaveSite ? [] : ["form-action 'self'"]),
		"frame-ancestors 'none'",
		"base-uri 'none'",
	];
	c.header("Content-Security-Policy", policy.join("; "));
	c.header("X-Frame-Options", "DENY");
	// With no-referrer, browsers would send `Origin: null` with a form to this service, too.
	c.header("Referrer-Policy", "same-origin");
	c.header("Cache-Control", "no-store");
	return c.html(html`<!doctype html>${content}`, status);
}

/** The page links to the next step. */
export const errorPage = (
	c: AppContext,
	status: ContentfulStatusCode,
	title: string,
	text: string,
	link?: { href: string; text: string },
) =>
	page(
		c,
		<Page title={title}>
			<h1>{title}</h1>
			<Alarm>{text}</Alarm>
			{link && (
				<p>
					<a href={link.href}>{link.text}</a>
				</p>
			)}
			<p class="dim">
				If you ask for help, mention this request: <code>{c.get("requestId")}</code>
			</p>
		</Page>,
		{ status },
	);
