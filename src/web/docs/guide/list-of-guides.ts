import type { Guide } from "../content/doc-page.ts";

/** The place of the list in the first page. */
const mark = "<!-- The guides in their parts -->\n";

export const withGuides = (overview: string, guides: readonly Guide[]): string =>
	overview.replace(mark, () =>
		[...Map.groupBy(guides, ({ part }) => part)].map(([part, own]) => partOf(part ?? "", own)).join("\n"),
	);

const partOf = (part: string, guides: readonly Guide[]): string =>
	`## ${part}\n\n${guides.map(({ title, path, outcome, minutes }) => `- [${title}](${path}): ${outcome} (${minutes} minutes)\n`).join("")}`;
