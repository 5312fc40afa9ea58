// Conveniences of the booking page. The page works without this script.

/** The language of the page says how times are written. */
const { lang } = document.documentElement;
const ownTime =
	/** @type {HTMLElement | null} */ (document.querySelector("[data-own-time]"))?.dataset.ownTime ?? "{time}";
const visitorZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Shows the visitor's own time beside the studio's if they differ. */
for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-zone]"))) {
	const at = new Date(time.dateTime);
	/** @param {string | undefined} timeZone @param {Intl.DateTimeFormatOptions} options */
	const shown = (timeZone, options) =>
		new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { timeZone, hourCycle: "h23", ...options }).format(at);
	const full = /** @type {const} */ ({ dateStyle: "short", timeStyle: "short" });
	if (shown(visitorZone, full) === shown(time.dataset.zone, full)) continue;
	const day = /** @type {const} */ ({ dateStyle: "short" });
	const sameDay = shown(visitorZone, day) === shown(time.dataset.zone, day);
	const own = document.createElement("span");
	own.className = "own";
	const ownText = shown(visitorZone, { ...(sameDay ? {} : { weekday: "short" }), hour: "2-digit", minute: "2-digit" });
	own.textContent = ownTime.replace("{time}", ownText);
	time.after(" ", own);
}

/** Counts down the time that is left of the hold. Without the script the page shows the minutes. */
const held = /** @type {HTMLElement | null} */ (document.querySelector("[data-held-seconds]"));
if (held) {
	const { held: words = "", heldNoMore: noMore = "" } = held.dataset;
	const until = Date.now() + Number(held.dataset.heldSeconds) * 1000;
	const tick = () => {
		const left = Math.max(0, Math.round((until - Date.now()) / 1000));
		held.textContent =
			left > 0 ? words.replace("{left}", `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`) : noMore;
		if (left > 0) setTimeout(tick, 1000);
	};
	tick();
}
