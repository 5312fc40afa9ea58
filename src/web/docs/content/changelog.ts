import changelog from "../../../../CHANGELOG.md";
import { ChangelogDays, type Day } from "../layout/changelog-days.tsx";
import type { DocPage } from "./doc-page.ts";

const forOperators = "Operators: ";

/** The text before the first day, and the days with their changes. */
function parsed(): { lead: string; days: (Day & { text: string })[] } {
	const [head = "", ...parts] = changelog.split(/^## /m);
	const days = parts.map((part) => {
		const [date = "", ...lines] = part.split("\n");
		const text = lines.join("\n").trim();
		const all = text.split(/^- /m).flatMap((one) => one.trim() || []);
		const operators = all.filter((one) => one.startsWith(forOperators));
		return {
			date: date.trim(),
			text,
			changes: all.filter((one) => !operators.includes(one)),
			operators: operators.map((one) => capitalized(one.slice(forOperators.length))),
		};
	});
	return { lead: head.replace(/^# .*$/m, "").trim(), days };
}

const capitalized = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;

const { lead, days } = parsed();

export const changelogPage: DocPage = {
	path: "/docs/changelog",
	title: "Changelog",
	description: "The changes for callers, the newest first.",
	section: "Changelog",
	markdown: `${changelog.trim()}\n\n[The changelog as a feed](/docs/changelog.xml)\n`,
	content: ChangelogDays({ lead, days }),
};

const escaped = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

export function changelogFeed(origin: string): string {
	const address = `${origin}/docs/changelog`;
	const entries = days.map(
		({ date, text }) =>
			`<entry><id>${address}#${date}</id><title>${date}</title><updated>${date}T00:00:00Z</updated><link href="${address}#${date}"/><content type="text">${escaped(text)}</content></entry>`,
	);
	return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${address}</id><title>Tattoo Studio API: changelog</title><updated>${days[0]?.date ?? "1970-01-01"}T00:00:00Z</updated>
<author><name>Tattoo Studio API</name></author>
<link rel="self" href="${address}.xml"/><link href="${address}"/>
${entries.join("\n")}
</feed>
`;
}
