// Adds a button to each block of code that copies it.

const announcer = document.createElement("p");
announcer.className = "hidden";
announcer.setAttribute("role", "status");
document.body.append(announcer);

/** @param {HTMLElement} code @param {HTMLButtonElement} button */
async function copy(code, button) {
	let words = "Copied";
	try {
		await navigator.clipboard.writeText(code.textContent ?? "");
		button.textContent = words;
		setTimeout(() => {
			button.textContent = "Copy";
		}, 1500);
	} catch {
		// The browser refused. Select the text, so that the person can copy it.
		getSelection()?.selectAllChildren(code);
		words = "Selected. Copy it with the keyboard.";
	}
	announcer.textContent = words;
}

for (const code of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".snippet pre > code"))) {
	const button = document.createElement("button");
	button.type = "button";
	button.className = "copy";
	button.textContent = "Copy";
	button.addEventListener("click", () => copy(code, button));
	code.closest(".snippet")?.append(button);
}

// The language that a reader chose stays chosen, on other pages, too.

const language = {
	name: "documentation-language",
	get: () => localStorage.getItem("documentation-language"),
	/** @param {string} value */
	set: (value) => localStorage.setItem("documentation-language", value),
};
const radios = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".samples .tabs input"));
/** In each group of tabs that has the language. Its tab comes into view. @param {string | null} value */
const choose = (value) => {
	for (const radio of radios) {
		const [label, tabs] = [radio.parentElement, radio.closest(".tabs")];
		if (radio.value !== value || !label || !tabs) continue;
		radio.checked = true;
		tabs.scrollLeft = label.offsetLeft - (tabs.clientWidth - label.offsetWidth) / 2;
	}
};
choose(language.get());
for (const radio of radios)
	radio.addEventListener("change", () => {
		language.set(radio.value);
		// The others become longer or shorter, and the reader's own stays where it is.
		const { top } = radio.getBoundingClientRect();
		choose(radio.value);
		scrollBy(0, radio.getBoundingClientRect().top - top);
	});

// The reader's own key and address stand in the code. They stay in this tab, and nothing sends them.

/** @type {NodeListOf<HTMLElement>} */
const ownKeys = document.querySelectorAll("[data-own-key]");
const preset = new Map([...ownKeys].map((key) => [key, key.textContent ?? ""]));
/** The texts with the address at which the reader opened this page. @type {{ text: Text, words: string }[]} */
const addresses = [];
for (const code of document.querySelectorAll(".snippet:not([data-answer]) code")) {
	const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const text = /** @type {Text} */ (texts.currentNode);
		if (text.data.includes(location.origin)) addresses.push({ text, words: text.data });
	}
}
const firstCode = ownKeys[0] ?? addresses[0]?.text.parentElement;
const firstSample = firstCode?.closest(".samples") ?? firstCode?.closest(".snippet");

/** @param {string} key */
function fillKey(key) {
	for (const [element, words] of preset) {
		const { ownKey } = element.dataset;
		element.textContent = key === "" || !ownKey ? words : ownKey === "quoted" ? JSON.stringify(key) : key;
	}
}

/** @param {string} address */
function fillAddress(address) {
	const own = address === "" ? location.origin : address.replace(/\/$/, "");
	for (const { text, words } of addresses) text.data = words.replaceAll(location.origin, () => own);
}

/** @param {string} name @param {string} label @param {string} placeholder @param {(value: string) => void} fill */
function ownValue(name, label, placeholder, fill) {
	const element = document.createElement("label");
	const input = document.createElement("input");
	Object.assign(input, {
		placeholder,
		autocomplete: "off",
		spellcheck: false,
		value: sessionStorage.getItem(name) ?? "",
	});
	input.addEventListener("input", () => {
		sessionStorage.setItem(name, input.value.trim());
		fill(input.value.trim());
	});
	fill(input.value);
	element.append(label, input);
	return element;
}

if (firstSample) {
	const own = document.createElement("details");
	own.className = "own-values";
	const summary = document.createElement("summary");
	const ownAddress = ownValue("documentation-address", "Address of the service", location.origin, fillAddress);
	const hasKeys = ownKeys.length > 0;
	summary.textContent = hasKeys ? "Use your own key and address" : "Use your own address";
	const note = document.createElement("p");
	note.className = "dim";
	note.textContent = "The values that you type stay in this tab of your browser. This page sends them nowhere.";
	own.append(summary);
	if (hasKeys) own.append(ownValue("documentation-key", "API key", "svc_live_sk_…", fillKey));
	own.append(ownAddress, note);
	firstSample.before(own);
}
