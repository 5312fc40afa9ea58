// Filters, searches and the pages of lists without a reload. The script fetches the page of the new address and
// replaces the parts that depend on the filter. The address and the back button work as with a reload.

/** @param {Document} page */
const partsOf = (page) =>
	new Map(
		[.../** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-follows]"))].map((part) => [
			part.dataset.follows,
			part,
		]),
	);

const filters = () => /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-in-place]"));

/** The shown address, without its fragment: a new fragment alone fetches nothing. */
let shown = location.pathname + location.search;
/** @type {AbortController | undefined} */
let asking;

/** @param {string} url */
async function fetchPage(url) {
	asking?.abort();
	asking = new AbortController();
	const answer = await fetch(url, { signal: asking.signal });
	const at = new URL(answer.url);
	const page = new DOMParser().parseFromString(await answer.text(), "text/html");
	const names = [...partsOf(page).keys()].join();
	const fits = answer.ok && at.pathname === location.pathname && names === [...partsOf(document).keys()].join();
	return fits ? { at: at.pathname + at.search, page } : undefined;
}

/**
 * @param {string} url
 * @param {boolean} isNew the address is not in the history yet
 */
async function go(url, isNew) {
	for (const part of partsOf(document).values()) part.ariaBusy = "true";
	try {
		const found = await fetchPage(url);
		// If the answer is an error or another page, such as the sign-in, the browser opens the address as usual.
		if (!found) return location.assign(url);
		if (isNew && found.at !== shown) history.pushState(null, "", found.at);
		shown = found.at;
		put(found.page, isNew);
	} catch (error) {
		if (!(error instanceof DOMException && error.name === "AbortError")) location.assign(url);
	}
}

/**
 * @param {Document} page
 * @param {boolean} isNew
 */
function put(page, isNew) {
	const { activeElement } = document;
	const wasInside = [...partsOf(document).values()].some(
		(part) => part !== activeElement && part.contains(activeElement),
	);
	const next = partsOf(page);
	for (const [name, part] of partsOf(document))
		part.replaceWith(document.adoptNode(/** @type {HTMLElement} */ (next.get(name))));
	for (const form of filters()) fill(form, page, isNew ? activeElement : null);
	document.title = page.title;
	const results = partsOf(document).get("results");
	if (!results) return;
	/** @type {HTMLElement} */ (document.getElementById("said")).textContent = results.dataset.announcement ?? "";
	// The link with the focus is gone, so the new results take the focus.
	if (isNew && wasInside) results.focus();
}

/**
 * Fills the filter with the values of the fetched page. An older page of the history may have other values.
 * @param {HTMLFormElement} form
 * @param {Document} page
 * @param {Element | null} typing the field that the person types in; it keeps its value
 */
function fill(form, page, typing) {
	const selector = `form[data-in-place][action="${form.getAttribute("action")}"]`;
	const next = /** @type {HTMLFormElement | null} */ (page.querySelector(selector));
	for (const [n, field] of [...form.elements].entries()) {
		const other = next?.elements[n];
		if (field === typing) continue;
		if (field instanceof HTMLInputElement && other instanceof HTMLInputElement) {
			field.checked = other.checked;
			if (field.value !== other.value) field.value = other.value;
		}
		if (field instanceof HTMLSelectElement && other instanceof HTMLSelectElement) field.value = other.value;
	}
}

if (filters().length > 0) {
	document.addEventListener("submit", (event) => {
		const form = /** @type {HTMLFormElement} */ (event.target);
		if (!form.matches("form[data-in-place]")) return;
		event.preventDefault();
		const asked = new URLSearchParams();
		for (const [name, value] of new FormData(form)) if (value !== "") asked.append(name, String(value));
		void go(`${form.getAttribute("action")}?${asked}`, true);
	});
	// A select or a checkbox applies the filter at once.
	document.addEventListener("change", ({ target }) => {
		const isChoice =
			target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === "checkbox");
		if (isChoice && target.form?.matches("form[data-in-place]")) target.form.requestSubmit();
	});
	document.addEventListener("click", (event) => {
		if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
		const link =
			event.target instanceof Element
				? /** @type {HTMLAnchorElement | null} */ (event.target.closest("main a[href]"))
				: null;
		if (!link || link.origin !== location.origin || link.pathname !== location.pathname || link.hash) return;
		event.preventDefault();
		void go(link.href, true);
	});
	addEventListener("popstate", () => {
		if (location.pathname + location.search !== shown) void go(location.href, false);
	});
}
