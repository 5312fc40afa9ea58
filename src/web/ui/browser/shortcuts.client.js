// Keyboard shortcuts. Speech input types letters, too, so people can turn the shortcuts off (WCAG 2.1.4). The browser
// remembers the choice.

const setting = "shortcuts";
const isOn = () => {
	try {
		return localStorage.getItem(setting) !== "off";
	} catch {
		return true;
	}
};

/** @param {string} selector */
const first = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector));

/** @param {1 | -1} step */
function toRow(step) {
	const links = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("main tbody .lead a"))];
	const present = links.findIndex((link) => link.matches(":focus"));
	links[present === -1 ? 0 : present + step]?.focus();
}

/** @type {Record<string, [words: string, act: () => void]>} */
const keys = {
	"/": [
		"Search, or filter",
		() => (first("main input[type=search]") ?? first("form.filters :is(input:not([type=hidden]), select)"))?.focus(),
	],
	n: ["New", () => first("main .title a.primary")?.click()],
	j: ["Next row", () => toRow(1)],
	k: ["Row before", () => toRow(-1)],
	"?": ["These shortcuts", () => dialog.showModal()],
};

/** The areas that `g` and their key open. */
const areas = new Map(
	[.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("nav.wide-only a[data-key]"))].map(
		(link) => [link.dataset.key ?? "", link],
	),
);
let goesUntil = 0;

document.addEventListener("keydown", (event) => {
	const target = /** @type {HTMLElement} */ (event.target);
	if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
	// A field of a dialog that has just closed keeps the focus, unseen, until the browser draws the next frame.
	const isTyping = target.closest("input, textarea, select, dialog") && target.checkVisibility();
	if (isTyping || !isOn()) return;
	const area = event.timeStamp < goesUntil ? areas.get(event.key) : undefined;
	goesUntil = event.key === "g" && !area ? event.timeStamp + 1500 : 0;
	const act = area ? () => area.click() : keys[event.key]?.[1];
	if (!act) return;
	event.preventDefault();
	act();
});

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {Partial<HTMLElementTagNameMap[T]>} given
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
function make(name, given = {}, ...children) {
	const element = Object.assign(document.createElement(name), given);
	element.append(...children);
	return element;
}

/** @param {[keys: string[], words: string][]} all */
const list = (all) =>
	make(
		"dl",
		{ className: "keys" },
		...all.flatMap(([keys, words]) => [
			make("dt", {}, ...keys.flatMap((key) => [make("kbd", {}, key), " "])),
			make("dd", {}, words),
		]),
	);

const use = make("input", { type: "checkbox", checked: isOn() });
use.onchange = () => {
	try {
		localStorage.setItem(setting, use.checked ? "on" : "off");
	} catch {
		use.checked = true;
	}
};

const closing = make("button", { type: "button" }, "Close");
const dialog = make(
	"dialog",
	{ ariaLabel: "Keyboard shortcuts", autofocus: true },
	make("h2", {}, "Keyboard shortcuts"),
	list(Object.entries(keys).map(([key, [words]]) => [[key], words])),
	make("h3", {}, "Go to"),
	list([...areas].map(([key, link]) => [["g", key], link.textContent?.trim() ?? ""])),
	make("label", { className: "choice" }, use, "Use these shortcuts"),
	make("div", { className: "actions" }, closing),
);
closing.onclick = () => dialog.close();

const opening = make("button", { type: "button", className: "link" }, "Keyboard shortcuts");
opening.onclick = () => dialog.showModal();
document.body.append(dialog);
first("footer")?.append(" ", opening);
