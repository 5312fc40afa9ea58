/** Each second part between fences is in a fence. */
export const outsideCode = (markdown: string): string =>
	markdown
		.split(/^```/m)
		.filter((_, n) => n % 2 === 0)
		.join("");
