// The grid of the calendar: an appointment is dragged to another time, its lower edge to another length, and the
// keyboard does both. Nothing changes before a dialog has said what would follow. The dialog shows the form that the
// appointment's own page shows where no script runs.

const quarterMs = 15 * 60_000;
/** The pixels at the lower edge of an appointment that change its length. */
const edge = 8;
/** A pointer that moves less far has clicked. */
const slack = 5;

/** @param {string} words */
const announce = (words) => {
	/** @type {HTMLElement} */ (document.getElementById("said")).textContent = words;
};

/** A day of an artist, whose rows are quarters of an hour. */
class Column {
	/** @param {HTMLElement} slots */
	constructor(slots) {
		this.slots = slots;
		this.artistId = slots.dataset.artist ?? "";
		this.name = slots.parentElement?.querySelector("h2")?.textContent?.trim() ?? "";
		this.rowCount = Number(slots.dataset.rowCount);
		/**
		 * The rows of the day: a first row, its instant, and how many follow. A clock that is set forward skips some.
		 * @type {[row: number, at: number, count: number][]}
		 */
		this.stretches = JSON.parse(slots.dataset.rows ?? "[]");
	}

	/** Undefined if the clock skips the row. @param {number} row */
	instantAt(row) {
		const found = this.stretches.find(([first, , count]) => first <= row && row < first + count);
		return found && found[1] + (row - found[0]) * quarterMs;
	}

	/** Undefined if the instant is not in the column. @param {number} instant */
	rowOf(instant) {
		const found = this.stretches.find(([, at, count]) => at <= instant && instant < at + count * quarterMs);
		return found && found[0] + Math.floor((instant - found[1]) / quarterMs);
	}

	/** @param {number} y */
	rowAt(y) {
		const { top, height } = this.slots.getBoundingClientRect();
		return Math.max(0, Math.min(this.rowCount - 1, Math.floor(((y - top) / height) * this.rowCount)));
	}

	/** @param {number} x */
	isAt(x) {
		const { left, right } = this.slots.getBoundingClientRect();
		return left <= x && x < right;
	}
}

/**
 * @typedef {object} Place
 * @property {Column} column
 * @property {number} start an instant
 * @property {number} length in milliseconds
 */

