import type { Child } from "hono/jsx";
import { Breakable } from "./breakable.tsx";
import { CopyButton } from "./copy.tsx";
import { Icon } from "./icon.tsx";

interface TitleProps {
	text: string;
	/** The page one step up. */
	back?: { href: string; text: string } | undefined;
	/** A badge or two beside the title. */
	beside?: Child;
	/** One sentence that says what the page is for. */
	lead?: Child;
	/** Buttons at the right. */
	children?: Child;
}

export const Title = ({ text, back, beside, lead, children }: TitleProps) => (
	<>
		{back && (
			<a class="back" href={back.href}>
				<Icon name="back" />
				{back.text}
			</a>
		)}
		<div class="title">
			<div>
				<h1>
					<Breakable text={text} /> {beside}
				</h1>
				{lead && <p class="lead">{lead}</p>}
			</div>
			{children && <div class="actions">{children}</div>}
		</div>
	</>
);

interface PanelProps {
	title?: string;
	id?: string;
	lead?: Child;
	actions?: Child;
	children?: Child;
}

export const Panel = ({ title, id, lead, actions, children }: PanelProps) => (
	<section class="panel" id={id}>
		{(title || actions) && (
			<header>
				{title && <h2>{title}</h2>}
				{actions && <div class="actions">{actions}</div>}
				{lead && <p class="lead dim">{lead}</p>}
			</header>
		)}
		{children}
	</section>
);

export type Tone = "good" | "warn" | "bad" | "info" | "plain";

export const Badge = ({ tone = "plain", children }: { tone?: Tone; children?: Child }) => (
	<span class={`badge ${tone}`}>{children}</span>
);

/** Screen readers say the message when the page opens. */
export const Note = ({ tone = "plain", children }: { tone?: "good" | "warn" | "plain"; children?: Child }) => (
	<div class={`note ${tone}`} role="status">
		{children}
	</div>
);

interface FactsProps {
	of: readonly (readonly [name: string, value: Child] | null | false)[];
	/** For short names and values: they stand side by side on a narrow screen, too. */
	pairs?: boolean;
}

export const Facts = ({ of, pairs }: FactsProps) => (
	<dl class={pairs ? "facts pairs" : "facts"}>
		{of.map(
			(fact) =>
				fact && (
					<>
						<dt>
							<Breakable text={fact[0]} />
						</dt>
						<dd>{fact[1] === null || fact[1] === undefined || fact[1] === "" ? "–" : fact[1]}</dd>
					</>
				),
		)}
	</dl>
);

export const Empty = ({ title, actions, children }: { title: string; actions?: Child; children?: Child }) => (
	<div class="empty">
		<h2>{title}</h2>
		<p>{children}</p>
		{actions && <div class="actions">{actions}</div>}
	</div>
);

export const Pager = ({ first, next }: { first?: string | undefined; next?: string | undefined }) =>
	first || next ? (
		<nav class="pager" aria-label="Pages">
			<span>{first && <a href={first}>Newest</a>}</span>
			<span>
				{next && (
					<a href={next}>
						Older <Icon name="right" />
					</a>
				)}
			</span>
		</nav>
	) : null;

export const Code = ({ id, label, text }: { id: string; label: string; text: string }) => (
	<figure class="code">
		<figcaption>
			<span>{label}</span>
			<CopyButton targetId={id} label={label} />
		</figcaption>
		<pre id={id} tabindex={0}>
			{text}
		</pre>
	</figure>
);

export const PostButton = ({
	action,
	tone = "",
	label,
	fields = {},
	children,
}: {
	action: string;
	tone?: "" | "primary" | "danger";
	/** The text for screen readers if the visible word alone is not clear. */
	label?: string;
	fields?: Record<string, string>;
	children?: Child;
}) => (
	<form method="post" action={action}>
		{Object.entries(fields).map(([name, value]) => (
			<input type="hidden" name={name} value={value} />
		))}
		<button type="submit" class={tone} aria-label={label}>
			{children}
		</button>
	</form>
);
