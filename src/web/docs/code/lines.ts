/** The deepest indentation that the style sheet knows, in steps of two characters. */
const deepest = 8;

/** A tab is as wide as two spaces. */
function stepsOf(line: string): number {
	const [indent = ""] = /^\s*/.exec(line) ?? [];
	return Math.min(deepest, Math.floor(indent.replaceAll("\t", "  ").length / 2));
}

/** The longest first word that fits into a line on a phone, with the indentation before it. */
const fittingFirst = 38;

/** Browsers would break such a line after its indentation, and leave a row empty. */
const beginsLong = (line: string): boolean => (/^\s*\S+/.exec(line)?.[0].length ?? 0) > fittingFirst;

/**
 * Each line has an element, so that a line that is wrapped goes on further to the right than it began. An element of
 * the highlighter that spans lines ends with the line and begins again in the next one.
 */
export function inLines(html: string): string {
	const open: string[] = [];
	const lines = html.split("\n").map((line, n, { length }) => {
		const before = open.join("");
		for (const [tag] of line.matchAll(/<span[^<>]*>|<\/span>/g))
			if (tag === "</span>") open.pop();
			else open.push(tag);
		const text = line.replaceAll(/<[^<>]+>/g, "").replaceAll(/&#?\w{1,8};/g, "x");
		const steps = stepsOf(text);
		const kind = `line${steps > 0 ? ` in-${steps}` : ""}${beginsLong(text) ? " long" : ""}`;
		// The line break stands in the element, so that an empty line has its height, and a copied text its lines.
		const end = n < length - 1 ? "\n" : "";
		return `<span class="${kind}">${before}${line}${"</span>".repeat(open.length)}${end}</span>`;
	});
	return lines.join("");
}
