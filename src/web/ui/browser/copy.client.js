// Copy buttons. The page hides them, because they need this script.

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
			let announcement = "Copied";
			try {
				await navigator.clipboard.writeText(source.textContent ?? "");
				button.textContent = announcement;
			} catch {
				// The browser refused. Select the text, so that the person can copy it.
				getSelection()?.selectAllChildren(source);
				announcement = "Selected. Copy it with the keyboard.";
			}
			/** @type {HTMLElement} */ (document.getElementById("said")).textContent = announcement;
			setTimeout(() => {
				button.innerHTML = words;
			}, 1500);
		}
	},
);

// Opens the documentation with the new key in its samples. The new tab takes the storage of this one along, and nothing
// sends it.
customElements.define(
	"own-key",
	class extends HTMLElement {
		connectedCallback() {
			const button = /** @type {HTMLButtonElement} */ (this.querySelector("button"));
			button.hidden = false;
			button.onclick = () => {
				const source = document.getElementById(this.getAttribute("for") ?? "");
				sessionStorage.setItem("documentation-key", source?.textContent ?? "");
				open("/docs/quick-start");
				sessionStorage.removeItem("documentation-key");
			};
		}
	},
);
