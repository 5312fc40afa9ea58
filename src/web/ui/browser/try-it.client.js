// Opens Scalar on the page that tries requests. Scalar may call this service only: its proxy, fonts, agent and
// telemetry are off.

/** @typedef {{ createApiReference: (selector: string, configuration: object) => unknown }} Scalar */
/** @typedef {{ Scalar: Scalar, __zod_globalConfig?: { jitless: boolean } }} Globals */

const globals = /** @type {Globals} */ (/** @type {unknown} */ (window));

// Without this, Zod tests whether it may evaluate text as code, and the policy of the page reports a violation.
globals.__zod_globalConfig = { jitless: true };

/** @typedef {(element: Element) => void} Repair */

/** Repairs for the accessibility of Scalar's markup, by selector. @type {Record<string, Repair>} */
const repairs = {
	".scalar-code-copy:not([aria-label])": (button) => button.setAttribute("aria-label", "Copy"),
	".show-more[aria-label]": (button) => {
		const [shown, name] = [button.textContent?.trim() ?? "", button.getAttribute("aria-label") ?? ""];
		if (!name.startsWith(shown)) button.setAttribute("aria-label", `${shown}: ${name}`);
	},
	'button[role="none"]': (button) => button.removeAttribute("role"),
	"button.group\\/copy-button[aria-controls]": (button) => {
		if (!document.getElementById(button.getAttribute("aria-controls") ?? "")) button.removeAttribute("aria-controls");
	},
	'.code-input-lite__editor[role="combobox"]:not([aria-expanded])': (field) =>
		field.setAttribute("aria-expanded", "false"),
	".cm-content:not([aria-label])": (text) => text.setAttribute("aria-label", "Body"),
	'.cm-scroller[tabindex="-1"]': (scroller) => scroller.setAttribute("tabindex", "0"),
};

function repair() {
	for (const [selector, repairElement] of Object.entries(repairs))
		for (const element of document.querySelectorAll(selector)) repairElement(element);
}

new MutationObserver(repair).observe(document, { childList: true, subtree: true });

// Scalar's file is the next script and runs before this event.
document.addEventListener("DOMContentLoaded", () =>
	globals.Scalar.createApiReference("#try-it", {
		url: "/openapi.json",
		authentication: { preferredSecurityScheme: "apiKey" },
		persistAuth: false,
		proxyUrl: "",
		telemetry: false,
		withDefaultFonts: false,
		agent: { disabled: true },
		mcp: { disabled: true },
		hideClientButton: true,
		showDeveloperTools: "never",
		theme: "none",
		defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
		documentDownloadType: "none",
		operationTitleSource: "summary",
	}),
);
