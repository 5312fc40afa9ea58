// What the dashboard does more where scripts run. Nothing depends on it.

/** A button that copies the text beside it. The page has it hidden, because without a script it does nothing. */
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-copy]"))) {
	button.hidden = false;
	button.addEventListener("click", async () => {
		const words = button.textContent;
		const source = document.getElementById(button.dataset.copy ?? "");
		await navigator.clipboard.writeText(source?.textContent ?? "");
		button.textContent = "Copied";
		setTimeout(() => {
			button.textContent = words;
		}, 1500);
	});
}

/** Where a choice is all that a filter needs, it is applied at once. */
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.filters"))) {
	form.addEventListener("change", (event) => {
		if (event.target instanceof HTMLSelectElement) form.requestSubmit();
	});
}

/** `/` leads to the search field of the page. */
document.addEventListener("keydown", (event) => {
	const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
	if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
	const search = /** @type {HTMLInputElement | null} */ (document.querySelector("input[type=search]"));
	if (!search) return;
	event.preventDefault();
	search.focus();
});

const liveEveryMs = 5000;

/** A list that is kept up to date: the same page is fetched again while somebody looks at it, and its list is put in. */
for (const live of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-live]"))) {
	const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (live.querySelector(selector));
	const [control, words, status] = [find(".live-control"), find("[data-live-words]"), find("[data-live-status]")];
	const button = find("button");
	const what = live.dataset.live ?? "";
	let isPaused = false;
	let isAsking = false;
	/** @type {ReturnType<typeof setTimeout> | undefined} */
	let timer;

	const later = () => {
		clearTimeout(timer);
		if (!isPaused && !document.hidden) timer = setTimeout(ask, liveEveryMs);
	};
	const say = (/** @type {string} */ text) => {
		words.textContent = text;
	};
	const linksIn = (/** @type {Element} */ part) =>
		new Set([...part.querySelectorAll("tbody tr")].map((row) => row.querySelector("a")?.getAttribute("href")));

	const ask = async () => {
		if (isAsking) return;
		isAsking = true;
		try {
			const answer = await fetch(location.href, { redirect: "manual" });
			if (!answer.ok) throw new Error(String(answer.status));
			show(new DOMParser().parseFromString(await answer.text(), "text/html"));
			if (!isPaused) say(`New ${what} appear by themselves.`);
			later();
		} catch {
			// Signed out, too many requests, or no network: nothing is asked until somebody wants it.
			isPaused = true;
			button.textContent = "Resume";
			say(`New ${what} do not appear at the moment.`);
		} finally {
			isAsking = false;
		}
	};
	const show = (/** @type {Document} */ page) => {
		const [present, next] = [find("[data-live-part]"), page.querySelector(`[data-live="${what}"] [data-live-part]`)];
		// Who is at one of its links stays there.
		if (isPaused || !next || next.innerHTML === present.innerHTML || present.contains(document.activeElement)) return;
		const before = linksIn(present);
		const count = [...linksIn(next)].filter((link) => !before.has(link)).length;
		present.replaceWith(document.adoptNode(next));
		if (count > 0) status.textContent = `New ${what}: ${count}`;
	};

	control.hidden = false;
	button.addEventListener("click", () => {
		isPaused = !isPaused;
		button.textContent = isPaused ? "Resume" : "Pause";
		say(isPaused ? `New ${what} do not appear while this is paused.` : `New ${what} appear by themselves.`);
		if (isPaused) clearTimeout(timer);
		else void ask();
	});
	document.addEventListener("visibilitychange", () => {
		if (document.hidden || isPaused) clearTimeout(timer);
		else void ask();
	});
	later();
}
