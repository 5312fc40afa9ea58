import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { type Asset, icon, style } from "./assets.ts";

export interface PageMetadata {
	description: string;
	/** The address of the page. */
	url: string;
	/** A picture that the studio gave. The page itself does not load it. */
	image?: string | undefined;
	/** What schema.org calls it. */
	data: Record<string, unknown>;
}

interface DocumentProps {
	title: string;
	scripts?: readonly Asset[];
	/** By it the policy of the page names the scripts. A page that browsers keep names them by their addresses. */
	nonce?: string | undefined;
	/** For search engines. A page with it is for everybody. */
	description?: string;
	/** Search engines may show the page, and what it is about stands where it is shared. */
	metadata?: PageMetadata | undefined;
	children?: Child;
}

/** What every page for people begins with. */
export const Document = ({ title, scripts = [], nonce, description, metadata, children }: DocumentProps) => (
	<html lang="en">
		<head>
			<meta charset="utf-8" />
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			{metadata && <MetadataTags title={title} {...metadata} />}
			{description && <meta name="description" content={description} />}
			{!metadata && !description && <meta name="robots" content="noindex" />}
			<title>{title}</title>
			<link rel="stylesheet" href={style.path} />
			<link rel="icon" href={icon.path} type="image/svg+xml" />
			{scripts.map(({ path }) => (
				<script type="module" src={path} nonce={nonce} />
			))}
		</head>
		<body>{children}</body>
	</html>
);

const MetadataTags = ({ title, description, url, image, data }: PageMetadata & { title: string }) => (
	<>
		<meta name="description" content={description} />
		<link rel="canonical" href={url} />
		<meta property="og:title" content={title} />
		<meta property="og:description" content={description} />
		<meta property="og:url" content={url} />
		<meta property="og:type" content="website" />
		{image && <meta property="og:image" content={image} />}
		<script type="application/ld+json">{raw(JSON.stringify(data).replaceAll("<", "\\u003c"))}</script>
	</>
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
