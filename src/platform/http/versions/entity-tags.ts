import type { Problem } from "../../problems/problem.ts";
import { headerFault } from "../request/headers/header-fault.ts";

interface EntityTag {
	weak: boolean;
	/** With its quotes. */
	opaque: string;
}

/** The tags in `If-Match` or `If-None-Match`, or `*` (RFC 9110 13.1). */
export type EntityTags = "any" | EntityTag[];

/** A tag or nothing, up to the next comma. No part can match in two ways, so the time is linear. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 9110 8.8.3 names them
const element = /[ \t]*(?:(W\/)?("[^\x00-\x20"\x7f]*")[ \t]*)?(?:,|$)/y;

/** The tags in such a header. A fault is returned, because the gate must admit the request before it is thrown. */
export function entityTagsIn(name: string, header: string | undefined): { tags?: EntityTags; fault?: Problem } {
	if (header === undefined) return {};
	if (header.trim() === "*") return { tags: "any" };
	const tags = parseTags(header);
	if (tags) return { tags };
	const example = `must be * or entity tags in double quotes, such as "3", separated by commas`;
	return { fault: headerFault(name, example) };
}

function parseTags(header: string): EntityTag[] | null {
	const tags: EntityTag[] = [];
	for (let at = 0; at < header.length; at = element.lastIndex) {
		element.lastIndex = at;
		const found = element.exec(header);
		if (!found) return null;
		if (found[2] !== undefined) tags.push({ weak: found[1] !== undefined, opaque: found[2] });
	}
	return tags.length > 0 ? tags : null;
}

/** Whether the caller already has the version with this tag. An intermediary may have weakened the tag. */
export const matchesTag = (tags: EntityTags, tag: string): boolean =>
	tags === "any" || tags.some(({ opaque }) => opaque === tag);
