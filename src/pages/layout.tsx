import type { Child } from "hono/jsx";
import { script, style } from "./assets.ts";

interface DocumentProps {
	title: string;
	/** A page with scripts has it, and its policy names it. */
	nonce?: string | undefined;
	children?: Child;
}

/** What every page for people begins with. */
export const Document = ({ title, nonce, children }: DocumentProps) => (
	<html lang="en">
		<head>
			<meta charset="utf-8" />
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			<meta name="robots" content="noindex" />
			<title>{title}</title>
			<link rel="stylesheet" href={style.path} />
			{nonce && <script type="module" src={script.path} nonce={nonce} />}
		</head>
		<body>{children}</body>
	</html>
);

/** A small page: a card in the middle. */
export const Page = ({ title, wide, children }: { title: string; wide?: boolean; children?: Child }) => (
	<Document title={title}>
		<main class={wide ? "small wide" : "small"}>
			<div class="card">{children}</div>
		</main>
	</Document>
);

/** An important message. Screen readers announce it when the page opens. */
export const Alarm = ({ id, children }: { id?: string; children?: Child }) => (
	<div class="alarm" role="alert" id={id}>
		{children}
	</div>
);
