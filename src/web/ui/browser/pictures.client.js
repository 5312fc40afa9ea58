// Pictures: the view of one in a dialog, uploads with their progress, and other places by dragging.

/** @param {string} words */
const say = (words) => {
	/** @type {HTMLElement} */ (document.getElementById("said")).textContent = words;
};

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

/** @param {string} text */
const parse = (text) => new DOMParser().parseFromString(text, "text/html");

/**
 * Replaces the lists of pictures by those of another version of the page.
 * @param {Document} page
 */
function put(page) {
	for (const list of document.querySelectorAll("[data-pictures]")) {
		const next = page.getElementById(list.id);
		if (next) list.replaceWith(document.adoptNode(next));
	}
}

/* The view of one picture */

/** @param {string} text @param {() => void} act */
const button = (text, act) => make("button", { type: "button", onclick: act }, text);

const image = make("img", { sizes: "100vw" });
const caption = make("p", { className: "caption" });
const place = make("span", { className: "dim" });
const details = make("a", { className: "button" }, "Details");
const before = button("Previous", () => show(at - 1));
const after = button("Next", () => show(at + 1));
const closeViewer = button("Close", () => viewer.close());
const viewer = make(
	"dialog",
	{ className: "viewer", ariaLabel: "Picture" },
	make("div", { className: "full-picture" }, image),
	caption,
	make(
		"div",
		{ className: "actions" },
		make("span", { className: "actions" }, before, after, place),
		make("span", { className: "actions" }, details, closeViewer),
	),
);

/** @type {HTMLAnchorElement[]} */
let links = [];
let at = 0;

/** @param {number} n */
function show(n) {
	const link = links[n];
	const small = link?.querySelector("img");
	if (!link || !small) return;
	at = n;
	image.setAttribute("width", small.getAttribute("width") ?? "");
	image.setAttribute("height", small.getAttribute("height") ?? "");
	image.srcset = small.srcset;
	image.src = small.src;
	image.alt = small.alt;
	caption.textContent = link.parentElement?.querySelector(".caption")?.textContent ?? "";
	place.textContent = `${n + 1} of ${links.length}`;
	details.href = link.href;
	before.disabled = n === 0;
	after.disabled = n === links.length - 1;
	if (document.activeElement === document.body) closeViewer.focus();
	say(`Picture ${n + 1} of ${links.length}: ${small.alt}`);
}

viewer.addEventListener("keydown", ({ key }) => {
	if (key === "ArrowLeft") show(at - 1);
	if (key === "ArrowRight") show(at + 1);
	if (key === "Home") show(0);
	if (key === "End") show(links.length - 1);
});
viewer.addEventListener("click", ({ target }) => {
	if (target === viewer) viewer.close();
});
viewer.addEventListener("close", () => links[at]?.focus());

customElements.define(
	"picture-grid",
	class extends HTMLElement {
		connectedCallback() {
			this.addEventListener("click", (event) => this.open(event));
			if (this.hasAttribute("sortable")) this.makeSortable();
		}

		/** @param {MouseEvent} event */
		open(event) {
			if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
			const link = event.target instanceof Element ? event.target.closest("a[data-picture]") : null;
			if (!link) return;
			event.preventDefault();
			links = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (this.querySelectorAll("a[data-picture]"))];
			if (!viewer.isConnected) document.body.append(viewer);
			viewer.showModal();
			show(links.indexOf(/** @type {HTMLAnchorElement} */ (link)));
			closeViewer.focus();
		}

		makeSortable() {
			/** @type {HTMLElement | undefined} */
			let dragged;
			/** @type {HTMLElement | undefined} */
			let target;
			const items = () => [.../** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("li"))];
			/** @param {HTMLElement | undefined} next */
			const aim = (next) => {
				target?.classList.remove("target");
				target = next;
				target?.classList.add("target");
			};
			/** @param {Event} event */
			const itemOf = ({ target }) => items().find((item) => item.contains(/** @type {Node} */ (target)));
			this.addEventListener("dragstart", (event) => {
				dragged = itemOf(event);
				dragged?.classList.add("dragged");
				if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
			});
			this.addEventListener("dragover", (event) => {
				if (!dragged) return;
				event.preventDefault();
				const item = itemOf(event);
				aim(item === dragged ? undefined : item);
			});
			this.addEventListener("dragend", () => {
				dragged?.classList.remove("dragged");
				aim(undefined);
				dragged = undefined;
			});
			this.addEventListener("drop", (event) => {
				if (!dragged || !target) return;
				event.preventDefault();
				void move(dragged, items().indexOf(target) + 1);
			});
		}
	},
);

