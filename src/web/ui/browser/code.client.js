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
