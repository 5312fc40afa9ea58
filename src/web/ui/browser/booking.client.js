// What the booking page does more where scripts run. Nothing depends on it.

const visitorZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The visitor's own time beside the studio's, where they differ. */
for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-zone]"))) {
	const at = new Date(time.dateTime);
	/** @param {string | undefined} timeZone @param {Intl.DateTimeFormatOptions} options */
	const shown = (timeZone, options) =>
		new Intl.DateTimeFormat("en-GB", { timeZone, hourCycle: "h23", ...options }).format(at);
	const full = /** @type {const} */ ({ dateStyle: "short", timeStyle: "short" });
	if (shown(visitorZone, full) === shown(time.dataset.zone, full)) continue;
	const day = /** @type {const} */ ({ dateStyle: "short" });
	const sameDay = shown(visitorZone, day) === shown(time.dataset.zone, day);
	const own = document.createElement("span");
	own.className = "own";
	own.textContent = `${shown(visitorZone, sameDay ? { timeStyle: "short" } : { weekday: "short", hour: "2-digit", minute: "2-digit" })} your time`;
	time.after(" ", own);
}

/** Counts down how long the time is held. The page says for how many minutes, so nothing is lost without it. */
const held = /** @type {HTMLElement | null} */ (document.querySelector("[data-held-seconds]"));
if (held) {
	const until = Date.now() + Number(held.dataset.heldSeconds) * 1000;
	const tick = () => {
		const left = Math.max(0, Math.round((until - Date.now()) / 1000));
		held.textContent =
			left > 0
				? `The time is held for you for ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} minutes.`
				: "The time is not held for you any more. It can still be booked as long as nobody else takes it.";
		if (left > 0) setTimeout(tick, 1000);
	};
	tick();
}
