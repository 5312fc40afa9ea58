import changelog from "../../../../CHANGELOG.md";
import type { DocPage } from "./doc-page.ts";

export const changelogPage: DocPage = {
	path: "/docs/changelog",
	title: "Changelog",
	description: "The changes for callers, the newest first.",
	section: "Changelog",
	markdown: `${changelog.trim()}\n\n[The changelog as a feed](/docs/changelog.xml)\n`,
};

const escaped = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The changelog as an Atom feed, an entry for each day. */
export function changelogFeed(origin: string): string {
	const address = `${origin}/docs/changelog`;
	const days = changelog
		.split(/^## /m)
		.slice(1)
		.map((day) => {
			const [date = "", ...lines] = day.split("\n");
			return { date: date.trim(), text: lines.join("\n").trim() };
		});
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
