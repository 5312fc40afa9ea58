// Buttons that copy. The pages have them hidden, because without a script they do nothing.

customElements.define(
	"copy-button",
	class extends HTMLElement {
		connectedCallback() {
			const button = /** @type {HTMLButtonElement} */ (this.querySelector("button"));
			button.hidden = false;
			button.onclick = () => this.copy(button);
		}

		/** @param {HTMLButtonElement} button */
		async copy(button) {
			const source = /** @type {HTMLElement} */ (document.getElementById(this.getAttribute("for") ?? ""));
			const words = button.dataset.words ?? button.innerHTML;
			button.dataset.words = words;
			let said = "Copied";
			try {
				await navigator.clipboard.writeText(source.textContent ?? "");
				button.textContent = said;
			} catch {
				// The browser does not let the page copy: a person still can.
				getSelection()?.selectAllChildren(source);
				said = "Selected. Copy it with the keyboard.";
			}
			/** @type {HTMLElement} */ (document.getElementById("said")).textContent = said;
			setTimeout(() => {
				button.innerHTML = words;
			}, 1500);
		}
	},
);
