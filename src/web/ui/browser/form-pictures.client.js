// Sends the pictures of a form as soon as they are chosen. The form works without this script.

const longestSide = 2560;
const smallBytes = 1.5 * 1024 * 1024;
const mostBytesOfPicture = 15 * 1024 * 1024;
const quality = 0.85;
/** As many arrive at a time. */
const atOnce = 2;
const retriesMs = [1000, 4000];

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-pictures]"));

/**
 * The texts in the language of the page.
 * @type {Record<"aPicture" | "quoted" | "remove" | "removeNamed" | "sending" | "sent" | "sentLater" | "full" | "tooLarge" | "lost" | "tooMany", string>}
 */
const words = JSON.parse(form?.dataset.words ?? "{}");

/** @param {string} text @param {Record<string, string | number>} values */
const filled = (text, values) => text.replaceAll(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));

/** @type {(() => Promise<void>)[]} */
const waiting = [];
let running = 0;
/** Somebody has sent the form while pictures were on their way. @type {{ by: HTMLElement | null } | null} */
let sendLater = null;

const isBusy = () => running + waiting.length > 0;

/** @param {() => Promise<void>} work */
async function inTurn(work) {
	waiting.push(work);
	if (running >= atOnce) return;
	running += 1;
	for (let next = waiting.shift(); next; next = waiting.shift()) await next();
	running -= 1;
	if (isBusy() || !sendLater) return;
	const { by } = sendLater;
	sendLater = null;
	form?.requestSubmit(by);
}

/** @template {keyof HTMLElementTagNameMap} K @param {K} name @param {Record<string, unknown>} [given] */
function newElement(name, given = {}) {
	const element = document.createElement(name);
	Object.assign(element, given);
	return element;
}

/** @param {File} file */
const nameOf = ({ name }) =>
	name ? filled(words.quoted, { name: name.length > 60 ? `${name.slice(0, 60)}…` : name }) : words.aPicture;

/** Some browsers protect their people by false pixels, with which the picture would be lost. @param {CanvasRenderingContext2D} context */
function tellsTheTruth(context) {
	const tones = [40, 200, 90];
	context.fillStyle = `rgb(${tones.join(" ")})`;
	context.fillRect(0, 0, 8, 8);
	const { data } = context.getImageData(0, 0, 8, 8);
	context.clearRect(0, 0, 8, 8);
	return data.every((value, at) => Math.abs(value - (tones[at % 4] ?? 255)) < 8);
}

/**
 * The picture in the size that the studio needs. A format that the service does not take becomes one that it takes, and
 * one that the browser cannot show is sent as it is.
 * @param {File} file @param {HTMLImageElement} image @param {readonly string[]} accepted @returns {Promise<Blob>}
 */
async function inNeededSize(file, image, accepted) {
	try {
		await image.decode();
	} catch {
		return file;
	}
	const { naturalWidth, naturalHeight } = image;
	const scale = Math.min(1, longestSide / Math.max(naturalWidth, naturalHeight));
	const isTaken = accepted.includes(file.type);
	if (isTaken && scale === 1 && file.size <= smallBytes) return file;
	const width = Math.max(1, Math.round(naturalWidth * scale));
	const height = Math.max(1, Math.round(naturalHeight * scale));
	const canvas = newElement("canvas", { width, height });
	const context = canvas.getContext("2d");
	if (!context || !tellsTheTruth(context)) return file;
	// The browser turns the picture by its orientation.
	context.drawImage(image, 0, 0, width, height);
	const mayBeTransparent = !/jpe?g|hei[cf]/.test(file.type);
	/** @type {Blob | null} */
	const smaller = await new Promise((resolve) => {
		canvas.toBlob(resolve, mayBeTransparent ? "image/webp" : "image/jpeg", quality);
	});
	return smaller && (smaller.size < file.size || !isTaken) ? smaller : file;
}

/**
 * @typedef {{ reference: string, thumbnail: string, width: number, height: number }} Taken
 * @param {string} address @param {FormData} body @param {(part: number) => void} onProgress @param {AbortSignal} signal
 * @returns {Promise<{ status: number, answer: (Partial<Taken> & { refused?: string }) | null }>}
 */
const send = (address, body, onProgress, signal) =>
	new Promise((resolve) => {
		const request = new XMLHttpRequest();
		request.open("POST", address);
		request.responseType = "json";
		request.setRequestHeader("Accept", "application/json");
		request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
		request.onloadend = () => resolve({ status: request.status, answer: request.response });
		signal.addEventListener("abort", () => request.abort());
		request.send(body);
	});

