// Opens the search of the documentation. Without a script, a form and a link lead to the page of the search.

const script = "/assets/docs-search.js";

/** @returns {Promise<{ openSearch(query?: string): void }>} */
const load = () => import(script);

/** @param {string} [query] */
const openSearch = async (query) => (await load()).openSearch(query);

for (const link of document.querySelectorAll("a[data-search]"))
	link.addEventListener("click", (event) => {
		event.preventDefault();
		openSearch();
	});

for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-search] input"))) {
	input.addEventListener("click", () => openSearch(input.value));
	// Somebody may type on while the script loads.
	input.addEventListener("input", async () => {
		const search = await load();
		const text = input.value;
		input.value = "";
		if (text) search.openSearch(text);
	});
}

/** Whether the keys mean a text. @param {EventTarget | null} target */
const isTyping = (target) => target instanceof HTMLElement && target.closest("input, textarea, select") !== null;

document.addEventListener("keydown", (event) => {
	const isSlash = event.key === "/" && !isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey;
	const isK = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
	if (!isSlash && !isK) return;
	event.preventDefault();
	openSearch();
});

// Scrolls the list of pages to the current page.
for (const side of document.querySelectorAll(".frame > .side")) {
	const here = side.querySelector('[aria-current="page"]');
	if (here instanceof HTMLElement && here.offsetTop > side.clientHeight * 0.8)
		side.scrollTop = here.offsetTop - side.clientHeight / 2;
}

// Opens the folded part that the address leads to.
function openTarget() {
	const target = document.getElementById(location.hash.slice(1));
	const folded = target?.closest("details:not([open])");
	if (!target || !folded) return;
	for (let part = /** @type {Element | null} */ (folded); part; part = part.parentElement)
		if (part instanceof HTMLDetailsElement) part.open = true;
	target.scrollIntoView();
}
addEventListener("hashchange", openTarget);
openTarget();
