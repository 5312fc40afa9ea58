import { raw } from "hono/html";
import { icon, tryItScript } from "../../ui/assets.ts";
import { slim } from "../../ui/style.ts";
import palette from "../../ui/styles/tokens/palette.css";
import { scalar, scalarPath } from "./scalar.ts";
import pageStyles from "./try-it.css";

/** Most of Scalar's rules are in no layer, and would overrule ours if ours were in one. */
const styles = slim([palette, pageStyles].join("\n"));

export const TryItPage = () => (
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
