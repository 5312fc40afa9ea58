import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Language } from "../../platform/lib/languages.ts";
import { accentStylePath } from "./accent-style.ts";
import { type Asset, icon, style } from "./assets.ts";

export interface PageMetadata {
	description: string;
	url: string;
	/** A picture for previews. The page itself does not load it. */
	image?: string | undefined;
	/** The description in the vocabulary of schema.org (JSON-LD). */
	data: Record<string, unknown>;
	/** The same page in each language, by its tag. */
	alternates?: readonly (readonly [tag: string, url: string])[];
}

interface DocumentProps {
	title: string;
	/** English unless it is given. */
	language?: Language;
	scripts?: readonly Asset[];
	/** Style sheets after that of all pages. */
	styles?: readonly string[];
	/** The policy of the page allows scripts with this nonce. The policy of a cacheable page names their addresses. */
	nonce?: string | undefined;
	description?: string;
	/** For search engines and link previews: only public pages have it. */
	metadata?: PageMetadata | undefined;
	/** The color of the studio to which the page belongs. */
	accentColor?: string | null | undefined;
	children?: Child;
}

export const Document = ({
	title,
	language = "en",
	scripts = [],
	styles = [],
	nonce,
	description,
	metadata,
	accentColor,
	children,
}: DocumentProps) => (
	<html lang={language} dir="ltr">
		<head>
			<meta charset="utf-8" />
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			{metadata && <MetadataTags title={title} {...metadata} />}
			{description && <meta name="description" content={description} />}
			{!metadata && !description && <meta name="robots" content="noindex" />}
			<title>{title}</title>
			<link rel="stylesheet" href={style.path} />
			{styles.map((path) => (
				<link rel="stylesheet" href={path} />
			))}
			{accentColor && <link rel="stylesheet" href={accentStylePath(accentColor)} />}
			<link rel="icon" href={icon.path} type="image/svg+xml" />
			{scripts.map(({ path }) => (
				<script type="module" src={path} nonce={nonce} />
			))}
		</head>
		<body class={accentColor ? "branded" : undefined}>{children}</body>
	</html>
);

const MetadataTags = ({ title, description, url, image, data, alternates = [] }: PageMetadata & { title: string }) => (
	<>
		<meta name="description" content={description} />
		<link rel="canonical" href={url} />
		{alternates.map(([tag, address]) => (
			<link rel="alternate" hreflang={tag} href={address} />
		))}
		<meta property="og:title" content={title} />
		<meta property="og:description" content={description} />
		<meta property="og:url" content={url} />
		<meta property="og:type" content="website" />
		{image && <meta property="og:image" content={image} />}
		<script type="application/ld+json">{raw(JSON.stringify(data).replaceAll("<", "\\u003c"))}</script>
	</>
);

/** The name of the service, which leads to its front page. */
export const Mark = () => (
	<a class="mark" href="/">
		<img src={icon.path} alt="" width={28} height={28} />
		Tattoo Studio API
	</a>
);

interface PageProps {
	title: string;
	wide?: boolean;
	/** A page of the service itself, and not of a studio. */
	marked?: boolean;
	children?: Child;
}

export const Page = ({ title, wide, marked, children }: PageProps) => (
	<Document title={title}>
		<main class={wide ? "small wide" : "small"}>
			{marked && <Mark />}
			<div class="card">{children}</div>
		</main>
	</Document>
);

/** Screen readers announce it at once. */
export const Alarm = ({ id, children }: { id?: string; children?: Child }) => (
	<div class="alarm" role="alert" id={id}>
		{children}
	</div>
);
