/** A link, a colon and a sentence, with the minutes that it takes in parentheses at its end. */
const card = /^(<a [^>]*>[^<]*<\/a>): (.+?)(?: \((\d+) minutes\))?\s*$/s;

/** The items of a list, as HTML, in cards. Undefined if one of them is no link with a sentence. */
export function cardsOf(items: readonly string[]): string | undefined {
	const cards = items.map((item) => card.exec(item));
	if (cards.includes(null)) return undefined;
	const html = cards.map((parts) => {
		const [, link, words, minutes] = parts ?? [];
		const time = minutes ? `<span class="time">${minutes} min</span>` : "";
		return `<li>${link}${time}<p>${words}</p></li>`;
	});
	return `<ul class="cards">${html.join("")}</ul>\n`;
}
