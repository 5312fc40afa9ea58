import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { style } from "./style.ts";

/** The frame of every page for people. */
export const Page = ({ title, wide, children }: { title: string; wide?: boolean; children?: Child }) => (
	<html lang="en">
		<head>
			<meta charset="utf-8" />
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			<meta name="robots" content="noindex" />
			<title>{title}</title>
			<style>{raw(style)}</style>
		</head>
		<body>
			<main class={wide ? "wide" : ""}>
				<div class="card">{children}</div>
			</main>
		</body>
	</html>
);

/** An important message. Screen readers announce it when the page opens. */
export const Alarm = ({ id, children }: { id?: string; children?: Child }) => (
	<div class="alarm" role="alert" id={id}>
		{children}
	</div>
);