/** @param {HTMLElement} question @param {string} address */
function improve(question, address) {
	const input = /** @type {HTMLInputElement} */ (question.querySelector("input[type=file]"));
	const list = /** @type {HTMLUListElement} */ (question.querySelector("ul"));
	const status = newElement("p", { className: "hint", role: "status" });
	const faults = newElement("div", { className: "fault", ariaLive: "assertive" });
	input.after(status, faults);
	const most = Number(question.dataset.most);
	const accepted = input.accept.split(",");

	const update = () => {
		const chosen = list.children.length;
		const here = list.querySelectorAll("input[type=hidden]").length;
		list.hidden = chosen === 0;
		input.required = input.dataset.required === "true" && chosen === 0;
		input.disabled = chosen >= most;
		const sentences = [
			filled(words.sent, { sent: here, count: chosen }),
			here < chosen && sendLater && words.sentLater,
			chosen >= most && words.full,
		];
		status.textContent = chosen === 0 ? "" : sentences.filter(Boolean).join(" ");
	};

	/** @param {string} text */
	const complain = (text) => {
		faults.append(newElement("p", { textContent: text }));
		// A person decides whether to go on without the picture.
		sendLater = null;
	};

	/** @param {HTMLLIElement} item @param {string} name @param {() => void} [onRemove] */
	const removeButton = (item, name, onRemove) => {
		const button = newElement("button", { type: "button", className: "link", textContent: words.remove });
		button.setAttribute("aria-label", filled(words.removeNamed, { name }));
		button.addEventListener("click", () => {
			onRemove?.();
			item.remove();
			update();
			input.focus();
		});
		return button;
	};

	/** @param {File} file */
	const add = (file) => {
		const abort = new AbortController();
		const item = newElement("li");
		const image = newElement("img", { alt: file.name, src: URL.createObjectURL(file) });
		const progress = newElement("progress", { max: 1, value: 0 });
		progress.setAttribute("aria-label", filled(words.sending, { name: nameOf(file) }));
		const forget = () => {
			abort.abort();
			URL.revokeObjectURL(image.src);
		};
		item.append(image, progress, removeButton(item, nameOf(file), forget));
		list.append(item);
		/** @param {string} text */
		const refuse = (text) => {
			forget();
			item.remove();
			complain(text);
		};
		inTurn(async () => {
			if (!abort.signal.aborted) await take(file, { image, progress, signal: abort.signal, refuse });
			update();
		});
	};

	/**
	 * @param {File} file
	 * @param {{ image: HTMLImageElement, progress: HTMLProgressElement, signal: AbortSignal,
	 *   refuse: (text: string) => void }} tile
	 */
	const take = async (file, { image, progress, signal, refuse }) => {
		const picture = await inNeededSize(file, image, accepted);
		if (picture.size > mostBytesOfPicture) return refuse(filled(words.tooLarge, { name: nameOf(file) }));
		const body = new FormData();
		body.append(input.name, picture, file.name);
		for (const wait of [...retriesMs, null]) {
			const { status: code, answer } = await send(address, body, (part) => (progress.value = part), signal);
			if (signal.aborted) return;
			if (code === 201 && answer?.reference) {
				progress.remove();
				image.after(newElement("input", { type: "hidden", name: input.name, value: answer.reference }));
				if (image.naturalWidth === 0 && answer.thumbnail) showThumbnail(image, answer.thumbnail, file.name);
				return;
			}
			if (answer?.refused) return refuse(answer.refused);
			const mayArriveLater = code === 0 || code === 408 || code === 429 || code >= 500;
			if (wait === null || !mayArriveLater) return refuse(filled(words.lost, { name: nameOf(file) }));
			await new Promise((resolve) => setTimeout(resolve, wait));
		}
	};

	for (const item of list.querySelectorAll("li")) {
		const name = item.querySelector("img")?.alt || words.aPicture;
		item.querySelector("label")?.replaceWith(removeButton(item, name));
	}

	const choose = () => {
		const files = [...(input.files ?? [])];
		input.value = "";
		faults.replaceChildren();
		const room = most - list.children.length;
		for (const file of files.slice(0, room)) add(file);
		if (files.length > room) complain(words.tooMany);
		update();
	};
	input.addEventListener("change", choose);

	question.addEventListener("form-waits", update);
	update();
	// Somebody was faster than this script.
	if (input.files?.length) choose();
}

/** The service can show what this browser cannot. @param {HTMLImageElement} image @param {string} address @param {string} name */
function showThumbnail(image, address, name) {
	image.onerror = () => image.replaceWith(newElement("span", { className: "unseen", textContent: name }));
	URL.revokeObjectURL(image.src);
	image.src = address;
}

if (form) {
	const questions = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".picture-question"));
	for (const question of questions) improve(question, form.dataset.pictures ?? "");
	form.addEventListener("submit", (event) => {
		if (!isBusy()) return;
		event.preventDefault();
		sendLater = { by: event.submitter };
		for (const question of questions) question.dispatchEvent(new Event("form-waits"));
	});
}
