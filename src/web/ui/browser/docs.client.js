// Searches the documentation in the browser. Without a script the form asks the service.

/** @typedef {{ path: string, title: string, section: string, description: string, words: string }} Entry */

/** @type {Promise<Entry[]> | undefined} */
let index;

/** @param {string} address */
const load = (address) => {
	index ??= fetch(address).then((response) => response.json());
	return index;
};

/** @param {Entry[]} entries @param {string} query */
function find(entries, query) {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length === 0) return [];
	/** @param {Entry} entry */
	const score = ({ title, description, words: others }) => {
		const text = `${others} ${description.toLowerCase()}`;
		return words.every((word) => title.toLowerCase().includes(word))
			? 2
			: words.every((word) => text.includes(word))
				? 1
				: 0;
	};
	return entries
		.map((entry) => ({ entry, points: score(entry) }))
		.filter(({ points }) => points > 0)
		.sort((a, b) => b.points - a.points)
		.slice(0, 12)
		.map(({ entry }) => entry);
}

/** Lets a long name, such as that of an event, break after a dot or an underscore. @param {string} title */
const breakable = (title) => title.replaceAll(/(?<=\w[._])(?=\w)/g, "\u200b");

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("[data-search]"))) {
	const input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
	const list = /** @type {HTMLElement} */ (form.querySelector("[data-results]"));
	list.setAttribute("aria-live", "polite");
	input.addEventListener("input", async () => {
		const asked = input.value;
		const found = find(await load(form.dataset.search ?? ""), asked);
		if (input.value !== asked) return;
		list.hidden = asked.trim() === "";
		list.replaceChildren(
			...found.map(({ path, title, section }) => {
				const link = document.createElement("a");
				link.href = path;
				const where = document.createElement("span");
				where.className = "dim";
				where.textContent = section;
				link.append(breakable(title), " ", where);
				const item = document.createElement("li");
				item.append(link);
				return item;
			}),
		);
		if (found.length === 0) list.textContent = "No results.";
	});
	form.addEventListener("submit", (event) => {
		const first = list.hidden ? null : list.querySelector("a");
		if (!first) return;
		event.preventDefault();
		location.href = first.href;
	});
}

// Scrolls the list of pages to the current page.
for (const side of document.querySelectorAll(".frame > .side")) {
	const here = side.querySelector("[aria-current]");
	if (here instanceof HTMLElement && here.offsetTop > side.clientHeight * 0.8)
		side.scrollTop = here.offsetTop - side.clientHeight / 2;
}

document.addEventListener("keydown", (event) => {
	const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
	if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
	const input = document.querySelector("#search");
	if (!(input instanceof HTMLElement)) return;
	event.preventDefault();
	input.focus();
});
