import { Hono } from "hono";
import { html, raw } from "hono/html";
import type { AppEnv } from "../../../platform/http/request/app-env.ts";
import { icon, tryItScript } from "../../ui/assets.ts";
import { slim } from "../../ui/style.ts";
import palette from "../../ui/styles/tokens/palette.css";
import { htmlType, policy, sendCacheable } from "../sending/send.ts";
import ownRules from "./try-it.css";

/** The page on which people try requests. It loads Scalar from this origin, and no other page does. */
export const tryIt = new Hono<AppEnv>();

export const tryItPath = "/docs/reference/try";

/** The unchanged file of the package @scalar/api-reference (vendor/README.md). */
export const scalar = {
	version: "1.72.1",
	file: "/scalar/standalone.js",
	integrity: "sha384-U11tb2XnKvmwt8RlTvnwUnYgrN+ur4Xyh9htLhjajWNR/Oyl5AX5DEz00qRmlrmK",
};

const scalarPath = `/assets/scalar.${scalar.version}.js`;
/** Most of Scalar's rules are in no layer, and would overrule ours if ours were in one. */
const styles = slim([palette, ownRules].join("\n"));

const yearSeconds = 31_536_000;

tryIt.get(scalarPath, async (c) => {
	const file = await c.env.FILES.fetch(new URL(scalar.file, c.req.url));
	if (!file.ok) throw new Error(`The file of Scalar is missing: ${file.status}.`);
	return new Response(file.body, {
		headers: {
			"Content-Type": "text/javascript; charset=utf-8",
			"Cache-Control": `public, max-age=${yearSeconds}, immutable`,
		},
	});
});

const Page = () => (
	<html lang="en">
		<head>
			<meta charset="utf-8" />
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			<meta name="description" content="Send requests to the API from this page." />
			<title>Try it · Tattoo Studio API</title>
			<style>{raw(styles)}</style>
			<link rel="icon" href={icon.path} type="image/svg+xml" />
			<script type="module" src={tryItScript.path} />
			<script defer src={scalarPath} integrity={scalar.integrity} />
		</head>
		<body>
			<nav id="back" aria-label="Documentation">
				<a href="/docs/reference">Back to the reference</a>
			</nav>
			<noscript>This page needs JavaScript. The reference does not.</noscript>
			<div id="try-it" />
		</body>
	</html>
);

tryIt.get(tryItPath, async (c) => {
	const { origin } = new URL(c.req.url);
	return sendCacheable(
		c,
		String(await html`<!doctype html>${<Page />}`),
		htmlType,
		policy([
			`script-src ${origin}${tryItScript.path} ${origin}${scalarPath}`,
			// Scalar writes its style sheet and the positions of its parts into the page.
			"style-src 'unsafe-inline'",
			"img-src 'self' data:",
			"font-src data:",
		]),
	);
});