/**
 * @param {HTMLElement} item
 * @param {number} position
 */
async function move(item, position) {
	const form = /** @type {HTMLElement} */ (item.querySelector("[data-place]"));
	try {
		const body = new URLSearchParams({ position: String(position) });
		const answer = await fetch(form.dataset.place ?? "", { method: "POST", body });
		if (!answer.ok) return location.reload();
		put(parse(await answer.text()));
		say(`The picture has place ${position} now.`);
	} catch {
		say("The picture could not be moved.");
	}
}

/* Uploads */

/** Contract: Pictures 3. */
const mostBytes = 15 * 1024 * 1024;

/** A form with this id is done once, however often it is sent. */
const newFormId = () =>
	[...crypto.getRandomValues(new Uint8Array(11))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * @typedef {object} Upload
 * @property {File} file
 * @property {string} formId
 * @property {HTMLLIElement} row
 * @property {HTMLProgressElement} bar
 */

/** @param {DataTransfer | null} data */
const hasFiles = (data) => data?.types.includes("Files") ?? false;

customElements.define(
	"picture-form",
	class extends HTMLElement {
		form = /** @type {HTMLFormElement} */ (this.querySelector("form"));
		input = /** @type {HTMLInputElement} */ (this.querySelector("input[type=file]"));
		list = /** @type {HTMLElement} */ (this.querySelector("[data-uploads]"));
		/** @type {Upload[]} */
		waiting = [];
		isSending = false;
		added = 0;
		refused = 0;

		connectedCallback() {
			this.form.addEventListener("submit", (event) => {
				event.preventDefault();
				this.take(this.input.files ?? []);
				this.form.reset();
			});
			document.addEventListener("paste", this.onPaste);
			document.addEventListener("dragover", this.onDragOver);
			document.addEventListener("dragleave", this.onDragLeave);
			document.addEventListener("drop", this.onDrop);
			addEventListener("beforeunload", this.onLeave);
		}

		disconnectedCallback() {
			document.removeEventListener("paste", this.onPaste);
			document.removeEventListener("dragover", this.onDragOver);
			document.removeEventListener("dragleave", this.onDragLeave);
			document.removeEventListener("drop", this.onDrop);
			removeEventListener("beforeunload", this.onLeave);
		}

		/** @param {ClipboardEvent} event */
		onPaste = (event) => {
			if (!event.clipboardData || event.clipboardData.files.length === 0) return;
			event.preventDefault();
			this.take(event.clipboardData.files);
		};

		/**
		 * A file that misses the form would otherwise replace the page.
		 * @param {DragEvent} event
		 */
		onDragOver = (event) => {
			if (!hasFiles(event.dataTransfer)) return;
			event.preventDefault();
			this.classList.add("over");
		};

		/** @param {DragEvent} event */
		onDragLeave = (event) => {
			if (event.relatedTarget === null) this.classList.remove("over");
		};

		/** @param {DragEvent} event */
		onDrop = (event) => {
			this.classList.remove("over");
			if (!hasFiles(event.dataTransfer)) return;
			event.preventDefault();
			this.take(event.dataTransfer?.files ?? []);
		};

		/** @param {BeforeUnloadEvent} event */
		onLeave = (event) => {
			if (this.isSending) event.preventDefault();
		};

		/** @param {Iterable<File>} files */
		take(files) {
			if (!this.isSending) {
				[this.added, this.refused] = [0, 0];
				this.list.replaceChildren();
				this.querySelector(".alarm")?.remove();
			}
			for (const file of files) {
				const bar = make("progress", { max: 1, value: 0, ariaLabel: `Upload of ${file.name}` });
				const row = make("li", {}, make("span", {}, file.name), bar);
				this.list.append(row);
				const upload = { file, formId: newFormId(), row, bar };
				if (file.size > mostBytes) this.refuse(upload, ["This is larger than 15 MB."]);
				else this.waiting.push(upload);
			}
			this.list.hidden = this.list.childElementCount === 0;
			void this.send();
		}

		/** Sends one after the other. */
		async send() {
			if (this.isSending) return;
			this.isSending = true;
			for (let next = this.waiting.shift(); next; next = this.waiting.shift()) await this.sendOne(next);
			this.isSending = false;
			this.list.hidden = this.list.childElementCount === 0;
			if (this.added > 0) await this.showAdded();
			const refused = this.refused === 0 ? "" : ` Refused: ${this.refused}.`;
			say(`Pictures added: ${this.added}.${refused}`);
		}

		async showAdded() {
			try {
				const answer = await fetch(location.href);
				if (answer.ok) put(parse(await answer.text()));
			} catch {
				location.reload();
			}
		}

		/** @param {Upload} upload */
		async sendOne(upload) {
			const answer = await post(this.form.action, this.bodyOf(upload), (share) => {
				upload.bar.value = share;
			});
			if (!answer) return this.fail(upload);
			if (new URL(answer.url).pathname === "/sign_in") return location.reload();
			if (answer.status === 200) {
				this.added += 1;
				return upload.row.remove();
			}
			const page = parse(answer.text);
			const each = [...page.querySelectorAll("[data-refused]")];
			const words = each.length > 0 ? each : [...page.querySelectorAll(".alarm")];
			this.refuse(
				upload,
				words.map(({ textContent }) => (textContent ?? "").replace(`${upload.file.name}: `, "").trim()),
			);
		}

		/** @param {Upload} upload */
		bodyOf({ file, formId }) {
			const body = new FormData();
			body.append("form_id", formId);
			body.append(this.input.name, file);
			return body;
		}

		/** @param {Upload} upload @param {string[]} words */
		refuse({ row, bar }, words) {
			this.refused += 1;
			bar.remove();
			row.append(make("p", { className: "fault" }, words.join(" ") || "The service did not take this."));
		}

		/**
		 * No answer arrived. If the picture did, its form id keeps it from being added again.
		 * @param {Upload} upload
		 */
		fail(upload) {
			this.refuse(upload, ["This did not arrive. Check the connection."]);
			const again = button("Try again", () => {
				const bar = make("progress", { max: 1, value: 0, ariaLabel: `Upload of ${upload.file.name}` });
				upload.row.replaceChildren(make("span", {}, upload.file.name), bar);
				this.waiting.push({ ...upload, bar });
				void this.send();
			});
			upload.row.append(again);
		}
	},
);

/**
 * Sends a form. Only this way of asking tells the progress of an upload.
 * @param {string} url
 * @param {FormData} body
 * @param {(share: number) => void} onProgress
 * @returns {Promise<{ status: number, url: string, text: string } | undefined>} undefined without an answer
 */
const post = (url, body, onProgress) =>
	new Promise((resolve) => {
		const request = new XMLHttpRequest();
		request.open("POST", url);
		request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
		request.onload = () => resolve({ status: request.status, url: request.responseURL, text: request.responseText });
		request.onerror = () => resolve(undefined);
		request.onabort = () => resolve(undefined);
		request.send(body);
	});