customElements.define(
	"calendar-grid",
	class extends HTMLElement {
		/** @type {Column[]} */
		columns = [];
		/** The appointment that moves, and where to. @type {{ link: HTMLAnchorElement, from: Place, to: Place } | undefined} */
		moving;
		/** The service is asked what would follow, or a dialog tells it. */
		isAsking = false;
		ghost = Object.assign(document.createElement("div"), { className: "ghost" });
		time = new Intl.DateTimeFormat("en-GB", { timeZone: this.dataset.zone, timeStyle: "short" });

		connectedCallback() {
			this.columns = [.../** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".slots"))].map(
				(slots) => new Column(slots),
			);
			this.addEventListener("pointerdown", (event) => this.grab(event));
			this.addEventListener("keydown", (event) => this.press(event));
			this.addEventListener("focusout", () => this.isAsking || this.putBack());
			// The browser would drag the address of the link.
			this.addEventListener("dragstart", (event) => event.preventDefault());
		}

		/** @param {EventTarget | null} target */
		begin(target) {
			const link =
				target instanceof Element ? /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-seen]")) : null;
			const column = this.columns.find(({ slots }) => slots.contains(link));
			if (!link || !column) return undefined;
			const from = { column, start: Number(link.dataset.start), length: Number(link.dataset.length) };
			return { link, from, to: from };
		}

		/** Shows where the appointment would be. @param {Partial<Place>} next */
		place(next) {
			if (!this.moving) return;
			this.moving.to = { ...this.moving.to, ...next };
			const { column, start } = this.moving.to;
			const rows = this.rowsOf(this.moving.to);
			this.ghost.style.gridRow = `${rows.first + 1} / ${rows.last + 2}`;
			this.ghost.textContent = this.times();
			this.moving.link.classList.add("moving");
			if (this.ghost.parentElement !== column.slots) column.slots.append(this.ghost);
			this.ghost.dataset.start = String(start);
		}

		/** @param {Place} place */
		rowsOf = ({ column, start, length }) => ({
			first: column.rowOf(start) ?? 0,
			last: column.rowOf(start + length - 1) ?? column.rowCount - 1,
		});

		times() {
			const { start = 0, length = 0 } = this.moving?.to ?? {};
			return `${this.time.format(start)}–${this.time.format(start + length)}`;
		}

		putBack() {
			this.ghost.remove();
			this.moving?.link.classList.remove("moving");
			this.moving = undefined;
			this.isAsking = false;
		}

		/* By pointer */

		/** @param {PointerEvent} down */
		grab(down) {
			const found = this.begin(down.target);
			// A finger scrolls the page, and a tap opens the appointment.
			if (!found || this.isAsking || down.button !== 0 || down.pointerType === "touch") return;
			const { link, from } = found;
			const resizes = down.clientY > link.getBoundingClientRect().bottom - edge;
			const grabbed = from.column.rowAt(down.clientY) - this.rowsOf(from).first;
			const end = new AbortController();
			const { signal } = end;
			const follow = (/** @type {PointerEvent} */ { clientX, clientY }) => {
				if (!this.moving && Math.hypot(clientX - down.clientX, clientY - down.clientY) < slack) return;
				this.moving ??= found;
				if (resizes) return this.endAt(from.column.rowAt(clientY));
				const column = this.columns.find((one) => one.isAt(clientX)) ?? this.moving.to.column;
				this.startAt(column, column.rowAt(clientY) - grabbed, 1);
			};
			const drop = () => {
				end.abort();
				if (!this.moving) return;
				// The end of a drag is no click.
				const click = new AbortController();
				link.addEventListener("click", (event) => event.preventDefault(), { signal: click.signal });
				setTimeout(() => click.abort());
				void this.check();
			};
			const giveUp = () => {
				end.abort();
				this.putBack();
			};
			addEventListener("pointermove", follow, { signal });
			addEventListener("pointerup", drop, { signal });
			addEventListener("pointercancel", giveUp, { signal });
			addEventListener("keydown", ({ key }) => key === "Escape" && giveUp(), { signal });
		}

		/** The nearest row that the clock does not skip. @param {Column} column @param {number} row @param {1 | -1} step */
		startAt(column, row, step) {
			let next = Math.max(0, Math.min(column.rowCount - 1, row));
			while (next > 0 && next < column.rowCount - 1 && column.instantAt(next) === undefined) next += step;
			const start = column.instantAt(next);
			if (start !== undefined) this.place({ column, start });
		}

		/** The last row of the appointment. @param {number} row */
		endAt(row) {
			if (!this.moving) return;
			const { column, start } = this.moving.to;
			const at = column.instantAt(row);
			if (at !== undefined) this.place({ length: Math.max(quarterMs, at + quarterMs - start) });
		}

		/* By keyboard */

		/** @param {KeyboardEvent} event */
		press(event) {
			if (event.ctrlKey || event.metaKey || event.altKey || this.isAsking) return;
			if (!this.moving) {
				const found = event.key.toLowerCase() === "m" ? this.begin(event.target) : undefined;
				if (!found) return;
				this.moving = found;
				this.place({});
				announce("Arrow keys change the time, with Shift the length. Enter tries it, Escape leaves it.");
			} else if (!this.step(event)) return;
			event.preventDefault();
			event.stopPropagation();
		}

		/** Whether the key means the appointment that moves. @param {KeyboardEvent} event */
		step({ key, shiftKey }) {
			if (!this.moving) return false;
			const { column, length } = this.moving.to;
			const { first } = this.rowsOf(this.moving.to);
			const vertical = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : undefined;
			const sideways = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : undefined;
			if (key === "Escape") this.putBack();
			else if (key === "Enter") void this.check();
			else if (vertical && shiftKey) this.place({ length: Math.max(quarterMs, length + vertical * quarterMs) });
			else if (vertical) this.startAt(column, first + vertical, vertical);
			else if (sideways) {
				const beside = this.columns[this.columns.indexOf(column) + sideways];
				if (beside) this.startAt(beside, first, 1);
			} else return false;
			if (this.moving && key !== "Enter") announce(`${this.moving.to.column.name}, ${this.times()}`);
			return true;
		}

		/* The dialog */

		/** Asks what would follow. */
		async check() {
			if (!this.moving) return;
			const { link, from, to } = this.moving;
			const isSame = from.column === to.column && from.start === to.start && from.length === to.length;
			if (isSame) return this.putBack();
			this.isAsking = true;
			const url = new URL(link.href);
			const handsOver = from.column.artistId !== to.column.artistId;
			url.pathname += handsOver ? "/hand_over" : "/move";
			if (handsOver) url.searchParams.set("artist_id", to.column.artistId);
			const body = new URLSearchParams({
				check: "true",
				suggested: new Date(to.start).toISOString(),
				minutes: String(Math.round(to.length / 60_000)),
				seen: link.dataset.seen ?? "",
				back: location.pathname + location.search,
			});
			try {
				const answer = await fetch(url, { method: "POST", body });
				const page = new DOMParser().parseFromString(await answer.text(), "text/html");
				const question = page.querySelector("[data-dialog]");
				// Signed out, or the appointment is gone: its own page says more.
				if (!question) return location.assign(link.href);
				this.ask(page.querySelector("h1")?.textContent ?? "", document.adoptNode(question), link);
			} catch {
				this.putBack();
				announce("The service cannot be reached. Nothing has been changed.");
			}
		}

		/** @param {string} title @param {Element} question @param {HTMLAnchorElement} link */
		ask(title, question, link) {
			const heading = Object.assign(document.createElement("h2"), { textContent: title, id: "question" });
			const dialog = document.createElement("dialog");
			dialog.setAttribute("aria-labelledby", "question");
			dialog.append(heading, question);
			dialog.addEventListener("click", (event) => {
				if (!(event.target instanceof Element) || !event.target.closest("a[data-close]")) return;
				event.preventDefault();
				dialog.close();
			});
			dialog.addEventListener("close", () => {
				dialog.remove();
				this.putBack();
				// The list may have been replaced meanwhile.
				const href = CSS.escape(link.getAttribute("href") ?? "");
				/** @type {HTMLElement | null} */ (document.querySelector(`a[href="${href}"]`))?.focus();
			});
			document.body.append(dialog);
			dialog.showModal();
		}
	},
);
