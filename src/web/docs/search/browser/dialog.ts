import { excerpt, marked, type Piece } from "./excerpt.ts";
import { type Found, newSearch } from "./find.ts";

const indexPath = "/docs/search.json";

let search: ((query: string) => Found[]) | undefined;

async function find(query: string): Promise<Found[]> {
	search ??= newSearch(await fetch(indexPath).then((response) => response.json()));
	return query.trim() === "" ? [] : search(query);
}

function element<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	attributes: Record<string, string> = {},
	...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
	made.append(...children);
	return made;
}

const shown = (pieces: Piece[]) => pieces.map(([text, isWord]) => (isWord ? element("mark", {}, text) : text));

const hint = () =>
	element(
		"p",
		{ class: "dim" },
		element("kbd", {}, "↑"),
		" ",
		element("kbd", {}, "↓"),
		" to choose, ",
		element("kbd", {}, "Enter"),
		" to open, ",
		element("kbd", {}, "Esc"),
		" to close",
	);

function item({ href, title, heading, section, text, words }: Found, n: number): HTMLAnchorElement {
	const name = element("strong", {}, ...shown(marked(heading || title, words)));
	const where = element("span", { class: "where" }, heading ? `${section} · ${title}` : section);
	const about = element("span", { class: "about" }, ...shown(excerpt(text, words)));
	const attributes = { role: "option", id: `found-${n}`, "aria-selected": "false", href, tabindex: "-1" };
	return element("a", attributes, name, where, about);
}

/** The dialog is made when somebody opens it for the first time. */
class SearchDialog {
	readonly #input = element("input", {
		type: "search",
		placeholder: "Search the documentation",
		"aria-label": "Search the documentation",
		role: "combobox",
		"aria-expanded": "false",
		"aria-controls": "found",
		"aria-autocomplete": "list",
		autocomplete: "off",
		spellcheck: "false",
	});
	readonly #list = element("div", { id: "found", role: "listbox", "aria-label": "Results", "data-results": "" });
	readonly #status = element("p", { class: "dim status", role: "status" });
	readonly #dialog = element(
		"dialog",
		{ class: "search", "aria-label": "Search" },
		this.#input,
		this.#list,
		this.#status,
		hint(),
	);
	#chosen = 0;

	constructor() {
		this.#list.hidden = true;
		document.body.append(this.#dialog);
		this.#input.addEventListener("input", () => this.#show());
		this.#dialog.addEventListener("keydown", (event) => this.#onKey(event));
		this.#dialog.addEventListener("click", (event) => {
			if (event.target === this.#dialog) this.#dialog.close();
			if (event.target instanceof Element && event.target.closest("a")) this.#dialog.close();
		});
	}

	open(query: string): void {
		if (query !== "") this.#input.value = query;
		if (!this.#dialog.open) this.#dialog.showModal();
		this.#input.focus();
		this.#show();
	}

	async #show(): Promise<void> {
		const asked = this.#input.value;
		const found = await find(asked);
		if (this.#input.value !== asked) return;
		this.#list.replaceChildren(...found.map(item));
		this.#list.hidden = found.length === 0;
		this.#input.setAttribute("aria-expanded", String(found.length > 0));
		this.#status.textContent =
			asked.trim() === "" ? "" : found.length === 0 ? `Nothing found for “${asked.trim()}”.` : "";
		this.#choose(0);
	}

	#choose(n: number): void {
		const items = [...this.#list.children];
		this.#chosen = items.length === 0 ? 0 : (n + items.length) % items.length;
		for (const [at, one] of items.entries()) one.setAttribute("aria-selected", String(at === this.#chosen));
		const chosen = items[this.#chosen];
		if (chosen) this.#input.setAttribute("aria-activedescendant", chosen.id);
		else this.#input.removeAttribute("aria-activedescendant");
		chosen?.scrollIntoView({ block: "nearest" });
	}

	#onKey(event: KeyboardEvent): void {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step !== undefined) this.#choose(this.#chosen + step);
		else if (event.key === "Enter") this.#list.querySelectorAll("a")[this.#chosen]?.click();
		else return;
		event.preventDefault();
	}
}

let dialog: SearchDialog | undefined;

/** `docs.client.js` loads this file when somebody wants to search. */
export function openSearch(query = ""): void {
	dialog ??= new SearchDialog();
	dialog.open(query);
}
