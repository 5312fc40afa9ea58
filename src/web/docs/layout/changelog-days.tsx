import { raw } from "hono/html";
import { blockHtml, inlineHtml } from "./markdown.ts";

export interface Day {
	date: string;
	changes: string[];
	operators: string[];
}

interface Props {
	/** The sentences before the days. */
	lead: string;
	days: readonly Day[];
}

/** `docs.client.js` opens the day that an address names. */
export const ChangelogDays = ({ lead, days }: Props) => (
	<>
		<h1>Changelog</h1>
		<p>{raw(inlineHtml(lead))}</p>
		<p>
			<a href="/docs/changelog.xml">The changelog as a feed</a>
		</p>
		{days.map(({ date, changes, operators }, n) => (
			<details class="log-day" open={n === 0}>
				<summary>
					<h2 id={date}>{date}</h2>{" "}
					<span class="dim">
						{changes.length + operators.length === 1 ? "1 change" : `${changes.length + operators.length} changes`}
					</span>
				</summary>
				<Changes title="For callers" changes={changes} />
				<Changes title="For operators" changes={operators} />
			</details>
		))}
	</>
);

const Changes = ({ title, changes }: { title: string; changes: readonly string[] }) =>
	changes.length > 0 ? (
		<>
			<h3>{title}</h3>
			{raw(blockHtml(changes.map((one) => `- ${one}`).join("\n")))}
		</>
	) : null;
