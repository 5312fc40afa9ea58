const afterLink = "</a>: ";
/** The minutes that it takes, which stand at the end. */
const minutesAtEnd = / \((\d{1,3}) minutes\)$/;

/** Undefined for an item that is not a link, a colon and a sentence. */
function cardOf(item: string): string | undefined {
	const [before, ...after] = item.trim().split(afterLink);
	if (!before?.startsWith("<a ") || before.includes("</a>") || after.length === 0) return undefined;
	const words = after.join(afterLink);
	const [, minutes] = minutesAtEnd.exec(words) ?? [];
	const time = minutes ? `<span class="time">${minutes} min</span>` : "";
	return `<li>${before}</a>${time}<p>${words.replace(minutesAtEnd, "")}</p></li>`;
}

/** Undefined if an item is no link with a sentence. */
export function cardsOf(items: readonly string[]): string | undefined {
	const cards = items.map(cardOf);
	return cards.includes(undefined) ? undefined : `<ul class="cards">${cards.join("")}</ul>\n`;
}
