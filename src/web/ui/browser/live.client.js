// Lists that are kept up to date. While the tab is visible, the script fetches the page again and replaces the list.

const everyMs = 5000;

/** Outside the class, so that a list that a filter puts here stays paused. */
let isPaused = false;

customElements.define(
	"live-list",
	class extends HTMLElement {
		isAsking = false;
		hasEnded = false;
		/** @type {ReturnType<typeof setTimeout> | undefined} */
		timer;
		what = this.getAttribute("what") ?? "";
		button = /** @type {HTMLButtonElement} */ (this.find("button"));
		onVisible = () => (document.hidden || isPaused ? clearTimeout(this.timer) : void this.ask());

		/**
		 * @param {string} selector
		 * @returns {HTMLElement}
		 */
		find(selector) {
			return /** @type {HTMLElement} */ (this.querySelector(selector));
		}

		connectedCallback() {
			this.find(".live-control").hidden = this.hasEnded;
			this.tell();
			this.button.onclick = () => {
				isPaused = !isPaused;
				this.tell();
				if (isPaused) clearTimeout(this.timer);
				else void this.ask();
			};
			document.addEventListener("visibilitychange", this.onVisible);
			this.later();
		}

		disconnectedCallback() {
			clearTimeout(this.timer);
			document.removeEventListener("visibilitychange", this.onVisible);
		}

		tell(why = isPaused ? "do not update while this is paused." : "update by themselves.") {
			this.button.textContent = isPaused ? "Resume" : "Pause";
			this.find("[data-words]").textContent = `${this.what.charAt(0).toUpperCase() + this.what.slice(1)} ${why}`;
		}

		later() {
			clearTimeout(this.timer);
			if (!isPaused && !this.hasEnded && !document.hidden && this.isConnected)
				this.timer = setTimeout(() => this.ask(), everyMs);
		}

		async ask() {
			if (this.isAsking || this.hasEnded) return;
			this.isAsking = true;
			try {
				const answer = await fetch(location.href, { redirect: "manual" });
				if (!answer.ok) throw new Error(String(answer.status));
				this.show(new DOMParser().parseFromString(await answer.text(), "text/html"));
				if (!isPaused) this.tell();
				this.later();
			} catch {
				// Signed out, too many requests, or no network: pause until the person presses Resume.
				isPaused = true;
				this.tell("do not update at the moment.");
			} finally {
				this.isAsking = false;
			}
		}

		/** @param {Document} page */
		show(page) {
			const present = this.find("[data-list]");
			const next = page.querySelector(`[data-list="${this.what}"]`);
			// A filter may have replaced this list meanwhile.
			if (isPaused || !this.isConnected || !next) return;
			const goesOn = next.closest("live-list") !== null;
			if (goesOn && next.innerHTML === present.innerHTML) return;
			// A link that is still there keeps the focus. Other parts with the focus, and one that moves, are not replaced.
			const focused = present.contains(document.activeElement) ? document.activeElement : null;
			const kept = focused && sameLink(next, focused);
			if ((focused && !kept) || present.querySelector(".moving, a:active")) return;
			const before = linksIn(present);
			const count = [...linksIn(next)].filter((link) => !before.has(link)).length;
			present.replaceWith(document.adoptNode(next));
			this.hasEnded = !goesOn;
			this.find(".live-control").hidden = this.hasEnded;
			kept?.focus();
			if (count > 0)
				/** @type {HTMLElement} */ (document.getElementById("said")).textContent = `New ${this.what}: ${count}`;
		}
	},
);

/** @param {Element} part */
const linksIn = (part) =>
	new Set(
		[...part.querySelectorAll("tbody tr:not(:has(.item)), .item.appointment")].map((row) =>
			(row instanceof HTMLAnchorElement ? row : row.querySelector("a"))?.getAttribute("href"),
		),
	);

/** @param {Element} part @param {Element} link */
const sameLink = (part, link) =>
	[...part.querySelectorAll("a")].find((one) => one.getAttribute("href") === link.getAttribute("href"));
